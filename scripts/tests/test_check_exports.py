"""scripts/check-exports finds what is wrong with an export: a right file and several wrong ones."""

import pytest
from test_studies import module

checks = module("check-exports")
HEADER = "schema,scenario,heights,rows,strategy,mode"
NAME = "fenwick/scroll/rows:1000/heights:file:a%20b/mode:corrected"


@pytest.fixture
def run(tmp_path):
    """A cell of 10, 12 and 11 ns, and three that no export may have."""
    cell = "5,scroll,file:a b,1000"
    (tmp_path / "samples.csv").write_text(
        f"{HEADER},round,slot,operations,elapsed_ns,checksum,caches,segment\n"
        + "".join(f"{cell},fenwick,corrected,{number},0,10,{time + off},0x1,{caches},{segment}\n"
                  for caches, more in (("warm", 0), ("cold", 50))
                  for number, time in enumerate((100 + more, 120 + more, 110 + more))
                  for segment, off in enumerate((7, 0, -9))))  # fmt: skip
    (tmp_path / "summary.csv").write_text(
        f"{HEADER},status,rounds,operations,time_ns,low_ns,high_ns,steps_wrong,caches,role\n"
        + "".join(f"{cell},{name},corrected,{status},3,10,11,,,{wrong},{caches},{role}\n"
                  for name, status, wrong, caches, role in (
                      ("fenwick", "ok", "", "warm", "strategy"), ("fenwick", "ok", "", "warm", "control"),
                      ("slow", "timed out: x", "", "warm", "strategy"), ("window", "ok", "3", "warm", "strategy"),
                      ("fenwick", "ok", "", "cold", "strategy"))))  # fmt: skip
    return checks.expected(tmp_path)


def test_cold_is_another_cell(run):
    assert run == {NAME: [10, 12, 11], NAME + "/caches:cold": [15, 17, 16]}


BENCHFMT = "".join(
    f"BenchmarkLayout/strategy=fenwick/scenario=scroll/rows=1000/heights=file:a%20b/mode=corrected{more} "
    f"10 {time} ns/op 1.5 heights-asked/op\n"
    for more, times in (("", ("10.0", "12.0", "11.0")), ("/caches=cold", ("15", "17", "16")))
    for time in times)  # fmt: skip


@pytest.mark.parametrize(("old", "new"), [
    ("11.0", "11.1"), ("12.0", "nan"), ("a%20b", "a b"), ("fenwick", "fenwik"), ("cpu: x", "PASS"),
])  # fmt: skip
def test_a_right_and_a_wrong_one(run, tmp_path, old, new):
    (tmp_path / "export").write_text("cpu: x\n" + BENCHFMT)
    checks.benchfmt(tmp_path / "export", run)
    (tmp_path / "export").write_text(("cpu: x\n" + BENCHFMT).replace(old, new))
    with pytest.raises((AssertionError, KeyError, TypeError, ValueError)):
        checks.benchfmt(tmp_path / "export", run)
