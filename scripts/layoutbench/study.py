"""Studies run bench, keep the results in CSV files, and generate a README from only these files."""

import argparse
import contextlib
import datetime
import functools
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import pandas as pd

from . import bench
from .fault import USAGE, Fault, Parser, creating, one_line
from .tables import read_summary

LIMITS = [0.02, 0.03, 0.05, 0.10]
# The options with paths on this machine; a report omits them.
PLACES = re.compile(r"--(bench|keep|output)$")


class Study:
    """The folder of a study. `runs.csv` has a row for each run of bench; the other files have the results of the runs.
    Each run has a key, whose columns are in all rows of the run.
    """

    def __init__(self, name, options):
        self.name, self.options, self.folder = name, options, options.output
        self.tables = {path.stem: read(path) for path in sorted(self.folder.glob("*.csv"))}

    @functools.cached_property
    def bench(self):
        return bench.Bench(self.options.bench)

    def forget(self, **key):
        """Removes the rows with these values, because they will be measured again."""
        for name, table in self.tables.items():
            if set(key) <= set(table):
                self.tables[name] = table[~(table[list(key)].astype(str) == pd.Series(key).astype(str)).all(axis=1)]

    def run(self, key, arguments, results, file):
        """Runs bench, and adds to a file the rows that `results` returns for the folder of the run."""
        facts = self.facts()
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary) / "run"
            seconds = self.bench.run(arguments, folder)
            rows, summary = results(folder), read_summary(folder)
            share = summary.get("disturbed", summary["rounds"] * 0).sum() / max(1, summary["rounds"].sum())
            warnings = " ".join(one["name"] for one in bench.record(folder).get("warnings") or [])
            name = "-".join(map(str, key.values())).replace(" ", "-")
            if self.options.keep:
                shutil.copytree(folder, self.options.keep / name, dirs_exist_ok=True)
        print(f"{name}: {seconds:.1f} s, {share:.0%} of the repetitions disturbed", flush=True)
        facts |= {"taken_s": round(seconds, 2), "disturbed": round(share, 3), "warnings": warnings}
        self.add(file, rows, key)
        self.add("runs", pd.DataFrame([facts]), key)

    def facts(self):
        git = ["git", "-C", str(bench.ROOT), "describe", "--always", "--dirty", "--abbrev=9", "--exclude=*"]
        revision = subprocess.run(git, capture_output=True, text=True).stdout.strip() or "unknown"
        started = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        return {"revision": revision, "started": started, "machine": bench.machine(),
                "command": shlex.join([f"scripts/{self.name}", *without_places(sys.argv[1:])])}  # fmt: skip

    def add(self, name, rows, key):
        """Adds rows to a file and writes it immediately, so that an interrupted study keeps its results."""
        rows = rows.assign(**key)[[*key, *(column for column in rows if column not in key)]]
        before = [self.tables[name]] if len(self.tables.get(name, [])) else []
        self.tables[name] = pd.concat([*before, rows], ignore_index=True)
        with creating(self.folder):
            self.tables[name].to_csv(
                self.folder / f"{name}.csv", index=False, float_format="%.6g", lineterminator="\n")


def without_places(arguments):
    """A command line without the options that contain paths on this machine."""
    kept, is_value = [], False
    for argument in arguments:
        name, separator, _ = argument.partition("=")
        if not is_value and not PLACES.match(name):
            kept.append(argument)
        is_value = not is_value and bool(PLACES.match(name)) and not separator
    return kept


def read(path):
    text = dict.fromkeys(["revision", "warnings", "lengths", "started", "slowdown"], str)
    return pd.read_csv(path, dtype=text) if path.exists() else pd.DataFrame()


def share(part, whole):
    """A text such as `3 of 12 (25.0 %)`."""
    return f"{part:,} of {whole:,}" + (f" ({100 * part / whole:.1f} %)" if whole else "")


def percent(value):
    return f"{100 * value:.1f} %" if value < 0.995 else f"{100 * value:.0f} %"


def table(titles, rows, left=1):
    """The lines of a Markdown table whose first `left` columns are text and the others numbers."""
    rule = ["---" if number < left else "---:" for number in range(len(titles))]
    return [f"| {' | '.join(map(str, line))} |" for line in (titles, rule, *rows)] + [""]


