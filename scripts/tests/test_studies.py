"""Whole studies, of a bench that copies made-up runs, and what they read of a run."""

import importlib.machinery
import importlib.util
import math
import statistics
import sys

import numpy as np
import pandas as pd
import pytest
from conftest import SCRIPTS, refused

from layoutbench_studies import cells, coverage, spreads, study


def module(name):
    """A script without an ending, as a module."""
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(SCRIPTS / name))
    found = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(found)
    return found


BENCH = """#!{python}
import json, pathlib, sys
sys.path[:0] = [{scripts!r}, {tests!r}]
import synthetic
words = sys.argv[1:]
if words[0] == "list":
    print(json.dumps({{"strategies": [
        {{"id": "floor", "is_floor": True, "requirement": "any heights"}},
        {{"id": "fixed-list", "is_floor": False, "requirement": "equal heights"}},
        *({{"id": name, "is_floor": False, "requirement": "any heights"}} for name in
          ["fenwick", "blocked-sums", "cyclic", "sum-tree"])]}}))
else:
    folder = pathlib.Path(words[words.index("--output") + 1])
    seed = int(words[words.index("--seed") + 1]) if "--seed" in words else 1
    synthetic.write(folder, seed=seed, heights=["chat"])
"""


@pytest.fixture
def bench(tmp_path):
    path = tmp_path / "bench"
    tests = str(SCRIPTS / "tests")
    path.write_text(BENCH.format(python=sys.executable, scripts=str(SCRIPTS), tests=tests))
    path.chmod(0o755)
    return path


def ended(done):
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_invariance_study(bench, tmp_path, script):
    plain = tmp_path / "plain"
    plain.write_text(
        f"#!{sys.executable}\nimport random\nprint('scenario,rows,strategy,ratio')\n"
        "print('recalc,1M,blocked-sums,%f' % random.uniform(1, 2))\n")
    plain.chmod(0o755)
    output = tmp_path / "study"
    name = "invariance-study"
    arguments = ["--bench", bench, "--output", output, "--runs", "2", "--lengths", "1k,10k"]
    beside = ["--neighbour", f"{sys.executable} -c 'while True: pass'", "--plain", plain]
    ended(script(name, *arguments, *beside))
    readme = (output / "README.md").read_text()
    for words in ("| neighbour | warm | 1,000,000 |", "| quiet | cold |", "## A loop without the harness",
                  "| ratio | quiet | three least |", "| quiet | 1k 10k | 1 | 1 |", "| one |"):  # fmt: skip
        assert words in readme, words
    assert str(tmp_path) not in readme and "--plain plain\n" in readme
    kept = (output / "cells.csv").read_bytes()
    said = ended(script(name, *arguments, *beside, "--resume"))
    assert said.startswith("# Does") and (output / "cells.csv").read_bytes() == kept
    ended(script(name, "--report", "--output", output))
    assert (output / "README.md").read_text() == readme
    # A piece replaces its own rows alone.
    ended(script(name, *arguments, "--part", "quiet", "--seed", "9"))
    table = pd.read_csv(output / "runs.csv")
    before, anew = table.groupby("condition")["seed"].apply(set)
    assert len(before) == len(anew) > 1 and not before & anew and (output / "plain.csv").exists()


def test_a_neighbour_that_ends_is_none(bench, tmp_path, script):
    words = ["--runs", "2", "--part", "neighbour", "--neighbour", "true"]
    done = script("invariance-study", "--bench", bench, "--output", tmp_path / "study", *words)
    assert done.returncode == 70 and "true: ended with 0" in done.stderr


