"""What the repeatability study keeps of a run, and how it compares runs."""

import pytest

from layoutbench_studies import repeatability


def test_what_is_kept_of_a_default_run(shared):
    rows = repeatability.kept(shared[0])
    own = {
        row["strategy"]: row
        for row in rows
        if row["scenario"] == "recalc"
        and row["heights"] == "chat"
        and row["rows"] == "1000000"
        and row["caches"] == "warm"
    }
    assert own["blocked-sums"]["first"] == "all-heights"
    assert float(own["blocked-sums"]["ratio_to_base"]) == pytest.approx(110 / 140, rel=0.05)
    assert float(own["all-heights"]["ratio_to_first"]) == 1
    assert own["blocked-sums-twin"]["control_ratio"] == "1.01"
    assert own["fenwick"]["confidence"] == 0.95


def two_runs(ratios, **fields):
    """A cell's rows in runs with these ratios to the base."""
    return [
        {name: "" for name in repeatability.CELLS}
        | {
            "run": str(run),
            "scenario": "offset",
            "heights": "chat",
            "rows": "1000",
            "caches": "warm",
            "mode": "corrected",
            "strategy": "x",
            "first": "y",
            "ratio_to_base": str(ratio),
        }
        | fields
        for run, ratio in enumerate(ratios, 1)
    ]


def test_agreement_needs_a_reference_in_every_run():
    found, partial = repeatability.agreements(
        two_runs([1, 1.01])
        + two_runs([2, ""], strategy="z")
        + two_runs(["", ""], strategy="w", ratio_to_first="3")
        + two_runs([1, 1], strategy="fenwick")
        + two_runs([1, 9], strategy="floor")
    )
    assert partial == 1
    assert {(one.strategy, one.reference) for one in found} == {("x", "fenwick"), ("w", "y")}
    (line,) = repeatability.within_lines(found)
    assert line[:3] == ["warm", "1,000", 2] and line[3] == "100 %" and line[-1] == "yes"


def test_contradictions_of_recommendations():
    def runs_of(first, second):
        return [
            *two_runs([1, 1], strategy="a", ratio_to_fastest="1", verdict=""),
            *two_runs([1, 1], strategy="b", ratio_to_fastest="2", verdict=first),
        ][::2] + [
            row | {"run": "2"}
            for row in two_runs([1], strategy="a", ratio_to_fastest="2", verdict=second)
            + two_runs([1], strategy="b", ratio_to_fastest="1", verdict="")
        ]

    assert repeatability.recommendations(runs_of("slower", "slower"))[:3] == (1, 0, 0)
    assert repeatability.recommendations(runs_of("slower", "unresolved"))[:3] == (1, 0, 1)
    same = two_runs([1, 1], ratio_to_fastest="1")
    assert repeatability.recommendations(same) == (1, 1, 0, [])


def test_ratios_to_different_fastest_are_not_compared():
    rows = two_runs([1, 1, 1], strategy="a", ratio_to_fastest="1") + two_runs(
        [1, 1, 1], strategy="c", ratio_to_fastest="2", ratio_low="1.9", ratio_high="2.1", rounds="7"
    )
    rows[2]["ratio_to_fastest"] = "1.1"
    rows.append(rows[2] | {"strategy": "b", "ratio_to_fastest": "1"})
    asked, left = repeatability.asked_ratios(rows)
    assert [one.figures for one in asked] == [[2, 2]] and left == 1
