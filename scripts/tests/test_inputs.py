"""Tests that plot.py rejects unusable input with a message in one line and an exit code of bench."""

import pytest
from conftest import refused


def edit(old, new):
    def change(path):
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))

    return change


def keep_lines(keep):
    return lambda path: path.write_text("".join(keep(path.read_text().splitlines(keepends=True))))


# For each fault: a function that damages summary.csv or another file, the exit code, and words of the message.
FAULTS = {
    "not ours": (lambda path: path.write_text("name,real_time\na,1\n"), 65, "not a file of bench", '"name"'),
    "another schema": (edit("\n6,", "\n1,"), 65, ':2: schema: found "1", expected 6'),
    "missing columns": (edit("time_ns,low_ns", "middle,lower"), 65, "missing columns", "time_ns, low_ns"),
    "empty": (lambda path: path.write_text(""), 65, "not a CSV file of bench"),
    "a header alone": (keep_lines(lambda lines: lines[:1]), 65, "no data"),
    "a word for a number": (edit("chat,1000,floor", "chat,few,floor"), 65, ":2: rows", '"few"'),
    "infinity": (edit(",6,10,", ",6,inf,"), 65, ":2: operations", '"inf"'),
    "a negative number": (edit(",6,10,", ",-6,10,"), 65, ":2: rounds", '"-6"'),
    "a missing name": (edit("1000,floor,", "1000,,"), 65, ":2: strategy", 'found ""'),
    "too many fields": (edit(",x\n", ",x,y,z\n"), 65, "not a CSV file of bench"),
    "a torn line": (lambda path: path.write_text(path.read_text().rsplit(",1000000,", 1)[0] + "\n"), 65, "rows: found"),
    "not text": (lambda path: path.write_bytes(b"\xff\xfe\x00PNG\n\x80"), 65, "not a CSV file of bench"),
    "a cell twice": (keep_lines(lambda lines: [*lines, lines[1]]), 65,
                     "duplicate cell open chat 1000 corrected floor floor"),
    "not there": (lambda path: path.unlink(), 66, "cannot be read"),
    "run.json": (lambda path: path.write_text("{"), 65, "not valid JSON"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_damaged_file(run, script, fault):
    damage, code, *words = FAULTS[fault]
    name = fault if fault == "run.json" else "summary.csv"
    damage(run / name)
    refused(script("plot.py", run), code, name, *words)
    assert not (run / "plots").exists()


@pytest.mark.parametrize(("arguments", "code", "words"), [
    ([], 64, ["RUN"]), (["{run}", "--colour"], 64, ["--colour"]), (["{run}", "{run}"], 64, ["unrecognized"]),
    (["{run}/nowhere"], 66, ["nowhere", "not found"]), (["{run}/summary.csv"], 65, ["expected a run's folder"]),
    (["{run}", "--only", "pie"], 64, ['"pie"', "cost"]),
    (["{run}", "--format", "gif"], 64, ['"gif"', "svg,png,pdf"]),
    (["{run}", "--strategy", "fenwik"], 65, ['strategy "fenwik"', '"fenwick"']),
    (["{run}", "--scenario", "pie"], 65, ['scenario "pie"', "open, change"]),
    (["{run}", "--heights", "pages"], 65, ['"pages"', "chat, fixed:44"]),
    (["{run}", "--strategy", "reload-window", "--scenario", "open"], 65, ["no cell"]),
    (["{run}", "--output", "{run}/run.json"], 73, ["run.json", "cannot be written"]),
])
def test_unusable_arguments(shared, script, arguments, code, words):
    refused(script("plot.py", *(argument.format(run=shared) for argument in arguments)), code, *words)


@pytest.mark.parametrize("package", ["pandas", "matplotlib"])
def test_a_missing_package(shared, script, tmp_path, monkeypatch, package):
    (tmp_path / f"{package}.py").write_text(f"raise ModuleNotFoundError('none', name='{package}')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    refused(script("plot.py", shared), 66, f"no {package}: pip install -r scripts/requirements.txt")
