"""Tests that every script has --help, even without its Python packages, and that documents agree with the scripts."""

import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT, SCRIPTS

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


def test_the_program_in_columns_plots_a_run(shared, tmp_path):
    text = (ROOT / "Sources/BenchTool/BenchTool.docc/Columns.md").read_text(encoding="utf-8")
    program = re.search(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)[1]
    assert len(program.splitlines()) <= 11
    (tmp_path / "results").mkdir()
    (tmp_path / "results/latest").symlink_to(shared)
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=120,
                          env={"MPLBACKEND": "svg", "MPLCONFIGDIR": str(tmp_path), "PATH": ""})
    assert (done.returncode, done.stderr) == (0, "")
    # One line per strategy with times for this scenario and list.
    assert (tmp_path / "recalc.svg").read_text(encoding="utf-8").count('<g id="line2d_') > 3
