"""Tests scripts/splice: the content for each marker, --check and errors."""

import csv
import json

import pytest
from conftest import ROOT, module

from layoutbench.fault import Fault

splices = module("splice")
README = "# Title\n<!-- begin claims -->\nold\n<!-- end claims -->\nrest\n"
RECORD = {
    "plan": {"heights": ["fixed:44", "pages"], "costs": {"view_ns": 100_000, "hz": 120}},
    "machine": {"cpu_model": "Some CPU", "cores": 4}, "started": "2026-11-21T00:00:00Z", "command": ["bench", "--record"],
    "revision": "0123456789abcdef",
}


@pytest.fixture
def splice(tmp_path):
    """Returns the lines that a marker inserts."""
    return lambda marker: splices.spliced(
        f"<!-- begin {marker} -->\n<!-- end {marker.split()[0]} -->\n", "README.md", tmp_path).splitlines()[1:-1]


def make_run(folder, *cells):
    """Writes a run. Each cell is a tuple (scenario, heights, rows, strategy, time_ns, changed columns)."""
    usual = {"mode": "corrected", "status": "ok", "role": "strategy", "heights_asked": 0, "bytes_per_row": 8,
             "doubts": ""}
    columns = ["scenario", "heights", "rows", "strategy", "time_ns"]
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps(RECORD))
    with open(folder / "summary.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, [*columns, *usual])
        writer.writeheader()
        writer.writerows({**dict(zip(columns, cell)), **usual, **(cell[5] if len(cell) > 5 else {})} for cell in cells)


def test_claims_and_check(tmp_path, script):
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "CLAIMS.md").write_text(
        "<!-- begin authors -->\n| technique | measured |\n| --- | --- |\n| `a` | held |\n<!-- end authors -->\n")
    readme = tmp_path / "README.md"
    readme.write_text(README)
    done = script("splice", "--check", readme)
    assert done.returncode == 1 and "README.md:3: out of date" in done.stdout and readme.read_text() == README
    assert script("splice", readme).returncode == 0
    assert readme.read_text() == README.replace("old", "| technique | measured |\n| --- | --- |\n| `a` | held |")
    assert script("splice", "--check", readme).returncode == 0


def test_file_and_runs(tmp_path, splice):
    (tmp_path / "three.swift").write_text("let three = 3\n")
    assert splice("file three.swift") == ["```swift", "let three = 3", "```"]
    for name, count in (("2026-01-02-a-1", 2), ("2026-03-04-b-2", 3)):
        make_run(tmp_path / name, *[("open", "chat", 1, "a", 1)] * count)
    (tmp_path / "latest").symlink_to("2026-03-04-b-2")
    lines = splice("runs")
    assert len(lines) == 4 and lines[2].startswith("| [2026-01-02-a-1]")
    assert lines[3] == (
        "| [2026-03-04-b-2](2026-03-04-b-2/README.md) | Some CPU, 4 cores | 0123456789ab | 3 | `bench --record` |")


def test_times_of_the_guide(tmp_path, splice):
    make_run(
        tmp_path / "run",
        ("open", "chat", 1_000_000, "adaptive", 300_000), ("open", "chat", 1000, "adaptive", 1),
        ("open", "chat", 1_000_000, "adaptive", 1, {"role": "control"}),
        ("expand", "chat", 1_000_000, "prefix-array", 119_048),
        ("offset", "chat", 1_000_000, "fixed-list", 9), ("offset", "fixed:44", 1_000_000, "fixed-list", 0.55))
    lines = splice("times run")
    assert "| `fixed-list` | - | 0.55 ns | - | - | - | - | - |" in lines
    assert "| `adaptive` | 300 µs | - | - | - | - | - | - |" in lines
    assert "With `prefix-array`, `expand` takes a tenth of a 120 Hz frame at about 7 million rows." in lines
    assert lines[-1] == "Measured on Some CPU, 4 cores, on 2026-11-21."


