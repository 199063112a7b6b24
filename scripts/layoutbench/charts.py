"""Draws how times grow with the number of rows (`cost`), and how smoothness depends on the cost of a height (`smooth`)."""

import fnmatch

import matplotlib.ticker
import numpy as np

from . import drawing, smoothness, style, units
from .bench import record
from .fault import BAD_DATA, MISSING_INPUT, Fault
from .tables import CONTROL, FLOOR, read_summary

# The largest cost of a height in a chart.
MAX_HEIGHT_NS = 3_000_000


class Run:
    """The folder of a run. `measured` has a row for each cell that has a time."""

    def __init__(self, folder):
        if not folder.is_dir():
            raise Fault(MISSING_INPUT, f"{folder}: not found, expected a run's folder")
        self.folder = folder
        # The summary is enough for charts: a run may lack its record and its frames.
        try:
            self.record = record(folder) if (folder / "run.json").exists() else {}
        except ValueError as error:
            raise Fault(BAD_DATA, f"{folder}/run.json: not valid JSON: {error}") from error
        self.frames = smoothness.read(folder) if (folder / "frames.csv").exists() else []
        table = read_summary(folder)
        is_usual, is_control = table["mode"] == "corrected", table["role"] == CONTROL
        table["name"] = table["strategy"].where(is_usual, table["strategy"] + " " + table["mode"])
        has_time = table["time_ns"] > 0
        self.controls = table[is_control & has_time]
        self.all_cells = self.measured = table[~is_control & has_time]

    def keep(self, column, patterns):
        """Keeps the cells whose name in a column matches a pattern with wildcards."""
        known = list(dict.fromkeys(self.all_cells[column]))
        for pattern in patterns:
            if not fnmatch.filter(known, pattern):
                raise Fault(BAD_DATA, f'{self.folder}: no {column} "{pattern}", the run has {", ".join(known)}')
        kept = {name for pattern in patterns for name in fnmatch.filter(known, pattern)}
        self.measured = self.measured[self.measured[column].isin(kept)]

    def scrolling(self, heights):
        """The frames of the longest list by strategy and scenario, for the strategies that scroll it."""
        cells = self.measured[self.measured["heights"] == heights]
        names = dict(zip(zip(cells["strategy"], cells["mode"]), cells["name"]))
        found, longest = {name: {} for name in names.values()}, cells["rows"].max()
        for frame in self.frames:
            name = names.get((frame["strategy"], frame["mode"]))
            if name and (frame["heights"], frame["rows"]) == (heights, longest):
                found[name].setdefault(frame["scenario"], []).append(frame)
        return {name: own for name, own in found.items() if "scroll" in own}

    def facts(self):
        facts = []
        ratios = self.controls.get("control_ratio", self.controls["time_ns"][:0]).dropna()
        if len(ratios):
            low, high = np.quantile(ratios, [0.025, 0.975])
            names = " and ".join(sorted(set(self.controls["strategy"])))
            facts.append(f"A/A control: {names}, each run twice, in {len(ratios)} groups: median ratio "
                         f"{ratios.median():.3f}, 95 % of the groups from {low:.2f} to {high:.2f}.")
        machine, revision = self.record.get("machine") or {}, str(self.record.get("revision", ""))[:9]
        changed = " (changed)" if self.record.get("dirty") else ""
        origin = [machine.get("cpu_model"), machine.get("os"), f"revision {revision}{changed}" if revision else None,
                  self.record.get("started")]
        return [*facts, " · ".join(str(fact) for fact in origin if fact)]


def cost(run, theme, heights):
    """Draws how times grow with the number of rows, with logarithmic axes and a panel for each scenario."""
    cells = run.measured[(run.measured["heights"] == heights) & (run.measured["rows"] > 0)].copy()
    longest = cells.groupby("scenario")["rows"].transform("max")
    at = cells["rows"].map(units.rows).radd(" at ").where(cells["rows"] < longest, "")
    cells["label"] = cells["name"] + " " + cells["time_ns"].map(units.time) + at
    groups = list(cells.groupby("scenario", sort=False))
    most = cells.groupby("scenario")["name"].nunique().max()
    panels = drawing.Panels(len(groups), 3, most, cells["label"])
    for axes, (scenario, own) in zip(panels.axes, groups):
        drawing.log_rows(axes, set(own["rows"]))
        drawing.log_times(axes, own, "time per operation")
        drawing.lines(axes, own, theme, style.styles(run.measured["strategy"]))
        axes.set_title(scenario)
    overhead = " floor does nothing; its time is the harness overhead." if (cells["role"] == FLOOR).any() else ""
    panels.describe(
        f"Cost against rows, {heights}",
        "Time per operation; bands are its intervals. At the right, the time at the highest number of rows."
        + overhead, run.facts(), theme)
    return panels.figure


