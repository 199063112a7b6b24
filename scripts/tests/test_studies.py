"""Tests the studies with a fake bench, and tests check-run with a synthetic run."""

import sys

import pandas as pd
import pytest
from conftest import SCRIPTS, module, refused

from layoutbench import study
from layoutbench.tables import CELL, estimate, read_repetitions

BENCH = """#!{python}
import json, sys
arguments = sys.argv[2:]
assert arguments[:2] == ["pair", "--base"]
cells = [{{"cell": {{"strategy": name}}, "verdict": "slower" if f"{{name}}=5%" in arguments else "equivalent"}}
         for name in ["fenwick", "blocked-sums"]]
print(json.dumps({{"times": cells, "counters": [{{"change": "same"}}]}}))
sys.exit("--slow" in arguments)
"""


@pytest.fixture
def bench(tmp_path):
    path = tmp_path / "bench"
    path.write_text(BENCH.format(python=sys.executable))
    path.chmod(0o755)
    return path


@pytest.fixture
def run_study(bench, tmp_path, script):
    def start(name, *arguments):
        done = script(name, "--bench", bench, "--output", tmp_path / "study", *arguments)
        assert done.returncode == 0, done.stderr
        return (tmp_path / "study/README.md").read_text()

    return start


def test_gate(run_study):
    readme = run_study("gate-study", "--part", "equal,five", "--times", "2", "--budget", "1")
    assert readme.count("- False regressions: 0 of 2 comparisons.") == 2
    assert "- Found in 2 of 2 comparisons." in readme


def test_unusable_input(tmp_path, script):
    arguments = ["--bench", tmp_path / "none", "--output", tmp_path / "study"]
    refused(script("gate-study", *arguments), 66, "no release build")
    refused(script("gate-study", "--report", "--output", tmp_path / "study"), 64, "no runs.csv")
    refused(script("gate-study", "--budget", "0"), 64, "from 1 up")


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


def test_the_kept_report_follows_from_its_files():
    folder = SCRIPTS.parent / "results/studies/gate"
    assert "\n".join(module("gate-study").report(folder)).rstrip() + "\n" == (folder / "README.md").read_text()


def test_command_lines_are_kept_without_places():
    arguments = ["--part", "budget", "--bench", "/a", "--output=/b", "--seed", "3"]
    assert study.without_places(arguments) == ["--part", "budget", "--seed", "3"]


def test_faults_apply_to_the_sources():
    mutations = module("mutation-study")
    assert mutations.planted()
    for fault in mutations.FAULTS:
        assert (SCRIPTS.parent / "Tests" / fault["tests"].partition(".")[0]).is_dir(), fault["tests"]
