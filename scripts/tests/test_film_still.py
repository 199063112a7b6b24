"""Tests the picture that scripts/film-still writes, and errors that it reports before writing."""

import struct

import pytest
from conftest import BENCH, refused


@pytest.mark.parametrize(("arguments", "code", "words"), [
    (["--width", "3"], 64, ["--width", "--help"]), (["--frame", "x"], 64, ["--frame", "'x'"]),
    (["--output", "none/film.png"], 73, ["none/film.png", "no such folder"]),
    (["--bench", "no-bench"], 66, ["no-bench: no release build"]),
])  # fmt: skip
def test_unusable_arguments(script, arguments, code, words):
    refused(script("film-still", *arguments), code, *words)


def test_a_still_of_a_frame(script, bench, browser, tmp_path):
    picture = tmp_path / "film.png"
    start = ["film-still", "--bench", BENCH, "--output", picture]
    film = ["--", "--strategy", "fixed-list", "--mode", "corrected", "--length", "1s"]
    refused(script(*start, "--", "--strategy", "nobody"), 70, "nobody")
    refused(script(*start, "--frame", 5000, *film), 65, "--frame 5000", "0 to 120")
    refused(script(*start, *film), 65, "no marks")
    assert not picture.exists()
    done = script(*start, "--frame", 3, *film)
    assert done.returncode == 0, done.stderr
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG") and len(data) <= 200_000
    assert struct.unpack(">I", data[16:20]) == (1440,)
