"""How often an interval holds what it should, when the truth is unknown: by other runs.

One run's interval is asked about the others. Even an honest interval of 95 % does not hold the figure
of another run in 95 of 100 cases, for that figure has an error of its own; how often it does is found by
simulating runs that differ by nothing but chance, judged by the same function.
"""

import statistics

import numpy as np

KINDS = ["the median of the others", "another run's figure", "overlap of two intervals"]


def covered(figures, low, high):
    """Whether intervals hold, by kind; the last axis is the runs of a cell."""
    figures, low, high = (np.asarray(values, dtype=float) for values in (figures, low, high))
    count = figures.shape[-1]
    medians = np.stack(
        [np.median(np.delete(figures, run, axis=-1), axis=-1) for run in range(count)], axis=-1)
    one, two = np.nonzero(~np.eye(count, dtype=bool))
    first, second = np.triu_indices(count, 1)
    return {
        KINDS[0]: (low <= medians) & (medians <= high),
        KINDS[1]: (low[..., one] <= figures[..., two]) & (figures[..., two] <= high[..., one]),
        KINDS[2]: (low[..., first] <= high[..., second]) & (low[..., second] <= high[..., first]),
    }


def honest(count, confidence, trials=20_000, seed=1):
    """How often intervals of exactly that confidence hold, by kind, as shares, for so many runs."""
    figures = np.random.default_rng(seed).standard_normal((trials, count))
    half = statistics.NormalDist().inv_cdf((1 + confidence) / 2)
    found = covered(figures, figures - half, figures + half)
    return {kind: float(holds.mean()) for kind, holds in found.items()}


def table(cells, confidence):
    """A line for each kind: how often intervals held, of how many, and how often honest ones would.

    `cells` has for each cell the figures of its runs with the lower and the upper ends.
    """
    held, asked, expected = ({kind: 0 for kind in KINDS} for _ in range(3))
    known = {}
    for figures, low, high in cells:
        count = len(figures)
        if count not in known:
            known[count] = honest(count, confidence)
        for kind, holds in covered(figures, low, high).items():
            held[kind] += int(holds.sum())
            asked[kind] += holds.size
            expected[kind] += holds.size * known[count][kind]
    return [(kind, held[kind], asked[kind], expected[kind] / asked[kind]) for kind in KINDS if asked[kind]]
