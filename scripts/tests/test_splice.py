"""Tests scripts/splice: the content for each marker, --check and errors."""

import json

import pandas as pd
import pytest
from conftest import ROOT

TABLE = "<!-- begin authors -->\n| technique | measured |\n| --- | --- |\n| `a` | held |\n<!-- end authors -->\n"
README = "# Title\n<!-- begin claims -->\nold\n<!-- end claims -->\nrest\n"
RECORD = {
    "plan": {"heights": ["fixed:44", "pages"]}, "machine": {"cpu_model": "Some CPU", "cores": 4},
    "started": "2026-11-21T00:00:00Z", "command": ["bench", "--record"], "revision": "0123456789abcdef",
    "disturbance": {"disturbed": 30, "repetitions": 100},
}


@pytest.fixture
def repository(tmp_path):
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "CLAIMS.md").write_text(TABLE)
    (tmp_path / "README.md").write_text(README)
    return tmp_path


@pytest.fixture
def splice(repository, script):
    """Splices a document with one marker, checks that it is then up to date, and returns the inserted lines."""

    def start(marker, name="README.md"):
        document = repository / name
        document.write_text(f"<!-- begin {marker} -->\n<!-- end {marker.split()[0]} -->\n")
        for arguments in ([], ["--check"]):
            done = script("splice", *arguments, document)
            assert done.returncode == 0, done.stderr
        return document.read_text().splitlines()[1:-1]

    return start


def make_run(repository, cells, name="a-run"):
    """Writes a run. Each cell is a tuple (scenario, heights, rows, strategy, time_ns, changed columns)."""
    folder = repository / "results" / name
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps(RECORD))
    columns = ["scenario", "heights", "rows", "strategy", "time_ns"]
    usual = {"mode": "corrected", "status": "ok", "role": "strategy", "heights_asked": 0, "bytes_per_row": 8,
             "doubts": ""}
    pd.DataFrame([dict(zip(columns, cell)) | usual | cell[5] for cell in cells]).to_csv(
        folder / "summary.csv", index=False)
    return folder


def test_claims_and_check(repository, script):
    readme = repository / "README.md"
    done = script("splice", "--check", readme)
    assert done.returncode == 1 and "README.md:3: out of date" in done.stdout and readme.read_text() == README
    assert script("splice", readme).returncode == 0
    text = readme.read_text()
    assert text.startswith("# Title\n<!-- begin claims -->\n| technique | measured |")
    assert text.endswith("|\n<!-- end claims -->\nrest\n") and "old" not in text and "| held |" in text
    assert script("splice", "--check", readme).returncode == 0


def test_file(repository, splice):
    (repository / "three.swift").write_text("let three = 3\n")
    assert splice("file three.swift") == ["```swift", "let three = 3", "```"]


def test_runs(repository, splice):
    for name, count in (("2026-01-02-a-1", 2), ("2026-03-04-b-2", 3)):
        make_run(repository, [("open", "chat", 1, "a", 1, {})] * count, name)
    (repository / "results" / "latest").symlink_to("2026-03-04-b-2")
    lines = splice("runs", "results/README.md")
    assert len(lines) == 4 and lines[2].startswith("| [2026-01-02-a-1]")
    assert lines[3] == (
        "| [2026-03-04-b-2](2026-03-04-b-2/README.md) | Some CPU, 4 cores | 0123456789ab | 3 | `bench --record` |")


def test_times_of_the_guide(repository, splice):
    make_run(repository, [
        ("open", "chat", 1_000_000, "adaptive", 300_000, {}), ("open", "chat", 1000, "adaptive", 1, {}),
        ("open", "chat", 1_000_000, "adaptive", 1, {"role": "control"}),
        ("expand", "chat", 1_000_000, "prefix-array", 119_048, {}),
        ("offset", "chat", 1_000_000, "fixed-list", 9, {}), ("offset", "fixed:44", 1_000_000, "fixed-list", 0.55, {}),
    ])
    lines = splice("times results/a-run")
    assert "| `fixed-list` | - | 0.55 ns | - | - | - | - | - |" in lines
    assert "| `adaptive` | 300 µs | - | - | - | - | - | - |" in lines
    assert "`expand` with `prefix-array` takes a tenth of a 120 Hz frame at about 7 million rows." in lines
    assert lines[-1] == "Some CPU, 4 cores, 2026-11-21."


