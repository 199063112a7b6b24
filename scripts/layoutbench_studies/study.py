"""The engine of the studies: runs of bench, what is kept of them in CSV files, and a README made from
these files alone.
"""

import argparse
import datetime
import functools
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import pandas as pd

from layoutbench_plots.fault import USAGE, Fault, Parser, creating, one_line

from . import cells, runs, text

# Columns of words that may look like numbers: a revision such as 60803e3.
WORDS = ["revision", "warnings", "lengths", "started"]


class Study:
    """The files of a study. `runs.csv` has a line for each run of bench, the others what is kept of it.

    Lines that belong to one run have the same values in the columns of its key.
    """

    def __init__(self, name, options):
        self.name, self.options, self.folder = name, options, options.output
        self.tables = {path.stem: read(path) for path in sorted(self.folder.glob("*.csv"))}

    @functools.cached_property
    def bench(self):
        """The bench that is run."""
        return runs.Bench(self.options.bench)

    def forget(self, **piece):
        """Leaves out what the files have of a piece that is measured anew; keeps it with --resume."""
        if not self.options.resume:
            for name, table in self.tables.items():
                if set(piece) <= set(table):
                    self.tables[name] = table[~matches(table, piece)]

    def run(self, key, arguments, kept, file="cells", environment=None):
        """One run of bench, and the rows that `kept` makes of its folder; none that the files have."""
        if self.has(key):
            return
        facts = self.facts()
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary) / "run"
            taken = self.bench.run(arguments, folder, environment)
            rows, summary = kept(folder), cells.summary(folder)
            warnings = runs.record(folder).get("warnings") or []
            share = 0.0
            if "disturbed" in summary:
                share = summary["disturbed"].sum() / max(1, summary["rounds"].sum())
            own = key | facts | {
                "taken_s": round(taken, 2), "disturbed": round(share, 3),
                "warnings": " ".join(one["name"] for one in warnings), "revision": runs.revision(folder),
            }  # fmt: skip
            name = "-".join(str(value) for value in key.values()).replace(" ", "-")
            if self.options.keep:
                shutil.copytree(folder, self.options.keep / name, dirs_exist_ok=True)
        print(f"{name}: {taken:.1f} s, {share:.0%} of the repetitions disturbed", flush=True)
        self.add(file, rows, key)
        self.add("runs", pd.DataFrame([own]))

    def facts(self):
        """What is recorded of any measurement, at its start."""
        git = ["git", "-C", str(runs.ROOT), "describe", "--always", "--dirty", "--abbrev=9", "--exclude=*"]
        revision = subprocess.run(git, capture_output=True, text=True).stdout.strip() or "unknown"
        started = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        return {"load_before": round(os.getloadavg()[0], 2), "revision": revision, "started": started,
                "machine": runs.machine(), "command": command(self.name)}  # fmt: skip

    def has(self, key, name="runs"):
        """Whether a file has lines of this run."""
        known = self.tables.get(name)
        return known is not None and set(key) <= set(known) and matches(known, key).any()

    def add(self, name, rows, key=None):
        """Adds rows to a file: what is known is on disk when the next run begins."""
        rows = rows.assign(**(key or {}))
        rows = rows[[*(key or {}), *(column for column in rows if column not in (key or {}))]]
        before = [self.tables[name]] if len(self.tables.get(name, [])) else []
        self.tables[name] = pd.concat([*before, rows], ignore_index=True)
        path = self.folder / f"{name}.csv"
        with creating(path):
            self.tables[name].to_csv(path, index=False, float_format="%.6g", lineterminator="\n")


def read(path):
    """A file of a study; an empty table when it is not there."""
    return pd.read_csv(path, dtype=dict.fromkeys(WORDS, str)) if path.exists() else pd.DataFrame()


def lines(table):
    """The rows of a table for a report: what is missing is empty."""
    return table.astype(object).where(table.notna(), "").to_numpy()


def matches(table, key):
    """Which rows have these values."""
    return (table[list(key)].astype(str) == pd.Series(key).astype(str)).all(axis=1)


def command(name):
    """How the study was called, but for places on this machine."""
    words = [re.sub(r"(?<![^\s=])/\S*/", "", word) for word in text.without_places(sys.argv[1:])]
    return shlex.join([f"scripts/{name}", *words])


def measured(table):
    """When, of which revisions, where and how runs were made, as the last lines of a report."""
    if table.empty:
        return []
    days = sorted({started[:10] for started in table["started"]})
    return [
        f"Measured {' and '.join(dict.fromkeys((days[0], days[-1])))}, revision "
        f"{', '.join(dict.fromkeys(table['revision']))}; {'; '.join(dict.fromkeys(table['machine']))}; by",
        "", *(f"    {line}" for line in dict.fromkeys(table["command"])), "",
    ]  # fmt: skip


def list_of(convert, known=None):
    """Reads words with commas between them."""

    def words(argument):
        found = [convert(word) for word in argument.split(",")]
        for word in found:
            if known and word not in known:
                raise argparse.ArgumentTypeError(f'found "{word}", expected {",".join(known)}')
        return found

    return words


def number(argument):
    """A whole number above 0."""
    if not argument.isdigit() or int(argument) == 0:
        raise argparse.ArgumentTypeError(f'found "{argument}", expected a whole number from 1 up')
    return int(argument)


def main(name, doc, folder, add_options, measure, report, fails=None):
    """Measures, unless only the report is wanted, and writes and prints README.md.

    `measure` takes the study, `report` the folder and gives the lines. Exit status 1 where a line matches
    the expression `fails`.
    """
    with one_line(name):
        parser = Parser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
        add_options(parser)
        parser.add_argument("--report", action="store_true", help="measure nothing: write README.md again")
        parser.add_argument("--resume", action="store_true", help="skip the runs that the files have")
        parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="keep the runs' folders")
        parser.add_argument("--bench", type=pathlib.Path, default=runs.BENCH, metavar="PATH")
        parser.add_argument(
            "--output", type=pathlib.Path, metavar="DIR", default=runs.ROOT / "results/studies" / folder,
            help=f"default: results/studies/{folder}")
        options = parser.parse_args()
        with creating(options.output):
            options.output.mkdir(parents=True, exist_ok=True)
        if not options.report:
            measure(Study(name, options))
        if not (options.output / "runs.csv").exists():
            raise Fault(USAGE, f"{options.output}: nothing was measured")
        words = "\n".join(report(options.output)).rstrip() + "\n"
        (options.output / "README.md").write_text(words, encoding="utf-8")
        print(words, end="")
        sys.exit(1 if fails and re.search(fails, words) else 0)
