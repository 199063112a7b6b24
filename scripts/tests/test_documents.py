"""Tests the programs in documents."""

import re
import subprocess
import sys

from conftest import ROOT


def test_columns_program_plots_a_run(shared, tmp_path):
    text = (ROOT / "Sources/BenchTool/BenchTool.docc/Columns.md").read_text(encoding="utf-8")
    program = re.search(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)[1]
    assert len(program.splitlines()) <= 11
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "latest").symlink_to(shared)
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=120,
                          env={"MPLBACKEND": "svg", "MPLCONFIGDIR": str(tmp_path), "PATH": ""})
    assert (done.returncode, done.stderr) == (0, "")
    picture = (tmp_path / "recalc.svg").read_text(encoding="utf-8")
    # One line per strategy with times for this scenario and list.
    assert picture.count("<g id=\"line2d_") > 3
