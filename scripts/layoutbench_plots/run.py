"""A run's folder: its cells, its samples, its null control, and what `run.json` says of it."""

import functools
import json
import pathlib

import numpy as np

from .fault import BAD_DATA, MISSING_INPUT, Fault
from .tables import WARM, read_samples, read_summary

FLOOR = "floor"
TWIN = "-twin"


class Run:
    """What a folder written by `bench run` holds.

    `cells` has a row for each measured or missing cell, without the null control; `twins` has the
    null control's rows. All are of one state of the caches: warm and cold times never stand
    together.
    """

    def __init__(self, folder, caches=WARM):
        self.folder = pathlib.Path(folder)
        self.caches = caches
        if not self.folder.exists():
            raise Fault(MISSING_INPUT, f"{folder}: not there, expected a run's folder")
        if not self.folder.is_dir():
            raise Fault(BAD_DATA, f"{folder}: a file, expected a run's folder")
        table = read_summary(self.folder / "summary.csv")
        table["name"] = _names(table)
        known = ", ".join(dict.fromkeys(table["caches"]))
        table = table[table["caches"] == caches]
        if table.empty:
            raise Fault(
                BAD_DATA, f'{folder}/summary.csv: no cell with caches "{caches}", it has {known}'
            )
        is_twin = table["strategy"].str.endswith(TWIN)
        self.twins = table[is_twin].reset_index(drop=True)
        self.cells = table[~is_twin].reset_index(drop=True)
        self.measured = self.cells[self.cells["median_ns"] > 0].copy()
        if self.measured.empty:
            raise Fault(BAD_DATA, f"{folder}/summary.csv: no cell but null controls has a figure")
        self.measured["ratio"] = _ratios(self.measured)

    @functools.cached_property
    def repetitions(self):
        """The repetitions without the null control's, in the order they began."""
        table = read_samples(self.folder / "samples.csv")
        table = table[table["caches"] == self.caches]
        table = table[~table["strategy"].str.endswith(TWIN)].reset_index(drop=True)
        if table.empty:
            raise Fault(BAD_DATA, f"{self.folder}/samples.csv: no samples but null controls")
        table["name"] = _names(table)
        return table

    def read_repetitions(self):
        """Reads the samples now: once, before there are workers that would each read them."""
        return len(self.repetitions)

    @functools.cached_property
    def record(self):
        """What `run.json` says; empty when there is none, for the CSV files stand on their own."""
        path = self.folder / "run.json"
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise Fault(BAD_DATA, f"{path}: not valid JSON: {error}") from error
        if not isinstance(record, dict):
            raise Fault(BAD_DATA, f"{path}: found something else, expected an object")
        return record

    @property
    def scenarios(self):
        """The scenarios with a figure, in the file's order."""
        return list(dict.fromkeys(self.measured["scenario"]))

    @property
    def heights(self):
        """The heights with a figure, in the file's order."""
        return list(dict.fromkeys(self.measured["heights"]))

    @property
    def largest(self):
        """The greatest number of rows with a figure."""
        return int(self.measured["rows"].max())

    def control_sentence(self):
        """What strategies measured against themselves came to; empty without a null control."""
        ratios = np.array(self.control_ratios())
        if not len(ratios):
            return ""
        names = sorted({name.removesuffix(TWIN) for name in self.twins["strategy"]})
        low, high = np.quantile(ratios, [0.025, 0.975])
        return (
            f"Null control: {' and '.join(names)}, each against itself, in {len(ratios)} groups: "
            f"median ratio {np.median(ratios):.3f}, 95 % of the groups from {low:.2f} to "
            f"{high:.2f}."
        )

    def control_ratios(self):
        """The ratio of each twin to its base: the paired one where the file has it."""
        key = ["scenario", "heights", "rows", "mode"]
        base = self.measured.set_index([*key, "strategy"])["median_ns"]
        ratios = []
        for row in self.twins.to_dict("records"):
            paired = row.get("control_ratio", np.nan)
            median = base.get((*(row[name] for name in key), row["strategy"].removesuffix(TWIN)))
            if paired > 0:
                ratios.append(paired)
            elif median is not None and row["median_ns"] > 0:
                ratios.append(row["median_ns"] / median)
        return ratios

    def provenance(self):
        """The state of the caches, and machine, revision and time as far as they are known."""
        machine = self.record.get("machine")
        machine = machine if isinstance(machine, dict) else {}
        revision = str(self.record.get("revision", ""))[:9]
        if revision and self.record.get("dirty"):
            revision += " (changed)"
        facts = [
            f"caches {self.caches}",
            machine.get("cpu_model"),
            machine.get("os"),
            f"revision {revision}" if revision else None,
            self.record.get("started"),
        ]
        return " · ".join(str(fact) for fact in facts if fact)


def shows_wrong_rows(cells):
    """Whether each cell showed other rows than it should in some frame."""
    if "steps_wrong" not in cells:
        return cells["median_ns"].isna() & False
    return cells["steps_wrong"] > 0


def _names(table):
    """The strategy, with its mode where that is not the usual one."""
    is_usual = table["mode"] == "corrected"
    return table["strategy"].where(is_usual, table["strategy"] + " " + table["mode"])


def _ratios(measured):
    """Times relative to the fastest of the group that shows the right rows.

    The file's own ratios are of paired repetitions and go first. The floor competes with nobody.
    """
    group = ["scenario", "heights", "rows"]
    competes = measured["strategy"] != FLOOR
    rivals = measured["median_ns"].where(competes & ~shows_wrong_rows(measured))
    best = rivals.groupby([measured[name] for name in group]).transform("min")
    ratio = (measured["median_ns"] / best).where(competes)
    if "ratio_to_fastest" in measured:
        ratio = measured["ratio_to_fastest"].where(competes).fillna(ratio)
    return ratio
