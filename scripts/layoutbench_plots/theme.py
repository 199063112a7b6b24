"""The light and the dark ground."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Theme:
    """The colours that are not a strategy's."""

    name: str
    ground: str
    ink: str
    muted: str
    grid: str
    alarm: str
    faster: str
    slower: str

    @property
    def is_dark(self):
        """Whether ink is lighter than the ground."""
        return self.name == "dark"

    def settings(self):
        """What matplotlib must know. Text stays text in SVG: it can be searched and read aloud."""
        return {
            "figure.facecolor": self.ground,
            "savefig.facecolor": self.ground,
            "axes.facecolor": self.ground,
            "axes.edgecolor": self.muted,
            "axes.labelcolor": self.ink,
            "axes.titlecolor": self.ink,
            "axes.titlesize": 8,
            "axes.titlelocation": "left",
            # A fixed place: to look for a free one costs as much as drawing.
            "axes.titley": 1.0,
            "axes.labelsize": 7,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.linewidth": 0.6,
            "axes.grid": True,
            "axes.axisbelow": True,
            "grid.color": self.grid,
            "grid.linewidth": 0.5,
            "text.color": self.ink,
            "xtick.color": self.muted,
            "ytick.color": self.muted,
            "xtick.labelcolor": self.ink,
            "ytick.labelcolor": self.ink,
            "xtick.labelsize": 7,
            "ytick.labelsize": 7,
            "xtick.major.width": 0.6,
            "ytick.major.width": 0.6,
            "xtick.minor.size": 0,
            "ytick.minor.size": 0,
            "font.family": "sans-serif",
            "font.sans-serif": ["DejaVu Sans", "Verdana", "Helvetica", "Arial"],
            "svg.fonttype": "none",
            # The same run gives the same file, so that a committed picture changes with its data.
            "svg.hashsalt": "layoutbench",
        }


THEMES = {
    "light": Theme(
        "light", "#ffffff", "#1b1f24", "#57606a", "#dfe4e9", "#8c1616", "#0f6ac0", "#ad5700"
    ),
    "dark": Theme(
        "dark", "#0d1117", "#e6edf3", "#9da7b3", "#2a3139", "#ff7f6b", "#62b0f5", "#f7a73e"
    ),
}
