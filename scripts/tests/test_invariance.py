"""Plans of the invariance study, its figures and its report, from made-up runs."""

import pytest

from layoutbench_studies import figures, invariance, invariance_report


def test_plans_differ_in_all_and_have_everything():
    others = [f"other-{number}" for number in range(20)]
    parts = invariance.plan(1, 5, "1k,10k", others)
    assert (
        parts == invariance.plan(1, 5, "1k,10k", others) != invariance.plan(2, 5, "1k,10k", others)
    )
    assert len({part.seed for part in parts}) == len(parts)
    budgets = {part.run: part.budget for part in parts}
    assert sorted(budgets.values())[::4] == [12, 90] and len(set(budgets.values())) == 5
    companies = {part.run: part.company for part in parts}
    assert sorted(companies.values())[::4] == [2, 20]
    for run in range(1, 6):
        own = [part for part in parts if part.run == run]
        tested = [name for part in own for name in part.strategies if name in invariance.TESTED]
        assert sorted(tested) == sorted(invariance.TESTED)
        for part in own:
            assert invariance.BASE in part.strategies and len(part.strategies) <= part.company
            assert len(set(part.strategies)) == len(part.strategies)
            assert sorted(part.scenarios) == sorted(invariance.SCENARIOS)
            assert sorted(part.rows) == ["10k", "1k"]
    assert len({tuple(part.scenarios) for part in parts}) == len(parts)
    scaled = invariance.plan(1, 5, "1k,10k", others, 0.5)
    assert {part.run: part.budget for part in scaled} == {
        run: round(budget / 2) for run, budget in budgets.items()
    }
    assert [invariance.stepped((2, 20), 1), invariance.stepped((2, 20), 2)] == [[6], [2, 20]]


def test_figures_of_a_run(shared):
    rows = invariance.kept(shared[0])
    own = {
        (row["scenario"], row["rows"], row["caches"], row["strategy"]): row
        for row in rows
        if row["scenario"] == "recalc" and row["rows"] == 1_000_000
    }
    assert {key[3] for key in own} == {"fenwick", "blocked-sums", "prefix-array", "all-heights"}
    assert {key[2] for key in own} == {"warm", "cold"}
    row = own["recalc", 1_000_000, "warm", "blocked-sums"]
    assert row["ratio_median"] == pytest.approx(110 / 140, rel=0.05)
    assert row["ns_minimum"] < row["ns_lower_quartile"] < row["ns_median"]
    assert row["repetitions"] == 6 and row["disturbed"] == 1 and row["steps"] == 26
    assert row["ratio_median_undisturbed"] == row["ratio_median"] != row["ratio_median_all"]


def made_figures(scales, steps=20, condition="quiet", rows=1000, strategy="sum-tree"):
    """A cell's figures in runs, each at so many times the same."""
    return [
        {
            "condition": condition,
            "caches": "warm",
            "rows": str(rows),
            "scenario": "offset",
            "strategy": strategy,
            "run": str(run),
            "part": "1",
            "steps": str(steps),
            "repetitions": "9",
            "disturbed": "2",
            **{
                invariance.column(quantity, statistic, way): str(scale ** (1 + place))
                for quantity in ("ratio", "ns")
                for way in invariance.WAYS
                for place, statistic in enumerate(figures.STATISTICS)
            },
        }
        for run, scale in enumerate(scales, 1)
    ]


def test_spreads_of_cells_and_the_target():
    rows = (
        made_figures([1, 1.04, 1.02])
        + made_figures([1, 1.2], strategy="all-heights")
        + made_figures([1, 3.0], steps=9, strategy="prefix-array")
        + made_figures([1.5], strategy="blocked-sums")
        + made_figures([1, 9.0], strategy="fenwick")
    )
    found = {one.strategy: one for one in invariance_report.spreads(rows)}
    assert set(found) == {"sum-tree", "all-heights", "prefix-array"}  # not the base, not one run
    assert found["sum-tree"].spread == pytest.approx(0.04) and found["sum-tree"].runs == 3
    assert not found["prefix-array"].counts
    assert "fenwick" in {one.strategy for one in invariance_report.spreads(rows, "ns")}
    (line,) = invariance_report.verdict_rows(list(found.values()), "warm", {("quiet", 1000): 3})
    named = dict(zip(invariance_report.MAIN, line))
    assert named["cells"] == 2 and named["within 5 %"] == "50.0 %" and named["met"] == "NO"
    assert named["left out: under 10 steps"] == 1 and named["not in every run"] == 2
    few = invariance_report.verdict_rows([found["sum-tree"]], "warm", {})
    assert few[0][-1] == "yes"
    assert invariance_report.target(10_000) == (0.05, 0.95)
    assert invariance_report.target(10_000_000) == (0.10, 0.90)


def test_the_statistic_with_the_least_spread_is_named():
    lines, best = invariance_report.choice(made_figures([1, 1.04, 1.02]))
    assert best["ratio"][1] == best["ns"][1] == "median"
    assert {line[2] for line in lines} == set(figures.STATISTICS)
    (line,) = invariance_report.disturbance(made_figures([1, 1.04, 1.02]))
    assert line[2].startswith("6 of 27") and line[4] == line[5]


def test_beside_a_plain_loop():
    found = invariance_report.spreads(made_figures([1, 1.1], "20", "neighbour", 1_000_000))
    for most, verdict in ((1.2, "yes"), (1.05, "NO")):
        plain = invariance_report.plain_spreads(
            [
                {
                    "condition": "neighbour",
                    "rows": "1M",
                    "scenario": "offset",
                    "strategy": "sum-tree",
                    "ratio": str(ratio),
                }
                for ratio in (1, most)
            ]
        )
        (line,) = invariance_report.beside_plain(found, plain)
        assert line[2] == 1 and line[-1] == verdict
        # Of a single cell the median is the 90th percentile too: ours and the plain loop's, twice.
        assert line[3:7] == ["10.0 %", f"{100 * (most - 1):.1f} %"] * 2
