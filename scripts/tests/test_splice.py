"""Tables between markers: put there, checked, and refused where nothing fits."""

import json

import pytest

CLAIMS = """\
# What posts say
<!-- begin authors -->
| technique, place | the post says | measured |
| --- | --- | --- |
{rows}
<!-- end authors -->
"""
README = "# Title\n<!-- begin claims -->\nold\n<!-- end claims -->\nrest\n"


@pytest.fixture
def repository(tmp_path):
    """A README and nine techniques."""
    rows = "\n".join(f"| `t{n}` 000:1 | said | held |" for n in range(9))
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "CLAIMS.md").write_text(CLAIMS.format(rows=rows))
    (tmp_path / "README.md").write_text(README)
    return tmp_path


def made(repository, script, marker, name="README.md"):
    """The lines of a document with this marker once its table is made; checked twice."""
    document = repository / name
    end = marker.split()[0]
    document.write_text(f"<!-- begin {marker} -->\n<!-- end {end} -->\n")
    for words in ([], ["--check"]):
        done = script("splice", *words, document)
        assert done.returncode == 0, done.stderr
    return document.read_text().splitlines()


def a_run(repository, record, header, cells, name="a-run"):
    """The folder of a kept run."""
    folder = repository / "results" / name
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps(record))
    (folder / "summary.csv").write_text("\n".join([header, *cells]) + "\n")
    return folder


def test_claims(repository, script):
    readme = repository / "README.md"
    assert script("splice", "--check", readme).returncode == 1
    assert readme.read_text() == README
    assert script("splice", readme).returncode == 0
    text = readme.read_text()
    assert text.startswith("# Title\n<!-- begin claims -->\n\n| technique, place | the post says |")
    assert text.endswith(".\n\n<!-- end claims -->\nrest\n") and "old" not in text
    assert text.count("| held |") == 9 and "[results/CLAIMS.md](results/CLAIMS.md)" in text
    assert script("splice", "--check", readme).returncode == 0
    assert script("splice", readme).returncode == 0 and readme.read_text() == text


def test_file(repository, script):
    (repository / "three.swift").write_text("let three = 3\n")
    assert made(repository, script, "file three.swift")[2:5] == ["```swift", "let three = 3", "```"]


def test_check_names_the_line(repository, script):
    readme = repository / "README.md"
    script("splice", readme)
    lines = readme.read_text().splitlines()
    lines[6] = lines[6].replace("held", "did not hold")
    readme.write_text("\n".join(lines) + "\n")
    done = script("splice", "--check", readme)
    assert (done.returncode, "README.md:7:" in done.stdout) == (1, True)


def test_runs(repository, script):
    record = {
        "command": ["bench", "--record"], "revision": "0123456789abcdef",
        "machine": {"cpu_model": "Some CPU", "cores": 4},
    }  # fmt: skip
    for name, cells in (("2026-01-02-a-1", 2), ("2026-03-04-b-2", 3)):
        a_run(repository, record, "header", ["a cell"] * cells, name)
    (repository / "results" / "latest").symlink_to("2026-03-04-b-2")
    lines = made(repository, script, "runs", "results/README.md")
    assert "latest" not in "".join(lines) and lines[4].startswith("| [2026-01-02-a-1]")
    assert lines[5] == (
        "| [2026-03-04-b-2](2026-03-04-b-2/README.md) | Some CPU, 4 cores | 0123456789ab | 3 "
        "| `bench --record` |")


def test_runs_without_one(repository, script):
    index = repository / "results" / "README.md"
    index.write_text("<!-- begin runs -->\n<!-- end runs -->\n")
    done = script("splice", index)
    assert done.returncode == 66 and "no folder with a run.json" in done.stderr


