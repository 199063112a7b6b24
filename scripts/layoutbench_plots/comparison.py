"""Two runs side by side: a dot with its interval for each cell, a panel for each scenario."""

import numpy as np

from . import words
from .fault import BAD_DATA, Fault
from .panels import Panels
from .tables import KEY


def parts(run, other):
    """A figure for each kind of heights that both runs have."""
    return list(dict.fromkeys(joined(run, other)["heights"]))


def joined(run, other):
    """The cells of both runs with the logarithm of the other's time over the first's.

    The runs share no repetitions, so that nothing is paired: the ratio's interval goes from the
    other's lower end over the first's upper one to the opposite, which is on the wide side.
    """
    columns = [*KEY, "name", "median_ns", "low_ns", "high_ns"]
    cells = run.measured[columns].merge(
        other.measured[columns], on=[*KEY, "name"], suffixes=("", "_b"))
    if cells.empty:
        raise Fault(BAD_DATA, f"{other.folder}: no cell of {run.folder} has a figure here")
    times = cells.filter(regex="_ns").where(lambda table: table > 0)
    cells["change"] = np.log(times["median_ns_b"] / times["median_ns"])
    cells["low"] = np.log(times["low_ns_b"] / times["high_ns"])
    cells["high"] = np.log(times["high_ns_b"] / times["low_ns"])
    return cells


def draw(run, other, theme, heights):
    """The ratios, other over first; coloured only where the interval leaves 1 out."""
    cells = joined(run, other)
    cells = cells[cells["heights"] == heights]
    scenarios = [name for name in run.scenarios if name in set(cells["scenario"])]
    names = list(dict.fromkeys(cells["name"]))
    panels = Panels(
        len(scenarios), 4, width=1.75, height=max(1.0, 0.19 * len(names)),
        left=0.2 + max(map(len, names)) * 0.062,
    )  # fmt: skip
    # A few wide intervals must not squeeze all others: they are cut off at the edge.
    most = np.nanquantile(np.abs(cells[["low", "high"]].to_numpy()), 0.95)
    limit = float(np.clip(most * 1.1, np.log(1.05), np.log(3)))
    for axes, scenario in zip(panels.axes, scenarios):
        _panel(axes, cells[cells["scenario"] == scenario], names, limit, theme)
        axes.set_title(scenario)
    counts = words.listing(words.rows(rows) for rows in sorted(set(cells["rows"])))
    panels.head(
        f"{other.folder.name} over {run.folder.name}, {heights}",
        f"Second run's time over the first's, {counts} rows from top to bottom in a line; coloured "
        f"where the interval leaves 1 out: of {len(cells)} cells {(cells['low'] > 0).sum()} slower, "
        f"{(cells['high'] < 0).sum()} faster. Not a verdict: two runs of one program differ by more "
        "than their intervals say.",
        theme,
    )
    panels.foot(other, theme)
    return panels.figure


def _panel(axes, cells, names, limit, theme):
    counts = sorted(set(cells["rows"]))
    lines = cells["rows"].map(counts.index) - (len(counts) - 1) / 2
    y = cells["name"].map(names.index) + lines * 0.62 / len(counts)
    slower, faster = cells["low"] > 0, cells["high"] < 0
    axes.axvline(0, color=theme.ink, linewidth=0.7)
    for chosen, colour, marker, face in (
        (~slower & ~faster, theme.muted, "o", "none"), (faster, theme.faster, "<", theme.faster),
        (slower, theme.slower, ">", theme.slower),
    ):  # fmt: skip
        own = cells[chosen][["change", "low", "high"]].clip(-limit, limit)
        axes.hlines(y[chosen], own["low"], own["high"], color=colour, linewidth=0.8)
        axes.plot(
            own["change"], y[chosen], linestyle="", marker=marker, markersize=2.6, color=colour,
            markerfacecolor=face, markeredgewidth=0.7, clip_on=False,
        )  # fmt: skip
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_yticks(range(len(names)), names, fontsize=6)
    axes.set_xlim(-limit, limit)
    step = max([step for step in (1.02, 1.05, 1.1, 1.2, 1.5, 2) if np.log(step) < 0.8 * limit])
    axes.set_xticks(np.log([1 / step, 1, step]), [f"{tick:.3g}" for tick in (1 / step, 1, step)])
    axes.tick_params(axis="y", length=0)
