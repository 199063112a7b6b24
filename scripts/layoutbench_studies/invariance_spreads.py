"""How far the figures of the invariance study lie apart, and how far they may."""

import typing

from . import figures
from .invariance import BASE, WAYS, column

LEAST_STEPS = 10
# From how many rows on which target: (rows, spread, share of the cells).
TARGETS = [(0, 0.05, 0.95), (1_000_000, 0.10, 0.90)]


def target(rows):
    """What is asked of lists of so many rows: (spread, share of the cells)."""
    return next(found[1:] for found in reversed(TARGETS) if rows >= found[0])


class Spread(typing.NamedTuple):
    """How far a cell's figures lie apart."""

    condition: str
    caches: str
    rows: int
    scenario: str
    strategy: str
    runs: int
    steps: int
    least: float
    greatest: float
    spread: float

    @property
    def counts(self):
        """Whether the cell has steps enough to be held to the target."""
        return self.steps >= LEAST_STEPS


def spreads(rows, quantity="ratio", statistic="median", way=WAYS[0]):
    """The spread over the runs of each cell that has a figure in two of them or more."""
    cells, name = {}, column(quantity, statistic, way)
    for row in rows:
        if quantity == "ratio" and row["strategy"] == BASE:
            continue
        key = (row["condition"], row["caches"], int(row["rows"]), row["scenario"], row["strategy"])
        cells.setdefault(key, []).append(row)
    found = []
    for key, own in cells.items():
        # The base is in every part of a run, which is then one run more for its time.
        observed = {(row["run"], row["part"]): float(row[name]) for row in own if row[name]}
        if len(observed) >= 2:
            values = list(observed.values())
            found.append(
                Spread(
                    *key,
                    len(values),
                    min(int(row["steps"]) for row in own),
                    min(values),
                    max(values),
                    figures.spread(values),
                )
            )
    return found


def by_length(found, condition, caches):
    """The spreads of one condition and state, by the number of rows."""
    lengths = {}
    for one in found:
        if one.condition == condition and one.caches == caches:
            lengths.setdefault(one.rows, []).append(one)
    return sorted(lengths.items())