def test_run(repository, script):
    record = {
        "plan": {"heights": ["chat"]}, "started": "2026-11-21T00:00:00Z",
        "machine": {"cpu_model": "Some CPU", "cores": 4},
        "disturbance": {"disturbed": 30, "repetitions": 100},
    }  # fmt: skip
    names = (
        "scenario,heights,rows,strategy,mode,status,time_ns,low_ns,high_ns,ratio_to_fastest,"
        "steps_wrong,role,caches,verdict,ratio_low,is_fastest,ratio_is_net"
    )
    cells = [
        "scroll,chat,1000,slow,corrected,ok,1,1,1,1.0,0,strategy,warm,slower,,1,1",
        "scroll,chat,1000000,slow,corrected,ok,41800,1,1,1320.4,0,strategy,warm,slower,,0,1",
        "scroll,chat,1000000,middle,corrected,ok,42.26,1,1,1.335,0,strategy,warm,unresolved,0.99,0,1",
        "scroll,chat,1000000,apart,corrected,ok,45,1,1,1.4,0,strategy,warm,unresolved,1.2,0,1",
        "scroll,chat,1000000,equal,corrected,ok,31.7,1,1,1.001,0,strategy,warm,equivalent,0.999,0,1",
        "scroll,chat,1000000,other,corrected,ok,50,1,1,1.58,0,strategy,warm,slower,,0,1",
        "scroll,chat,1000000,more,corrected,ok,60,1,1,1.9,0,strategy,warm,slower,,0,1",
        "scroll,chat,1000000,wrong,corrected,ok,99,1,1,3.1,7,strategy,warm,slower,,0,1",
        "scroll,chat,1000000,slow,published,ok,32,1,1,1.01,0,strategy,warm,slower,,0,1",
        "scroll,chat,1000000,fast,corrected,ok,31.66,29.7,33.44,1.0,0,strategy,warm,,,1,1",
        "scroll,chat,1000000,fast,corrected,ok,31.5,1,1,,0,control,warm,slower,,0,1",
        "scroll,chat,1000000,floor,corrected,ok,1,1,1,,0,floor,warm,slower,,0,1",
        "scroll,pages,1000000,pager,corrected,ok,1,1,1,1.0,0,strategy,warm,slower,,1,1",
        "scroll,chat,1000000,first-use,corrected,ok,9,1,1,1.0,0,strategy,cold,slower,,1,1",
    ]
    a_run(repository, record, names, cells)
    lines = made(repository, script, "run results/a-run")
    assert lines[2].startswith("| 1M rows of chat |")
    assert lines[4] == (
        "| `scroll`: a frame of motion | fast 31.7 ns [29.7, 33.4] "
        "| equal, middle statistically tied; apart 1.40x, slow 1,320x (net of harness overhead) |"
    )
    assert lines[6].startswith(
        "Some CPU, 4 cores, 2026-11-21; somebody else's work disturbed 30 % of the repetitions; "
        "more of it: [results/a-run]"
    )


def test_advice(repository, script):
    folder = a_run(repository, {"plan": {}}, "scenario", [])
    readme = folder / "README.md"
    readme.write_text("# A run\n\n## Recommendations\n\n| strategy |\n| --- |\n| one |\n\n- A note.\n")
    lines = made(repository, script, "advice results/a-run")
    assert lines[2:5] == ["| strategy |", "| --- |", "| one |"]
    readme.write_text("# A run\n")
    done = script("splice", repository / "README.md")
    assert done.returncode == 65 and "no table under 'Recommendations'" in done.stderr


def test_times_of_the_guide(repository, script):
    record = {
        "plan": {}, "machine": {"cpu_model": "Some CPU", "cores": 4}, "started": "2026-11-21T00:00:00Z",
    }  # fmt: skip
    names = "scenario,heights,rows,strategy,mode,status,time_ns,role,caches,steps_wrong"
    cells = [
        "open,chat,1000000,adaptive,corrected,ok,300000,strategy,warm,0",
        "expand,chat,1000000,prefix-array,corrected,ok,119048,strategy,warm,0",
        "open,chat,1000,adaptive,corrected,ok,1,strategy,warm,0",
        "offset,chat,1000000,fixed-list,corrected,ok,9,strategy,warm,0",
        "offset,fixed:44,1000000,fixed-list,corrected,ok,0.55,strategy,warm,0",
    ]
    a_run(repository, record, names, cells)
    lines = made(repository, script, "times results/a-run")
    assert "| `fixed-list` | - | 0.55 ns | - | - | - | - | - |" in lines
    assert "| `adaptive` | 300 µs | - | - | - | - | - | - |" in lines
    assert "`expand` with `prefix-array` takes a tenth of a 120 Hz frame at about 7 million rows." in lines
    assert lines[-3] == "Some CPU, 4 cores, 2026-11-21."


def test_run_without_windows(repository, script):
    """A window's offset is another question than an index's, and is not ranked with it."""
    record = {
        "plan": {"heights": ["chat"]}, "started": "2026-11-21T00:00:00Z",
        "machine": {"cpu_model": "Some CPU", "cores": 4},
    }  # fmt: skip
    names = (
        "scenario,heights,rows,strategy,mode,status,time_ns,low_ns,high_ns,ratio_to_fastest,"
        "steps_wrong,role,caches,verdict,ratio_low,heights_asked,is_fastest,ratio_is_net"
    )
    cells = [
        f"{scenario},chat,1000,{cell}"
        for scenario in ("recalc", "offset")
        for cell in (
            "array,corrected,ok,2,,,1.0,0,strategy,warm,,,0,1,0",
            "tree,corrected,ok,4,,,2.0,0,strategy,warm,slower,,0,0,0",
            "window,corrected,ok,99,,,50,0,strategy,warm,slower,,33,0,0",
        )
    ]
    a_run(repository, record, names, cells)
    lines = made(repository, script, "run results/a-run")
    assert lines[4].endswith("| array 2.00 ns | tree 2.00x |")
    assert lines[5].startswith("| `recalc`: one row changes, then an offset, a hit-test and a frame |")
    assert "window 50.0x" in lines[5]


