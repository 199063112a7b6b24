"""Percentiles of single frames, against what a display leaves for one."""

import math

from . import labels, words
from .fault import BAD_DATA, Fault
from .palette import style
from .panels import Panels, log_times

# Each further nine is a step of 1; the slowest frame has no percentile and stands a step on.
PLACES = {
    "frame_p50_ns": (-math.log10(0.5), "50"),
    "frame_p90_ns": (1.0, "90"),
    "frame_p99_ns": (2.0, "99"),
    "frame_p999_ns": (3.0, "99.9"),
    "frame_max_ns": (4.0, "max"),
}


def parts(run):
    """One figure, when the run has times of single frames."""
    return ["all"] if not _frames(run).empty else []


def _frames(run):
    columns = [name for name in PLACES if name in run.measured]
    if not columns:
        return run.measured.iloc[:0]
    known = run.measured.dropna(subset=columns, how="all")
    largest = known.groupby(["scenario", "heights"])["rows"].transform("max")
    return known[known["rows"] == largest]


def draw(run, theme, _):
    """The percentile curves of the longest lists, a panel for each scenario and heights."""
    frames = _frames(run)
    if frames.empty:
        raise Fault(BAD_DATA, f"{run.folder}/summary.csv: no times of single frames")
    keys = [
        (scenario, heights)
        for scenario in run.scenarios
        for heights in run.heights
        if ((frames["scenario"] == scenario) & (frames["heights"] == heights)).any()
    ]
    most = frames.groupby(["scenario", "heights"])["name"].nunique().max()
    panels = Panels(
        len(keys), 3, width=2.7, height=labels.room(most, least=2.3),
        names=labels.breadth({name + ", max 1.23 ms" for name in frames["name"]}),
    )  # fmt: skip
    for axes, (scenario, heights) in zip(panels.axes, keys):
        cells = frames[(frames["scenario"] == scenario) & (frames["heights"] == heights)]
        _panel(axes, cells, theme)
        axes.set_title(f"{words.question(scenario)}, {heights}, {words.rows(cells['rows'].max())}")
    panels.head(
        "Times of single frames",
        "How long frames took, from the median to the slowest; the dashed lines are all the time "
        "that a 120 Hz and a 60 Hz display leave for a frame. At the right, the 99th percentile "
        "and the slowest.",
        theme,
    )
    panels.foot(run, theme)
    return panels.figure


def _panel(axes, cells, theme):
    columns = [name for name in PLACES if name in cells]
    known = cells[columns].where(cells[columns] > 0)
    low, high = known.min().min(), known.max().max()
    log_times(axes, low, max(high, words.FRAMES[-1][1]), words.tick)
    axes.set_xlim(0.15, 4.15)
    axes.set_xticks([PLACES[name][0] for name in columns], [PLACES[name][1] for name in columns])
    axes.set_xlabel("percentile of frames", labelpad=1)
    for hertz, ns in words.FRAMES:
        axes.axhline(ns, color=theme.alarm, linewidth=0.9, linestyle=(0, (4, 3)))
        axes.annotate(
            f"{hertz} Hz: {words.time(ns)}", (0.2, ns), (0, -1.5 if hertz == 120 else 1.5),
            textcoords="offset points", fontsize=6, color=theme.alarm,
            verticalalignment="top" if hertz == 120 else "bottom",
        )  # fmt: skip
    entries = []
    for index, cell in cells.iterrows():
        look = style(cell["strategy"])
        colour = look.colour(theme)
        curve = known.loc[index].dropna()
        if curve.empty:
            continue
        x = [PLACES[name][0] for name in curve.index]
        axes.plot(
            x, curve.to_numpy(dtype=float), color=colour, linestyle=look.line, linewidth=1,
            marker=look.marker, markersize=3, markeredgewidth=0.7,
        )  # fmt: skip
        text = cell["name"]
        if "frame_p99_ns" in curve:
            text += f" {words.time(curve['frame_p99_ns'])}"
        if "frame_max_ns" in curve:
            text += f", max {words.time(curve['frame_max_ns'])}"
        entries.append((x[-1], curve.iloc[-1], text, colour))
    labels.beside(axes, entries, theme)
