"""The charts of a run: `cost` over rows, percentiles of `frames`, a `heat` map of slowdowns."""

import difflib
import fnmatch
import json
import math
import pathlib

import matplotlib
import numpy as np
from matplotlib.colors import LogNorm

from . import drawing, style, units
from .fault import BAD_DATA, MISSING_INPUT, Fault
from .tables import CONTROL, FLOOR, WARM, read_summary

# The time for one frame of a display, by its refresh rate in Hz.
FRAMES = {120: 1e9 / 120, 60: 1e9 / 60}
# The columns of percentiles with their positions on the axis and their labels. Each further digit 9 of a percentile
# (90, 99, 99.9) moves it one unit to the right.
PERCENTILES = {
    "frame_p50_ns": (-math.log10(0.5), "50"), "frame_p90_ns": (1.0, "90"), "frame_p99_ns": (2.0, "99"),
    "frame_p999_ns": (3.0, "99.9"), "frame_max_ns": (4.0, "max"),
}  # fmt: skip

# The marks of standings, as on the screen.
MARKS = {"fastest": "<", "tied": "<", "undecided": "~"}


class Run:
    """The folder of a run. `measured` has a row for each cell that was measured with the chosen state of the caches."""

    def __init__(self, folder, caches=WARM):
        self.folder, self.caches = pathlib.Path(folder), caches
        if not self.folder.exists():
            raise Fault(MISSING_INPUT, f"{folder}: not found, expected a run's folder")
        if not self.folder.is_dir():
            raise Fault(BAD_DATA, f"{folder}: a file, expected a run's folder")
        self.record = self._record()
        table = read_summary(self.folder)
        usual = table["mode"] == "corrected"
        table["name"] = table["strategy"].where(usual, table["strategy"] + " " + table["mode"])
        known = ", ".join(dict.fromkeys(table["caches"]))
        table = table[(table["caches"] == caches) & (table["time_ns"] > 0)]
        is_control = table["role"] == CONTROL
        self.controls, self.measured = table[is_control], table[~is_control].copy()
        if self.measured.empty:
            raise Fault(BAD_DATA, f'{folder}/summary.csv: no times with caches "{caches}", the run has {known}')
        self.measured["is_wrong"] = self.measured.get("steps_wrong", 0) > 0
        self.all_cells = self.measured

    def _record(self):
        """The content of `run.json`; empty if the file does not exist, since summary.csv is enough for charts."""
        path = self.folder / "run.json"
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise Fault(BAD_DATA, f"{path}: not valid JSON: {error}") from error

    def keep(self, column, patterns):
        known = list(dict.fromkeys(self.all_cells[column]))
        for pattern in patterns:
            if not fnmatch.filter(known, pattern):
                close = difflib.get_close_matches(pattern, known, 1)
                hint = f'did you mean "{close[0]}"?' if close else f"the run has {', '.join(known)}"
                raise Fault(BAD_DATA, f'{self.folder}: no {column} "{pattern}", {hint}')
        kept = {name for pattern in patterns for name in fnmatch.filter(known, pattern)}
        self.measured = self.measured[self.measured[column].isin(kept)]

    def names(self, column):
        return list(dict.fromkeys(self.measured[column]))

    def facts(self):
        facts = []
        ratios = self.controls.get("control_ratio", self.controls["time_ns"][:0]).dropna()
        if len(ratios):
            low, high = np.quantile(ratios, [0.025, 0.975])
            facts.append(
                f"A/A control: {' and '.join(sorted(set(self.controls['strategy'])))}, each run twice, in "
                f"{len(ratios)} groups: median ratio {ratios.median():.3f}, 95 % of the groups from "
                f"{low:.2f} to {high:.2f}.")
        machine, revision = self.record.get("machine") or {}, str(self.record.get("revision", ""))[:9]
        changed = " (changed)" if self.record.get("dirty") else ""
        origin = [
            f"caches {self.caches}", machine.get("cpu_model"), machine.get("os"),
            f"revision {revision}{changed}" if revision else None, self.record.get("started"),
        ]  # fmt: skip
        return [*facts, " · ".join(str(fact) for fact in origin if fact)]


def cost(run, theme, heights):
    """Draws time over the number of rows, with one panel for each scenario and logarithmic axes."""
    cells = run.measured[(run.measured["heights"] == heights) & (run.measured["rows"] > 0)].copy()
    longest = cells.groupby("scenario")["rows"].transform("max")
    at = cells["rows"].map(units.rows).radd(" at ").where(cells["rows"] < longest, "")
    cells["label"] = cells["name"] + " " + cells["time_ns"].map(units.time) + at
    groups = list(cells.groupby("scenario", sort=False))
    most = cells.groupby("scenario")["name"].nunique().max()
    panels = drawing.Panels(
        len(groups), 3, width=2.7, height=drawing.label_height(most), below=0.5,
        names=drawing.label_width(cells["label"]),
    )  # fmt: skip
    for axes, (scenario, own) in zip(panels.axes, groups):
        drawing.log_rows(axes, set(own["rows"]))
        drawing.log_times(axes, own, "time per operation")
        drawing.lines(axes, own, theme, style.styles(run.measured["strategy"]))
        axes.set_title(scenario)
    overhead = " floor does nothing; its time is the harness overhead." if FLOOR in set(cells["name"]) else ""
    panels.describe(
        f"Cost against rows, {heights}",
        "Time per operation; bands are its intervals. At the right, the time at the highest number of rows."
        + overhead, run.facts(), theme)
    return panels.figure