def test_posts(tmp_path, splice):
    window = {"heights_asked": 33, "bytes_per_row": 0.002}
    make_run(
        tmp_path / "run",
        ("open", "fixed:44", 1000, "array", 9, {"heights_asked": 1000}), ("offset", "fixed:44", 1000, "array", 0.49),
        ("offset", "fixed:44", 1_000_000, "array", 0.52),
        ("open", "fixed:44", 1_000_000, "array", 900_000, {"heights_asked": 1_000_000}),
        ("rotate", "fixed:44", 1000, "array", 900, {"heights_asked": 1000}),
        ("rotate", "fixed:44", 1_000_000, "array", 900_000, {"heights_asked": 3_000_000}),
        ("rotate", "fixed:44", 1_000_000, "array", 1, {"mode": "published"}),
        ("offset", "fixed:44", 1_000_000, "array", 1, {"role": "control"}),
        ("offset", "fixed:44", 1000, "window", 1, {"status": "timed out: slow"}),
        ("offset", "fixed:44", 1_000_000, "window", 75, window), ("offset", "pages", 1_000_000, "window", 99, window),
        ("offset", "pages", 1_000_000, "pager", 6.3, {"bytes_per_row": 0.0001, "doubts": "faster than possible"}))
    lines = splice("posts run")
    assert lines[0].startswith(
        "The run [run](run/README.md) measured corrected code on rows of 44 pt. Times are for lists of 1k / 1M rows")
    assert lines[0].endswith("means that it timed out. `?` marks times that the run's report flags.")
    assert lines[4:] == [
        "| `array` | n / 0 / - / 3n | 0.49 / 0.52 ns | - | 900 ns / 900 µs | 8 B a row |",
        "| `window` | - / 33 / - / - | slow / 75 ns | - | - | 2 KiB in all |",
        "| `pager` (pages) | - / 0 / - / - | - / 6.3? ns | - | - | 0 KiB in all |"]


def test_screen_and_needs(bench, splice):
    recorded = next(path.parent for path in sorted((ROOT / "results").glob("2*/frames.csv")))
    lines = splice(f"screen {recorded}")
    assert lines[:2] == ["```", f"$ bench show {recorded}"] and lines[-1] == "```"
    assert "smooth up to" in lines[2] and max(map(len, lines[2:])) <= 110
    table = splice("needs")
    assert len(table) > 6 and any(line.startswith("| **log**") and "`run-length`" in line for line in table)


def test_costs(tmp_path, splice):
    make_run(tmp_path / "run")
    start = "fixed:44,1000,reload-window,corrected"
    # At 2 ms a height, the frames with five heights need two refreshes each.
    (tmp_path / "run/frames.csv").write_text(
        "scenario,heights,rows,strategy,mode,phase,heights_requested,views_created,views_configured,views_moved,frames\n"
        f"scroll,{start},scroll,0,0,1,20,90\nscroll,{start},scroll,5,0,0,0,10\nscroll,{start},settle,200,0,10,0,1\n"
        f"open,{start},operation,200,10,10,0,4\n")
    lines = splice("costs run")
    assert lines[0].startswith("This table is for 1k rows of `fixed:44`, 100 µs a view and 120 Hz")
    assert lines[2] == "| technique | 0 a height | 30 µs a height | 300 µs a height | 2 ms a height |"
    assert lines[4] == (
        "| `reload-window` | 0 / 1.0 ms / 5.0 ms / - | 0 / 7.0 ms / 11 ms / - "
        "| 0 / 61 ms / 65 ms / - | 91 / 400 ms / 400 ms / - |")


@pytest.mark.parametrize("record", ["{", "{}", "[]", '{"plan": {"heights": []}}'])
def test_a_damaged_run(tmp_path, splice, record):
    make_run(tmp_path / "run", ("open", "fixed:44", 1000, "array", 9))
    (tmp_path / "run/run.json").write_text(record)
    with pytest.raises(Fault, match="run: unusable") as fault:
        splice("posts run")
    assert fault.value.code == 65


@pytest.mark.parametrize(("text", "code", "message"), [
    ("nothing\n", 65, "no markers"), ("<!-- begin claims -->\n", 66, "CLAIMS.md: cannot be read"),
    ("<!-- begin file kept -->\n", 65, "has no end"), ("<!-- end claims -->\n", 65, ":1: .*: expected a begin"),
    ("<!-- begin file kept -->\n<!-- end runs -->\n", 65, "expected 'end file'"),
    ("<!-- begin clams -->\n", 65, "'begin clams': expected 'claims', 'needs', 'runs', 'posts PATH', "),
    ("<!-- begin posts -->\n", 65, "'begin posts': expected"), ("<!-- begin claims x -->\n", 65, "'begin claims x'"),
    ("<!-- begin posts none -->\n", 66, "summary.csv: cannot be"), ("<!-- begin runs -->\n", 66, "no folder with a run"),
])
def test_unusable_documents(tmp_path, text, code, message):
    (tmp_path / "kept").write_text("a line\n")
    with pytest.raises(Fault, match=message) as fault:
        splices.spliced(text, "README.md", tmp_path)
    assert fault.value.code == code
