#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy>=1.26", "pandas>=2.1", "plotly>=6.0"]
# ///
"""Write one self-contained page of a run of bench: it needs no network and no other file.

uv run scripts/report.py results/latest                results/latest/report.html
uv run scripts/report.py RUN --output page.html
uv run scripts/report.py RUN --caches cold             RUN/report-cold.html
"""

import argparse
import pathlib
import sys

from layoutbench_plots.fault import USAGE, Fault, creating, one_line


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are one line and exit code 64."""

    def error(self, message):
        raise Fault(USAGE, f"{message}; --help says more")


def main(arguments):
    """Writes the page and names it."""
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", metavar="RUN", help="a run's folder")
    parser.add_argument(
        "--output", metavar="FILE", help="where to write, RUN/report.html unless told"
    )
    parser.add_argument(
        "--caches", choices=["warm", "cold"], default="warm", help="whose times, warm unless told"
    )
    chosen = parser.parse_args(arguments)
    from layoutbench_plots.page import page
    from layoutbench_plots.run import Run

    run = Run(chosen.run, chosen.caches)
    name = "report.html" if chosen.caches == "warm" else f"report-{chosen.caches}.html"
    path = pathlib.Path(chosen.output) if chosen.output else run.folder / name
    text = page(run)
    with creating(path):
        path.write_text(text, encoding="utf-8")
    print(path)


if __name__ == "__main__":
    with one_line("report.py"):
        main(sys.argv[1:])
