"""What the studies compute: spreads, statistics, coverage, plans, and reports from made-up runs."""

import csv
import importlib.machinery
import importlib.util
import math
import pathlib
import random
import stat
import statistics
import sys

import pytest

from layoutbench_plots.fault import Fault
from layoutbench_studies import coverage, figures, invariance, invariance_report
from layoutbench_studies import repeatability, runs, text

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent


# ---- one figure from many, and how far figures lie apart


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


# ---- what is read of a run


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


# ---- coverage


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


# ---- invariance


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


# ---- repeatability


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


# ---- kills


def test_whole_rounds_of_a_torn_journal():
    pytest.importorskip("pandas")
    loader = importlib.machinery.SourceFileLoader("kill_study", str(SCRIPTS / "kill-study"))
    kills = importlib.util.module_from_spec(importlib.util.spec_from_loader("kill_study", loader))
    loader.exec_module(kills)
    lines = [
        f"{number},{slot},{segment},6,{label},{label}\n"
        for label in (0, 1)
        for number in range(3)
        for slot in range(2)
        for segment in range(3)
    ]
    header = "round,slot,segment,round_size,outlier,disturbed\n"
    before, _ = kills.rounds(header + "".join(lines[:18]))
    after, torn = kills.rounds(header + "".join(lines[18:33]) + "2,1,")
    assert [len(one) for one in before] == [6, 6, 6] and len(torn) == 3
    assert after == before[:2]  # labels come at the end of a run and are no difference


# ---- whole studies, of a bench that copies made-up runs

BENCH = """#!{python}
import json, pathlib, sys
sys.path[:0] = [{scripts!r}, {tests!r}]
import synthetic
words = sys.argv[1:]
if words[0] == "list":
    print(json.dumps({{"strategies": [
        {{"id": "floor", "is_floor": True, "requirement": None}},
        {{"id": "fixed-list", "is_floor": False, "requirement": "equal heights"}},
        *({{"id": name, "is_floor": False, "requirement": None}} for name in
          ["fenwick", "blocked-sums", "cyclic", "overlay"])]}}))
elif words[0] == "help":
    print("  --handicap PCT   a copy")
else:
    folder = pathlib.Path(words[words.index("--output") + 1])
    seed = int(words[words.index("--seed") + 1]) if "--seed" in words else 1
    extra = ["blocked-sums+2%"] if "--handicap" in words else []
    synthetic.write(folder, seed=seed, heights=["chat"], extra=extra)
"""


@pytest.fixture
def bench(tmp_path):
    path = tmp_path / "bench"
    path.write_text(
        BENCH.format(python=sys.executable, scripts=str(SCRIPTS), tests=str(SCRIPTS / "tests"))
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_the_invariance_study(bench, tmp_path, script):
    plain = tmp_path / "plain"
    plain.write_text(
        f"#!{sys.executable}\nimport random\nprint('scenario,rows,strategy,ratio')\n"
        "print('recalc,1000000,blocked-sums,%f' % random.uniform(1, 2))\n"
    )
    plain.chmod(0o755)
    output = tmp_path / "study"
    arguments = ["--bench", bench, "--output", output, "--runs", "2", "--lengths", "1k,10k"]
    beside = ["--neighbour", f"{sys.executable} -c 'while True: pass'", "--plain", plain]
    done = script("invariance-study", *arguments, *beside)
    assert done.returncode == 0, done.stderr
    readme = (output / "README.md").read_text()
    for words in (
        "beside another program | 1,000,000",
        "## A plain loop",
        "Least mean spread of ratios",
        "Caches cold",
        "| quiet | 1k 10k | 1.1 |",
    ):
        assert words in readme, words
    assert str(tmp_path) not in readme and "--plain plain\n" in readme
    assert "| one |" in readme  # the warning's name
    kept = (output / "figures.csv").read_bytes()
    done = script("invariance-study", *arguments, *beside, "--resume")
    assert done.returncode == 0 and "seed" not in done.stdout.split("# Does")[0], done.stdout
    assert (output / "figures.csv").read_bytes() == kept
    done = script("invariance-study", "--report", "--output", output)
    assert done.returncode == 0 and (output / "README.md").read_text() == readme
    # A piece replaces its own rows alone.
    done = script("invariance-study", *arguments, "--part", "quiet", "--seed", "9")
    assert done.returncode == 0, done.stderr
    seeds = {row["condition"]: row["seed"] for row in text.read(output / "runs.csv")}
    assert len(set(seeds.values())) == 2
    assert (output / "plain.csv").exists()


def test_a_neighbour_that_ends_is_none(bench, tmp_path, script):
    done = script(
        "invariance-study",
        "--bench",
        bench,
        "--output",
        tmp_path / "study",
        "--runs",
        "2",
        "--part",
        "neighbour",
        "--neighbour",
        "true",
    )
    assert done.returncode == 70 and "true: ended with 0" in done.stderr


def test_the_repeatability_study(bench, tmp_path, script):
    output = tmp_path / "study"
    arguments = ["--bench", bench, "--output", output, "--runs", "3", "--power-runs", "2"]
    done = script("repeatability-study", *arguments, "--part", "agreement")
    assert done.returncode == 0, done.stderr
    assert "## Power" not in done.stdout and "## Do intervals hold" in done.stdout
    done = script("repeatability-study", *arguments, "--part", "power", "--part", "budget")
    assert done.returncode == 0, done.stderr
    readme = (output / "README.md").read_text()
    for words in (
        "## 3 default runs",
        "| warm | 1,000 |",
        "| cold | 1,000,000 |",
        "(A/A)",
        "2% slower, margin 1%, 60 s",
        "| default plan | 20 s |",
    ):
        assert words in readme, words
    (output / "README.md").unlink()
    assert script("repeatability-study", "--report", "--output", output).returncode == 0
    assert (output / "README.md").read_text() == readme


@pytest.mark.parametrize("name", ["invariance-study", "repeatability-study", "fault-study"])
def test_studies_refuse_what_they_cannot_do(name, tmp_path, script):
    assert script(name, "--help").returncode == 0
    done = script(name, "--bench", tmp_path / "none", "--output", tmp_path / "study")
    assert done.returncode == 66 and "no release build" in done.stderr
    done = script(name, "--report", "--output", tmp_path / "study")
    assert done.returncode == 64 and len(done.stderr.splitlines()) == 1
