"""How far the figures of the same cells lie apart in several runs."""

import numpy as np

from . import text

LIMITS = [0.02, 0.03, 0.05, 0.10]


def spreads(cells, value, by, least_runs=2):
    """The spread of a column over the runs of each cell: how far the greatest is above the least.

    `by` are the columns that name a cell. Cells with a value in too few rows are left out.
    """
    known = cells.dropna(subset=[value])
    found = known.groupby(by, sort=False)[value].agg(runs="count", least="min", greatest="max")
    found = found[found["runs"] >= least_runs].reset_index()
    found["spread"] = found["greatest"] / found["least"] - 1
    return found


def is_within(spread, limit):
    """Whether spreads are not above a limit."""
    # Figures were read from text: 1.05 over 1 is 5 %.
    return spread <= limit * (1 + 1e-9)


def mean(spread):
    """The mean that no single wide cell decides."""
    return float(np.expm1(np.log1p(spread).mean()))


def within(found, by, targets):
    """A table: how many cells of each group agree, and whether that is as many as there should be.

    Targets are (from so many rows, the limit, the share of the cells), the last that fits counts.
    """
    lines = []
    for key, own in found.groupby(by):
        spread = own["spread"]
        target = [one for one in targets if own["rows"].iloc[0] >= one[0]]
        wanted = ["", ""]
        if target:
            _, limit, share = target[-1]
            close = is_within(spread, limit).mean()
            wanted = [f"{share:.0%} within {limit:.0%}".replace("%", " %"), "yes" if close >= share else "NO"]
        lines.append([
            *(f"{part:,}" if isinstance(part, (int, np.integer)) else part for part in key), len(own),
            *(text.percent(is_within(spread, limit).mean()) for limit in LIMITS),
            text.percent(spread.median()), text.percent(spread.quantile(0.9)),
            text.percent(spread.max()), (own["runs"] < own["runs"].max()).sum(), *wanted,
        ])  # fmt: skip
    titles = [*by, "cells", *(f"within {100 * limit:.0f} %" for limit in LIMITS), "median"]
    titles += ["90th percentile", "widest", "not in every run", "target", "met"]
    return text.table(titles, lines, left=len(by))


def widest(found, columns, most=10):
    """A table of the cells that agree least."""
    lines = [
        [*(one[name] for name in columns), f"{one['least']:.4g} to {one['greatest']:.4g}",
         text.percent(one["spread"])]
        for _, one in found.sort_values("spread", ascending=False).head(most).iterrows()
    ]  # fmt: skip
    return text.table([*columns, "figures", "spread"], lines, left=len(columns))
