"""Tests that plot.py rejects invalid input with a one-line message and one of the exit codes of bench."""

import csv
import re

import pytest
from conftest import refused

from layoutbench.charts import Run
from layoutbench.fault import Fault


@pytest.mark.parametrize(("column", "value", "expected"), [
    ("schema", "1", "expected 6"), ("strategy", "", "expected a value"), ("rows", "few", "expected a number"),
    ("operations", "inf", "expected a number"), ("rounds", "-6", "expected a number from 0 up"),
])
def test_an_unusable_value(run, column, value, expected):
    path = run / "summary.csv"
    header, cell, *rest = csv.reader(path.read_text().splitlines())
    cell[header.index(column)] = value
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([header, cell, *rest])
    with pytest.raises(Fault, match=re.escape(f'{path}:2: {column}: found "{value}", {expected}')):
        Run(run)


@pytest.mark.parametrize(("name", "damaged", "message"), [
    ("summary.csv", lambda text: "name,real_time\na,1\n", 'not a file of bench: found "name", expected "schema"'),
    ("summary.csv", lambda text: text.replace("time_ns,low_ns", "middle,lower", 1), "missing columns: time_ns, low_ns"),
    ("summary.csv", lambda text: "", "not a CSV file of bench"),
    ("summary.csv", lambda text: text.splitlines()[0] + "\n", "no data"),
    ("summary.csv", lambda text: text.replace("\n", "\n" + 99 * ",", 1), "not a CSV file of bench"),
    ("summary.csv", lambda text: text.rsplit(",100000,", 1)[0] + "\n", 'rows: found ""'),
    ("summary.csv", lambda text: "\ud800", "not a CSV file of bench"),
    ("summary.csv", lambda text: text + text.splitlines()[1] + "\n", "duplicate cell"),
    ("run.json", lambda text: "{", "not valid JSON"),
])
def test_a_damaged_file(run, name, damaged, message):
    path = run / name
    path.write_text(damaged(path.read_text()), errors="surrogatepass")
    with pytest.raises(Fault, match=message) as fault:
        Run(run)
    assert fault.value.code == 65 and str(path) in str(fault.value)


@pytest.mark.parametrize(("arguments", "code", "words"), [
    ([], 64, ["RUN"]), (["{run}", "--colour"], 64, ["--colour"]), (["{run}/nowhere"], 66, ["nowhere", "not found"]),
    (["{run}", "--format", "gif"], 64, ['"gif"', "svg,png,pdf"]),
    (["{run}", "--strategy", "fenwik"], 65, ['strategy "fenwik"', "fenwick"]),
    (["{run}", "--heights", "pages"], 65, ['"pages"', "chat, fixed:44"]),
    (["{run}", "--strategy", "floor", "--only", "smooth"], 65, ["nothing to draw"]),
    (["{run}", "--output", "{run}/run.json"], 73, ["run.json", "cannot be written"]),
])
def test_unusable_arguments(shared, script, arguments, code, words):
    refused(script("plot.py", *(argument.format(run=shared) for argument in arguments)), code, *words)


@pytest.mark.parametrize("package", ["pandas", "matplotlib"])
def test_a_missing_package(script, tmp_path, monkeypatch, package):
    (tmp_path / f"{package}.py").write_text(f"raise ModuleNotFoundError('none', name='{package}')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    refused(script("plot.py", tmp_path), 66, f"no {package}: pip install -r scripts/requirements.txt")
