"""How often an interval holds what it should, when the truth is unknown: by other runs.

One run's interval is asked about the others. Even an honest interval of 95 % does not hold the
figure of another run in 95 of 100 cases, for that figure has an error of its own; how often it does
is found by simulating runs that differ by nothing but chance, judged by the same function.
"""

import math
import random
import statistics

KINDS = ["the median of the others", "another run's figure", "overlap of two intervals"]


def holds(interval, value):
    """Whether a value lies in an interval, its ends included."""
    return interval[0] <= value <= interval[1]


def covered(figures, intervals):
    """For runs of one cell, by kind: (how many hold, of how many)."""
    count = len(figures)
    others = [
        statistics.median(figures[:number] + figures[number + 1 :]) for number in range(count)
    ]
    pairs = [(one, two) for one in range(count) for two in range(count) if one != two]
    return {
        KINDS[0]: (sum(map(holds, intervals, others)), count),
        KINDS[1]: (sum(holds(intervals[one], figures[two]) for one, two in pairs), len(pairs)),
        KINDS[2]: (
            sum(
                intervals[one][0] <= intervals[two][1] and intervals[two][0] <= intervals[one][1]
                for one, two in pairs
                if one < two
            ),
            len(pairs) // 2,
        ),
    }


def added(counts):
    """The sum of what `covered` gave for many cells."""
    total = {kind: (0, 0) for kind in KINDS}
    for found in counts:
        for kind, (hits, of) in found.items():
            total[kind] = (total[kind][0] + hits, total[kind][1] + of)
    return total


def sign_ranks(count, confidence):
    """Which of `count` ordered values bound the median with at least that confidence, from 0.

    None where even the least and the greatest do not.
    """
    tail, below = 0.0, None
    for rank in range(count // 2):
        tail += math.comb(count, rank) / 2**count
        if 2 * tail > 1 - confidence + 1e-12:
            break
        below = rank
    return None if below is None else (below, count - 1 - below)


def honest(runs, confidence, repetitions=None, trials=2000, seed=1):
    """How often honest intervals hold, by kind, as shares.

    With `repetitions`, each run's interval is the exact one of the sign test for their median,
    which is at least as wide as it must be; without, one of exactly the stated confidence.
    """
    chance = random.Random(f"{runs} {confidence} {repetitions} {seed}")
    ranks = repetitions and sign_ranks(repetitions, confidence)
    if repetitions and not ranks:
        return None
    half = statistics.NormalDist().inv_cdf((1 + confidence) / 2)
    counts = []
    for _ in range(trials):
        figures, intervals = [], []
        for _ in range(runs):
            if ranks:
                values = sorted(chance.gauss(0, 1) for _ in range(repetitions))
                figures.append(statistics.median(values))
                intervals.append((values[ranks[0]], values[ranks[1]]))
            else:
                value = chance.gauss(0, 1)
                figures.append(value)
                intervals.append((value - half, value + half))
        counts.append(covered(figures, intervals))
    return {kind: hits / of for kind, (hits, of) in added(counts).items()}
