"""Tests that every script has --help, even without its Python packages, and that scripts/README.md lists it."""

import os
import re
import subprocess
import tomllib

import pytest
from conftest import SCRIPTS

NAMES = sorted(path.name for path in SCRIPTS.iterdir() if path.is_file() and os.access(path, os.X_OK))


@pytest.mark.parametrize("name", NAMES)
def test_help(name, tmp_path):
    for package in ("pandas", "matplotlib", "numpy"):
        (tmp_path / f"{package}.py").write_text(f"raise ModuleNotFoundError('none', name='{package}')\n")
    done = subprocess.run([str(SCRIPTS / name), "--help"], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert (done.returncode, done.stderr) == (0, "")
    assert name in done.stdout


def test_readme_lists_all():
    table = (SCRIPTS / "README.md").read_text()
    assert [name for name in NAMES if f"`{name}" not in table] == []


def test_inline_dependencies_are_pinned():
    pinned = re.findall(r"^[a-z].*==.*(?= \\$)", (SCRIPTS / "requirements.txt").read_text(), re.MULTILINE)
    head = re.findall(r"^# (.*)$", (SCRIPTS / "plot.py").read_text().split("# ///")[1], re.MULTILINE)
    inline = tomllib.loads("\n".join(head))["dependencies"]
    assert pinned and inline == [line.replace(" ;", ";") for line in pinned]
