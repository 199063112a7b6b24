"""The themes of pictures, and a style (colour, line and marker) for each strategy.

No two strategies have the same marker, or the same hue and line, so you can read pictures that are printed in grey.
"""

import collections
import dataclasses

SETTINGS = {
    "axes.titlesize": 8, "axes.titlelocation": "left", "axes.labelsize": 7, "axes.linewidth": 0.6,
    # Fix the position of titles, because looking for a free one takes as long as drawing the picture.
    "axes.titley": 1.0, "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
    "axes.axisbelow": True, "grid.linewidth": 0.5, "xtick.labelsize": 7, "ytick.labelsize": 7,
    "xtick.major.width": 0.6, "ytick.major.width": 0.6, "xtick.minor.size": 0, "ytick.minor.size": 0,
    "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans", "Verdana", "Helvetica", "Arial"],
    # SVG and PDF files contain text as text, so that it can be searched and read aloud.
    "svg.fonttype": "none", "pdf.fonttype": 42,
    # Use a fixed salt, so that the same run always produces the same file.
    "svg.hashsalt": "layoutbench",
}


@dataclasses.dataclass(frozen=True)
class Theme:
    """The background and the colours that do not belong to a strategy."""

    name: str
    ground: str
    ink: str
    muted: str
    grid: str
    alarm: str

    def settings(self):
        colours = {
            self.ground: ["figure.facecolor", "savefig.facecolor", "axes.facecolor"],
            self.ink: ["axes.labelcolor", "axes.titlecolor", "text.color", "xtick.labelcolor", "ytick.labelcolor"],
            self.muted: ["axes.edgecolor", "xtick.color", "ytick.color"], self.grid: ["grid.color"],
        }
        return SETTINGS | {name: colour for colour, names in colours.items() for name in names}


THEMES = {theme.name: theme for theme in (
    Theme("light", "#ffffff", "#1b1f24", "#57606a", "#dfe4e9", "#8c1616"),
    Theme("dark", "#0d1117", "#e6edf3", "#9da7b3", "#2a3139", "#ff7f6b"))}

# The colour of each hue on the light and on the dark background; its contrast is at least 4.5. No more than seven
# hues remain distinguishable (CIE 1976 distance above 18) for readers who lack one kind of cone cells.
HUES = [dict(zip(("light", "dark"), colours)) for colours in (
    ("#535b62", "#d8e7fc"), ("#67171e", "#e33e5b"), ("#6f4309", "#cc7311"), ("#1045bc", "#1f7bfe"),
    ("#a72c99", "#b06cb5"), ("#89750c", "#f2dd36"), ("#207e51", "#78f9af"),
)]
LINES = ["-", (0, (5, 2)), (0, (1, 1.6)), (0, (6, 2, 1, 2)), (0, (9, 2)), (0, (3, 1, 1, 1, 1, 1)), (0, (2, 2))]
# The markers in the first string can be drawn open, which marks the published form of a post's technique.
MARKERS = [*"sXDo^v>P<dph*", *"+x1234|_", *(f"${letter}$" for letter in "abcdefghkmnpqrstuvwxyz")]
# The known strategies; the techniques of the posts come first.
KNOWN = [
    "fixed-list", "all-heights", "reload-window", "recycled-subview", "on-demand", "section-shift",
    "three-view-pager", "triple-copy", "ellipse", "prefix-array", "run-length", "fenwick", "blocked-sums",
    "dictionary-sums", "sum-tree", "adaptive", "sliding-window", "prefetch", "estimated", "cyclic",
    "balanced-tree", "floor",
]


Style = collections.namedtuple("Style", ["hue", "line", "marker"])


def styles(strategies):
    """Returns the style of each strategy. Known strategies have the same style in every run, except that each strategy
    of a run has its own hue if there are enough hues. Unknown strategies follow the known ones, sorted by name.
    """
    strategies = set(strategies)
    everyone = [*KNOWN, *sorted(strategies - set(KNOWN))]
    chosen = sorted(strategies, key=everyone.index)
    found = {}
    for number, name in enumerate(chosen):
        place = everyone.index(name)
        hue = HUES[number if len(chosen) <= len(HUES) else place % len(HUES)]
        found[name] = Style(hue, LINES[place // len(HUES) % len(LINES)], MARKERS[place % len(MARKERS)])
    return found
