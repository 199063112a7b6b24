"""The one picture: what a visible row that changes costs as the list grows."""

import numpy as np

from . import curves, words
from .frames import deadline
from .panels import Panels
from .run import FLOOR

SCENARIO = "expand"
# Ends of lines nearer than this factor share a label.
NEAR = 1.22


def parts(run):
    """One figure, of the first heights whose rows can change; none without such a scenario."""
    return list(dict.fromkeys(run.measured["heights"][run.measured["scenario"] == SCENARIO]))[:1]


def draw(run, theme, heights):
    """Cost of a row's change against rows, a frame of 120 Hz as the yardstick."""
    own = run.measured[(run.measured["heights"] == heights) & (run.measured["rows"] > 0)]
    cells = own[(own["scenario"] == SCENARIO) & (own["strategy"] != FLOOR)]
    # What the posts' code does, defects included, is another picture's question.
    usual = cells[cells["mode"] == "corrected"]
    cells = cells if usual.empty else usual
    wrong = set(own["name"][own["is_wrong"]])
    panels = Panels(1, 1, width=4.6, height=4.0, names=2.65, above=0.2, left=0.8)
    axes = panels.axes[0]
    hertz, budget = words.FRAMES[0]
    curves.log_rows(axes, set(cells["rows"]))
    curves.log_times(axes, cells, "time per operation", [budget])
    deadline(axes, hertz, budget, cells["rows"].min(), theme, "all of a frame at ", size=8)
    axes.tick_params(labelsize=8)
    axes.xaxis.label.set_fontsize(8), axes.yaxis.label.set_fontsize(8)
    longest = cells[cells["rows"] == cells["rows"].max()].sort_values("time_ns")
    curves.draw(
        axes, cells, theme, run.styles, size=8, width=1.6,
        entries=_entries(longest, wrong, theme, run.styles),
    )  # fmt: skip
    low, high = longest["time_ns"].min(), longest["time_ns"].max()
    panels.head(
        "A visible row changes its height: what does it cost?",
        f"At {words.rows(longest['rows'].max())} rows from {words.time(low, 2)} to "
        f"{words.time(high, 2)}, {words.significant(high / low, 2)} times as much. "
        f"Time to change the row and lay out the frame; heights: {heights}, already known, so "
        f"measuring text comes on top."
        + (" * shows wrong rows in some scenario." if wrong & set(cells["name"]) else ""),
        theme,
    )
    panels.foot(run, theme)
    return panels.figure


def _entries(longest, wrong, theme, styles):
    """A label for each end of a line, shared by those of one hue whose ends are nearly one."""
    groups = []
    for cell in longest.to_dict("records"):
        hue = styles[cell["strategy"]].hue
        if groups and groups[-1][0] == hue and cell["time_ns"] <= groups[-1][1]["time_ns"] * NEAR:
            groups[-1].append(cell)
        else:
            groups.append([hue, cell])
    entries = []
    for _, *group in groups:
        names = ", ".join(cell["name"] + ("*" if cell["name"] in wrong else "") for cell in group)
        middle = float(np.exp(np.mean(np.log([cell["time_ns"] for cell in group]))))
        colour = styles[group[0]["strategy"]].colour(theme)
        entries.append((group[0]["rows"], middle, f"{names} {words.time(middle, 2)}", colour))
    return entries
