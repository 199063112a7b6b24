"""How often intervals hold what they should: by arithmetic and by simulation."""

import math
import random
import statistics

import pytest

from layoutbench_studies import coverage, repeatability


def test_what_covers_what():
    found = coverage.covered([1.0, 2.0, 6.0], [(0, 3), (1, 5), (5.5, 7)])
    assert found == {
        coverage.KINDS[0]: (1, 3),
        coverage.KINDS[1]: (2, 6),
        coverage.KINDS[2]: (1, 3),
    }
    # The others' medians are 4, 3.5 and 1.5. Intervals that touch overlap.
    assert coverage.covered([1, 3], [(0, 2), (2, 4)])[coverage.KINDS[2]] == (1, 1)
    assert coverage.added([found, found])[coverage.KINDS[1]] == (4, 12)


def test_ranks_of_the_sign_test():
    assert coverage.sign_ranks(5, 0.95) is None
    assert coverage.sign_ranks(6, 0.95) == (0, 5)
    assert coverage.sign_ranks(9, 0.95) == (1, 7)
    assert coverage.sign_ranks(20, 0.95) == (5, 14)


def test_honest_intervals_by_simulation_and_by_arithmetic():
    found = coverage.honest(2, 0.95, trials=4000)
    # Another run's figure lies as far from this one's as two errors together.
    expected = 2 * statistics.NormalDist().cdf(1.95996 / math.sqrt(2)) - 1
    assert found[coverage.KINDS[1]] == pytest.approx(expected, abs=0.012)
    assert found[coverage.KINDS[0]] == pytest.approx(expected, abs=0.012)
    overlap = 2 * statistics.NormalDist().cdf(2 * 1.95996 / math.sqrt(2)) - 1
    assert found[coverage.KINDS[2]] == pytest.approx(overlap, abs=0.012)
    assert coverage.honest(5, 0.95)[coverage.KINDS[0]] > expected
    assert coverage.honest(5, 0.95, repetitions=4) is None
    assert coverage.honest(5, 0.95, 9, trials=500) == coverage.honest(5, 0.95, 9, trials=500)


def made_cells(between, chance, count=150, runs_=5, repetitions=9):
    """Cells of runs that differ by `between` beside what repetitions differ by."""
    rows = []
    for number in range(count):
        for run in range(1, runs_ + 1):
            shift = chance.gauss(0, between)
            values = sorted(
                100 * math.exp(shift + chance.gauss(0, 0.02)) for _ in range(repetitions)
            )
            rows.append(
                {name: "" for name in repeatability.CELLS}
                | {
                    "run": str(run),
                    "scenario": f"s{number}",
                    "heights": "chat",
                    "rows": "1000",
                    "caches": "warm",
                    "mode": "corrected",
                    "strategy": "slow",
                    "status": "ok",
                    "rounds": str(repetitions),
                    "median_ns": str(statistics.median(values)),
                    "low_ns": str(values[1]),
                    "high_ns": str(values[-2]),
                }
            )
    return rows


def test_coverage_tells_honest_runs_from_others():
    chance = random.Random(3)
    for between, is_honest in ((0.0, "yes"), (0.05, "NO")):
        lines, left = repeatability.coverage_lines(made_cells(between, chance), 0.95)
        assert left == 0 and [line[3] for line in lines] == coverage.KINDS
        assert [line[-1] for line in lines] == [is_honest] * 3, lines
