"""What is not a run is refused in one line that says what was found, with the code of bench."""

import pytest
from conftest import refused


def edit(path, old, new, count=1):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, count))


SUMMARY_FAULTS = {
    "not ours": (lambda path: path.write_text("name,real_time\na,1\n"), "not a file of bench", '"name"'),
    "another schema": (lambda path: edit(path, "\n5,", "\n1,"), ':2: schema: found "1", expected 5'),
    "missing columns": (
        lambda path: edit(path, "time_ns,low_ns", "middle,lower"), "missing columns", "time_ns, low_ns",
    ),
    "empty": (lambda path: path.write_text(""), "the file is empty"),
    "a header alone": (lambda path: path.write_text(path.read_text().splitlines()[0] + "\n"), "no data"),
    "a word for a number": (lambda path: edit(path, "chat,1000,floor", "chat,few,floor"), ":2: rows", '"few"'),
    "infinity": (lambda path: edit(path, ",6,10,", ",6,inf,"), ":2: operations", '"inf"'),
    "a negative number": (lambda path: edit(path, ",6,10,", ",-6,10,"), ":2: rounds", '"-6"'),
    "a missing name": (lambda path: edit(path, "1000,floor,", "1000,,"), ":2: strategy", 'found ""'),
    "too many fields": (lambda path: edit(path, ",x\n", ",x,y,z\n"), "not a CSV file of bench"),
    "a torn line": (
        lambda path: path.write_text(path.read_text().rsplit(",1000000,", 1)[0] + "\n"), "rows: found",
    ),
    "not text": (lambda path: path.write_bytes(b"\xff\xfe\x00PNG\n\x80"), "not a CSV file of bench"),
    "a cell twice": (
        lambda path: path.write_text(path.read_text() + path.read_text().splitlines()[1] + "\n"),
        "open chat 1000 floor corrected floor warm is there twice",
    ),
    "not there": (lambda path: path.unlink(), "not there"),
}  # fmt: skip


@pytest.mark.parametrize("fault", SUMMARY_FAULTS)
def test_a_damaged_summary_is_refused(run, script, fault):
    damage, *words = SUMMARY_FAULTS[fault]
    damage(run / "summary.csv")
    refused(script("plot.py", run), 66 if fault == "not there" else 65, "summary.csv", *words)
    assert not (run / "plots").exists()


def test_what_is_no_folder_is_refused(run, script):
    refused(script("plot.py", run / "nowhere"), 66, "nowhere", "not there")
    refused(script("plot.py", run / "summary.csv"), 65, "expected a run's folder")
    refused(script("plot.py"), 64, "RUN")
    refused(script("plot.py", run, "--colour"), 64, "--colour")


def test_a_damaged_record_is_refused(run, script):
    (run / "run.json").write_text("{")
    refused(script("plot.py", run, "--only", "heat"), 65, "run.json", "not valid JSON")


def test_choices_that_cannot_be_are_refused(run, script):
    refused(script("plot.py", run, "--only", "pie"), 64, '"pie"', "cost")
    refused(script("plot.py", run, "--format", "gif"), 64, '"gif"', "svg,png,pdf")
    refused(script("plot.py", run, "--strategy", "fenwik"), 65, 'strategy "fenwik"', '"fenwick"')
    refused(script("plot.py", run, "--scenario", "pie"), 65, 'scenario "pie"', "open, change")
    refused(script("plot.py", run, "--strategy", "reload-window", "--scenario", "open"), 65, "no cell")
    refused(script("plot.py", run, "--heights", "pages"), 65, '"pages"', "chat, fixed:44")
    refused(script("plot.py", run, run), 64, "unrecognized")
    refused(script("plot.py", run, "--caches", "tepid"), 64, "'tepid'", "cold")


def test_a_state_that_the_run_has_not_is_refused(run, script):
    lines = (run / "summary.csv").read_text().splitlines(keepends=True)
    (run / "summary.csv").write_text("".join(line for line in lines if ",cold," not in line))
    refused(script("plot.py", run, "--caches", "cold"), 65, 'caches "cold"', "it has warm")


def test_a_place_that_cannot_be_written_is_refused(run, script):
    refused(
        script("plot.py", run, "--output", run / "run.json"), 73, "run.json", "cannot be written"
    )


def test_a_picture_without_figures_is_refused(run, script):
    summary = run / "summary.csv"
    lines = summary.read_text().splitlines(keepends=True)
    summary.write_text(
        "".join(line for line in lines if not any(name in line for name in (",recalc", ",expand,", ",scroll,")))
    )
    for chart in ("hero", "frames"):
        refused(script("plot.py", run, "--only", chart), 65, f"the picture {chart}")


@pytest.mark.parametrize("package", ["pandas", "matplotlib"])
def test_a_package_that_is_not_installed_is_named(run, script, tmp_path, monkeypatch, package):
    (tmp_path / "without").mkdir()
    (tmp_path / "without" / f"{package}.py").write_text(
        f"raise ModuleNotFoundError(\"No module named '{package}'\", name='{package}')\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "without"))
    refused(
        script("plot.py", run), 66, f"no {package}: pip install -r scripts/requirements.txt"
    )
    assert not (run / "plots").exists()
    assert script("plot.py", "--help").returncode == 0
