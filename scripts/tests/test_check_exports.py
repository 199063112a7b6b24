"""scripts/check-exports finds what is wrong with an export: each check is shown one right file and
several wrong ones."""
import importlib.machinery
import importlib.util
import json
import pathlib

import pytest

PATH = pathlib.Path(__file__).resolve().parents[1] / "check-exports"
LOADER = importlib.machinery.SourceFileLoader("check_exports", str(PATH))
checks = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_exports", LOADER))
LOADER.exec_module(checks)

HEADER = "schema,scenario,heights,rows,strategy,mode"
NAME = "fenwick/scroll/rows:1000/heights:file:a%20b/mode:corrected"


@pytest.fixture
def run(tmp_path):
    """A cell of 10, 12 and 11 ns, and three that no export may have."""
    cell = "3,scroll,file:a b,1000"
    (tmp_path / "samples.csv").write_text(
        f"{HEADER},round,slot,operations,elapsed_ns,checksum,caches,segment\n"
        + "".join(f"{cell},fenwick,corrected,{number},0,10,{time + off},0x1,{caches},{segment}\n"
                  for caches, more in (("warm", 0), ("cold", 50))
                  for number, time in enumerate((100 + more, 120 + more, 110 + more))
                  for segment, off in enumerate((7, 0, -9))))
    (tmp_path / "summary.csv").write_text(
        f"{HEADER},status,rounds,operations,median_ns,low_ns,high_ns,steps_wrong,caches\n"
        + "".join(f"{cell},{name},corrected,{status},3,10,11,,,{wrong},warm\n"
                  for name, status, wrong in (
                      ("fenwick", "ok", ""), ("fenwick-twin", "ok", ""), ("slow", "cut", ""),
                      ("window", "ok", "3"))))
    return checks.Run(tmp_path)


def test_cold_is_another_cell(run, tmp_path):
    with open(tmp_path / "summary.csv", "a") as file:
        file.write("3,scroll,file:a b,1000,fenwick,corrected,ok,3,10,16,,,,cold\n")
    both = checks.Run(tmp_path)
    assert both.times == {**run.times, NAME + "/caches:cold": [15, 17, 16]}
    labels = {"strategy": "fenwick", "scenario": "scroll", "rows": "1000", "heights": "file:a%20b",
              "mode": "corrected"}
    assert both.name({**labels, "caches": "cold"}) == NAME + "/caches:cold"
    assert both.name({**labels, "caches": "warm"}) == both.name(labels) == NAME


def test_another_schema_is_refused(run, tmp_path):
    path = tmp_path / "summary.csv"
    path.write_text(path.read_text().replace("\n3,", "\n1,"))
    with pytest.raises(checks.Fault, match=":2: schema 1, expected 3"):
        checks.Run(tmp_path)


BENCHFMT = "".join(
    "BenchmarkLayout/strategy=fenwick/scenario=scroll/rows=1000/heights=file:a%20b/mode=corrected "
    f"10 {time} ns/op 1.5 heights-asked/op\n" for time in ("10.0", "12.0", "11.0"))


@pytest.mark.parametrize("check, text", [
    (checks.benchfmt, "cpu: x\n" + BENCHFMT),
])
def test_right(run, tmp_path, check, text):
    (tmp_path / "export").write_text(text)
    check(run, tmp_path / "export")


@pytest.mark.parametrize("check, text", [
    (checks.benchfmt, BENCHFMT.replace("11.0", "11.1")),
    (checks.benchfmt, BENCHFMT.replace("12.0", "nan")),
    (checks.benchfmt, BENCHFMT.replace("a%20b", "a b")),
    (checks.benchfmt, BENCHFMT.replace("fenwick", "fenwik")),
    (checks.benchfmt, BENCHFMT + "PASS\n"),
])
def test_wrong(run, tmp_path, check, text):
    (tmp_path / "export").write_text(text)
    with pytest.raises((AssertionError, KeyError, TypeError, ValueError)):
        check(run, tmp_path / "export")