def test_posts(repository, splice):
    window = {"heights_asked": 33, "bytes_per_row": 0.002}
    make_run(repository, [
        ("open", "fixed:44", 1000, "array", 9, {"heights_asked": 1000}),
        ("offset", "fixed:44", 1000, "array", 0.49, {"low_ns": 0.4, "high_ns": 0.7}),
        ("offset", "fixed:44", 1_000_000, "array", 0.52, {}),
        ("open", "fixed:44", 1_000_000, "array", 900_000, {"heights_asked": 1_000_000}),
        ("rotate", "fixed:44", 1000, "array", 900, {"heights_asked": 1000}),
        ("rotate", "fixed:44", 1_000_000, "array", 900_000, {"heights_asked": 3_000_000}),
        ("rotate", "fixed:44", 1_000_000, "array", 1, {"mode": "published"}),
        ("offset", "fixed:44", 1_000_000, "array", 1, {"role": "control"}),
        ("offset", "fixed:44", 1_000_000, "window", 75, window), ("offset", "pages", 1_000_000, "window", 99, window),
        ("offset", "pages", 1_000_000, "pager", 6.3, {"bytes_per_row": 0.0001, "doubts": "faster than possible"}),
    ])
    lines = splice("posts results/a-run")
    assert lines[0].startswith(
        "Corrected code, from the run [results/a-run](results/a-run/README.md) (30 % of the repetitions were "
        "disturbed). Rows of 44 pt; times are for lists of 1k / 1M rows.")
    assert lines[0].endswith("and `slow` a timeout. `?`: the run's report flags this time.")
    assert lines[4] == "| `array` | n / 0 / - / 3n | 0.49 / 0.52 ns | - | 900 ns / 900 µs | 8 B a row |"
    assert lines[5] == "| `window` | - / 33 / - / - | slow / 75 ns | - | - | 2 KiB in all |"
    assert lines[6] == "| `pager` (pages) | - / 0 / - / - | slow / 6.3? ns | - | - | 0 KiB in all |"


def test_screen_and_needs(repository, splice, bench, monkeypatch):
    monkeypatch.setenv("COLUMNS", "110")
    recorded = next(path.parent for path in sorted((ROOT / "results").glob("2*/frames.csv")))
    (repository / "results" / "a-run").symlink_to(recorded)
    lines = splice("screen results/a-run")
    assert lines[:2] == ["```", "$ bench show results/a-run"] and lines[-1] == "```"
    assert "smooth up to" in lines[2] and max(map(len, lines)) <= 110
    assert "\n".join(lines[2:-1]) in bench("show", recorded).stdout.decode()
    table = splice("needs")
    assert len(table) > 6 and any(line.startswith("| **log**") and "`run-length`" in line for line in table)


def test_costs(repository, splice):
    folder = make_run(repository, [("scroll", "fixed:44", 1000, "reload-window", 9, {})])
    costs = {"row_ns": 30_000, "view_ns": 100_000, "hz": 120}
    (folder / "run.json").write_text(json.dumps(RECORD | {"plan": RECORD["plan"] | {"costs": costs}}))
    header = ("scenario,heights,rows,strategy,mode,phase,heights_requested,views_created,views_configured,views_moved,"
              "frames\n")
    start = "fixed:44,1000,reload-window,corrected"
    # At 2 ms a height, the frames with five heights need two refreshes each.
    (folder / "frames.csv").write_text(
        f"{header}scroll,{start},scroll,0,0,1,20,90\nscroll,{start},scroll,5,0,0,0,10\nscroll,{start},settle,200,0,10,0,1\n"
        f"open,{start},operation,200,10,10,0,4\n")
    lines = splice("costs results/a-run")
    assert lines[0].startswith("Rows as in `fixed:44`, 1k of them, 100 µs a view, 120 Hz")
    assert lines[2] == "| technique | 0 a height | 30 µs a height | 300 µs a height | 2 ms a height |"
    assert lines[4] == (
        "| `reload-window` | 0 / 1.0 ms / 5.0 ms / - | 0 / 7.0 ms / 11 ms / - "
        "| 0 / 61 ms / 65 ms / - | 91 / 400 ms / 400 ms / - |")


@pytest.mark.parametrize("record", ["{", "{}", "[]", '{"plan": {"heights": []}}'])
def test_a_damaged_run(repository, script, record):
    folder = make_run(repository, [("open", "fixed:44", 1000, "array", 9, {})])
    (folder / "run.json").write_text(record)
    (repository / "README.md").write_text("<!-- begin posts results/a-run -->\n<!-- end posts -->\n")
    done = script("splice", repository / "README.md")
    assert done.returncode == 65 and "results/a-run: unusable" in done.stderr


@pytest.mark.parametrize(("text", "code", "words"), [
    ("nothing\n", 65, "no markers"), ("<!-- begin claims -->\n", 65, "has no end"),
    ("<!-- end claims -->\n", 65, ":1: <!-- end claims -->: expected a begin"),
    ("<!-- begin claims -->\n<!-- end runs -->\n", 65, "expected 'end claims'"),
    ("<!-- begin clams -->\n", 65, "expected 'claims', 'needs', 'runs', 'posts RUN', "),
    ("<!-- begin posts -->\n", 65, "'begin posts': expected"), ("<!-- begin claims x -->\n", 65, "'begin claims x'"),
    ("<!-- begin posts results/none -->\n", 66, "run.json: cannot be read"),
    ("<!-- begin runs -->\n", 66, "no folder with a run.json"),
])
def test_unusable_documents(repository, script, text, code, words):
    readme = repository / "README.md"
    readme.write_text(text)
    done = script("splice", readme)
    assert done.returncode == code and words in done.stderr and done.stderr.count("\n") == 1
    assert readme.read_text() == text
