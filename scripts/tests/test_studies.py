"""Tests the studies with a fake bench that writes synthetic runs, and tests their statistics."""

import math
import statistics
import sys

import numpy as np
import pandas as pd
import pytest
from conftest import SCRIPTS, module, refused

from layoutbench import study
from layoutbench.tables import CELL, estimate, measured, read_repetitions

repeatability = module("repeatability-study")
BENCH = """#!{python}
import json, pathlib, sys
sys.path[:0] = [{scripts!r}, {tests!r}]
import synthetic
verb, *arguments = sys.argv[1:]
if verb == "list":
    print(json.dumps({{"strategies": [
        {{"id": "floor", "is_floor": True, "requirement": "any heights"}},
        {{"id": "fixed-list", "is_floor": False, "requirement": "equal heights"}},
        *({{"id": name, "is_floor": False, "requirement": "any heights"}} for name in
          ["fenwick", "blocked-sums", "cyclic", "sum-tree"])]}}))
elif verb == "run":
    seed = int(arguments[arguments.index("--seed") + 1]) if "--seed" in arguments else 1
    synthetic.write(pathlib.Path(arguments[arguments.index("--output") + 1]), seed=seed, heights=["chat"])
else:
    assert arguments[:2] == ["pair", "--base"]
    cells = [{{"cell": {{"strategy": name}}, "verdict": "slower" if f"{{name}}=5%" in arguments else "equivalent"}}
             for name in ["fenwick", "blocked-sums"]]
    print(json.dumps({{"times": cells, "counters": [{{"change": "same"}}]}}))
    sys.exit("--slow" in arguments)
"""


@pytest.fixture
def bench(tmp_path):
    path = tmp_path / "bench"
    path.write_text(BENCH.format(python=sys.executable, scripts=str(SCRIPTS), tests=str(SCRIPTS / "tests")))
    path.chmod(0o755)
    return path


@pytest.fixture
def run_study(bench, tmp_path, script):
    def start(name, *arguments):
        done = script(name, "--bench", bench, "--output", tmp_path / "study", *arguments)
        assert done.returncode == 0, done.stderr
        return (tmp_path / "study/README.md").read_text()

    return start


def test_repeatability(run_study, tmp_path):
    run_study("repeatability-study", "--runs", "3", "--part", "agreement")
    chosen = ["--runs", "2", "--lengths", "1k,10k"]
    readme = run_study("repeatability-study", *chosen, "--part", "budget,invariance")
    for words in ("## Agreement of 3 default runs", "| cold | 1,000,000 |", "(A/A)", "### Coverage",
                  "| default plan | 20 |", "## Other seeds", "### Largest spreads"):  # fmt: skip
        assert words in readme, words
    (tmp_path / "study/README.md").unlink()
    assert run_study("repeatability-study", "--report") == readme
    # Measuring a part again replaces only the rows of this part.
    before = pd.read_csv(tmp_path / "study/runs.csv")
    run_study("repeatability-study", *chosen, "--part", "invariance", "--seed", "9")
    after = pd.read_csv(tmp_path / "study/runs.csv")
    for table, others in ((before, after), (after, before)):
        is_own = table["part"] == "invariance"
        assert len(table) == len(others) and is_own.any()
        assert not set(table[is_own]["seed"]) & set(others[others["part"] == "invariance"]["seed"])
        assert set(table[~is_own]["taken_s"]) == set(others[others["part"] != "invariance"]["taken_s"])


def test_gate(run_study):
    readme = run_study("gate-study", "--part", "equal,five", "--times", "2", "--budget", "1")
    assert readme.count("- False regressions: 0 of 2 comparisons.") == 2
    assert "- Found in 2 of 2 comparisons." in readme


@pytest.mark.parametrize("name", ["repeatability-study", "gate-study", "plain-loops"])
def test_studies_refuse_unusable_input(name, tmp_path, script):
    arguments = ["--bench", tmp_path / "none", "--output", tmp_path / "study"]
    refused(script(name, *arguments), 66, "no release build")
    refused(script(name, "--report", "--output", tmp_path / "study"), 64, "no runs.csv")
    refused(script(name, "--budget", "0"), 64, "from 1 up")


