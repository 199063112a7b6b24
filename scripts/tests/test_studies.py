"""Tests the studies, and tests check-run with a synthetic run."""

import re

import pandas as pd
from conftest import SCRIPTS, module, refused

from layoutbench.tables import CELL, estimate, read_repetitions

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


def test_the_kept_report_follows_from_its_file():
    assert module("gate-study").report() == (SCRIPTS.parent / "results/studies/gate/README.md").read_text()


def test_the_documents_promise_what_the_gate_study_found():
    pairs = pd.read_csv(SCRIPTS.parent / "results/studies/gate/pairs.csv").query("way == 'work'")
    endings = {"unrelated": 0, "less work": 0, "time only": 0, "more work": 1}
    codes = [pairs[pairs.kind == kind].exit_code == code for kind, code in endings.items()]
    methods = (SCRIPTS.parent / "Benchmarks/METHODOLOGY.md").read_text()
    promise = methods.split("**Comparing revisions**")[1].split("\n- ")[0]
    assert re.findall(r"(\d+) of (\d+)", promise) == [(str(code.sum()), str(len(code))) for code in codes]


def test_a_kind_of_change_must_exist(script):
    refused(script("gate-study", "--only", "none"), 64, "invalid choice: 'none'")


def test_faults_apply_to_the_sources():
    mutations = module("mutation-study")
    assert mutations.planted()
    for fault in mutations.FAULTS:
        assert (SCRIPTS.parent / "Tests" / fault["tests"].partition(".")[0]).is_dir(), fault["tests"]