def test_the_repeatability_study(bench, tmp_path, script):
    output = tmp_path / "study"
    arguments = ["--bench", bench, "--output", output, "--runs", "3"]
    said = ended(script("repeatability-study", *arguments, "--part", "agreement"))
    assert "## Do intervals hold" in said
    ended(script("repeatability-study", *arguments, "--part", "budget"))
    readme = (output / "README.md").read_text()
    for words in ("## 3 default runs", "| warm | 1,000 |", "| cold | 1,000,000 |", "(A/A)",
                  "| default plan | 20 |"):  # fmt: skip
        assert words in readme, words
    (output / "README.md").unlink()
    ended(script("repeatability-study", "--report", "--output", output))
    assert (output / "README.md").read_text() == readme


@pytest.mark.parametrize("name", [
    "invariance-study", "repeatability-study",
])  # fmt: skip
def test_studies_refuse_what_they_cannot_do(name, tmp_path, script):
    words = ["--bench", tmp_path / "none", "--output", tmp_path / "study"]
    refused(script(name, *words), 66, "no release build")
    refused(script(name, "--report", "--output", tmp_path / "study"), 64)
    refused(script(name, "--seed" if "study" in name else "--budget", "0"), 64)


def test_plans_differ_in_all_and_have_everything():
    invariance = module("invariance-study")
    others = [f"other-{number}" for number in range(20)]

    def planned(*arguments):
        return list(invariance.plan(*arguments))

    parts = planned(1, 5, ["1k", "10k"], others)
    assert parts == planned(1, 5, ["1k", "10k"], others) != planned(2, 5, ["1k", "10k"], others)
    assert len({key["seed"] for key, _ in parts}) == len(parts)
    budgets = {key["run"]: key["budget_s"] for key, _ in parts}
    assert sorted(budgets.values())[::4] == [12, 90] and len(set(budgets.values())) == 5
    assert sorted({key["run"]: key["company"] for key, _ in parts}.values())[::4] == [2, 20]
    for run in range(1, 6):
        own = [(key, words[1].split(",")) for key, words in parts if key["run"] == run]
        tested = [name for _, strategies in own for name in strategies if name in invariance.TESTED]
        assert sorted(tested) == sorted(invariance.TESTED)
        for key, strategies in own:
            assert invariance.BASE in strategies and len(set(strategies)) == len(strategies) <= key["company"]
    assert len({words[3] for _, words in parts}) == len(parts)  # the order of the scenarios
    assert {words[5] for _, words in parts} == {"1k,10k", "10k,1k"}
    halved = {key["run"]: key["budget_s"] for key, _ in planned(1, 5, ["1k", "10k"], others, 0.5)}
    assert halved == {run: round(budget / 2) for run, budget in budgets.items()}
    assert [invariance.stepped(2, 20, 1), invariance.stepped(2, 20, 2)] == [[6], [2, 20]]


def test_figures_of_a_run(shared):
    found = cells.with_ratios(shared, "fenwick")
    own = found[(found["scenario"] == "recalc") & (found["rows"] == 1_000_000) & (found["heights"] == "chat")]
    assert set(own["caches"]) == {"warm", "cold"} and set(own["base"]) == {"fenwick"}
    row = own[(own["caches"] == "warm") & (own["strategy"] == "blocked-sums")].iloc[0]
    assert row["ratio_median"] == pytest.approx(110 / 140, rel=0.05)
    assert row["ns_least"] < row["ns_three_least"] < row["ns_median"] and row["ns_least"] < row["ns_quartile"]
    assert row["repetitions"] == 6 and row["disturbed"] == 1 and row["steps"] == 26
    repetitions = cells.read_repetitions(shared / "samples.csv")
    own = repetitions[(repetitions[list(cells.CELL)] == row[cells.CELL]).all(axis=1)]["ns"]
    assert row["ns_three_least"] == sorted(own)[1] and len(own) == 6


def test_the_median_ratio_is_of_pairs_and_the_others_are_not():
    # A disturbed repetition slows both: the paired ratio does not see it.
    found = cells.figures(np.array([20.0, 80, 20, 22]), np.array([10.0, 40, 10, 11]))
    assert found["ratio_median"] == 2 and found["ratio_least"] == 2 and found["ns_three_least"] == 20


