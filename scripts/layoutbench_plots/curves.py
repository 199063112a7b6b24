"""Lines of times over a number on logarithmic axes, each with its name at its end."""

import matplotlib
from matplotlib.collections import LineCollection, PolyCollection

from . import labels, words


def draw(axes, cells, theme, styles, x="rows", size=6.0, width=1.1, entries=None):
    """A line of `time_ns` over `x` for each name, with the intervals as bars and bands.

    `styles` has the style of each strategy. `entries` are the names beside the ends of the lines;
    without any, each line has its name and its last time. The axes' limits must be final. Open markers are of another mode than the usual.
    """
    ends = []
    for name, series in cells.sort_values(x).groupby("name", sort=False):
        look = styles[series["strategy"].iloc[0]]
        colour = look.colour(theme)
        is_usual = series["mode"].iloc[0] == "corrected"
        axes.plot(
            series[x], series["time_ns"], color=colour, linestyle=look.line, linewidth=width,
            marker=look.marker, markersize=4, markeredgewidth=0.8,
            markerfacecolor=colour if is_usual else theme.ground,
        )  # fmt: skip
        last = series.iloc[-1]
        text = last.get("label") or f"{name} {words.time(last['time_ns'])}"
        ends.append((last[x], last["time_ns"], text, colour))
    if "low_ns" in cells:
        _intervals(axes, cells, x, theme, styles)
    labels.beside(axes, ends if entries is None else entries, theme, size=size)


def _intervals(axes, cells, x, theme, styles):
    # One collection for all bars and one for all bands: a hundred of them take seconds to draw.
    known = cells[(cells["low_ns"] > 0) & (cells["high_ns"] > 0)].sort_values(x)
    bars, bands, colours = [], [], []
    for _, series in known.groupby("name", sort=False):
        places, low, high = series[[x, "low_ns", "high_ns"]].to_numpy(dtype=float).T
        colours.append(styles[series["strategy"].iloc[0]].colour(theme))
        bars.append([((place, a), (place, b)) for place, a, b in zip(places, low, high)])
        bands.append([*zip(places, low), *zip(places[::-1], high[::-1])])
    shades = [colour for colour, own in zip(colours, bars) for _ in own]
    axes.add_collection(
        LineCollection(sum(bars, []), colors=shades, linewidths=0.9), autolim=False)
    axes.add_collection(
        PolyCollection(bands, facecolors=colours, alpha=0.18, linewidths=0), autolim=False)


def log_times(axes, cells, name, further=()):
    """A logarithmic axis, called `name`, with room for all times and intervals of the cells, and `further` times.

    Ticks, which have their units, are at powers of ten; within little more than one of them also at twice and five
    times each.
    """
    columns = [column for column in ("time_ns", "low_ns", "high_ns") if column in cells]
    times = [*cells[columns].to_numpy(dtype=float).ravel(), *further]
    low, high = min(time for time in times if time > 0), max(time for time in times if time > 0)
    steps = (1, 2, 5) if high / low < 20 else (1,)
    axes.set_yscale("log")
    axes.set_ylabel(name, labelpad=2)
    axes.set_ylim(low / 1.5, high * 1.5)
    axes.yaxis.set_major_locator(matplotlib.ticker.LogLocator(base=10, subs=steps, numticks=9))
    axes.yaxis.set_major_formatter(words.tick)
    axes.yaxis.set_minor_locator(matplotlib.ticker.NullLocator())


def log_rows(axes, counts):
    """A logarithmic axis of numbers of rows with a tick at each of those measured."""
    axes.set_xscale("log")
    axes.set_xlabel("rows in the list", labelpad=1)
    axes.set_xlim(min(counts) / 1.25, max(counts) * 1.08)
    axes.xaxis.set_major_locator(matplotlib.ticker.FixedLocator(sorted(counts)))
    axes.xaxis.set_major_formatter(words.rows)
    axes.xaxis.set_minor_locator(matplotlib.ticker.NullLocator())
