#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["matplotlib>=3.8", "numpy>=1.26", "pandas>=2.1"]
# ///
"""Draw a run of bench from its summary.csv, as SVG, PNG or PDF for light and dark pages.

    uv run scripts/plot.py results/latest                  all pictures, into results/latest/plots
    uv run scripts/plot.py RUN --only hero --format svg    the README's picture
    uv run scripts/plot.py RUN --only cost --format pdf --theme light \\
      --strategy prefix-array,fenwick,adaptive --scenario recalc,scroll    six lines for a paper

cost    what each strategy costs as the list grows, a panel for each scenario
frames  percentiles of single frames, with what 120 Hz and 60 Hz leave for one
heat    strategy by scenario, how many times as long as the fastest
hero    the one picture: what a visible row that changes costs as the list grows

Times are those of warm caches unless --caches says cold: no picture has both.
"""

import argparse
import concurrent.futures
import importlib
import logging
import os
import pathlib
import re
import sys

from layoutbench_plots.fault import BAD_DATA, Fault, Parser, creating, one_line

# The slowest first: no worker is left with one at the end.
CHARTS = ["cost", "frames", "heat", "hero"]


def options(arguments):
    """The command line, or a line on what is wrong with it and exit code 64."""
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", metavar="RUN", help="a run's folder")
    parser.add_argument("--output", metavar="DIR", help="where to write (default: RUN/plots)")
    parser.add_argument(
        "--format", type=some("svg", "png", "pdf"), default=["svg", "png"], metavar="NAMES",
        help="svg,png,pdf (default: svg,png)")
    parser.add_argument(
        "--theme", type=some("light", "dark"), default=["light", "dark"], help="light,dark")
    parser.add_argument("--only", type=some(*CHARTS), metavar="NAMES", help=",".join(CHARTS))
    parser.add_argument("--heights", metavar="NAME", help="only these heights, as the CSV has them")
    parser.add_argument(
        "--strategy", type=names, metavar="NAMES", help="only these strategies; * stands for any letters")
    parser.add_argument(
        "--scenario", type=names, metavar="NAMES", help="only these scenarios; * stands for any letters")
    parser.add_argument("--caches", choices=["warm", "cold"], default="warm", help="default: warm")
    return parser.parse_args(arguments)


def some(*allowed):
    """Reads words with commas between them, each one of those allowed."""

    def words(text):
        found = text.split(",")
        for word in found:
            if word not in allowed:
                raise argparse.ArgumentTypeError(f'found "{word}", expected {",".join(allowed)}')
        return [word for word in allowed if word in found]

    return words


def names(text):
    """Reads names with commas between them."""
    return text.split(",")


def module(chart):
    """The module that draws a chart."""
    return importlib.import_module(f"layoutbench_plots.{chart}")


def plan(chosen, run):
    """The pictures to draw: (chart, part, theme)."""
    if chosen.heights and chosen.heights not in run.heights:
        known = ", ".join(run.heights)
        raise Fault(BAD_DATA, f'{run.folder}: no heights "{chosen.heights}", the run has {known}')
    pictures = []
    for chart in chosen.only or CHARTS:
        parts = module(chart).parts(run)
        if not parts and chosen.only:
            raise Fault(BAD_DATA, f"{run.folder}/summary.csv: no figures for the picture {chart}")
        if chosen.heights and chart in ("cost", "heat"):
            parts = [part for part in parts if part == chosen.heights]
        pictures += [(chart, part, theme) for part in parts for theme in chosen.theme]
    if not pictures:
        raise Fault(BAD_DATA, f"{run.folder}: no picture has what is left of the run")
    return pictures


def render(run, picture, stem, formats):
    """Draws one picture and writes it in each format; answers with the files."""
    import matplotlib

    from layoutbench_plots.panels import save
    from layoutbench_plots.theme import THEMES

    # The fonts that a page may have and this machine has not are no news.
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    chart, part, theme = picture
    with matplotlib.rc_context(THEMES[theme].settings()):
        figure = module(chart).draw(run, THEMES[theme], part)
        return [save(figure, f"{stem}.{format}") for format in formats]


def stems(pictures, folder, caches="warm"):
    """A file name without its ending for each picture, no two the same."""
    names = []
    for chart, part, theme in pictures:
        slug = chart
        if chart != "hero" and part != "all":
            slug += "-" + re.sub("[^A-Za-z0-9.]+", "-", part)[-60:]
        slug += "" if caches == "warm" else f"-{caches}"
        name, number = f"{slug}-{theme}", 2
        while name in names:
            name, number = f"{slug}-{number}-{theme}", number + 1
        names.append(name)
    return [str(folder / name) for name in names]


def main(arguments):
    """Draws what the command line asks for and names the files written."""
    chosen = options(arguments)
    from layoutbench_plots.run import Run

    run = Run(chosen.run, chosen.caches)
    choices = {"strategy": chosen.strategy, "scenario": chosen.scenario}
    run.keep(**{column: words for column, words in choices.items() if words})
    pictures = plan(chosen, run)
    folder = pathlib.Path(chosen.output) if chosen.output else run.folder / "plots"
    with creating(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ProcessPoolExecutor(min(len(pictures), os.cpu_count() or 1)) as pool:
        jobs = [
            pool.submit(render, run, picture, stem, chosen.format)
            for picture, stem in zip(pictures, stems(pictures, folder, chosen.caches))
        ]
        for job in jobs:
            print(*job.result(), sep="\n")


if __name__ == "__main__":
    with one_line("plot.py"):
        main(sys.argv[1:])
