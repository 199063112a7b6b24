"""The still of a film: what is wrong is one line and a code, and nothing is written."""

import struct

import pytest
from conftest import BENCH, refused


@pytest.fixture
def picture(tmp_path):
    return tmp_path / "film.png"


def test_an_unknown_option_is_refused(script, picture):
    refused(script("film-still", "--output", picture, "--width", "3"), 64, "--width", "--help")
    refused(script("film-still", "--output", picture, "--frame", "x"), 64, "--frame", "'x'")
    assert not picture.exists()


def test_a_missing_folder_is_refused_before_a_film_is_made(script, tmp_path):
    there = tmp_path / "none" / "film.png"
    done = script("film-still", "--bench", tmp_path / "no-bench", "--output", there)
    refused(done, 73, str(there), "folder")
    assert not there.parent.exists()


def test_a_missing_bench_is_refused(script, tmp_path, picture):
    done = script("film-still", "--bench", tmp_path / "no-bench", "--output", picture)
    refused(done, 66, "no-bench: cannot be run")


def test_what_bench_refuses_ends_with_its_code(script, bench, picture):
    done = script("film-still", "--bench", BENCH, "--output", picture, "--", "--strategy", "nobody")
    refused(done, 64, "nobody")
    assert not picture.exists()


def test_a_still_is_of_a_frame_that_is_there_and_of_a_mark(script, bench, browser, picture):
    start = ["film-still", "--bench", BENCH, "--output", picture]
    film = ["--", "--strategy", "fixed-list", "--mode", "corrected", "--length", "1s"]
    refused(script(*start, "--frame", 5000, *film), 65, "--frame 5000", "0 to 120")
    refused(script(*start, *film), 65, "no marks")
    assert not picture.exists()
    done = script(*start, "--frame", 3, *film)
    assert done.returncode == 0, done.stderr
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG") and len(data) <= 200_000
    assert struct.unpack(">I", data[16:20]) == (1440,)