def origin(runs):
    if runs.empty:
        return []
    days = sorted({started[:10] for started in runs["started"]})
    facts = [" and ".join(dict.fromkeys((days[0], days[-1])))]
    facts += ["; ".join(runs[column].unique()) for column in ("revision", "machine")]
    return [f"Measured {facts[0]}, revision {facts[1]}; {facts[2]}; by", "",
            *(f"    {line}" for line in runs["command"].unique()), ""]  # fmt: skip


def spreads(cells, value, by, min_runs=2):
    """The spread (max / min - 1) of a column over the runs for each cell, which the columns `by` identify. Cells with
    values in fewer than `min_runs` rows are omitted.
    """
    found = cells.groupby(by, sort=False)[value].agg(runs="count", min="min", max="max")
    found = found[found["runs"] >= min_runs].reset_index()
    return found.assign(spread=found["max"] / found["min"] - 1)


def is_within(spread, limit):
    """Whether each spread is at most `limit`; rounding errors in the CSV files are tolerated."""
    return spread <= limit * (1 + 1e-9)


def agreement(found, by, targets):
    """A table that shows, for each limit, the share of cells whose spread is within the limit, and the target. A target
    is a tuple (minimum number of rows, limit, share of the cells). The last target that applies is used.
    """
    lines = []
    for key, own in found.groupby(by):
        spread = own["spread"]
        _, limit, wanted = [one for one in targets if own["rows"].iloc[0] >= one[0]][-1]
        is_met = is_within(spread, limit).mean() >= wanted
        lines.append([
            *(f"{part:,}" if isinstance(part, (int, np.integer)) else part for part in key), len(own),
            *(percent(is_within(spread, one).mean()) for one in LIMITS),
            percent(spread.median()), percent(spread.max()),
            f"{100 * wanted:.0f} % within {100 * limit:.0f} %", "yes" if is_met else "NO",
        ])  # fmt: skip
    titles = [*by, "cells", *(f"within {100 * limit:.0f} %" for limit in LIMITS), "median", "max"]
    return table([*titles, "target", "met"], lines, left=len(by))


def widest(found, columns, count=10):
    lines = [
        [*(one[name] for name in columns), f"{one['min']:.4g} to {one['max']:.4g}", percent(one["spread"])]
        for _, one in found.nlargest(count, "spread").iterrows()
    ]  # fmt: skip
    return table([*columns, "ratios", "spread"], lines, left=len(columns))


@contextlib.contextmanager
def busy_core():
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def list_of(convert, known=None):
    """A type for arguments with values separated by commas. If `known` is given, it must contain each value."""

    def parse(argument):
        found = [convert(part) for part in argument.split(",")]
        for value in found:
            if known and value not in known:
                raise argparse.ArgumentTypeError(f'found "{value}", expected {",".join(known)}')
        return found

    return parse


def number(argument):
    """A type for arguments with a whole number above 0, which may be written as 10k or 1M."""
    digits, factor = argument, 1
    if argument[-1:] in ("k", "M"):
        digits, factor = argument[:-1], {"k": 1000, "M": 1_000_000}[argument[-1]]
    if not digits.isdigit() or int(digits) == 0:
        raise argparse.ArgumentTypeError(f'found "{argument}", expected a whole number from 1 up')
    return int(digits) * factor


def main(name, doc, folder, add_options, measure, report, failure=None):
    """Measures unless --report is given, then writes and prints README.md.

    `measure` is called with the study. `report` is called with the study's folder and returns the lines of README.md.
    The exit status is 1 if the text matches the regular expression `failure`.
    """
    with one_line(name):
        parser = Parser(doc)
        add_options(parser)
        parser.add_argument("--report", action="store_true", help="write README.md from the CSV files")
        parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="copy the folder of each run into DIR")
        parser.add_argument("--bench", type=pathlib.Path, default=bench.PROGRAM, metavar="PATH",
                            help="another build of bench")
        parser.add_argument("--output", type=pathlib.Path, metavar="DIR",
                            default=bench.ROOT / "results/studies" / folder, help=f"default: results/studies/{folder}")
        options = parser.parse_args()
        with creating(options.output):
            options.output.mkdir(parents=True, exist_ok=True)
        if not options.report:
            measure(Study(name, options))
        if not (options.output / "runs.csv").exists():
            raise Fault(USAGE, f"{options.output}: no runs.csv; measure first")
        text = "\n".join(report(options.output)).rstrip() + "\n"
        (options.output / "README.md").write_text(text, encoding="utf-8")
        print(text, end="")
        sys.exit(1 if failure and re.search(failure, text) else 0)