def test_plans_vary_everything_and_test_all_strategies():
    others = [f"other-{number}" for number in range(20)]

    def planned(seed, scale=1.0):
        return list(repeatability.plan(seed, 5, ["1k", "10k"], others, scale))

    def options(arguments):
        return dict(zip(arguments[::2], arguments[1::2]))

    parts = planned(1)
    assert parts == planned(1) != planned(2)
    assert len({key["seed"] for key, _ in parts}) == len(parts)
    runs = {key["run"]: key for key, _ in parts}.values()
    for field, ends in (("budget_s", [12, 90]), ("company", [2, 20])):
        values = sorted(key[field] for key in runs)
        assert values[::4] == ends and len(set(values)) == 5
    for run in range(1, 6):
        own = [(key, options(arguments)["--strategy"].split(",")) for key, arguments in parts if key["run"] == run]
        tested = [name for _, names in own for name in names if name in repeatability.TESTED]
        assert sorted(tested) == sorted(repeatability.TESTED)
        assert all("fenwick" in names and len(set(names)) == len(names) <= key["company"] for key, names in own)
    assert len({options(arguments)["--scenario"] for _, arguments in parts}) == len(parts)
    assert {options(arguments)["--rows"] for _, arguments in parts} == {"1k,10k", "10k,1k"}
    budgets = [key["budget_s"] for key, _ in parts]
    assert [key["budget_s"] * 2 for key, _ in planned(1, 0.5)] == pytest.approx(budgets, abs=1)


def test_ratios_to_the_base(run):
    found = repeatability.with_ratios(measured(run))
    own = found[(found["scenario"] == "recalc") & (found["rows"] == 1_000_000) & (found["heights"] == "chat")]
    assert set(own["caches"]) == {"warm", "cold"} and set(own["base"]) == {"fenwick"}
    row = own[(own["caches"] == "warm") & (own["strategy"] == "blocked-sums")].iloc[0]
    assert row["ratio"] == pytest.approx(110 / 140, rel=0.05)
    (run / "summary.csv").write_text((run / "summary.csv").read_text().replace(",fenwick,", ",wick,"))
    assert set(repeatability.with_ratios(measured(run))["base"]) == {"all-heights"}


def made(values, **fields):
    """The rows of a cell, one for each run, with the given values."""
    return pd.DataFrame([
        {"run": run, "scenario": "offset", "heights": "chat", "rows": 1000, "caches": "warm", "mode": "corrected",
         "strategy": "x", "role": "strategy", "value": value} | fields for run, value in enumerate(values, 1)
    ])  # fmt: skip


def test_spreads_and_targets():
    rows = pd.concat([made([1, 1.04, 1.02]), made([1, 1.2], strategy="all-heights"), made([1.5], strategy="one"),
                      made([1, None], strategy="two")])  # fmt: skip
    found = study.spreads(rows, "value", CELL)
    assert found["spread"].to_list() == pytest.approx([0.04, 0.2]) and found["runs"].to_list() == [3, 2]
    line = study.agreement(found, ["caches", "rows"], [(0, 0.05, 0.95), (10_000, 0.5, 0.9)])[2]
    assert line.startswith("| warm | 1,000 | 2 | 0.0 % | 0.0 % | 50.0 % | 50.0 % | 12.0 % | 20.0 % |")
    assert line.endswith("| 95 % within 5 % | NO |")
    assert study.agreement(found[:1], ["caches", "rows"], [(0, 0.05, 0.95)])[2].endswith("| yes |")
    assert study.is_within(pd.Series([1.05 / 1.0 - 1, 0.0501]), 0.05).to_list() == [True, False]


def test_contradicting_recommendations():
    def runs_of(first, second):
        rows = [(1, "a", 1, ""), (1, "b", 2, first), (2, "a", 2, second), (2, "b", 1, "")]
        return pd.concat([
            made([0], strategy=name, is_fastest=int(ratio == 1), verdict=verdict).assign(run=run)
            for run, name, ratio, verdict in rows
        ])  # fmt: skip

    groups, same, clash = repeatability.recommendations(runs_of("slower", "slower"))
    assert (groups, same, len(clash)) == (1, 0, 1)
    assert len(repeatability.recommendations(runs_of("slower", "unresolved"))[2]) == 0
    assert repeatability.recommendations(made([1, 1], is_fastest=1, verdict=""))[:2] == (1, 1)


