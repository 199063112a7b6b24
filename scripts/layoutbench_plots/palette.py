"""A colour, a line and a marker for each strategy, the same in every picture.

Seven hues are as many as stay apart for colour-blind eyes on a light and on a dark ground, so that
line and marker tell apart strategies of one hue, and every line carries its name. A strategy that
is not in the table gets its style from its name, never from its place in a run: nothing shifts when
one is added.
"""

import dataclasses
import random

# The light ground's colours have a contrast of 4.5 or more with white, the dark ground's with
# #0d1117: names are written in them.
# Found by annealing: the least distance of two (CIE 1976) for eyes without one
# of the three kinds of cones is 20 on light and 30 on dark.
HUES = {
    "blue": ("#1045bc", "#1f7bfe"),
    "orange": ("#6f4309", "#cc7311"),
    "green": ("#207e51", "#78f9af"),
    "magenta": ("#a72c99", "#b06cb5"),
    "olive": ("#89750c", "#f2dd36"),
    "red": ("#67171e", "#e33e5b"),
    "grey": ("#535b62", "#d8e7fc"),
}

SOLID, DASHED, DOTTED, MIXED = "-", (0, (5, 2)), (0, (1, 1.6)), (0, (6, 2, 1, 2))


@dataclasses.dataclass(frozen=True)
class Style:
    """How a strategy is drawn."""

    hue: str
    line: object
    marker: str

    def colour(self, theme):
        """The hue on a theme's ground."""
        return HUES[self.hue][1 if theme.is_dark else 0]


STYLES = {
    "floor": Style("grey", DOTTED, "_"),
    "fixed-list": Style("grey", SOLID, "s"),
    "all-heights": Style("red", SOLID, "X"),
    "reload-window": Style("orange", SOLID, "D"),
    "recycled-subview": Style("blue", SOLID, "o"),
    "on-demand": Style("magenta", SOLID, "^"),
    "section-shift": Style("olive", SOLID, "v"),
    "three-view-pager": Style("orange", DASHED, ">"),
    "triple-copy": Style("red", DASHED, "P"),
    "ellipse": Style("magenta", DASHED, "<"),
    "prefix-array": Style("olive", DASHED, "s"),
    "run-length": Style("blue", DASHED, "d"),
    "segment-deltas": Style("magenta", MIXED, "h"),
    "fenwick": Style("green", DASHED, "p"),
    "blocked-sums": Style("green", SOLID, "*"),
    "blocked-sums-8": Style("green", DOTTED, "H"),
    "dictionary-sums": Style("orange", DOTTED, "H"),
    "sum-tree": Style("green", MIXED, "8"),
    "sliding-window": Style("blue", DOTTED, "o"),
    "prefetch": Style("magenta", DOTTED, "^"),
    "estimated": Style("blue", MIXED, "v"),
    "cyclic": Style("red", MIXED, "o"),
}

# Lines that the table does not use, so that a new strategy cannot look like an old one.
_FALLBACK_LINES = [(0, (9, 2)), (0, (3, 1, 1, 1, 1, 1)), (0, (2, 2)), (0, (9, 2, 3, 2))]
_FALLBACK_MARKERS = "osDv^<>pP*Xd"


def style(strategy):
    """The style of a strategy; of one not known here, made from its name."""
    if strategy in STYLES:
        return STYLES[strategy]
    chance = random.Random(strategy)
    return Style(*map(chance.choice, (list(HUES), _FALLBACK_LINES, _FALLBACK_MARKERS)))
