#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy>=1.26", "pandas>=2.1", "plotly>=6.0"]
# ///
"""Write a page to explore a run of bench: figures to choose from and to sort, costs and frames as charts.

It needs no network and no other file. Advice, the matrix of all strategies and how far to believe them
are in the page that every run leaves, index.html.

uv run scripts/report.py results/latest                results/latest/report.html
uv run scripts/report.py RUN --output page.html
uv run scripts/report.py RUN --caches cold             RUN/report-cold.html
"""

import argparse
import pathlib
import sys

from layoutbench_plots.fault import Parser, creating, one_line


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
