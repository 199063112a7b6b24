"""Reads the CSV files of a run, and refuses in one line what is not one of them.

Columns are read by name: further ones may follow or be absent. An empty field is the only missing
value: NaN in a column of numbers, an empty text in one of words.
"""

import csv
import re
import warnings

import numpy as np
import pandas as pd

from .fault import BAD_DATA, MISSING_INPUT, Fault

SCHEMA = 5
KEY = ["scenario", "heights", "rows", "strategy", "mode"]
WARM = "warm"
STRATEGY, CONTROL = "strategy", "control"
FILLED = {
    "summary.csv": ["schema", *KEY, "status", "rounds", "operations"],
    "samples.csv": ["schema", *KEY, "round", "slot", "operations", "elapsed_ns", "checksum"],
}
MAY_BE_EMPTY = {"summary.csv": ["time_ns", "low_ns", "high_ns"], "samples.csv": []}
# Columns that may be absent and are numbers where they are there; all others are words.
FURTHER = re.compile("_ns$|^ratio_|^control_|^steps_|^rounds|^disturbed$|^is_fastest$|_per_row$|^allocations$"
                     "|^segment$|^heights_asked$|^rows_scanned$")
WORDS = ["scenario", "heights", "strategy", "mode", "status", "checksum"]


def read(path):
    """The rows of `summary.csv` or `samples.csv`, by the path's last part."""
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            header = next(csv.reader(file), [])
        with warnings.catch_warnings():
            # To pandas a line with too many fields is only worth a warning; here it shifts the table.
            warnings.simplefilter("error", pd.errors.ParserWarning)
            table = pd.read_csv(
                path, dtype=str, keep_default_na=False, index_col=False, encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise Fault(MISSING_INPUT, f"{path}: not there, expected a run's folder") from error
    except OSError as error:
        raise Fault(MISSING_INPUT, f"{path}: cannot be read: {error.strerror}") from error
    except pd.errors.EmptyDataError as error:
        raise Fault(BAD_DATA, f"{path}: the file is empty, expected a header") from error
    except (pd.errors.ParserError, pd.errors.ParserWarning, UnicodeDecodeError) as error:
        reason = str(error).removeprefix("Error tokenizing data. C error: ")
        raise Fault(BAD_DATA, f"{path}: not a CSV file of bench: {reason}") from error
    if header[0] != "schema":
        raise Fault(BAD_DATA, f'{path}:1: not a file of bench: found "{header[0]}", expected "schema"')
    # The schema before all else: another one may well have other columns.
    _refuse(path, table["schema"], table["schema"] != str(SCHEMA), f"expected {SCHEMA}")
    filled = FILLED[path.name]
    missing = [name for name in filled + MAY_BE_EMPTY[path.name] if name not in header]
    if missing:
        raise Fault(BAD_DATA, f"{path}:1: missing columns: {', '.join(missing)}")
    if table.empty:
        raise Fault(BAD_DATA, f"{path}: no data, expected a line for each cell or sample")
    for name in table:
        fields = table[name]
        # A torn last line lacks fields, which pandas leaves out as NaN.
        is_empty = fields.isna() | (fields == "")
        if name in filled:
            _refuse(path, fields.fillna(""), is_empty, "expected a value")
        is_promised = name in filled + MAY_BE_EMPTY[path.name]
        if name in WORDS or not (is_promised or FURTHER.search(name)):
            table[name] = fields.fillna("")
            continue
        numbers = pd.to_numeric(fields.mask(is_empty), errors="coerce")
        least = 1 if name == "operations" and path.name == "samples.csv" else 0
        is_wrong = ~is_empty & ~np.isfinite(numbers)
        if is_promised:
            is_wrong |= numbers < least
        _refuse(path, fields, is_wrong, f"expected a number from {least} up")
        table[name] = numbers
    for name, usual in (("caches", WARM), ("role", STRATEGY)):
        table[name] = table[name].replace("", usual) if name in table else usual
    return table


def _refuse(path, fields, is_wrong, expected):
    if is_wrong.any():
        row = is_wrong.idxmax()
        raise Fault(BAD_DATA, f'{path}:{row + 2}: {fields.name}: found "{fields[row]}", {expected}')


def read_summary(path):
    """The cells of `summary.csv`, a row each."""
    table = read(path)
    is_double = table.duplicated([*KEY, "role", "caches"])
    if is_double.any():
        row = is_double.idxmax()
        cell = " ".join(str(table[name][row]) for name in [*KEY, "role", "caches"])
        raise Fault(BAD_DATA, f"{path}:{row + 2}: the cell {cell} is there twice")
    if not (table["time_ns"] > 0).any():
        raise Fault(BAD_DATA, f"{path}: no cell has a figure, expected a finished run")
    return table


def read_repetitions(path):
    """The repetitions of `samples.csv`: for each its time per operation, `ns`, and whether it was
    disturbed. The time is the median of the undisturbed segments, or of all where there are none.
    """
    table = read(path)
    if "disturbed" not in table:
        table["disturbed"] = 0
    table["ns"] = table["elapsed_ns"] / table["operations"]
    repetition = [*KEY, "role", "caches", "round"]
    least = table.groupby(repetition, sort=False)["disturbed"].transform("min")
    taken = table[table["disturbed"] <= least]
    found = taken.groupby(repetition, sort=False)["ns"].median().to_frame()
    return found.join(table.groupby(repetition).agg(
        operations=("operations", "sum"), segments=("ns", "size"), disturbed=("disturbed", "min"),
    )).reset_index()  # fmt: skip
