"""Cost against rows: a panel for each scenario, both axes logarithmic."""

from matplotlib.collections import LineCollection, PolyCollection

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
        len(scenarios),
        3,
        width=2.7,
        height=labels.room(most),
        names=labels.breadth(set(cells["name"])),
    )
    for axes, scenario in zip(panels.axes, scenarios):
        _panel(axes, cells[cells["scenario"] == scenario], theme)
        axes.set_title(words.question(scenario))
    panels.head(
        f"Cost against rows, {heights}",
        "Median time per operation, bands are the medians' intervals; both axes logarithmic. "
        "At the right, the time at the greatest number of rows. floor does nothing: the harness's "
        "floor.",
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
    intervals(axes, cells, "rows", theme)
    labels.beside(axes, entries, theme)


def line(axes, series, theme, width=1.1):
    """A strategy's medians; open markers are of another mode than the usual."""
    look = style(series["strategy"].iloc[0])
    colour = look.colour(theme)
    is_usual = series["mode"].iloc[0] == "corrected"
    axes.plot(
        series["rows"], series["median_ns"], color=colour, linestyle=look.line, linewidth=width,
        marker=look.marker, markersize=3.2, markeredgewidth=0.8,
        markerfacecolor=colour if is_usual else theme.ground,
    )  # fmt: skip


def intervals(axes, cells, x, theme, bands=True):
    """The intervals of all cells as bars at `x`, and as a band for each strategy.

    One collection each: a hundred of them take seconds to draw.
    """
    known = cells[(cells["low_ns"] > 0) & (cells["high_ns"] > 0)].sort_values(x)
    bars, shapes, bar_colours, shape_colours = [], [], [], []
    for _, series in known.groupby("name", sort=False):
        colour = style(series["strategy"].iloc[0]).colour(theme)
        places, low, high = (
            series[name].to_numpy(dtype=float) for name in (x, "low_ns", "high_ns")
        )
        bars += [[(place, a), (place, b)] for place, a, b in zip(places, low, high)]
        bar_colours += [colour] * len(places)
        shapes.append([*zip(places, low), *zip(places[::-1], high[::-1])])
        shape_colours.append(colour)
    axes.add_collection(LineCollection(bars, colors=bar_colours, linewidths=0.9), autolim=False)
    if bands:
        axes.add_collection(
            PolyCollection(shapes, facecolors=shape_colours, alpha=0.18, linewidths=0),
            autolim=False,
        )
