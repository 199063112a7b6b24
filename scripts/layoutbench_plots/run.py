"""A run's folder: its cells, its A/A control, and what `run.json` says of it."""

import difflib
import fnmatch
import functools
import json
import pathlib

import numpy as np

from . import palette
from .fault import BAD_DATA, MISSING_INPUT, Fault
from .tables import CONTROL, WARM, read_summary

FLOOR = "floor"


class Run:
    """What a folder written by `bench run` holds.

    `measured` has a row for each cell with a figure, `controls` the A/A control's rows. All are of one
    state of the caches: warm and cold times never stand together.
    """

    def __init__(self, folder, caches=WARM):
        self.folder, self.caches = pathlib.Path(folder), caches
        if not self.folder.exists():
            raise Fault(MISSING_INPUT, f"{folder}: not there, expected a run's folder")
        if not self.folder.is_dir():
            raise Fault(BAD_DATA, f"{folder}: a file, expected a run's folder")
        table = read_summary(self.folder / "summary.csv")
        usual = table["mode"] == "corrected"
        table["name"] = table["strategy"].where(usual, table["strategy"] + " " + table["mode"])
        known = ", ".join(dict.fromkeys(table["caches"]))
        table = table[(table["caches"] == caches) & (table["time_ns"] > 0)]
        is_control = table["role"] == CONTROL
        self.controls, self.measured = table[is_control], table[~is_control].copy()
        if self.measured.empty:
            raise Fault(
                BAD_DATA, f'{folder}/summary.csv: no figure with caches "{caches}", it has {known}')
        self.measured["is_wrong"] = self.measured.get("steps_wrong", 0) > 0
        self.measured["ratio"] = self._ratios()

    def _ratios(self):
        """Times relative to the fastest of the group that shows the right rows.

        The file's own ratios are of paired repetitions and go first. The floor competes with nobody.
        """
        cells = self.measured
        competes = cells["strategy"] != FLOOR
        rivals = cells["time_ns"].where(competes & ~cells["is_wrong"])
        group = [cells[name] for name in ("scenario", "heights", "rows")]
        ratio = (cells["time_ns"] / rivals.groupby(group).transform("min")).where(competes)
        return cells["ratio_to_fastest"].fillna(ratio) if "ratio_to_fastest" in cells else ratio

    def keep(self, **choices):
        """Leaves out all cells but those whose columns have one of the words chosen for them; `*` and `?`
        are wildcards.
        """
        all_cells = self.measured
        for column, words in choices.items():
            known = list(dict.fromkeys(all_cells[column]))
            for word in words:
                if not fnmatch.filter(known, word):
                    close = difflib.get_close_matches(word, known, 1)
                    hint = f'did you mean "{close[0]}"?' if close else f"the run has {', '.join(known)}"
                    raise Fault(BAD_DATA, f'{self.folder}: no {column} "{word}", {hint}')
            kept = {name for word in words for name in fnmatch.filter(known, word)}
            self.measured = self.measured[self.measured[column].isin(kept)]
        if self.measured.empty:
            raise Fault(BAD_DATA, f"{self.folder}: no cell is of these strategies and scenarios")

    @property
    def styles(self):
        """How each strategy with a figure is drawn."""
        return palette.styles(self.measured["strategy"])

    @functools.cached_property
    def record(self):
        """What `run.json` says; empty without one, for the CSV files stand on their own."""
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

    def control_sentence(self):
        """How far a strategy and its A/A control differ; empty without a control."""
        if "control_ratio" not in self.controls or self.controls["control_ratio"].isna().all():
            return ""
        ratios = self.controls["control_ratio"].dropna()
        names = sorted(set(self.controls["strategy"]))
        low, high = np.quantile(ratios, [0.025, 0.975])
        return (
            f"A/A control: {' and '.join(names)}, each run twice, in {len(ratios)} groups: "
            f"median ratio {ratios.median():.3f}, 95 % of the groups from {low:.2f} to {high:.2f}.")

    def provenance(self):
        """The state of the caches, and machine, revision and time as far as they are known."""
        machine = self.record.get("machine")
        machine = machine if isinstance(machine, dict) else {}
        revision = str(self.record.get("revision", ""))[:9]
        changed = " (changed)" if self.record.get("dirty") else ""
        facts = [
            f"caches {self.caches}", machine.get("cpu_model"), machine.get("os"),
            f"revision {revision}{changed}" if revision else None, self.record.get("started"),
        ]  # fmt: skip
        return " · ".join(str(fact) for fact in facts if fact)
