"""Strategy by scenario: how many times as long as the fastest, as colours and as figures."""

import matplotlib
import numpy as np
from matplotlib.colors import LogNorm

from . import words
from .panels import Panels
from .run import FLOOR


def parts(run):
    """A figure for each kind of heights."""
    return run.heights


def draw(run, theme, heights):
    """The ratios at the greatest number of rows of these heights."""
    cells = run.measured[(run.measured["heights"] == heights) & (run.measured["strategy"] != FLOOR)]
    cells = cells[cells["rows"] == cells["rows"].max()]
    scenarios = [name for name in run.scenarios if name in set(cells["scenario"])]
    names = list(dict.fromkeys(cells["name"]))
    # "~" before a ratio that is not separated from the fastest, "*" after one of wrong rows.
    # Published code beside its corrected form is neither.
    alike = cells.get("verdict", cells["mode"]).isin(["unresolved", "suppressed", "equivalent"])
    alike &= cells["mode"] == "corrected"
    texts = cells["ratio"].map(words.ratio).mask(cells["ratio"] == 1, "1")
    texts = np.where(alike, "~", "") + texts + np.where(cells["is_wrong"], "*", "")
    ratios, texts = (
        cells.assign(shown=values).pivot(index="name", columns="scenario", values="shown")
        .reindex(index=names, columns=scenarios).to_numpy()
        for values in (cells["ratio"], texts)
    )  # fmt: skip
    panels = Panels(
        1, 1, width=0.53 * max(len(scenarios), 10), height=0.26 * len(names), names=0.35,
        left=0.2 + max(map(len, names)) * 0.075, above=0.7, below=0.05,
    )  # fmt: skip
    axes = panels.axes[0]
    ratios = ratios.astype(float)
    # Cividis keeps its order for colour-blind eyes.
    norm = LogNorm(1, max(10.0, np.nanmax(ratios)))
    axes.pcolormesh(
        ratios, cmap=matplotlib.colormaps["cividis_r"], norm=norm, edgecolors=theme.ground,
        linewidth=1.5,
    )  # fmt: skip
    axes.invert_yaxis()
    axes.grid(False)
    axes.spines[:].set_visible(False)
    axes.set_xticks(np.arange(len(scenarios)) + 0.5, scenarios, rotation=35, ha="left", fontsize=7)
    axes.xaxis.tick_top()
    axes.set_yticks(np.arange(len(names)) + 0.5, names, fontsize=7)
    axes.tick_params(length=0)
    for (row, column), value in np.ndenumerate(ratios):
        if np.isfinite(value):
            axes.text(
                column + 0.5, row + 0.5, texts[row, column], ha="center", va="center", fontsize=6.5,
                color="#000000" if norm(value) < 0.55 else "#ffffff",
                fontweight="bold" if value == 1 else "normal",
            )  # fmt: skip
    panels.head(
        f"How many times as long as the fastest, {heights}, {words.rows(cells['rows'].max())} rows",
        "1 is the fastest of its column that shows the right rows, and not published code beside its "
        "corrected form; light is fast, the colour is "
        "the logarithm. ~ not separated from the fastest · * shows wrong rows · empty: no figure.",
        theme,
    )
    panels.foot(run, theme)
    return panels.figure
