"""Cost against rows: a panel for each scenario, both axes logarithmic."""

from . import curves, labels, words
from .panels import Panels


def parts(run):
    """A figure for each kind of heights."""
    return run.heights


def draw(run, theme, heights):
    """What each strategy costs as the list grows, with the intervals as bands."""
    cells = run.measured[(run.measured["heights"] == heights) & (run.measured["rows"] > 0)]
    scenarios = [name for name in run.scenarios if name in set(cells["scenario"])]
    most = cells.groupby("scenario")["name"].nunique().max()
    panels = Panels(
        len(scenarios), 3, width=2.7, height=labels.room(most),
        names=labels.breadth(set(cells["name"])),
    )  # fmt: skip
    for axes, scenario in zip(panels.axes, scenarios):
        own = cells[cells["scenario"] == scenario].copy()
        at = own["rows"].map(lambda rows: "" if rows == own["rows"].max() else f" at {words.rows(rows)}")
        own["label"] = own["name"] + " " + own["time_ns"].map(words.time) + at
        curves.log_rows(axes, set(own["rows"]))
        curves.log_times(axes, own["time_ns"].min(), own["time_ns"].max())
        curves.draw(axes, own, theme)
        axes.set_title(words.question(scenario))
    panels.head(
        f"Cost against rows, {heights}",
        "Time per operation, bands are its intervals; both axes logarithmic. "
        "At the right, the time at the greatest number of rows. floor does nothing: it is what the "
        "harness costs.",
        theme,
    )
    panels.foot(run, theme)
    return panels.figure
