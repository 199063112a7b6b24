"""The table of what is quoted: made, checked, and refused where a post or a line is missing."""

import pathlib
import shutil
import subprocess
import sys

import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
POST = "A title\nOne two, THREE (four) five six.\nアを見る。\n"


@pytest.fixture
def repository(tmp_path):
    """A copy of the script beside one claim, and a post."""
    scripts = tmp_path / "repository" / "scripts"
    (scripts / "layoutbench_plots").mkdir(parents=True)
    shutil.copy(SCRIPTS / "quote-hashes", scripts)
    shutil.copy(SCRIPTS / "layoutbench_plots" / "fault.py", scripts / "layoutbench_plots")
    (tmp_path / "repository" / "Benchmarks" / "claims").mkdir(parents=True)
    (tmp_path / "repository" / "Tests" / "ClaimsTests").mkdir(parents=True)
    (tmp_path / "posts").mkdir()
    (tmp_path / "posts" / "000_a.txt").write_text(POST, encoding="utf-8")
    claim(tmp_path, 'at: "000:2"')
    return tmp_path


def claim(folder, text):
    (folder / "repository" / "Benchmarks" / "claims" / "Claims.swift").write_text(text)


def run(folder, *arguments):
    command = [sys.executable, str(folder / "repository" / "scripts" / "quote-hashes"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def table(folder):
    return (folder / "repository" / "Tests" / "ClaimsTests" / "QuoteHashes.swift").read_text()


def test_table(repository):
    posts = str(repository / "posts")
    assert run(repository, "--check", posts).returncode == 1
    assert run(repository, posts).returncode == 0
    # FNV-1a of "one two three four five" and "two three four five six", worked out apart.
    expected = []
    for text in ["one two three four five", "two three four five six"]:
        value = 2166136261
        for byte in text.encode():
            value = (value ^ byte) * 16777619 % 2**32
        expected.append(f"{value:08x}")
    assert f"    000:2\n    {' '.join(expected)}\n" in table(repository)
    assert run(repository, "--check", posts).returncode == 0


def test_lines_are_joined_and_japanese_letters_are_words(repository):
    claim(repository, 'at: "000:1-3"')
    assert run(repository, str(repository / "posts")).returncode == 0
    lines = table(repository).split("000:1-3\n")[1].splitlines()
    # Two words, six and four letters: twelve, in eight runs.
    assert sum(len(line.split()) for line in lines if '"""' not in line and line != "}") == 8


@pytest.mark.parametrize(
    ("place", "status", "message"),
    [
        ("000:9", 65, "000:9: the post has lines 1 to 4"),
        ("000:1", 65, "000:1: fewer than 5 words"),
        ("001:1", 66, "expected one file 001*, found 0"),
    ],
)
def test_unusable_places(repository, place, status, message):
    claim(repository, f'at: "{place}"')
    done = run(repository, str(repository / "posts"))
    assert done.returncode == status and message in done.stderr


def test_command_line(repository):
    assert run(repository, "--help").stdout.startswith("Make the table")
    assert run(repository).returncode == 64
    assert run(repository, "--chek", "posts").returncode == 64
    assert run(repository, str(repository / "nowhere")).returncode == 66
