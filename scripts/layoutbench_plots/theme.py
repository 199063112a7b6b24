"""The light and the dark ground."""

import dataclasses

SIZES = {
    "axes.titlesize": 8, "axes.titlelocation": "left", "axes.labelsize": 7, "axes.linewidth": 0.6,
    # A fixed place: to look for a free one costs as much as drawing.
    "axes.titley": 1.0, "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
    "axes.axisbelow": True, "grid.linewidth": 0.5, "xtick.labelsize": 7, "ytick.labelsize": 7,
    "xtick.major.width": 0.6, "ytick.major.width": 0.6, "xtick.minor.size": 0, "ytick.minor.size": 0,
    "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans", "Verdana", "Helvetica", "Arial"],
    # Text stays text in SVG and PDF: it can be searched and read aloud.
    "svg.fonttype": "none", "pdf.fonttype": 42,
    # The same run gives the same file, so that a committed picture changes with its data.
    "svg.hashsalt": "layoutbench",
}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Theme:
    """The colours that are not a strategy's."""

    name: str
    ground: str
    ink: str
    muted: str
    grid: str
    alarm: str

    @property
    def is_dark(self):
        """Whether ink is lighter than the ground."""
        return self.name == "dark"

    def settings(self):
        """What matplotlib must know."""
        colours = {
            self.ground: ["figure.facecolor", "savefig.facecolor", "axes.facecolor"],
            self.ink: ["axes.labelcolor", "axes.titlecolor", "text.color", "xtick.labelcolor",
                       "ytick.labelcolor"],
            self.muted: ["axes.edgecolor", "xtick.color", "ytick.color"], self.grid: ["grid.color"],
        }  # fmt: skip
        return SIZES | {name: colour for colour, names in colours.items() for name in names}


THEMES = {
    theme.name: theme for theme in (
        Theme("light", "#ffffff", "#1b1f24", "#57606a", "#dfe4e9", "#8c1616"),
        Theme("dark", "#0d1117", "#e6edf3", "#9da7b3", "#2a3139", "#ff7f6b"),
    )
}  # fmt: skip
