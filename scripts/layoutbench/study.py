"""Studies keep their results in CSV files, and generate a README from only these files."""

import argparse
import contextlib
import datetime
import functools
import pathlib
import re
import shlex
import subprocess
import sys

import pandas as pd

from . import bench
from .fault import USAGE, Fault, Parser, creating, one_line

# The options with paths on this machine; a report omits them.
PLACES = re.compile(r"--(bench|output)$")


class Study:
    """The folder of a study. `runs.csv` has the facts of each part of the study; the other files have its results. The
    columns of a part's key are in all rows of the part.
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
    text = dict.fromkeys(["revision", "started", "slowdown"], str)
    return pd.read_csv(path, dtype=text) if path.exists() else pd.DataFrame()


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


def main(name, doc, folder, add_options, measure, report):
    """Measures unless --report is given, then writes and prints README.md.

    `measure` is called with the study. `report` is called with the study's folder and returns the lines of README.md.
    """
    with one_line(name):
        parser = Parser(doc)
        add_options(parser)
        parser.add_argument("--report", action="store_true", help="write README.md from the CSV files")
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
