#!/usr/bin/env python3
"""Plot a run from its summary.csv and frames.csv.

    scripts/plot.py results/latest                  each chart as SVG, into results/latest/plots
    scripts/plot.py RUN --heights '*' --theme light,dark --format png    all lists, for light and dark pages
    scripts/plot.py RUN --only cost --format pdf \\
      --strategy prefix-array,fenwick,adaptive --scenario recalc,scroll    six lines for a paper

cost    how the time of an operation grows with the number of rows, with a panel for each scenario
smooth  how hitches and the longest stall depend on the cost of a height (needs frames.csv)

Needs the packages in scripts/requirements.txt. With uv: uv run --with-requirements scripts/requirements.txt scripts/plot.py
"""

import logging
import pathlib
import re

from layoutbench.fault import BAD_DATA, Fault, Parser, creating, one_line

with one_line("plot.py", __doc__):
    import matplotlib
    from layoutbench.charts import CHARTS, Run
    from layoutbench.drawing import save
    from layoutbench.study import list_of
    from layoutbench.style import THEMES


def options():
    parser = Parser(__doc__)
    parser.add_argument("run", type=pathlib.Path, metavar="RUN", help="folder of a run")
    parser.add_argument("--output", type=pathlib.Path, metavar="DIR", help="default: RUN/plots")
    parser.add_argument("--format", type=list_of(["svg", "png", "pdf"]), default=["svg"], metavar="NAMES",
                        help="svg,png,pdf (default: svg)")
    parser.add_argument("--theme", type=list_of(THEMES), default=["light"], help="light,dark (default: light)")
    parser.add_argument("--only", type=list_of(CHARTS), metavar="NAMES", help="charts: " + ",".join(CHARTS))
    parser.add_argument("--heights", type=list_of(), metavar="NAMES",
                        help="heights, as in the CSV; * and ? are wildcards (default: the first)")
    parser.add_argument("--strategy", type=list_of(), metavar="NAMES", help="strategies; * and ? are wildcards")
    parser.add_argument("--scenario", type=list_of(), metavar="NAMES", help="scenarios; * and ? are wildcards")
    return parser.parse_args()


def main():
    chosen = options()
    run = Run(chosen.run)
    for column in ("heights", "strategy", "scenario"):
        if patterns := getattr(chosen, column):
            run.keep(column, patterns)
    lists = list(dict.fromkeys(run.measured["heights"]))[: None if chosen.heights else 1]
    pictures = [(chart, heights, theme) for chart in chosen.only or CHARTS for heights in lists for theme in chosen.theme
                if chart != "smooth" or run.scrolling(heights)]
    if not pictures:
        raise Fault(BAD_DATA, f"{run.folder}: nothing to draw: no cell or frame has these strategies and scenarios")
    folder = chosen.output or run.folder / "plots"
    with creating(folder):
        folder.mkdir(parents=True, exist_ok=True)
    # Don't warn about missing fonts, because matplotlib replaces them.
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    for chart, heights, theme in pictures:
        name = f"{chart}-{re.sub('[^A-Za-z0-9.]+', '-', heights)}-{theme}"
        with matplotlib.rc_context(THEMES[theme].settings()):
            figure = CHARTS[chart](run, THEMES[theme], heights)
            for format in chosen.format:
                print(save(figure, f"{folder / name}.{format}"))


if __name__ == "__main__":
    with one_line("plot.py"):
        main()
