"""Repetitions over time: whether the machine was the same machine to the end."""

import matplotlib
import numpy as np
from matplotlib.colors import LogNorm

from .panels import Panels

# Repetitions farther off than this factor are drawn at the edge and counted in the title.
LIMIT = 1.6
BINS = (120, 41)


def parts(_):
    """One figure."""
    return ["all"]


def draw(run, theme, _):
    """Each repetition relative to its cell's median, as a density over measured time."""
    samples = run.repetitions
    cell = [samples[name] for name in ("scenario", "heights", "rows", "name")]
    median = samples["ns"].groupby(cell, sort=False).transform("median")
    known = (samples["ns"] > 0) & (median > 0)
    samples = samples[known].assign(off=(samples["ns"] / median)[known])
    seconds = samples["elapsed_ns"].cumsum().to_numpy() / 1e9
    scenarios = list(dict.fromkeys(samples["scenario"]))
    scenarios.sort(key=lambda name: run.scenarios.index(name) if name in run.scenarios else 99)
    panels = Panels(len(scenarios) + 1, 4, width=2.5, height=1.25, names=0.1)
    off = samples["off"].to_numpy()
    _panel(panels.axes[0], seconds, off, "the whole run", theme)
    names = samples["scenario"].to_numpy()
    for axes, scenario in zip(panels.axes[1:], scenarios):
        chosen = names == scenario
        _panel(axes, seconds[chosen], off[chosen], scenario, theme)
        axes.set_xlim(panels.axes[0].get_xlim())
    panels.head(
        "Repetitions over time: drift",
        f"{len(samples):,} repetitions, each relative to its cell's median, over the seconds "
        "measured; the line is the running median. A line that leaves 1 is drift."
        + _marked(samples),
        theme,
    )
    panels.foot(run, theme)
    return panels.figure


def _panel(axes, seconds, off, title, theme):
    edge = np.log(LIMIT)
    log = np.clip(np.log(off), -edge, edge)
    span = (seconds[0], max(seconds[-1], seconds[0] + 1e-9))
    counts, x, y = np.histogram2d(seconds, log, BINS, [span, (-edge, edge)])
    shades = ["#c3cbd3", "#57606a"] if not theme.is_dark else ["#3a434d", "#a3adb8"]
    colours = matplotlib.colors.LinearSegmentedColormap.from_list("density", shades)
    axes.imshow(
        np.where(counts > 0, counts, np.nan).T, origin="lower", aspect="auto", cmap=colours,
        norm=LogNorm(1, max(2, counts.max())), extent=(*span, -edge, edge), interpolation="nearest",
    )  # fmt: skip
    axes.axhline(0, color=theme.muted, linewidth=0.6)
    axes.plot(*_running_median(seconds, log), color=theme.faster, linewidth=1.3)
    ticks = [1 / 1.5, 1 / 1.2, 1, 1.2, 1.5]
    axes.set_yticks(np.log(ticks), [f"{tick:.2g}" for tick in ticks])
    axes.set_ylim(-edge, edge)
    axes.set_xlim(*span)
    beyond = np.mean(np.abs(np.log(off)) > edge)
    axes.set_title(title + (f" ({100 * beyond:.1f} % beyond)" if beyond >= 0.0005 else ""))
    axes.xaxis.set_major_locator(matplotlib.ticker.MaxNLocator(5))
    axes.set_xlabel("s", labelpad=0)


def _running_median(seconds, log, pieces=40):
    """The median of equally many repetitions at a time: (seconds, medians)."""
    chunks = max(1, min(pieces, len(log) // 15))
    groups = np.array_split(np.arange(len(log)), chunks)
    return [np.median(seconds[group]) for group in groups], [
        np.median(log[group]) for group in groups
    ]


def _marked(samples):
    """How many repetitions the run itself calls disturbed."""
    if samples["disturbed"].isna().all():
        return ""
    return f" Marked as disturbed: {int((samples['disturbed'] > 0).sum()):,}."
