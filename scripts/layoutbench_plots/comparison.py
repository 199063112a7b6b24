"""Two runs side by side: a dot with its interval for each cell, a panel for each scenario."""

import numpy as np

from . import words
from .fault import BAD_DATA, Fault
from .panels import Panels
from .tables import KEY


def joined(run, other):
    """The cells of both runs with the ratio of the other's time to the first's.

    The runs share no repetitions, so that nothing is paired: the ratio's interval goes from the
    other's lower end over the first's upper one to the opposite. It covers at least 1 - 2a for medians'
    intervals of 1 - a: it is on the wide side.
    """
    columns = [*KEY, "name", "median_ns", "low_ns", "high_ns"]
    cells = run.measured[columns].merge(
        other.measured[columns], on=[*KEY, "name"], suffixes=("", "_b")
    )
    if cells.empty:
        raise Fault(BAD_DATA, f"{other.folder}: no cell of {run.folder} has a figure here")
    cells["change"] = cells["median_ns_b"] / cells["median_ns"]
    cells["change_low"] = cells["low_ns_b"] / cells["high_ns"].where(cells["high_ns"] > 0)
    cells["change_high"] = cells["high_ns_b"] / cells["low_ns"].where(cells["low_ns"] > 0)
    return cells


def parts(run, other):
    """A figure for each kind of heights that both runs have."""
    return [name for name in run.heights if name in other.heights]


def draw(run, other, theme, heights):
    """The ratios, other over first; coloured only where the interval leaves 1 out."""
    cells = joined(run, other)
    cells = cells[cells["heights"] == heights]
    if cells.empty:
        raise Fault(BAD_DATA, f"{other.folder}: no cell with {heights} has a figure in both runs")
    scenarios = [name for name in run.scenarios if name in set(cells["scenario"])]
    names = [name for name in dict.fromkeys(run.measured["name"]) if name in set(cells["name"])]
    panels = Panels(
        len(scenarios), 4, width=1.75, height=max(1.0, 0.19 * len(names)),
        left=0.2 + max(map(len, names)) * 0.062,
    )  # fmt: skip
    # A few wide intervals must not squeeze all others: they are cut off at the edge.
    most = np.nanquantile(np.abs(np.log(cells[["change_low", "change_high"]].to_numpy())), 0.95)
    limit = float(np.clip(most * 1.1, np.log(1.05), np.log(3)))
    for axes, scenario in zip(panels.axes, scenarios):
        _panel(axes, cells[cells["scenario"] == scenario], names, limit, theme)
        axes.set_title(scenario)
    counts = _row_counts(cells)
    panels.head(
        f"{other.folder.name} over {run.folder.name}, {heights}",
        f"Second run's time over the first's, {counts} rows from top to bottom in a line; coloured "
        f"where the interval leaves 1 out: of {len(cells)} cells {_tally(cells)}. Not a verdict: "
        "two runs of one program differ by more than their intervals say.",
        theme,
    )
    panels.foot(other, theme)
    return panels.figure


def _row_counts(cells):
    """The numbers of rows, as words."""
    return words.listing(words.rows(rows) for rows in sorted(set(cells["rows"])))


def _tally(cells):
    slower, faster = (cells["change_low"] > 1).sum(), (cells["change_high"] < 1).sum()
    return f"{slower} slower, {faster} faster"


def _panel(axes, cells, names, limit, theme):
    counts = sorted(set(cells["rows"]))
    place = {name: index for index, name in enumerate(names)}
    step = 0.62 / max(1, len(counts))
    y = cells["name"].map(place) + (cells["rows"].map(counts.index) - (len(counts) - 1) / 2) * step
    low, high = np.log(cells["change_low"]), np.log(cells["change_high"])
    middle = np.log(cells["change"])
    groups = [
        ((low <= 0) & (high >= 0) | low.isna() | high.isna(), theme.muted, "o", "none"),
        (high < 0, theme.faster, "<", theme.faster),
        (low > 0, theme.slower, ">", theme.slower),
    ]
    axes.axvline(0, color=theme.ink, linewidth=0.7)
    for chosen, colour, marker, face in groups:
        axes.hlines(
            y[chosen], low[chosen].clip(-limit, limit), high[chosen].clip(-limit, limit),
            color=colour, linewidth=0.8,
        )  # fmt: skip
        axes.plot(
            middle[chosen].clip(-limit, limit), y[chosen], linestyle="", marker=marker,
            markersize=2.6, color=colour, markerfacecolor=face, markeredgewidth=0.7, clip_on=False,
        )  # fmt: skip
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_yticks(range(len(names)), names, fontsize=6)
    axes.set_xlim(-limit, limit)
    ticks = _ticks(limit)
    axes.set_xticks(np.log(ticks), [f"{tick:.3g}" for tick in ticks])
    axes.tick_params(axis="y", length=0)


def _ticks(limit):
    """A few ratios on both sides of 1, as far apart as there is room for."""
    for step in (1.02, 1.05, 1.1, 1.2, 1.5, 2.0):
        if np.log(step) > limit * 0.4:
            break
    ticks = [1 / step, 1, step]
    return ticks if np.log(step) <= limit else [1]
