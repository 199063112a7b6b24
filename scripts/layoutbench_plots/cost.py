"""Cost against rows: a panel for each scenario, both axes logarithmic."""

from . import curves, labels, words
from .panels import Panels
from .run import FLOOR


def parts(run):
    """A figure for each kind of heights."""
    return run.heights


def draw(run, theme, heights):
    """What each strategy costs as the list grows, with the intervals as bands."""
    cells = run.measured[(run.measured["heights"] == heights) & (run.measured["rows"] > 0)]
    scenarios = [name for name in run.scenarios if name in set(cells["scenario"])]
    most = cells.groupby("scenario")["name"].nunique().max()
    panels = Panels(
        len(scenarios), 3, width=2.7, height=labels.room(most), left=0.75, below=0.5,
        names=labels.breadth(set(cells["name"])),
    )  # fmt: skip
    for axes, scenario in zip(panels.axes, scenarios):
        own = cells[cells["scenario"] == scenario].copy()
        at = own["rows"].map(lambda rows: "" if rows == own["rows"].max() else f" at {words.rows(rows)}")
        own["label"] = own["name"] + " " + own["time_ns"].map(words.time) + at
        curves.log_rows(axes, set(own["rows"]))
        curves.log_times(axes, own, "time per operation")
        curves.draw(axes, own, theme, run.styles)
        axes.set_title(words.question(scenario))
    panels.head(
        f"Cost against rows, {heights}",
        "Time per operation, bands are its intervals; both axes logarithmic. "
        "At the right, the time at the greatest number of rows."
        + (" floor does nothing: it is what the harness costs." if FLOOR in set(cells["name"]) else ""),
        theme,
    )
    panels.foot(run, theme)
    return panels.figure
