"""Names beside the ends of lines, moved apart as little as it takes."""

import math

import numpy as np
from matplotlib.collections import LineCollection


def spread(wanted, gap, low, high):
    """Places at least `gap` apart within low...high, as near to the wanted ones as can be.

    Least squares under the order of the wanted places (isotonic regression). When there is no room
    for the gap, what room there is is shared evenly. Complexity: O(n log n).
    """
    count = len(wanted)
    if count == 0:
        return []
    if count > 1:
        gap = min(gap, (high - low) / (count - 1))
    order = np.argsort(wanted, kind="stable")
    steps = np.arange(count) * gap
    blocks = []
    for place in np.asarray(wanted, dtype=float)[order] - steps:
        blocks.append([place, 1])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            mean, size = blocks.pop()
            before, many = blocks.pop()
            blocks.append([(before * many + mean * size) / (many + size), many + size])
    apart = np.concatenate([np.full(size, mean) for mean, size in blocks])
    apart = np.clip(apart, low, max(low, high - steps[-1])) + steps
    places = np.empty(count)
    places[order] = apart
    return places.tolist()


def beside(axes, entries, theme, size=6.0):
    """Writes each entry's text to the right of the axes, level with its line's end.

    An entry is (x, y, text, colour): the line's last point in data, what to write, and how. A thin
    line leads from the point to the text. The axes' limits must be final.
    """
    if not entries:
        return
    height = axes.get_position().height * axes.figure.get_figheight() * 72
    to_axes = axes.transData + axes.transAxes.inverted()
    ends = [to_axes.transform((x, y)) for x, y, _, _ in entries]
    places = spread([end[1] for end in ends], size * 1.18 / height, 0.01, 0.99)
    leaders = [
        [end, (1.005, end[1]), (1.045, place), (1.055, place)] for end, place in zip(ends, places)
    ]
    axes.add_collection(
        LineCollection(
            leaders, colors=[entry[3] for entry in entries], transform=axes.transAxes,
            linewidths=0.5, alpha=0.65, clip_on=False, zorder=1.5,
        ),
        autolim=False,
    )  # fmt: skip
    for (_, _, text, colour), place in zip(entries, places):
        axes.text(
            1.065, place, text, transform=axes.transAxes, color=colour, fontsize=size,
            verticalalignment="center_baseline", clip_on=False,
        )  # fmt: skip


def breadth(names, size=6.0):
    """The width, in inches, that the longest of these names and a time beside it need."""
    return (max(map(len, names), default=0) + 9) * size * 0.62 / 72 + 0.3


def room(count, size=6.0, least=1.9):
    """The height, in inches, that axes need for so many names beside them."""
    return max(least, math.ceil(count * size * 1.2) / 72 + 0.1)
