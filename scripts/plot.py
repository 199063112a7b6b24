#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["matplotlib>=3.8", "numpy>=1.26", "pandas>=2.1"]
# ///
"""Draw a run of bench from its CSV files, as SVG and PNG for light and dark pages.

    uv run scripts/plot.py results/latest                  all pictures, into results/latest/plots
    uv run scripts/plot.py RUN OTHER --output DIR          and a comparison: OTHER relative to RUN
    uv run scripts/plot.py RUN --only hero --format svg    the README's picture

cost       what each strategy costs as the list grows, a panel for each scenario
frames     percentiles of single frames, with what 120 Hz and 60 Hz leave for one
heat       strategy by scenario, how many times as long as the fastest
drift      repetitions over time
crossover  cost over the number of rows changed in a frame
compare    two runs, a dot with its interval for each cell
hero       the one picture: what a changed row costs as the list grows

Times are those of warm caches unless --caches says cold: no picture has both.
"""

import argparse
import concurrent.futures
import gc
import logging
import os
import pathlib
import re
import sys

from layoutbench_plots.fault import BAD_DATA, USAGE, Fault, Parser, creating, one_line

CHARTS = ["cost", "frames", "heat", "drift", "crossover", "compare", "hero"]
FORMATS = ["svg", "png"]
THEMES = ["light", "dark"]
CACHES = ["warm", "cold"]


def options(arguments):
    """The command line, or a line on what is wrong with it and exit code 64."""
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", metavar="RUN", help="a run's folder")
    parser.add_argument("other", metavar="OTHER", nargs="?", help="a second run, for compare")
    parser.add_argument("--output", metavar="DIR", help="where to write, RUN/plots unless told")
    parser.add_argument("--format", type=some(FORMATS), default=FORMATS, help="svg,png")
    parser.add_argument("--theme", type=some(THEMES), default=THEMES, help="light,dark")
    parser.add_argument("--only", type=some(CHARTS), metavar="NAMES", help=",".join(CHARTS))
    parser.add_argument("--heights", metavar="NAME", help="only these heights, as the CSV has them")
    parser.add_argument("--caches", choices=CACHES, default="warm", help="warm unless told")
    return parser.parse_args(arguments)


def some(allowed):
    """Reads words with commas between them, each one of those allowed."""

    def words(text):
        found = text.split(",")
        for word in found:
            if word not in allowed:
                raise argparse.ArgumentTypeError(f'found "{word}", expected {",".join(allowed)}')
        return [word for word in allowed if word in found]

    return words


def plan(chosen, run, other):
    """The pictures to draw: (chart, part, theme)."""
    from layoutbench_plots import comparison

    wanted = chosen.only or [name for name in CHARTS if name != "compare" or other]
    pictures = []
    for chart in wanted:
        if chart == "compare":
            if other is None:
                raise Fault(USAGE, "compare needs a second run: scripts/plot.py RUN OTHER")
            parts = comparison.parts(run, other)
            if not parts:
                raise Fault(BAD_DATA, f"{other.folder}: no cell of {run.folder} has a figure here")
        else:
            parts = module(chart).parts(run)
            if not parts and chosen.only:
                raise Fault(
                    BAD_DATA, f"{run.folder}/summary.csv: no figures for the picture {chart}"
                )
        per_heights = chart in ("cost", "heat", "crossover", "compare")
        if chosen.heights and per_heights:
            parts = [part for part in parts if part == chosen.heights]
        pictures += [(chart, part, theme) for part in parts for theme in chosen.theme]
    if chosen.heights and chosen.heights not in run.heights:
        known = ", ".join(run.heights)
        raise Fault(BAD_DATA, f'{run.folder}: no heights "{chosen.heights}", the run has {known}')
    # The slowest first: no worker is left with one at the end.
    return sorted(pictures, key=lambda picture: CHARTS.index(picture[0]))


def module(chart):
    """The module that draws a chart."""
    from layoutbench_plots import cost, crossover, drift, frames, heat, hero

    return {
        "cost": cost, "frames": frames, "heat": heat, "drift": drift, "crossover": crossover,
        "hero": hero,
    }[chart]  # fmt: skip


_runs = ()


def begin(run, other):
    """What each worker knows."""
    global _runs
    _runs = (run, other)
    # A worker draws a few pictures and ends: collecting their garbage is a tenth of its time.
    gc.disable()
    # The fonts that a page may have and this machine has not are no news.
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)


def render(picture, stem, formats):
    """Draws one picture and writes it in each format; answers with the files."""
    import matplotlib

    from layoutbench_plots import comparison
    from layoutbench_plots.svg import save
    from layoutbench_plots.theme import THEMES as GROUNDS

    chart, part, theme_name = picture
    run, other = _runs
    theme = GROUNDS[theme_name]
    with matplotlib.rc_context(theme.settings()):
        if chart == "compare":
            figure = comparison.draw(run, other, theme, part)
        else:
            figure = module(chart).draw(run, theme, part)
        return [save(figure, f"{stem}.{format}") for format in formats]


def stems(pictures, folder, caches="warm"):
    """A file name without its ending for each picture, no two the same."""
    taken, names = set(), []
    for chart, part, theme in pictures:
        slug = (
            ""
            if chart == "hero" or part == "all"
            else "-" + re.sub("[^A-Za-z0-9.]+", "-", part)[-60:]
        )
        slug += "" if caches == "warm" else f"-{caches}"
        name, number = f"{chart}{slug}-{theme}", 2
        while name in taken:
            name, number = f"{chart}{slug}-{number}-{theme}", number + 1
        taken.add(name)
        names.append(str(folder / name))
    return names


def main(arguments):
    """Draws what the command line asks for and names the files written."""
    chosen = options(arguments)
    from layoutbench_plots.run import Run

    run = Run(chosen.run, chosen.caches)
    other = Run(chosen.other, chosen.caches) if chosen.other else None
    pictures = plan(chosen, run, other)
    if any(chart == "drift" for chart, _, _ in pictures):
        run.read_repetitions()
    folder = pathlib.Path(chosen.output) if chosen.output else run.folder / "plots"
    with creating(folder):
        folder.mkdir(parents=True, exist_ok=True)
    workers = min(len(pictures), os.cpu_count() or 1)
    with concurrent.futures.ProcessPoolExecutor(workers, None, begin, (run, other)) as pool:
        jobs = [
            pool.submit(render, picture, stem, chosen.format)
            for picture, stem in zip(pictures, stems(pictures, folder, chosen.caches))
        ]
        for job in jobs:
            for path in job.result():
                print(path)


if __name__ == "__main__":
    with one_line("plot.py"):
        main(sys.argv[1:])