def test_a_run_without_the_base_is_compared_with_its_first_strategy(run):
    for name in ("summary.csv", "samples.csv"):
        (run / name).write_text((run / name).read_text().replace(",fenwick,", ",wick,"))
    found = cells.with_ratios(run, "fenwick")
    assert set(found["base"]) == {"all-heights"}


def made(ratios, **fields):
    """A cell's rows in runs with these figures."""
    return pd.DataFrame([
        {"run": run, "scenario": "offset", "heights": "chat", "rows": 1000, "caches": "warm",
         "mode": "corrected", "strategy": "x", "role": "strategy", "base": "fenwick", "value": ratio} | fields
        for run, ratio in enumerate(ratios, 1)
    ])  # fmt: skip


def test_spreads_of_cells_and_the_target():
    rows = pd.concat([
        made([1, 1.04, 1.02]), made([1, 1.2], strategy="all-heights"), made([1.5], strategy="one"),
        made([1, None], strategy="two"),
    ])  # fmt: skip
    found = spreads.spreads(rows, "value", cells.CELL)
    assert found["spread"].to_list() == pytest.approx([0.04, 0.2]) and found["runs"].to_list() == [3, 2]
    line = spreads.within(found, ["caches", "rows"], [(0, 0.05, 0.95), (10_000, 0.5, 0.9)])[2]
    assert line.startswith("| warm | 1,000 | 2 | 0.0 % | 0.0 % | 50.0 % | 50.0 % | 12.0 %")
    assert line.endswith("| 1 | 95 % within 5 % | NO |")
    line = spreads.within(found[:1], ["caches", "rows"], [(0, 0.05, 0.95)])[2]
    assert line.endswith("| yes |")
    assert spreads.is_within(pd.Series([1.05 / 1.0 - 1, 0.0501]), 0.05).to_list() == [True, False]
    assert spreads.mean(pd.Series([0.0, 0.21])) == pytest.approx(0.1)


def test_contradictions_of_recommendations():
    repeatability = module("repeatability-study")

    def runs_of(first, second):
        rows = [(1, "a", 1, ""), (1, "b", 2, first), (2, "a", 2, second), (2, "b", 1, "")]
        return pd.concat([
            made([0], strategy=name, ratio_to_fastest=ratio, is_fastest=int(ratio == 1), verdict=verdict).assign(run=run)
            for run, name, ratio, verdict in rows
        ])  # fmt: skip

    assert [len(one) if hasattr(one, "columns") else one for one in
            repeatability.recommendations(runs_of("slower", "slower"))] == [1, 0, 1]  # fmt: skip
    assert len(repeatability.recommendations(runs_of("slower", "unresolved"))[2]) == 0
    same = made([1, 1], ratio_to_fastest=1, is_fastest=1, verdict="")
    assert repeatability.recommendations(same)[:2] == (1, 1)


def test_ratios_to_different_fastest_are_not_compared():
    fastest = made([1, 1, 1], strategy="a", ratio_to_fastest=1, is_fastest=1)
    fastest.loc[2, ["strategy"]] = "b"
    slow = made([1] * 3, strategy="c", ratio_to_fastest=2, is_fastest=0, ratio_low=1.9, ratio_high=2.1)
    asked, left = module("repeatability-study").asked_ratios(pd.concat([fastest, slow]))
    assert [one[0].tolist() for one in asked] == [[2, 2]] and left == 1


def test_what_covers_what():
    found = coverage.covered([1.0, 2.0, 6.0], [0, 1, 5.5], [3, 5, 7])
    assert [int(found[kind].sum()) for kind in coverage.KINDS] == [1, 2, 1]
    assert [found[kind].size for kind in coverage.KINDS] == [3, 6, 3]
    # The others' medians are 4, 3.5 and 1.5. Intervals that touch overlap.
    assert coverage.covered([1, 3], [0, 2], [2, 4])[coverage.KINDS[2]].all()


