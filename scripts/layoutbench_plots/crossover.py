"""Changes in a frame: from how many on another technique is the cheaper one."""

import numpy as np

from . import labels, words
from .cost import intervals
from .fault import BAD_DATA, Fault
from .palette import style
from .panels import Panels, log_times
from .run import FLOOR

# `recalc-K` changes K rows; in `change` one row changes and nobody asks for the frame.
CHANGES = {"recalc": 1}
UNASKED = 0.3


def parts(run):
    """A figure for each kind of heights whose rows were changed at least at two counts."""
    return [
        heights for heights in run.heights if len(set(_cells(run, heights)["k"]) - {UNASKED}) > 1
    ]


def _cells(run, heights):
    cells = run.measured[run.measured["heights"] == heights]
    k = cells["scenario"].map(_changes)
    return cells.assign(k=k)[k.notna()]


def _changes(scenario):
    word, _, number = scenario.partition("-")
    if scenario == "change":
        return UNASKED
    if word == "recalc" and number.isdigit() and int(number) > 0:
        return float(number)
    return 1.0 if scenario == "recalc" else np.nan


def draw(run, theme, heights):
    """Time of a frame over the rows changed in it, a panel for each number of rows."""
    cells = _cells(run, heights)
    if cells.empty:
        raise Fault(BAD_DATA, f"{run.folder}/summary.csv: no cell of recalc with {heights}")
    counts = sorted(set(cells["rows"]))
    most = cells.groupby("rows")["name"].nunique().max()
    panels = Panels(
        len(counts),
        3,
        width=2.7,
        height=labels.room(most, least=3),
        names=labels.breadth(set(cells["name"])),
    )
    for axes, rows in zip(panels.axes, counts):
        _panel(axes, cells[cells["rows"] == rows], theme)
        axes.set_title(f"{words.rows(rows)} rows")
    panels.head(
        f"Rows changed in a frame, {heights}",
        "Time of a frame in which so many random rows change and the frame is laid out; rings: the "
        "fastest. Not connected, at the left: one row changes and nobody asks, so lazy looks free.",
        theme,
    )
    panels.foot(run, theme)
    return panels.figure


def _panel(axes, cells, theme):
    asked = cells[cells["k"] >= 1]
    log_times(axes, cells["median_ns"].min(), cells["median_ns"].max(), words.tick)
    counts = sorted(set(asked["k"]))
    has_unasked = (cells["k"] == UNASKED).any()
    axes.set_xscale("log")
    axes.set_xlim(UNASKED / 1.6 if has_unasked else 0.8, max(counts, default=1) * 1.3)
    ticks = ([UNASKED] if has_unasked else []) + counts
    names = (["1, unasked"] if has_unasked else []) + [f"{k:g}" for k in counts]
    axes.set_xticks(ticks, names)
    axes.set_xticks([], minor=True)
    axes.set_xlabel("rows changed in a frame", labelpad=1)
    entries = []
    for name, series in cells.sort_values("k").groupby("name", sort=False):
        look = style(series["strategy"].iloc[0])
        colour = look.colour(theme)
        drawn = {"color": colour, "marker": look.marker, "markersize": 3.4, "markeredgewidth": 0.8}
        alone, joined = series[series["k"] == UNASKED], series[series["k"] >= 1]
        axes.plot(alone["k"], alone["median_ns"], linestyle="", alpha=0.75, **drawn)
        axes.plot(joined["k"], joined["median_ns"], linestyle=look.line, linewidth=1.1, **drawn)
        last = series.iloc[-1]
        entries.append(
            (last["k"], last["median_ns"], f"{name} {words.time(last['median_ns'])}", colour)
        )
    rivals = asked[asked["strategy"] != FLOOR]
    if not rivals.empty:
        best = rivals.loc[rivals.groupby("k")["median_ns"].idxmin()]
        axes.plot(
            best["k"], best["median_ns"], linestyle="", marker="o", markersize=8,
            markerfacecolor="none", markeredgecolor=theme.ink, markeredgewidth=0.9,
        )  # fmt: skip
    intervals(axes, asked, "k", theme, bands=False)
    labels.beside(axes, entries, theme)
