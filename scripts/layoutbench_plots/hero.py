"""The one picture: what a changed row costs as the list grows."""

import numpy as np

from . import labels, words
from .cost import intervals, line
from .fault import BAD_DATA, Fault
from .palette import style
from .panels import Panels, log_rows, log_times
from .run import FLOOR, shows_wrong_rows

SCENARIO = "recalc"
# Ends of lines nearer than this factor share a label.
NEAR = 1.22


def parts(run):
    """One figure, of the first heights whose rows can change; none without such a scenario."""
    cells = run.measured[run.measured["scenario"] == SCENARIO]
    return list(dict.fromkeys(cells["heights"]))[:1]


def draw(run, theme, heights):
    """Cost of a row's change against rows, a frame of 120 Hz as the yardstick."""
    cells = run.measured[
        (run.measured["scenario"] == SCENARIO)
        & (run.measured["heights"] == heights)
        & (run.measured["strategy"] != FLOOR)
        & (run.measured["rows"] > 0)
    ]
    # What the posts' code does, defects included, is another picture's question.
    usual = cells[cells["mode"] == "corrected"]
    cells = cells if usual.empty else usual
    if cells.empty:
        raise Fault(BAD_DATA, f"{run.folder}/summary.csv: no cell of {SCENARIO} with {heights}")
    panels = Panels(1, 1, width=4.6, height=4.0, names=2.65, above=0.2, left=0.6)
    axes = panels.axes[0]
    hertz, budget = words.FRAMES[0]
    log_rows(axes, sorted(set(cells["rows"])), words.rows)
    log_times(axes, cells["median_ns"].min(), max(cells["median_ns"].max(), budget), words.tick)
    axes.axhline(budget, color=theme.alarm, linewidth=1.2, linestyle=(0, (4, 3)))
    axes.annotate(
        f"all of a frame at {hertz} Hz: {words.time(budget)}", (cells["rows"].min(), budget),
        (0, -3), textcoords="offset points", fontsize=8, color=theme.alarm, verticalalignment="top",
    )  # fmt: skip
    for _, series in cells.sort_values("rows").groupby("name", sort=False):
        line(axes, series, theme, width=1.6)
    intervals(axes, cells, "rows", theme)
    axes.set_xlabel("rows in the list", fontsize=8)
    axes.tick_params(labelsize=8)
    labels.beside(axes, _entries(run, cells, heights, theme), theme, size=8)
    starred = sorted(_wrong(run, heights) & set(cells["name"]))
    panels.head(
        "One row of a list changes its height: what does it cost?",
        f"{_range(cells)} Median time to change a random row, ask an offset and a hit-test and lay "
        f"out the frame; heights: {heights}, already known, so measuring text comes on top."
        + (" * shows wrong rows in some scenario." if starred else ""),
        theme,
    )
    panels.foot(run, theme)
    return panels.figure


def _range(cells):
    """From the cheapest to the dearest at the greatest number of rows."""
    last = cells[cells["rows"] == cells["rows"].max()]
    low, high = last["median_ns"].min(), last["median_ns"].max()
    return (
        f"At {words.rows(last['rows'].max())} rows from {words.time(low, 2)} to "
        f"{words.time(high, 2)}, {words.significant(high / low, 2)} times as much."
    )


def _entries(run, cells, heights, theme):
    """A label for each end of a line, shared by those whose ends are all but one."""
    last = cells[cells["rows"] == cells["rows"].max()].sort_values("median_ns")
    wrong = _wrong(run, heights)
    groups = []
    for cell in last.to_dict("records"):
        if (
            groups
            and cell["median_ns"] <= groups[-1][0]["median_ns"] * NEAR
            and _same_hue(groups[-1], cell)
        ):
            groups[-1].append(cell)
        else:
            groups.append([cell])
    entries = []
    for group in groups:
        names = ", ".join(cell["name"] + ("*" if cell["name"] in wrong else "") for cell in group)
        middle = float(np.exp(np.mean(np.log([cell["median_ns"] for cell in group]))))
        colour = style(group[0]["strategy"]).colour(theme)
        entries.append((group[0]["rows"], middle, f"{names} {words.time(middle, 2)}", colour))
    return entries


def _same_hue(group, cell):
    return style(group[0]["strategy"]).hue == style(cell["strategy"]).hue


def _wrong(run, heights):
    """The strategies that show wrong rows in some scenario of these heights."""
    is_wrong = shows_wrong_rows(run.measured) & (run.measured["heights"] == heights)
    return set(run.measured["name"][is_wrong])