def smooth(run, theme, heights):
    """Draws how hitches and the longest stall depend on the cost of a height."""
    costs = (run.record.get("plan") or {}).get("costs") or {}
    view, hz = costs.get("view_ns", 100_000), costs.get("hz", 120)
    frames = run.scrolling(heights)
    heights_ns = np.geomspace(1000, MAX_HEIGHT_NS, 250).round().astype(int).tolist()
    curves = [
        ("hitches while scrolling, ms/s", True, lambda own, ns: smoothness.hitches(own["scroll"], ns, view, hz)),
        ("longest stall (after a gesture, or on opening)", False, lambda own, ns: smoothness.longest(
            own["scroll"] + own.get("open", []), ns, view)),
    ]
    looks = style.styles(run.measured["strategy"])
    panels = drawing.Panels(2, 2, len(frames), frames)
    for axes, (title, is_ratio, curve) in zip(panels.axes, curves):
        axes.set_xscale("log")
        axes.set_xlim(1000, MAX_HEIGHT_NS)
        axes.xaxis.set_major_formatter(units.tick)
        axes.set_xlabel("cost of a height", labelpad=1)
        axes.set_title(title)
        values = {name: [curve(own, ns) or 0 for ns in heights_ns] for name, own in frames.items()}
        top = max(2 * max(map(max, values.values())), 20)
        axes.set_yscale("symlog", linthresh=1 if is_ratio else 1e6)
        axes.set_ylim(-0.1 if is_ratio else -1e5, top)
        ticks = [0, 1, 5, 10, 100, 1000] if is_ratio else [0, *10.0 ** np.arange(6, 14)]
        ticks = [tick for tick in ticks if tick <= top]
        axes.set_yticks(ticks, [f"{tick:g}" if is_ratio else units.tick(tick) for tick in ticks])
        axes.yaxis.set_minor_locator(matplotlib.ticker.NullLocator())
        if is_ratio:
            for low, high, word, alpha in ((0, 5, "good", 0), (5, 10, "warning", 0.08), (10, top, "critical", 0.16)):
                axes.axhspan(low, high, color=theme.alarm, alpha=alpha, linewidth=0)
                axes.text(1150, (low * high) ** 0.5 if low else 1, word, fontsize=6, color=theme.muted, va="center")
        else:
            axes.axhline(1e9 / hz, color=theme.muted, linewidth=0.8, linestyle=(0, (1, 2)))
            axes.text(2.8e6, 0.8e9 / hz, "a frame", fontsize=6, color=theme.muted, ha="right", va="top")
        ends = []
        for name, own in frames.items():
            look = looks[own["scroll"][0]["strategy"]]
            colour, limit = look.hue[theme.name], smoothness.limit(own["scroll"], view, hz)
            axes.plot(heights_ns, values[name], color=colour, linestyle=look.line, linewidth=1.1)
            if is_ratio and limit is not None and 1000 <= limit <= MAX_HEIGHT_NS:
                axes.plot([limit], [curve(own, limit)], marker=look.marker, color=colour, markersize=4)
            ends.append((MAX_HEIGHT_NS, values[name][-1], name, colour))
        drawing.label(axes, ends)
    rows = run.measured.loc[run.measured["heights"] == heights, "rows"].max()
    panels.describe(
        f"Smoothness over the cost of a height, {heights}, {units.rows(rows)} rows",
        f"Computed from the work of every frame, at {units.time(view, 2)} a view and {hz} Hz. Markers: the largest cost without "
        "a late frame, after a gesture included.", run.facts()[-1:], theme)
    return panels.figure


# The functions that draw a picture of each chart for one kind of heights.
CHARTS = {"cost": cost, "smooth": smooth}
