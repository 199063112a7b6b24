"""Reads the CSV files of a run into pandas tables and checks them. Files may have unknown columns, and optional columns may
be missing. Only empty fields are missing values, which are NaN in columns of numbers and "" in columns of text.
"""

import re
import warnings

import numpy as np
import pandas as pd

from .fault import BAD_DATA, MISSING_INPUT, Fault

SCHEMA = 6
KEY = ["scenario", "heights", "rows", "strategy", "mode"]
CELL = ["scenario", "heights", "rows", "mode", "strategy", "role"]
STRATEGY, CONTROL, FLOOR = "strategy", "control", "floor"
# The time of a cell is the median of this number of fastest repetitions, as in bench.
FASTEST = 3
REQUIRED = {
    "summary.csv": ["schema", *KEY, "status", "rounds", "operations"],
    "samples.csv": ["schema", *KEY, "round", "slot", "operations", "elapsed_ns"],
}
MAY_BE_EMPTY = {"summary.csv": ["time_ns", "low_ns", "high_ns"], "samples.csv": []}
NUMBERS = re.compile("(schema|rows|rounds?|slot|operations|segment|disturbed|allocations|.*_ns|control_ratio)")


def read(path):
    """The rows of a run's `summary.csv` or `samples.csv`."""
    try:
        with warnings.catch_warnings():
            # For a line with too many fields, pandas only prints a warning, so make it an error.
            warnings.simplefilter("error", pd.errors.ParserWarning)
            table = pd.read_csv(path, dtype=str, keep_default_na=False, index_col=False, encoding="utf-8-sig")
    except OSError as error:
        raise Fault(MISSING_INPUT, f"{path}: cannot be read, expected a run's folder: {error.strerror}") from error
    except (pd.errors.EmptyDataError, pd.errors.ParserError, pd.errors.ParserWarning, UnicodeDecodeError) as error:
        raise Fault(BAD_DATA, f"{path}: not a CSV file of bench: {error}") from error
    if table.columns[0] != "schema":
        raise Fault(BAD_DATA, f'{path}:1: not a file of bench: found "{table.columns[0]}", expected "schema"')
    # Check the schema first, because another schema may have other columns.
    schema = pd.to_numeric(table["schema"], errors="coerce")
    refuse(path, table["schema"], schema != SCHEMA, f"expected {SCHEMA}")
    required, optional = REQUIRED[path.name], MAY_BE_EMPTY[path.name]
    missing = [name for name in required + optional if name not in table]
    if missing:
        raise Fault(BAD_DATA, f"{path}:1: missing columns: {', '.join(missing)}")
    if table.empty:
        raise Fault(BAD_DATA, f"{path}: no data, expected a row for each cell or sample")
    # If the last line is incomplete, pandas reads its missing fields as NaN.
    table = table.fillna("")
    for name in table:
        fields = table[name]
        if name in required:
            refuse(path, fields, fields == "", "expected a value")
        if NUMBERS.fullmatch(name):
            numbers = pd.to_numeric(fields.mask(fields == ""), errors="coerce")
            is_wrong = (fields != "") & ~np.isfinite(numbers)
            if name in required + optional:
                is_wrong |= numbers < 0
            refuse(path, fields, is_wrong, "expected a number from 0 up")
            table[name] = numbers
    table["role"] = table["role"].replace("", STRATEGY) if "role" in table else STRATEGY
    return table


def refuse(path, fields, is_wrong, expected):
    if is_wrong.any():
        row = is_wrong.idxmax()
        raise Fault(BAD_DATA, f'{path}:{row + 2}: {fields.name}: found "{fields[row]}", {expected}')


def read_summary(folder):
    path = folder / "summary.csv"
    table = read(path)
    for row in table.index[table.duplicated(CELL)]:
        raise Fault(BAD_DATA, f"{path}:{row + 2}: duplicate cell {' '.join(map(str, table.loc[row, CELL]))}")
    if not (table["time_ns"] > 0).any():
        raise Fault(BAD_DATA, f"{path}: no cell has a time, expected a finished run")
    return table


def read_repetitions(folder):
    """Reads the repetitions of a run from its `samples.csv`. Column `ns` is the time per operation: the median over the
    undisturbed segments, or over all segments if all were disturbed.
    """
    table = read(folder / "samples.csv")
    if "disturbed" not in table:
        table["disturbed"] = 0
    table["ns"] = table["elapsed_ns"] / table["operations"]
    repetition = [*CELL, "round"]
    least = table.groupby(repetition)["disturbed"].transform("min")
    found = table[table["disturbed"] == least].groupby(repetition)["ns"].median().to_frame()
    found["segments"] = table.groupby(repetition).size()
    return found.reset_index()


def estimate(times):
    return times.nsmallest(FASTEST).median()
