"""The table of what is quoted: made, checked, and refused where a post or a line is missing."""

import json
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
    claim(tmp_path, "000:2", "Two, three four [...] six")
    return tmp_path


def claim(folder, place, words):
    claims = {"claims": [{"at": place, "words": words}], "notMeasured": []}
    path = folder / "repository" / "Benchmarks" / "claims" / "claims.json"
    path.write_text(json.dumps(claims), encoding="utf-8")


def run(folder, *arguments):
    command = [sys.executable, str(folder / "repository" / "scripts" / "quote-hashes"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def table(folder):
    return (folder / "repository" / "Tests" / "ClaimsTests" / "QuoteHashes.swift").read_text()


def test_table(repository):
    posts = str(repository / "posts")
    assert run(repository, "--check", posts).returncode == 1
    assert run(repository, posts).returncode == 0
    # FNV-1a of the words as they are, worked out apart.
    value = 14695981039346656037
    for byte in b"Two, three four [...] six":
        value = (value ^ byte) * 1099511628211 % 2**64
    assert f'  "000:2 {value:016x}",\n' in table(repository)
    assert run(repository, "--check", posts).returncode == 0


def test_lines_are_joined_and_japanese_letters_are_words(repository):
    claim(repository, "000:1-3", "title one [...] 見る")
    assert run(repository, str(repository / "posts")).returncode == 0


@pytest.mark.parametrize(
    ("place", "words", "status", "message"),
    [
        ("000:9", "a", 65, "000:9: the post has lines 1 to 4"),
        ("000:1", "one", 65, "000:1: has not the words 'one'"),
        ("000:2", "six [...] one", 65, "000:2: has not the words"),
        ("000:2", "one tw", 65, "000:2: has not the words"),
        ("line 2", "one", 65, "line 2: expected a post and its lines"),
        ("001:1", "one", 66, "expected one file 001*, found 0"),
    ],
)
def test_unusable_places(repository, place, words, status, message):
    claim(repository, place, words)
    done = run(repository, str(repository / "posts"))
    assert done.returncode == status and message in done.stderr


def test_command_line(repository):
    assert run(repository, "--help").stdout.startswith("Look whether")
    assert run(repository).returncode == 64
    assert run(repository, "--chek", "posts").returncode == 64
    assert run(repository, str(repository / "nowhere")).returncode == 66
