"""Runs made by a program, small and large, as folders."""

import pathlib
import subprocess
import sys

import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "tests")]

import synthetic  # noqa: E402


@pytest.fixture
def run(tmp_path):
    """A small run that no other test has seen."""
    return synthetic.write(tmp_path / "run")


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """A small run and a second one with another seed, which no test changes."""
    folder = tmp_path_factory.mktemp("runs")
    return synthetic.write(folder / "first"), synthetic.write(folder / "second", seed=2)


@pytest.fixture
def script():
    """Runs a script of this folder: script("plot.py", ...) -> the finished process."""

    def start(name, *arguments):
        command = [sys.executable, str(SCRIPTS / name), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, timeout=300)

    return start