def _percentiles(run):
    """A table with a row for each percentile of each cell; only the longest lists are included."""
    columns = [name for name in PERCENTILES if name in run.measured]
    known = run.measured.dropna(subset=columns, how="all") if columns else run.measured.iloc[:0]
    if known.empty:
        return known
    known = known[known["rows"] == known.groupby(["scenario", "heights"])["rows"].transform("max")]
    slowest = f", {PERCENTILES[columns[-1]][1]} " + known[columns[-1]].map(units.time)
    known = known.drop(columns="time_ns").assign(label=known["name"] + slowest)
    long = known.melt(["scenario", "heights", "rows", "name", "strategy", "mode", "label"], columns,
                      "percentile", "time_ns")  # fmt: skip
    return long[long["time_ns"] > 0].assign(place=long["percentile"].map(lambda name: PERCENTILES[name][0]))


def frames(run, theme, _):
    """Draws percentiles of frame times, with one panel for each scenario and kind of heights."""
    found = _percentiles(run)
    groups = list(found.groupby(["scenario", "heights"], sort=False))
    most = found.groupby(["scenario", "heights"])["name"].nunique().max()
    panels = drawing.Panels(
        len(groups), 3, width=2.7, height=drawing.label_height(most, minimum=2.3),
        names=drawing.label_width(found["label"]),
    )  # fmt: skip
    for axes, ((scenario, heights), cells) in zip(panels.axes, groups):
        drawing.log_times(axes, cells, "time of a frame", [FRAMES[60]])
        axes.set_xlim(0.15, 4.15)
        axes.set_xticks(*zip(*PERCENTILES.values()))
        axes.set_xlabel("percentile of frames", labelpad=1)
        for (hertz, ns), (shift, side) in zip(FRAMES.items(), [(-1.5, "top"), (1.5, "bottom")]):
            axes.axhline(ns, color=theme.alarm, linewidth=0.9, linestyle=(0, (4, 3)))
            axes.annotate(f"{hertz} Hz: {units.time(ns)}", (0.2, ns), (0, shift), fontsize=6,
                          textcoords="offset points", color=theme.alarm, verticalalignment=side)  # fmt: skip
        drawing.lines(axes, cells, theme, style.styles(run.measured["strategy"]), x="place")
        axes.set_title(f"{scenario}, {heights}, {units.rows(cells['rows'].max())}")
    panels.describe(
        "Times of single frames",
        "From the median to the slowest frame; the dashed lines are the time that a 120 Hz and a 60 Hz "
        "display leave for a frame. At the right, the slowest frame.", run.facts(), theme)
    return panels.figure


def heat(run, theme, heights):
    """Draws slowdowns at the highest number of rows, with a row for each strategy and a column for each scenario."""
    cells = run.measured[(run.measured["heights"] == heights) & (run.measured["strategy"] != FLOOR)]
    cells = cells[cells["rows"] == cells["rows"].max()]
    scenarios = [name for name in run.names("scenario") if name in set(cells["scenario"])]
    names = list(dict.fromkeys(cells["name"]))
    ratio = cells["ratio_to_fastest"]
    texts = ratio.map(units.ratio).mask(cells["standing"] == "fastest", "1")
    texts += cells["standing"].map(MARKS).fillna("") + np.where(cells["is_wrong"], "*", "")
    ratios, texts = (
        cells.assign(shown=values).pivot(index="name", columns="scenario", values="shown")
        .reindex(index=names, columns=scenarios).to_numpy()
        for values in (ratio.where(cells["standing"] != "unranked"), texts)
    )  # fmt: skip
    panels = drawing.Panels(
        1, 1, width=0.53 * max(len(scenarios), 10), height=0.26 * len(names), names=0.35,
        left=0.2 + max(map(len, names)) * 0.075, above=0.7, below=0.05,
    )  # fmt: skip
    axes = panels.axes[0]
    ratios = ratios.astype(float)
    # Colour-blind readers can see the order of the colours of cividis.
    norm = LogNorm(1, max(10.0, np.nanmax(ratios)))
    axes.pcolormesh(ratios, cmap=matplotlib.colormaps["cividis_r"], norm=norm, edgecolors=theme.ground, linewidth=1.5)
    axes.invert_yaxis()
    axes.grid(False)
    axes.spines[:].set_visible(False)
    axes.set_xticks(np.arange(len(scenarios)) + 0.5, scenarios, rotation=35, ha="left", fontsize=7)
    axes.xaxis.tick_top()
    axes.set_yticks(np.arange(len(names)) + 0.5, names, fontsize=7)
    axes.tick_params(length=0)
    for (row, column), value in np.ndenumerate(ratios):
        if np.isfinite(value):
            axes.text(column + 0.5, row + 0.5, texts[row, column], ha="center", va="center", fontsize=6.5,
                      color="#000000" if norm(value) < 0.55 else "#ffffff",
                      fontweight="bold" if value == 1 else "normal")  # fmt: skip
    panels.describe(
        f"Slowdown relative to the fastest, {heights}, {units.rows(cells['rows'].max())} rows",
        "1 is the fastest strategy of the column; colours are logarithmic. < fastest, or tied with it · ~ undecided: "
        "perhaps as fast · empty: not measured or not ranked.", run.facts(), theme)
    return panels.figure


# For each chart, a function that lists its pictures (one for each kind of heights, or one for all), and one that draws
# a picture.
CHARTS = {
    "cost": (lambda run: run.names("heights"), cost),
    "frames": (lambda run: ["all"] if len(_percentiles(run)) else [], frames),
    "heat": (lambda run: run.names("heights"), heat),
}  # fmt: skip
