"""Tests the studies, and tests check-run with a short run."""

import re

import pandas as pd
import pytest
from conftest import SCRIPTS, module, refused

from layoutbench.fault import Fault


def test_check_run(run):
    check, summary, samples = module("check-run").check, run / "summary.csv", run / "samples.csv"
    assert "cells measured" in check(run)
    cells, lines = pd.read_csv(summary, dtype=str), samples.read_text().splitlines()
    # The first cell is one of the floor.
    for column, reason in (("time_ns", "the time does not follow"), ("allocations", "the harness allocates")):
        cells.assign(**{column: cells[column].where(cells.index > 0, "9")}).to_csv(summary, index=False)
        with pytest.raises(Fault, match=reason):
            check(run)
    cells.to_csv(summary, index=False)
    for wrong, reason in (([*lines, lines[1]], "duplicate segment"), (lines[:-1], "an even number of segments")):
        samples.write_text("\n".join(wrong) + "\n")
        with pytest.raises(Fault, match=reason):
            check(run)


def test_the_kept_report_follows_from_its_file():
    assert module("gate-study").report() == (SCRIPTS.parent / "results/studies/gate/README.md").read_text()


def test_the_documents_promise_what_the_gate_study_found():
    pairs = pd.read_csv(SCRIPTS.parent / "results/studies/gate/pairs.csv")
    endings = [("work", "unrelated", 0), ("work", "less work", 0), ("work", "time only", 0), ("work", "more work", 1),
               ("time", "unrelated", 0), ("time", "time only", 2)]
    codes = [pairs[(pairs.way == way) & (pairs.kind == kind)].exit_code == code for way, kind, code in endings]
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