def test_coverage_of_intervals():
    assert repeatability.covered(*map(np.array, ([1.0, 2, 6], [0, 1, 5.5], [3, 5, 7]))) == (2, 6)
    chance = np.random.default_rng(3)
    expected = 2 * statistics.NormalDist().cdf(1.95996 / math.sqrt(2)) - 1
    for between, verdict in ((0.0, "yes"), (0.05, "NO")):
        times = 100 * np.exp(chance.normal(0, 1, (100, 5)) * between + chance.normal(0, 0.02, (100, 5)))
        rows = pd.concat([
            made(own, strategy=f"s{cell}", is_fastest=int(cell == 0), ratio_to_fastest=1, ratio_low=None,
                 ratio_high=None)
            for cell, own in enumerate(times)
        ]).rename(columns={"value": "time_ns"})  # fmt: skip
        rows = rows.assign(low_ns=rows["time_ns"] * np.exp(-0.0392), high_ns=rows["time_ns"] * np.exp(0.0392))
        (line,) = repeatability.coverage(rows)[2:-1]
        assert line.startswith("| times | warm | 1,000 |") and line.endswith(f"| {100 * expected:.1f} % | {verdict} |")


def test_ratios_to_different_strategies_are_not_compared():
    fields = {"time_ns": None, "low_ns": None, "high_ns": None}
    fastest = made([1] * 3, strategy="a", is_fastest=1, ratio_to_fastest=1, ratio_low=None, ratio_high=None, **fields)
    fastest.loc[2, "strategy"] = "b"
    slow = made([1] * 3, strategy="c", is_fastest=0, ratio_to_fastest=2, ratio_low=1.9, ratio_high=2.1, **fields)
    (line,) = repeatability.coverage(pd.concat([fastest, slow]))[2:-1]
    assert line.startswith("| ratios to the fastest | warm | 1,000 | 2 of 2 |")


def test_check_run(run, script):
    # The times in the synthetic summary.csv do not follow from samples.csv.
    refused(script("check-run", run), 65, "the time does not follow from the repetitions")
    summary = pd.read_csv(run / "summary.csv")
    times = read_repetitions(run).groupby(CELL)["ns"].agg(estimate).rename("right").reset_index()
    summary = summary.merge(times, how="left", on=CELL)
    summary["time_ns"] = summary.pop("right").where(summary["status"] == "ok")
    summary.assign(allocations=0).to_csv(run / "summary.csv", index=False)
    done = script("check-run", run)
    assert done.returncode == 0, done.stderr
    samples = (run / "samples.csv").read_text().splitlines()
    (run / "samples.csv").write_text("\n".join([*samples, samples[1]]) + "\n")
    refused(script("check-run", run), 65, "duplicate segment")
    (run / "samples.csv").write_text("\n".join(samples[:-1]) + "\n")
    refused(script("check-run", run), 65, "an even number of segments")
    refused(script("check-run", run / "none"), 66, "run.json")


@pytest.mark.parametrize("name", ["repeatability-study", "gate-study", "plain-loops"])
def test_kept_reports_follow_from_their_files(name):
    folder = SCRIPTS.parent / "results/studies" / name.removesuffix("-study")
    assert "\n".join(module(name).report(folder)).rstrip() + "\n" == (folder / "README.md").read_text()


def test_command_lines_are_kept_without_places():
    arguments = ["--part", "budget", "--bench", "/a", "--output=/b", "--seed", "3"]
    assert study.without_places(arguments) == ["--part", "budget", "--seed", "3"]


def test_faults_apply_to_the_sources():
    mutations = module("mutation-study")
    assert mutations.planted()
    for fault in mutations.FAULTS:
        assert (SCRIPTS.parent / "Tests" / fault["tests"].partition(".")[0]).is_dir(), fault["tests"]
