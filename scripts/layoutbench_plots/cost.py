"""Cost against rows: a panel for each scenario, both axes logarithmic."""

from . import labels, words
from .palette import style
from .panels import Panels, log_rows, log_times


def parts(run):
    """A figure for each kind of heights."""
    return run.heights


def draw(run, theme, heights):
    """What each strategy costs as the list grows, with the intervals as bands."""
    cells = run.measured[(run.measured["heights"] == heights) & (run.measured["rows"] > 0)]
    scenarios = [name for name in run.scenarios if name in set(cells["scenario"])]
    most = cells.groupby("scenario")["name"].nunique().max()
    panels = Panels(
        len(scenarios), 3, width=2.7, height=labels.room(most), names=labels.breadth(set(cells["name"]))
    )
    for axes, scenario in zip(panels.axes, scenarios):
        _panel(axes, cells[cells["scenario"] == scenario], theme)
        axes.set_title(words.question(scenario))
    panels.head(
        f"Cost against rows, {heights}",
        "Median time per operation, bands are the medians' intervals; both axes logarithmic. "
        "At the right, the time at the greatest number of rows. null does nothing: the harness's floor.",
        theme,
    )
    panels.foot(run, theme)
    return panels.figure


def _panel(axes, cells, theme):
    log_rows(axes, sorted(set(cells["rows"])), words.rows)
    log_times(axes, cells["median_ns"].min(), cells["median_ns"].max(), words.tick)
    entries = []
    for name, series in cells.sort_values("rows").groupby("name", sort=False):
        line(axes, series, theme)
        last = series.iloc[-1]
        at = "" if last["rows"] == cells["rows"].max() else f" at {words.rows(last['rows'])}"
        text = f"{name} {words.time(last['median_ns'])}{at}"
        colour = style(last["strategy"]).colour(theme)
        entries.append((last["rows"], last["median_ns"], text, colour))
    labels.beside(axes, entries, theme)


def line(axes, series, theme, width=1.1):
    """A strategy's medians, and the intervals as a band and as bars."""
    look = style(series["strategy"].iloc[0])
    colour = look.colour(theme)
    is_usual = series["mode"].iloc[0] == "corrected"
    axes.plot(
        series["rows"], series["median_ns"], color=colour, linestyle=look.line, linewidth=width,
        marker=look.marker, markersize=3.2, markeredgewidth=0.8,
        markerfacecolor=colour if is_usual else theme.ground,
    )  # fmt: skip
    known = series[(series["low_ns"] > 0) & (series["high_ns"] > 0)]
    axes.fill_between(
        known["rows"], known["low_ns"], known["high_ns"], color=colour, alpha=0.18, linewidth=0
    )
    axes.vlines(known["rows"], known["low_ns"], known["high_ns"], color=colour, linewidth=0.9)