def test_posts(repository, script):
    names = (
        "scenario,heights,rows,strategy,mode,status,time_ns,role,caches,steps_wrong,"
        "heights_asked,bytes_per_row"
    )
    cells = [
        "open,fixed:44,1000,array,corrected,ok,9,strategy,warm,0,1000,8",
        "offset,fixed:44,1000,array,corrected,ok,0.49,strategy,warm,0,0,8",
        "offset,fixed:44,1000000,array,corrected,ok,0.52,strategy,warm,0,0,8",
        "open,fixed:44,1000000,array,corrected,ok,900000,strategy,warm,0,1000000,8",
        "rotate,fixed:44,1000,array,corrected,ok,900,strategy,warm,0,1000,8",
        "rotate,fixed:44,1000000,array,corrected,ok,900000,strategy,warm,0,3000000,8",
        "rotate,fixed:44,1000000,array,published,ok,1,strategy,warm,0,1,8",
        "offset,fixed:44,1000000,window,corrected,ok,75,strategy,warm,0,33,0.002",
        "offset,pages,1000000,window,corrected,ok,99,strategy,warm,0,1,0.002",
        "offset,pages,1000000,pager,corrected,ok,6.3,strategy,warm,0,0,0.0001",
    ]
    a_run(repository, {"plan": {"heights": ["fixed:44", "pages"]}}, names, cells)
    lines = made(repository, script, "posts results/a-run")
    # Times at all lengths in one cell, with one unit where they have one.
    assert lines[4] == (
        "| `array` | n / 0 / - / 3n | 0.49 / 0.52 ns | - | 900 ns / 900 µs | 8 B a row |")
    assert lines[5] == "| `window` | - / 33 / - / - | 75 ns | - | - | 2 KiB in all |"
    assert lines[6] == "| `pager` (pages) | - / 0 / - / - | 6.3 ns | - | - | 0 KiB in all |"
    assert lines[8].startswith("Rows of 44 pt, corrected, 1k / 1M rows; n = rows of the list")
    (repository / "results" / "CLAIMS.md").write_text("# Without a table\n")
    done = script("splice", repository / "README.md")
    assert done.returncode == 0
    (repository / "README.md").write_text(README)
    done = script("splice", repository / "README.md")
    assert done.returncode == 65 and "no table between" in done.stderr


def test_damaged_run(repository, script):
    folder = repository / "results" / "a-run"
    folder.mkdir()
    readme = repository / "README.md"
    readme.write_text("<!-- begin run results/a-run -->\n<!-- end run -->\n")
    (folder / "summary.csv").write_text("scenario\nscroll\n")
    for record in ("{", "{}", "[]", '{"plan": {"heights": ["chat"]}}'):
        (folder / "run.json").write_text(record)
        done = script("splice", readme)
        assert done.returncode == 65 and "results/a-run: unusable" in done.stderr


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("nothing\n", 65, "no markers"),
        ("<!-- begin claims -->\n", 65, "has no end"),
        ("<!-- end claims -->\n", 65, ":1: <!-- end claims -->: expected a begin"),
        ("<!-- begin claims -->\n<!-- end run -->\n", 65, "expected the end of 'claims'"),
        ("<!-- begin clams -->\n", 65, "expected 'claims', 'runs', 'run DIR', 'posts DIR', "),
        ("<!-- begin run -->\n<!-- end run -->\n", 65, "'claims' and 'runs' have no path"),
        ("<!-- begin claims x -->\n<!-- end claims -->\n", 65, "have no path"),
        ("<!-- begin run results/none -->\n<!-- end run -->\n", 66, "run.json: cannot be read"),
    ],
)
def test_faults(repository, script, text, code, words):
    readme = repository / "README.md"
    readme.write_text(text)
    done = script("splice", readme)
    assert done.returncode == code and words in done.stderr and done.stderr.count("\n") == 1
    assert readme.read_text() == text


def test_usage(script):
    assert script("splice", "--chek").returncode == 64
    assert script("splice", "a", "b").returncode == 64
    assert script("splice", "--help").returncode == 0
