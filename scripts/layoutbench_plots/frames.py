"""Percentiles of single frames, against what a display leaves for one."""

import math

from . import curves, labels, words
from .panels import Panels

# Each further nine is a step of 1; the slowest frame has no percentile and stands a step on.
PLACES = {
    "frame_p50_ns": (-math.log10(0.5), "50"), "frame_p90_ns": (1.0, "90"),
    "frame_p99_ns": (2.0, "99"), "frame_p999_ns": (3.0, "99.9"), "frame_max_ns": (4.0, "max"),
}  # fmt: skip


def parts(run):
    """One figure, when the run has times of single frames."""
    return ["all"] if len(_frames(run)) else []


def _frames(run):
    """A row for each percentile of the cells with the longest lists."""
    columns = [name for name in PLACES if name in run.measured]
    if not columns:
        return run.measured.iloc[:0]
    known = run.measured.dropna(subset=columns, how="all")
    known = known[known["rows"] == known.groupby(["scenario", "heights"])["rows"].transform("max")]
    key = ["scenario", "heights", "rows", "name", "strategy", "mode"]
    slowest = known[columns[-1]].map(words.time)
    known = known.assign(label=known["name"] + f", {PLACES[columns[-1]][1]} " + slowest)
    long = known.drop(columns="time_ns").melt([*key, "label"], columns, "percentile", "time_ns")
    return long[long["time_ns"] > 0].assign(
        place=long["percentile"].map(lambda name: PLACES[name][0]))


def draw(run, theme, _):
    """The percentile curves of the longest lists, a panel for each scenario and heights."""
    frames = _frames(run)
    groups = list(frames.groupby(["scenario", "heights"], sort=False))
    most = frames.groupby(["scenario", "heights"])["name"].nunique().max()
    panels = Panels(
        len(groups), 3, width=2.7, height=labels.room(most, least=2.3), left=0.75,
        names=labels.breadth(set(frames["label"])) - 0.3,
    )  # fmt: skip
    for axes, ((scenario, heights), cells) in zip(panels.axes, groups):
        curves.log_times(axes, cells, "time of a frame", words.FRAMES[-1][1:])
        axes.set_xlim(0.15, 4.15)
        axes.set_xticks(*zip(*PLACES.values()))
        axes.set_xlabel("percentile of frames", labelpad=1)
        for hertz, ns in words.FRAMES:
            deadline(axes, hertz, ns, 0.2, theme)
        curves.draw(axes, cells, theme, run.styles, x="place")
        axes.set_title(f"{words.question(scenario)}, {heights}, {words.rows(cells['rows'].max())}")
    panels.head(
        "Times of single frames",
        "How long frames took, from the median to the slowest; the dashed lines are all the time "
        "that a 120 Hz and a 60 Hz display leave for a frame. At the right, the slowest frame.",
        theme,
    )
    panels.foot(run, theme)
    return panels.figure


def deadline(axes, hertz, ns, x, theme, text="", size=6):
    """A line at all the time that a display leaves for a frame."""
    axes.axhline(ns, color=theme.alarm, linewidth=0.9, linestyle=(0, (4, 3)))
    below = hertz == 120
    axes.annotate(
        f"{text}{hertz} Hz: {words.time(ns)}", (x, ns), (0, -1.5 if below else 1.5),
        textcoords="offset points", fontsize=size, color=theme.alarm,
        verticalalignment="top" if below else "bottom",
    )  # fmt: skip
