"""Reads the CSV files of a run, and refuses what is not one of them.

Columns are read by name: further ones may follow or be absent. An empty field is the only missing
value.
"""

import csv
import warnings

import numpy as np
import pandas as pd

from .fault import BAD_DATA, MISSING_INPUT, Fault

SCHEMA = 3
KEY = ["scenario", "heights", "rows", "strategy", "mode"]
# The state that a time belongs to when a file does not say.
WARM = "warm"

SUMMARY_PROMISED = [
    "schema",
    *KEY,
    "status",
    "rounds",
    "operations",
    "median_ns",
    "low_ns",
    "high_ns",
]
SUMMARY_WORDS = {"scenario", "heights", "strategy", "mode", "status", "verdict", "caches"}
SUMMARY_FURTHER = [
    "caches",
    "ratio_to_fastest", "ratio_low", "ratio_high", "heights_asked", "rows_scanned", "views_created",
    "views_configured", "views_moved", "reloads", "layout_passes", "allocations", "bytes_per_row",
    "frame_p50_ns", "frame_p90_ns", "frame_p99_ns", "frame_p999_ns", "frame_max_ns",
    "frames_over_1ms", "frames_over_8_33ms", "frames_over_16_67ms", "steps_wrong", "verdict",
    "control_ratio", "control_low", "control_high",
]  # fmt: skip

SAMPLES_PROMISED = ["schema", *KEY, "round", "slot", "operations", "elapsed_ns", "checksum"]
SAMPLES_WORDS = {"scenario", "heights", "strategy", "mode", "checksum", "caches"}
SAMPLES_FURTHER = ["caches", "segment", "disturbed"]


def read_summary(path):
    """The cells of `summary.csv`, a row each; what was not measured is NaN or an empty text."""
    table = _read(path, SUMMARY_PROMISED, SUMMARY_FURTHER, SUMMARY_WORDS)
    doubled = table.duplicated([*KEY, "caches"])
    if doubled.any():
        row = table.loc[doubled.idxmax()]
        cell = " ".join(str(row[name]) for name in [*KEY, "caches"])
        raise Fault(BAD_DATA, f"{path}:{doubled.idxmax() + 2}: the cell {cell} stands here twice")
    if not (table["median_ns"] > 0).any():
        raise Fault(BAD_DATA, f"{path}: no cell has a figure, expected a finished run")
    return table


def read_samples(path):
    """The repetitions of `samples.csv` in the order they began.

    A repetition times an odd number of segments of the script; its `ns`, the time per operation, is
    the median over those that were not disturbed, or over all. `operations` and `elapsed_ns` are what the segments come to together.
    """
    table = _read(path, SAMPLES_PROMISED, SAMPLES_FURTHER, SAMPLES_WORDS)
    if table.empty:
        raise Fault(BAD_DATA, f"{path}: no data, expected a line for each sample")
    small = table["operations"] < 1
    if small.any():
        found = table["operations"].loc[small.idxmax()]
        raise Fault(
            BAD_DATA,
            f"{path}:{small.idxmax() + 2}: operations: found {found:g}, expected 1 or more",
        )
    table["ns"] = table["elapsed_ns"] / table["operations"]
    if "disturbed" not in table:
        table["disturbed"] = np.nan
    # The value is taken of the segments that were not disturbed, where there are any.
    by_repetition = [*KEY, "caches", "round"]
    isolated = table["ns"].where(~(table["disturbed"] > 0))
    none_left = isolated.groupby([table[name] for name in by_repetition]).transform("count") == 0
    table["chosen_ns"] = isolated.where(~none_left, table["ns"])
    segments = table.groupby(by_repetition, sort=False)
    return segments.agg(
        slot=("slot", "first"), operations=("operations", "sum"), elapsed_ns=("elapsed_ns", "sum"),
        ns=("chosen_ns", "median"), segments=("ns", "size"), disturbed=("disturbed", "min"),
    ).reset_index()  # fmt: skip


def _read(path, promised, further, words):
    names = _header(path, promised)
    wanted = [name for name in promised + further if name in names and name != "checksum"]
    try:
        with warnings.catch_warnings():
            # A line of too many fields is only a warning to pandas, and a shifted table to us.
            warnings.simplefilter("error", pd.errors.ParserWarning)
            table = pd.read_csv(
                path, dtype=str, keep_default_na=False, index_col=False, encoding="utf-8-sig"
            )[wanted]
    except (pd.errors.ParserError, pd.errors.ParserWarning, UnicodeDecodeError) as error:
        reason = str(error).removeprefix("Error tokenizing data. C error: ")
        raise Fault(BAD_DATA, f"{path}: not a CSV file of bench: {reason}") from error
    for name in wanted:
        table[name] = _column(path, table[name], name in words, name in promised)
    table["caches"] = table["caches"].replace("", WARM) if "caches" in table else WARM
    return table


def _header(path, promised):
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            names = next(csv.reader(file), [])
    except FileNotFoundError as error:
        raise Fault(MISSING_INPUT, f"{path}: not there, expected a run's folder") from error
    except OSError as error:
        raise Fault(MISSING_INPUT, f"{path}: cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise Fault(BAD_DATA, f"{path}:1: not a CSV file of bench: {error}") from error
    if not names:
        raise Fault(BAD_DATA, f"{path}: the file is empty, expected a header {','.join(promised)}")
    if names[0] != "schema":
        raise Fault(
            BAD_DATA,
            f'{path}:1: not a file of bench: column 1: found "{names[0]}", expected "schema"',
        )
    missing = [name for name in promised if name not in names]
    if missing:
        columns = ", ".join(missing)
        raise Fault(BAD_DATA, f"{path}:1: missing columns: {columns}")
    for name in names:
        if names.count(name) > 1:
            raise Fault(BAD_DATA, f'{path}:1: column "{name}" stands here twice')
    return names


def _column(path, fields, is_word, is_promised):
    name = fields.name
    if is_word:
        return _check_words(path, fields) if name in KEY else fields.fillna("")
    numbers = pd.to_numeric(fields.mask(fields == ""), errors="coerce")
    may_be_empty = not is_promised or name.endswith("_ns") and name != "elapsed_ns"
    wrong = ~np.isfinite(numbers) & ~((fields == "") & may_be_empty) | (numbers < 0)
    if name == "schema":
        wrong |= numbers != SCHEMA
    if wrong.any():
        line = wrong.idxmax()
        found = fields.loc[line]
        if name == "schema":
            raise Fault(BAD_DATA, f"{path}:{line + 2}: schema {found}, expected {SCHEMA}")
        raise Fault(
            BAD_DATA, f'{path}:{line + 2}: {name}: found "{found}", expected a number from 0 up'
        )
    return numbers


def _check_words(path, fields):
    empty = fields.isna() | (fields == "")
    if empty.any():
        raise Fault(
            BAD_DATA, f"{path}:{empty.idxmax() + 2}: {fields.name}: found nothing, expected a name"
        )
    return fields
