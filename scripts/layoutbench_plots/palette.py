"""A colour, a line and a marker for each strategy, the same in every picture.

Seven hues are as many as stay apart for colour-blind eyes on a light and on a dark ground, so that
line and marker tell apart strategies of one hue: no two strategies of the table share a marker, nor a
hue and a line, so prints without colour can be read too. Every line carries its name. A strategy that
is not in the table gets its style from its name, and another one only where that style is taken. Where a
run has no more strategies than there are hues, each has a hue of its own.
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


# Those that have a published form have markers that can be open.
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
    "prefix-array": Style("olive", DASHED, "+"),
    "run-length": Style("blue", DASHED, "d"),
    "fenwick": Style("green", DASHED, "p"),
    "blocked-sums": Style("green", SOLID, "*"),
    "dictionary-sums": Style("orange", DOTTED, "h"),
    "sum-tree": Style("green", MIXED, "x"),
    "adaptive": Style("magenta", MIXED, "1"),
    "sliding-window": Style("blue", DOTTED, "2"),
    "prefetch": Style("magenta", DOTTED, "3"),
    "estimated": Style("blue", MIXED, "4"),
    "cyclic": Style("red", MIXED, "|"),
}

# Lines and markers that the table does not use, so that a new strategy cannot look like an old one.
_FALLBACK_LINES = [(0, (9, 2)), (0, (3, 1, 1, 1, 1, 1)), (0, (2, 2)), (0, (9, 2, 3, 2))]
_FALLBACK_MARKERS = [f"${letter}$" for letter in "abcdefghkmnpqrstuvwxyz"]


def styles(strategies):
    """The style of each of these strategies; no two share a marker, nor a hue and a line.

    Beyond as many strategies unknown here as there are markers for them, markers repeat.
    """
    strategies = set(strategies)
    chosen = {name: STYLES[name] for name in STYLES if name in strategies}
    for name in sorted(strategies - set(STYLES)):
        chance = random.Random(name)
        taken = {look.marker for look in chosen.values()}
        markers = [marker for marker in _FALLBACK_MARKERS if marker not in taken]
        lines = {(look.hue, look.line) for look in chosen.values()}
        places = [(hue, line) for hue in HUES for line in _FALLBACK_LINES]
        hue, line = chance.choice([place for place in places if place not in lines] or places)
        chosen[name] = Style(hue, line, chance.choice(markers or _FALLBACK_MARKERS))
    if len(chosen) <= len(HUES):
        _separate(chosen)
    return chosen


def _separate(chosen):
    """Gives each style a hue of its own: the later of two takes one that nobody has."""
    free = [hue for hue in HUES if hue not in {look.hue for look in chosen.values()}]
    taken = set()
    for name, look in chosen.items():
        if look.hue in taken:
            chosen[name] = dataclasses.replace(look, hue=free.pop(0))
        taken.add(chosen[name].hue)
