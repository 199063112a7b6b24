"""Formats times and row counts as text."""

import math

UNITS = ("s", 1e9), ("ms", 1e6), ("µs", 1e3), ("ns", 1)


def time(ns, digits=3):
    """A time with `digits` significant digits, in the unit for which the number is from 1 to 999."""
    for unit, factor in UNITS:
        rounded = float(f"{ns / factor:.{digits}g}")
        if rounded >= 1:
            break
    decimals = digits - 1 - math.floor(math.log10(rounded)) if rounded else 0
    return f"{rounded:,.{max(0, decimals)}f} {unit}"


def tick(ns, _=None):
    """A time as the label of an axis, without trailing zeros."""
    unit, factor = next((pair for pair in UNITS if ns >= pair[1] * 0.999), UNITS[-1])
    number = ns / factor
    return f"{number:,.0f} {unit}" if number >= 1000 else f"{number:.3g} {unit}"


def rows(count, _=None):
    for unit, factor in (("M", 1_000_000), ("k", 1000)):
        if count >= factor and count % (factor / 10) == 0:
            return f"{count / factor:g}{unit}"
    return f"{count:,.0f}"
