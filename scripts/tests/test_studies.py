"""Whole studies, of a bench that copies made-up runs."""

import importlib.machinery
import importlib.util
import pathlib
import stat
import sys

import pytest

from layoutbench_studies import text

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent

BENCH = """#!{python}
import json, pathlib, sys
sys.path[:0] = [{scripts!r}, {tests!r}]
import synthetic
words = sys.argv[1:]
if words[0] == "list":
    print(json.dumps({{"strategies": [
        {{"id": "floor", "is_floor": True, "requirement": None}},
        {{"id": "fixed-list", "is_floor": False, "requirement": "equal heights"}},
        *({{"id": name, "is_floor": False, "requirement": None}} for name in
          ["fenwick", "blocked-sums", "cyclic", "sum-tree"])]}}))
elif words[0] == "help":
    print("  --handicap PCT   a copy")
else:
    folder = pathlib.Path(words[words.index("--output") + 1])
    seed = int(words[words.index("--seed") + 1]) if "--seed" in words else 1
    extra = ["blocked-sums+2%"] if "--handicap" in words else []
    synthetic.write(folder, seed=seed, heights=["chat"], extra=extra)
"""


@pytest.fixture
def bench(tmp_path):
    path = tmp_path / "bench"
    path.write_text(
        BENCH.format(python=sys.executable, scripts=str(SCRIPTS), tests=str(SCRIPTS / "tests"))
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_the_invariance_study(bench, tmp_path, script):
    plain = tmp_path / "plain"
    plain.write_text(
        f"#!{sys.executable}\nimport random\nprint('scenario,rows,strategy,ratio')\n"
        "print('recalc,1000000,blocked-sums,%f' % random.uniform(1, 2))\n"
    )
    plain.chmod(0o755)
    output = tmp_path / "study"
    arguments = ["--bench", bench, "--output", output, "--runs", "2", "--lengths", "1k,10k"]
    beside = ["--neighbour", f"{sys.executable} -c 'while True: pass'", "--plain", plain]
    done = script("invariance-study", *arguments, *beside)
    assert done.returncode == 0, done.stderr
    readme = (output / "README.md").read_text()
    for words in (
        "beside another program | 1,000,000",
        "## A plain loop",
        "Least mean spread of ratios",
        "Caches cold",
        "| quiet | 1k 10k | 1.1 |",
    ):
        assert words in readme, words
    assert str(tmp_path) not in readme and "--plain plain\n" in readme
    assert "| one |" in readme  # the warning's name
    kept = (output / "figures.csv").read_bytes()
    done = script("invariance-study", *arguments, *beside, "--resume")
    assert done.returncode == 0 and "seed" not in done.stdout.split("# Does")[0], done.stdout
    assert (output / "figures.csv").read_bytes() == kept
    done = script("invariance-study", "--report", "--output", output)
    assert done.returncode == 0 and (output / "README.md").read_text() == readme
    # A piece replaces its own rows alone.
    done = script("invariance-study", *arguments, "--part", "quiet", "--seed", "9")
    assert done.returncode == 0, done.stderr
    seeds = {row["condition"]: row["seed"] for row in text.read(output / "runs.csv")}
    assert len(set(seeds.values())) == 2
    assert (output / "plain.csv").exists()


def test_a_neighbour_that_ends_is_none(bench, tmp_path, script):
    done = script(
        "invariance-study",
        "--bench",
        bench,
        "--output",
        tmp_path / "study",
        "--runs",
        "2",
        "--part",
        "neighbour",
        "--neighbour",
        "true",
    )
    assert done.returncode == 70 and "true: ended with 0" in done.stderr


def test_the_repeatability_study(bench, tmp_path, script):
    output = tmp_path / "study"
    arguments = ["--bench", bench, "--output", output, "--runs", "3", "--power-runs", "2"]
    done = script("repeatability-study", *arguments, "--part", "agreement")
    assert done.returncode == 0, done.stderr
    assert "## Power" not in done.stdout and "## Do intervals hold" in done.stdout
    done = script("repeatability-study", *arguments, "--part", "power", "--part", "budget")
    assert done.returncode == 0, done.stderr
    readme = (output / "README.md").read_text()
    for words in (
        "## 3 default runs",
        "| warm | 1,000 |",
        "| cold | 1,000,000 |",
        "(A/A)",
        "2% slower, margin 1%, 60 s",
        "| default plan | 20 s |",
    ):
        assert words in readme, words
    (output / "README.md").unlink()
    assert script("repeatability-study", "--report", "--output", output).returncode == 0
    assert (output / "README.md").read_text() == readme


@pytest.mark.parametrize("name", ["invariance-study", "repeatability-study", "fault-study"])
def test_studies_refuse_what_they_cannot_do(name, tmp_path, script):
    assert script(name, "--help").returncode == 0
    done = script(name, "--bench", tmp_path / "none", "--output", tmp_path / "study")
    assert done.returncode == 66 and "no release build" in done.stderr
    done = script(name, "--report", "--output", tmp_path / "study")
    assert done.returncode == 64 and len(done.stderr.splitlines()) == 1


def test_whole_rounds_of_a_torn_journal():
    pytest.importorskip("pandas")
    loader = importlib.machinery.SourceFileLoader("kill_study", str(SCRIPTS / "kill-study"))
    kills = importlib.util.module_from_spec(importlib.util.spec_from_loader("kill_study", loader))
    loader.exec_module(kills)
    lines = [
        f"{number},{slot},{segment},6,{label},{label}\n"
        for label in (0, 1)
        for number in range(3)
        for slot in range(2)
        for segment in range(3)
    ]
    header = "round,slot,segment,round_size,outlier,disturbed\n"
    before, _ = kills.rounds(header + "".join(lines[:18]))
    after, torn = kills.rounds(header + "".join(lines[18:33]) + "2,1,")
    assert [len(one) for one in before] == [6, 6, 6] and len(torn) == 3
    assert after == before[:2]  # labels come at the end of a run and are no difference
