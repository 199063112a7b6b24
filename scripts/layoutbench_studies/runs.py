"""Runs bench, and reads what a run leaves. The standard library alone, so that CI can use it."""

import csv
import json
import os
import pathlib
import statistics
import subprocess
import time
import typing

from layoutbench_plots.fault import BAD_DATA, MISSING_INPUT, Fault

ROOT = pathlib.Path(__file__).resolve().parents[2]
BENCH = ROOT / ".build" / "release" / "bench"
SCHEMA = "3"
FLOOR, TWIN = "floor", "-twin"
SAMPLES = [
    "schema",
    "scenario",
    "heights",
    "rows",
    "strategy",
    "mode",
    "round",
    "slot",
    "operations",
    "elapsed_ns",
    "checksum",
    "caches",
    "segment",
]
SUMMARY = [
    "schema",
    "scenario",
    "heights",
    "rows",
    "strategy",
    "mode",
    "status",
    "rounds",
    "operations",
    "median_ns",
    "low_ns",
    "high_ns",
]


class Cell(typing.NamedTuple):
    """What a figure is of. Warm and cold are two cells, never one."""

    scenario: str
    heights: str
    rows: int
    strategy: str
    mode: str
    caches: str

    @property
    def group(self):
        """The cell without its strategy: what others of the same group may be compared in."""
        return self._replace(strategy="")


class Repetition(typing.NamedTuple):
    """One repetition of a cell: its value is the median over the segments that were not disturbed,
    or over all where all were: then the repetition is."""

    ns: float
    steps: int
    elapsed_ns: int
    segments: int
    is_disturbed: bool


def rows_of(path, columns):
    """A file's rows as dictionaries, when it is of the schema that this program reads."""
    try:
        with open(path, newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            missing = [name for name in columns if name not in (reader.fieldnames or [])]
            if "schema" in missing:
                raise Fault(BAD_DATA, f"{path}:1: not a file of bench: no column schema")
            rows = []
            # The schema first: another one may well have other columns.
            for number, row in enumerate(reader, 2):
                if row["schema"] != SCHEMA:
                    raise Fault(
                        BAD_DATA, f"{path}:{number}: schema {row['schema']}, expected {SCHEMA}"
                    )
                rows.append(row)
    except OSError as error:
        raise Fault(MISSING_INPUT, f"{path}: cannot be read: {error.strerror}") from error
    if missing:
        raise Fault(BAD_DATA, f"{path}:1: missing columns: {', '.join(missing)}")
    return rows


def cell_of(row):
    """The cell that a row of either file belongs to."""
    return Cell(
        row["scenario"],
        row["heights"],
        int(row["rows"]),
        row["strategy"],
        row["mode"],
        row.get("caches") or "warm",
    )


def is_warm(row):
    """Whether a row is of warm caches; a file that does not say has no others."""
    return (row.get("caches") or "warm") == "warm"


def summary(folder):
    """The rows of `summary.csv`."""
    return rows_of(pathlib.Path(folder) / "summary.csv", SUMMARY)


def repetitions(folder):
    """For each cell its repetitions by number, cells in the file's order."""
    path = pathlib.Path(folder) / "samples.csv"
    segments = {}
    for number, row in enumerate(rows_of(path, SAMPLES), 2):
        steps, elapsed = int(row["operations"]), int(row["elapsed_ns"])
        if steps < 1:
            raise Fault(BAD_DATA, f"{path}:{number}: operations: found {steps}, expected 1 or more")
        of_cell = segments.setdefault(cell_of(row), {})
        of_cell.setdefault(int(row["round"]), []).append(
            (elapsed / steps, steps, elapsed, row.get("disturbed") == "1")
        )
    return {
        cell: {number: folded(parts) for number, parts in sorted(rounds.items())}
        for cell, rounds in segments.items()
    }


def folded(parts):
    """The segments of a repetition as one."""
    values, steps, elapsed, disturbed = zip(*parts)
    quiet = [value for value, is_disturbed in zip(values, disturbed) if not is_disturbed]
    return Repetition(
        statistics.median(quiet or values), sum(steps), sum(elapsed), len(parts), not quiet
    )


# Figures are made of undisturbed repetitions where there are so many.
FEWEST_UNDISTURBED = 3


def figure_times(repetitions_):
    """The values that a cell's figure is the median of."""
    quiet = [one.ns for one in repetitions_.values() if not one.is_disturbed]
    everything = [one.ns for one in repetitions_.values()]
    return quiet if len(quiet) >= FEWEST_UNDISTURBED else everything


def record(folder):
    """What `run.json` says."""
    return json.loads((pathlib.Path(folder) / "run.json").read_text(encoding="utf-8"))


def warnings(folder):
    """The names of the warnings that a run gave, as one field."""
    found = record(folder).get("warnings") or []
    return " ".join(
        str(one.get("name", one)) if isinstance(one, dict) else str(one) for one in found
    )


def revision(folder):
    """What was measured: the revision that the run names."""
    known = record(folder)
    return str(known.get("revision", ""))[:9] + (" (changed)" if known.get("dirty") else "")


class Bench:
    """A built bench, and how it is started."""

    def __init__(self, path):
        self.path = pathlib.Path(path).resolve()
        if not self.path.exists():
            raise Fault(
                MISSING_INPUT, f"{path}: no release build: swift build -c release --product bench"
            )

    def run(self, arguments, folder):
        """Measures into `folder`; gives the seconds that took."""
        command = [str(self.path), "run", *map(str, arguments), "--quiet", "--output", str(folder)]
        start = time.monotonic()
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if done.returncode != 0:
            lines = (done.stderr or done.stdout).strip().splitlines() or ["nothing said"]
            raise Fault(
                70,
                f"bench run {' '.join(map(str, arguments))}: exit {done.returncode}: {lines[-1]}",
            )
        return time.monotonic() - start

    def has_option(self, option):
        """Whether `bench run` knows an option."""
        done = subprocess.run([str(self.path), "help", "run"], capture_output=True, text=True)
        return f"{option} " in done.stdout

    def strategies(self):
        """The strategies that can show rows of any heights, without the floor."""
        done = subprocess.run(
            [str(self.path), "list", "--json"], cwd=ROOT, capture_output=True, text=True
        )
        if done.returncode != 0:
            raise Fault(70, f"bench list --json: exit {done.returncode}")
        return [
            one["id"]
            for one in json.loads(done.stdout)["strategies"]
            if not one.get("is_floor")
            and "equal" not in str(one.get("requirement"))
            and "page" not in str(one.get("requirement"))
        ]


def machine():
    """The processor and how many there are, for a study's last line."""
    model = "unknown processor"
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            model = next(
                (line.split(":", 1)[1].strip() for line in file if line.startswith("model name")),
                model,
            )
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores"