def test_honest_intervals_by_simulation_and_by_arithmetic():
    found = coverage.honest(2, 0.95)
    # Another run's figure lies as far from this one's as two errors together.
    expected = 2 * statistics.NormalDist().cdf(1.95996 / math.sqrt(2)) - 1
    overlap = 2 * statistics.NormalDist().cdf(2 * 1.95996 / math.sqrt(2)) - 1
    assert list(found.values()) == pytest.approx([expected, expected, overlap], abs=0.006)
    assert coverage.honest(5, 0.95)[coverage.KINDS[0]] > expected


@pytest.mark.parametrize(("between", "honest"), [(0.0, True), (0.05, False)])
def test_coverage_tells_honest_runs_from_others(between, honest):
    chance = np.random.default_rng(3)
    values = 100 * np.exp(chance.normal(0, 1, (300, 5, 1)) * between + chance.normal(0, 0.02, (300, 5, 1)))
    asked = [np.stack([own[:, 0], own[:, 0] * np.exp(-0.0392), own[:, 0] * np.exp(0.0392)]) for own in values]
    for _, hits, of, expected in coverage.table(asked, 0.95):
        assert (hits / of >= expected - 0.02) == honest


def test_the_kill_study_refuses_what_it_cannot_do(tmp_path, script):
    refused(script("kill-study", "--bench", tmp_path / "none"), 66, "no release build")


def test_whole_lines_of_torn_samples():
    kills = module("kill-study")
    header = ",".join([*kills.KEY, "round"])
    lines = [f"scroll,chat,{rows},fenwick,corrected,{number}\n" for number in range(3) for rows in (10, 20)]
    rows, torn = kills.whole(header + "\n" + "".join(lines[:5]) + "scroll,ch")
    assert torn == "scroll,ch" and len(rows) == 5
    cell = ("scroll", "chat", "10", "fenwick", "corrected")
    assert kills.repetitions(rows) == {cell: 3, (*cell[:2], "20", *cell[3:]): 2}
    assert kills.whole("") == ([], "") and kills.whole(header) == ([], header)


def test_check_run(run, script):
    # Synthetic medians are not those of their samples.
    refused(script("check-run", run), 65, "the time is not that of the repetitions")
    summary = pd.read_csv(run / "summary.csv")
    found = []
    for cell, own in cells.read_repetitions(run / "samples.csv").groupby(cells.CELL):
        found.append((*cell, cells.taken(own["ns"]).median()))
    medians = pd.DataFrame(found, columns=[*cells.CELL, "right"])
    summary = summary.merge(medians, how="left", on=cells.CELL)
    summary["time_ns"] = summary.pop("right").where(summary["status"] == "ok")
    summary.assign(allocations=0).to_csv(run / "summary.csv", index=False)
    ended(script("check-run", run))
    samples = (run / "samples.csv").read_text().splitlines()
    (run / "samples.csv").write_text("\n".join([*samples, samples[1]]) + "\n")
    refused(script("check-run", run), 65, "a segment is there twice")
    (run / "samples.csv").write_text("\n".join(samples[:-1]) + "\n")
    refused(script("check-run", run), 65, "an even number of segments")
    refused(script("check-run", run / "none"), 66, "run.json")


def test_reports_are_made_of_what_is_kept():
    """Each report of a kept study is what the script makes of its files today."""
    results = SCRIPTS.parent / "results/studies"
    for name in ("invariance", "repeatability"):
        made_now = "\n".join(module(f"{name}-study").report(results / name)).rstrip() + "\n"
        assert made_now == (results / name / "README.md").read_text()
    assert study.number("3") == 3


def test_faults_are_planted_in_text_that_is_there_and_tests_of_targets_that_are():
    study = module("mutation-study")
    assert study.planted()
    for fault in study.FAULTS:
        target = fault["tests"].partition(".")[0]
        assert (SCRIPTS.parent / "Tests" / target).is_dir(), fault["tests"]
