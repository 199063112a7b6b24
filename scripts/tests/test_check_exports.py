"""scripts/check-exports accepts a correct export and reports wrong ones."""

import pandas as pd
import pytest
from conftest import module

checks = module("check-exports")
NAME = "fenwick/scroll/rows:1000/heights:file:a%20b/mode:corrected"
BENCHFMT = "cpu: x\n" + "".join(
    "BenchmarkLayout/strategy=fenwick/scenario=scroll/rows=1000/heights=file:a%20b/mode=corrected "
    f"10 {time} ns/op 1.5 heights-asked/op\n" for time in ("10.0", "12.0", "11.0"))


@pytest.fixture
def times(tmp_path):
    """The times of a run that has one cell with samples, and three cells that no export may contain."""
    cell = {"schema": 6, "scenario": "scroll", "heights": "file:a b", "rows": 1000, "strategy": "fenwick",
            "mode": "corrected", "role": "strategy"}
    pd.DataFrame([
        {**cell, "round": number, "slot": 0, "operations": 10, "elapsed_ns": time + offset, "segment": segment}
        for number, time in enumerate((100, 120, 110)) for segment, offset in enumerate((7, 0, -9))
    ]).to_csv(tmp_path / "samples.csv", index=False)
    other = {"status": "ok", "rounds": 3, "operations": 10, "time_ns": 11, "low_ns": None, "high_ns": None,
             "steps_wrong": None}
    pd.DataFrame([
        {**cell, **other, **change}
        for change in ({}, {"role": "control"}, {"strategy": "slow", "status": "timed out: x"},
                       {"strategy": "window", "steps_wrong": 3})
    ]).to_csv(tmp_path / "summary.csv", index=False)
    return checks.times(tmp_path)


def test_only_results_are_exported(times):
    assert times == {NAME: [10, 12, 11]}


CUSTOM = """[
{"name":"fenwick scroll","range":"10.0 to 12.0","unit":"ns/op","value":11},
{"name":"fenwick open","unit":"ns/op","value":16}
]
"""
CELLS = {"fenwick/scroll/rows:1000": [10, 12, 11], "fenwick/open/rows:1000": [15, 17, 16]}


@pytest.mark.parametrize(("old", "new"), [
    ("11}", "11.1}"), ("11}", "NaN}"), ("11}", '"11"}'), ("fenwick scroll", "fenwik scroll"), ("ns/op", "ms/op"),
    ('"unit":"ns/op","value":16', '"value":16'), ("open", "scroll"), ("[", '{"benchmarks":['), ('"10.0 to 12.0"', "10"),
    (',\n{"name":"fenwick open","unit":"ns/op","value":16}', ""),
])
def test_right_and_wrong_entries(tmp_path, old, new):
    (tmp_path / "export").write_text(CUSTOM)
    checks.custom_times(tmp_path / "export", CELLS)
    assert old in CUSTOM
    (tmp_path / "export").write_text(CUSTOM.replace(old, new))
    with pytest.raises((AssertionError, KeyError, TypeError, ValueError)):
        checks.custom_times(tmp_path / "export", CELLS)


@pytest.mark.parametrize(("old", "new"), [
    ("11.0", "11.1"), ("12.0", "nan"), ("a%20b", "a b"), ("fenwick", "fenwik"), ("cpu: x", "PASS"),
])
def test_right_and_wrong_exports(times, tmp_path, old, new):
    (tmp_path / "export").write_text(BENCHFMT)
    checks.benchfmt(tmp_path / "export", times)
    (tmp_path / "export").write_text(BENCHFMT.replace(old, new))
    with pytest.raises((AssertionError, KeyError, TypeError, ValueError)):
        checks.benchfmt(tmp_path / "export", times)
