"""What studies keep of a run: its cells, with their ratios to one strategy's."""

import pathlib

import numpy as np
import pandas as pd

from layoutbench_plots.tables import STRATEGY, read_repetitions, read_summary

GROUP = ["scenario", "heights", "rows", "caches"]
CELL = [*GROUP, "mode", "strategy", "role"]
# So many of the least repetitions make a figure, their median. As in bench.
TAKEN = 3
# How repetitions become one figure.
STATISTICS = {
    "median": np.median,
    "quartile": lambda values: np.quantile(values, 0.25),
    "three_least": lambda values: np.median(np.sort(values)[:TAKEN]),
    "least": np.min,
}


def summary(folder):
    """The cells of a run."""
    return read_summary(pathlib.Path(folder) / "summary.csv")


def measured(folder):
    """The cells that have a figure."""
    found = summary(folder)
    return found[(found["status"] == "ok") & (found["time_ns"] > 0)]


def competes(cells):
    """Whether each row is of a strategy: neither the floor nor an A/A control."""
    return cells["role"] == STRATEGY


def taken(times):
    """The repetitions that make a figure, ascending."""
    return times.nsmallest(TAKEN)


def ratio_column(kept):
    """The column of ratios as bench makes them, and how in words; runs that are kept may be older."""
    if "ratio_three_least" in kept:
        return "ratio_three_least", f"the quotient of the medians of the {TAKEN} least repetitions"
    return "ratio_median", "the median over repetitions of the paired ratios, without the disturbed where 3 are left"


def figures(values, base):
    """Times and ratios by each statistic, of repetitions that took turns.

    The median is that of the paired ratios: what slows a whole repetition slows both. The others choose
    repetitions, each cell its own, so nothing is paired.
    """
    found = {f"ns_{name}": statistic(values) for name, statistic in STATISTICS.items()}
    for name, statistic in STATISTICS.items():
        found[f"ratio_{name}"] = statistic(values) / statistic(base)
    return found | {"ratio_median": np.median(values / base)}


def with_ratios(folder, base):
    """For each cell of a run its figures and their ratios to `base` in the same group; where that is not
    there, to the group's first strategy. From samples.csv.
    """
    table = read_repetitions(pathlib.Path(folder) / "samples.csv")
    table["disturbed"] = table["disturbed"] > 0
    rows = []
    for group, members in table.groupby(GROUP, sort=False):
        cells = dict(list(members.groupby(["mode", "strategy", "role"], sort=False)))
        # Published forms have the same reference as corrected ones.
        reference = ("corrected", base, STRATEGY)
        if reference not in cells:
            rivals = members[competes(members)]
            if rivals.empty:
                continue
            reference = tuple(rivals[["mode", "strategy", "role"]].iloc[0])
        for key, own in cells.items():
            both = own.merge(cells[reference], on="round", suffixes=("", "_base"))
            if both.empty:
                continue
            rows.append(dict(zip(CELL, (*group, *key))) | {
                "base": reference[1], "repetitions": len(own), "disturbed": own["disturbed"].sum(),
                "steps": int(min(both["operations"].median(), both["operations_base"].median())),
            } | figures(both["ns"].to_numpy(), both["ns_base"].to_numpy()))  # fmt: skip
    return pd.DataFrame(rows)
