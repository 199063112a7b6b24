"""What studies read of a run, and how they make one figure of many."""

import csv
import random
import statistics

import pytest

from layoutbench_plots.fault import Fault
from layoutbench_studies import figures, runs, text


def test_quantiles_are_those_of_everybody_else():
    chance = random.Random(1)
    for count in (2, 3, 7, 20):
        values = [chance.random() for _ in range(count)]
        quarters = statistics.quantiles(values, n=4, method="inclusive")
        assert figures.quantile(values, 0.25) == pytest.approx(quarters[0])
        assert figures.quantile(values, 0.5) == pytest.approx(statistics.median(values))
        assert figures.quantile(values, 1) == max(values)
    assert figures.quantile([3], 0.9) == 3


def test_a_figure_by_statistic():
    values = [5, 1, 3, 4, 2]
    assert [figures.figure(values, one) for one in figures.STATISTICS] == [3, 2, 1]
    with pytest.raises(ValueError):
        figures.figure(values, "mean")


def test_the_median_ratio_is_of_pairs_and_the_others_are_not():
    # A disturbed repetition slows both: the paired ratio does not see it.
    base = {0: 10, 1: 40, 2: 10, 3: 11}
    own = {0: 20, 1: 80, 2: 20, 9: 1}
    assert figures.ratio(own, base, "median") == 2
    assert figures.ratio(own, base, "minimum") == 2
    assert figures.ratio({5: 1}, base, "median") is None


def test_spreads():
    assert figures.spread([1.0, 1.05, 1.02]) == pytest.approx(0.05)
    assert figures.half_spread([1.0, 1.21]) == pytest.approx(0.1)
    assert figures.within([0.01, 0.05, 1.05 / 1.0 - 1, 0.0501], 0.05) == 3
    assert figures.mean_spread([0.0, 0.21]) == pytest.approx(0.1)


def test_a_repetition_is_the_median_of_its_segments_and_cold_is_apart(shared):
    cells = runs.repetitions(shared[0])
    warm = runs.Cell("recalc", "chat", 1_000_000, "fenwick", "corrected", "warm")
    cold = warm._replace(caches="cold")
    with open(shared[0] / "samples.csv", newline="") as file:
        own = [
            row for row in csv.DictReader(file) if runs.cell_of(row) == warm and row["round"] == "2"
        ]
    times = [int(row["elapsed_ns"]) / int(row["operations"]) for row in own]
    found = cells[warm][2]
    assert found.ns == statistics.median(times) and found.steps == 26 and found.segments == 3
    assert [one.is_disturbed for one in cells[warm].values()] == [False] * 4 + [True, False]
    assert cells[cold][2].ns > 3 * found.ns


def test_the_old_schema_is_refused_by_name(run):
    for name, read in (("samples.csv", runs.repetitions), ("summary.csv", runs.summary)):
        path = run / name
        path.write_text(path.read_text().replace("\n3,", "\n1,"))
        with pytest.raises(Fault, match=f"{name}:2: schema 1, expected 3"):
            read(run)


def test_the_old_samples_are_refused_by_schema_though_columns_are_missing(run):
    (run / "samples.csv").write_text(
        "schema,scenario,heights,rows,strategy,mode,round,slot,operations,elapsed_ns,checksum,block\n"
        "1,offset,chat,1000,floor,corrected,0,0,1,1,0x0,0\n"
    )
    with pytest.raises(Fault, match="schema 1, expected 3"):
        runs.repetitions(run)


def test_check_run(run, script):
    assert script("check-run", run).returncode == 1  # synthetic times are not those of its samples
    summary = run / "summary.csv"
    rows = text.read(summary)
    own = runs.repetitions(run)
    for row in rows:
        row["allocations"] = ""
        if row["status"] == "ok":
            row["median_ns"] = statistics.median(runs.figure_times(own[runs.cell_of(row)]))
    text.write(summary, rows)
    done = script("check-run", run)
    assert done.returncode == 0, done.stderr
    samples = (run / "samples.csv").read_text().splitlines()
    (run / "samples.csv").write_text("\n".join([*samples, samples[1]]) + "\n")
    assert "is there twice" in script("check-run", run).stderr
    (run / "samples.csv").write_text("\n".join(samples[:-1]) + "\n")
    assert script("check-run", run).returncode == 1
