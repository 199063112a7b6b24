"""What a figure is taken from, and how far figures of the same thing lie apart."""

import math
import statistics

# How the repetitions of a cell become one figure; the first is what bench does.
STATISTICS = ["median", "lower quartile", "minimum"]
LEAST_REPETITIONS = 3


def quantile(values, share):
    """The value below which a share of the values lies, between two of them in proportion."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def figure(values, statistic):
    """One figure from many."""
    if statistic == "median":
        return statistics.median(values)
    if statistic == "lower quartile":
        return quantile(values, 0.25)
    if statistic == "minimum":
        return min(values)
    raise ValueError(statistic)


def ratio(own, base, statistic):
    """The ratio of two cells that took turns, from what they have by repetition.

    The median is that of the paired ratios: what disturbed a repetition disturbed both. The other
    two statistics choose repetitions, each cell its own, so that nothing is paired.
    """
    common = [number for number in own if number in base]
    if not common:
        return None
    if statistic == "median":
        return statistics.median(own[number] / base[number] for number in common)
    return figure([own[number] for number in common], statistic) / figure(
        [base[number] for number in common], statistic
    )


def undisturbed(own, base):
    """The numbers of the repetitions in which neither was disturbed."""
    return [
        number
        for number in own
        if number in base and not own[number].is_disturbed and not base[number].is_disturbed
    ]


def taken(own, base):
    """The numbers of the repetitions that bench makes a ratio of: the undisturbed, or else all."""
    quiet = undisturbed(own, base)
    return quiet if len(quiet) >= LEAST_REPETITIONS else [one for one in own if one in base]


def spread(values):
    """How far the greatest is above the least, as a share of the least."""
    return max(values) / min(values) - 1


def half_spread(values):
    """How far the least and the greatest are from the middle between them."""
    return math.sqrt(max(values) / min(values)) - 1


def within(spreads, limit):
    """How many spreads are not above a limit."""
    # Figures were read from text: 1.05 over 1 is 5 %.
    return sum(value <= limit * (1 + 1e-9) for value in spreads)


def mean_spread(spreads):
    """The mean that no single wide cell decides."""
    return math.exp(statistics.fmean(math.log1p(value) for value in spreads)) - 1
