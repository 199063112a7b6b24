"""Strategy by scenario: how many times as long as the fastest, as colours and as figures."""

import matplotlib
import numpy as np
from matplotlib.colors import LogNorm

from . import words
from .panels import Panels
from .run import FLOOR, shows_wrong_rows


def parts(run):
    """A figure for each kind of heights."""
    return run.heights


def draw(run, theme, heights):
    """The ratios at the greatest number of rows of these heights."""
    cells = run.measured[(run.measured["heights"] == heights) & (run.measured["strategy"] != FLOOR)]
    cells = cells[cells["rows"] == cells["rows"].max()]
    scenarios = [name for name in run.scenarios if name in set(cells["scenario"])]
    names = list(dict.fromkeys(cells["name"]))
    ratios = cells.pivot(index="name", columns="scenario", values="ratio")
    ratios = ratios.reindex(index=names, columns=scenarios)
    notes = _notes(cells, names, scenarios)
    panels = _panels(scenarios, names)
    _map(panels.axes[0], ratios, notes, theme)
    count = words.rows(cells["rows"].max())
    panels.head(
        f"How many times as long as the fastest, {heights}, {count} rows",
        "1 is the fastest of its column that shows the right rows; light is fast, the colour is "
        "the logarithm. ~ not separated from the fastest · * shows wrong rows · empty: no figure.",
        theme,
    )
    panels.foot(run, theme)
    return panels.figure


def _panels(scenarios, names):
    """Axes with the names of strategies at the left and those of scenarios, slanted, above."""
    return Panels(
        1, 1, width=0.53 * max(len(scenarios), 10), height=0.26 * len(names), names=0.35,
        left=0.2 + max(map(len, names)) * 0.075, above=0.7, below=0.05,
    )  # fmt: skip


def _notes(cells, names, scenarios):
    """What stands around each ratio: "~" before it, "*" after it."""
    notes = np.where(shows_wrong_rows(cells), "{}*", "{}")
    if "verdict" in cells:
        is_open = cells["verdict"].isin(["unresolved", "withheld", "equivalent"])
        notes = np.where(is_open, np.char.add("~", notes.astype(str)), notes)
    table = cells.assign(note=notes).pivot(index="name", columns="scenario", values="note")
    return table.reindex(index=names, columns=scenarios).to_numpy()


def _map(axes, ratios, notes, theme):
    values = ratios.to_numpy(dtype=float)
    # Cividis keeps its order for colour-blind eyes; only its light side on the dark ground's end.
    colours = matplotlib.colormaps["cividis_r"]
    norm = LogNorm(1, max(10.0, np.nanmax(values)))
    axes.imshow(values, cmap=colours, norm=norm, aspect="auto", interpolation="nearest")
    axes.grid(False)
    axes.set_xticks(np.arange(values.shape[1]), ratios.columns, rotation=35, ha="left", fontsize=7)
    axes.xaxis.tick_top()
    axes.set_yticks(np.arange(values.shape[0]), ratios.index, fontsize=7)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xticks(np.arange(values.shape[1] + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(values.shape[0] + 1) - 0.5, minor=True)
    axes.grid(which="minor", color=theme.ground, linewidth=1.5)
    axes.tick_params(which="minor", length=0)
    for (row, column), value in np.ndenumerate(values):
        if not np.isfinite(value):
            continue
        best = value == 1
        ink = "#000000" if norm(value) < 0.55 else "#ffffff"
        text = notes[row, column].format("1" if best else words.ratio(value))
        axes.text(
            column, row, text, color=ink,
            ha="center", va="center", fontsize=6.5, fontweight="bold" if best else "normal",
        )  # fmt: skip
