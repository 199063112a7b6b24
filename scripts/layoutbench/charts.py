"""The charts of a run: `cost` over rows, and a `heat` map of slowdowns."""

import difflib
import fnmatch
import json
import pathlib

import matplotlib
import numpy as np
from matplotlib.colors import LogNorm

from . import drawing, style, units
from .fault import BAD_DATA, MISSING_INPUT, Fault
from .tables import CONTROL, FLOOR, read_summary

# The marks of standings, as on the screen.
MARKS = {"fastest": "<", "tied": "<", "undecided": "~"}


class Run:
    """The folder of a run. `measured` has a row for each cell that has a time."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        if not self.folder.exists():
            raise Fault(MISSING_INPUT, f"{folder}: not found, expected a run's folder")
        if not self.folder.is_dir():
            raise Fault(BAD_DATA, f"{folder}: a file, expected a run's folder")
        self.record = self._record()
        table = read_summary(self.folder)
        usual = table["mode"] == "corrected"
        table["name"] = table["strategy"].where(usual, table["strategy"] + " " + table["mode"])
        table = table[table["time_ns"] > 0]
        is_control = table["role"] == CONTROL
        self.controls, self.measured = table[is_control], table[~is_control].copy()
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
            machine.get("cpu_model"), machine.get("os"),
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


# The functions that draw a picture of each chart for one kind of heights.
CHARTS = {"cost": cost, "heat": heat}
