"""Every script says with --help what it is for, and stands in the table of scripts/README.md."""

import os
import pathlib
import subprocess

import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
NAMES = sorted(
    path.name for path in SCRIPTS.iterdir() if path.is_file() and os.access(path, os.X_OK)
)


@pytest.mark.parametrize("name", NAMES)
def test_help(name):
    done = subprocess.run(
        [str(SCRIPTS / name), "--help"], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert name in done.stdout


def test_table():
    table = (SCRIPTS / "README.md").read_text()
    assert [name for name in NAMES if f"`{name}" not in table] == []
