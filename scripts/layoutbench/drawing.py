"""Draws grids of panels, lines with a name at the right end, and logarithmic axes."""

import html
import io
import math
import pathlib
import re
import textwrap

import matplotlib.ticker
import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from . import units
from .fault import creating

# The size in points of the names at the ends of lines.
LABEL_SIZE = 6.0


class Panels:
    """A figure with a grid of axes, and room for names to the right of each axis. Sizes are in inches."""

    HEAD, FOOT, LEFT, WIDTH, ABOVE, BELOW = 0.6, 0.42, 0.75, 2.7, 0.34, 0.5

    def __init__(self, count, columns, lines, names):
        """`lines` is the greatest number of names beside an axis."""
        columns = min(columns, count)
        height = max(1.9, math.ceil(lines * LABEL_SIZE * 1.2) / 72 + 0.1)
        room = max(map(len, names)) * LABEL_SIZE * 0.62 / 72 + 0.3
        cell = (self.LEFT + self.WIDTH + room, self.ABOVE + height + self.BELOW)
        self.width = cell[0] * columns + 0.15
        self.height = cell[1] * -(-count // columns) + self.HEAD + self.FOOT
        self.figure = Figure(figsize=(self.width, self.height))
        self.axes = []
        for index in range(count):
            line, column = divmod(index, columns)
            x = column * cell[0] + self.LEFT
            y = self.height - self.HEAD - (line + 1) * cell[1] + self.BELOW
            box = [x / self.width, y / self.height, self.WIDTH / self.width, height / self.height]
            self.axes.append(self.figure.add_axes(box))

    def describe(self, title, subtitle, facts, theme):
        self.figure.description = f"{title}. {subtitle}"
        lines = textwrap.wrap(subtitle, int(self.width * 15.5))[:2]
        foot = [line for fact in facts for line in textwrap.wrap(fact, int(self.width * 18))]
        x, up, muted = 0.14 / self.width, 1 / self.height, {"color": theme.muted, "linespacing": 1.3}
        write = self.figure.text
        write(x, 1 - 0.1 * up, title, fontsize=12, fontweight="bold", verticalalignment="top")
        write(x, 1 - 0.36 * up, "\n".join(lines), fontsize=7.5, verticalalignment="top", **muted)
        write(x, 0.1 * up, "\n".join(foot), fontsize=6, verticalalignment="bottom", **muted)


def save(figure, path):
    with creating(path):
        if path.endswith(".pdf"):
            # Leave out the date, so that the same run always produces the same file.
            figure.savefig(path, metadata={"CreationDate": None, "Title": figure.description})
        elif path.endswith(".png"):
            figure.savefig(path, dpi=130)
        else:
            text = io.StringIO()
            figure.savefig(text, format="svg", metadata={"Date": None})
            description = html.escape(figure.description)
            # Add a description for screen readers.
            head = f' role="img" aria-label="{description}">\n <title>{description}</title>'
            svg = re.sub("(<svg [^>]*)>", lambda start: start[1] + head, text.getvalue(), count=1)
            pathlib.Path(path).write_text(svg, encoding="utf-8")
    return path


def spread(wanted, gap, low, high):
    """Returns positions near the `wanted` ones and in the same order, at least `gap` apart and within low...high. If
    there is no room for such gaps, the positions are spread evenly.
    """
    order = np.argsort(wanted, kind="stable")
    steps = np.arange(len(wanted)) * min(gap, (high - low) / max(1, len(wanted) - 1))
    free = np.asarray(wanted, dtype=float)[order] - steps
    # Push positions apart upwards and downwards, and take the mean to keep groups centred.
    up, down = np.maximum.accumulate(free), np.minimum.accumulate(free[::-1])[::-1]
    positions = np.empty(len(wanted))
    positions[order] = np.clip((up + down) / 2, low, high - steps[-1:].sum()) + steps
    return positions.tolist()


def label(axes, entries):
    """Writes the text of each entry (x, y, text, colour) to the right of the axes. Set the limits of the axes first."""
    height = axes.get_position().height * axes.figure.get_figheight() * 72
    to_axes = axes.transData + axes.transAxes.inverted()
    ends = [to_axes.transform((x, y)) for x, y, _, _ in entries]
    places = spread([end[1] for end in ends], LABEL_SIZE * 1.18 / height, 0.01, 0.99)
    leaders = [[end, (1.005, end[1]), (1.045, place), (1.055, place)] for end, place in zip(ends, places)]
    axes.add_collection(LineCollection(
        leaders, colors=[colour for *_, colour in entries], transform=axes.transAxes, linewidths=0.5,
        alpha=0.65, clip_on=False, zorder=1.5), autolim=False)
    for (_, _, text, colour), place in zip(entries, places):
        axes.text(1.065, place, text, transform=axes.transAxes, color=colour, fontsize=LABEL_SIZE,
                  verticalalignment="center_baseline", clip_on=False)


def lines(axes, cells, theme, styles):
    """Draws a line of `time_ns` over `rows` for each name, with intervals as bars and bands, and the text in column
    `label` at its end. Published forms of techniques have open markers.
    """
    ends = []
    for _, series in cells.sort_values("rows").groupby("name", sort=False):
        last = series.iloc[-1]
        style = styles[last["strategy"]]
        colour = style.hue[theme.name]
        axes.plot(
            series["rows"], series["time_ns"], color=colour, linestyle=style.line, linewidth=1.1, marker=style.marker,
            markersize=4, markeredgewidth=0.8, markerfacecolor=colour if last["mode"] == "corrected" else theme.ground)
        place, low, high = series.loc[series["low_ns"] > 0, ["rows", "low_ns", "high_ns"]].to_numpy().T
        axes.vlines(place, low, high, colors=colour, linewidth=0.9)
        axes.fill_between(place, low, high, color=colour, alpha=0.18, linewidth=0)
        ends.append((last["rows"], last["time_ns"], last["label"], colour))
    label(axes, ends)


def log_times(axes, cells, title):
    """Makes the y axis logarithmic, with limits that include the times and intervals of the cells. Ticks are at powers
    of ten; if the range is smaller than a factor of 20, also at 2 and 5 times these powers.
    """
    times = [time for time in cells[["time_ns", "low_ns", "high_ns"]].to_numpy(dtype=float).ravel() if time > 0]
    low, high = min(times), max(times)
    axes.set_yscale("log")
    axes.set_ylabel(title, labelpad=2)
    axes.set_ylim(low / 1.5, high * 1.5)
    subs = (1, 2, 5) if high / low < 20 else (1,)
    axes.yaxis.set_major_locator(matplotlib.ticker.LogLocator(base=10, subs=subs, numticks=9))
    axes.yaxis.set_major_formatter(units.tick)
    axes.yaxis.set_minor_locator(matplotlib.ticker.NullLocator())


def log_rows(axes, counts):
    axes.set_xscale("log")
    axes.set_xlabel("rows in the list", labelpad=1)
    axes.set_xlim(min(counts) / 1.25, max(counts) * 1.08)
    axes.xaxis.set_major_locator(matplotlib.ticker.FixedLocator(sorted(counts)))
    axes.xaxis.set_major_formatter(units.rows)
    axes.xaxis.set_minor_locator(matplotlib.ticker.NullLocator())
