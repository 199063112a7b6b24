"""Formats times, ratios and row counts as text."""

import math

UNITS = ("s", 1e9), ("ms", 1e6), ("µs", 1e3)


def significant(value, digits=3):
    """A number with `digits` significant digits and no exponent."""
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else "-"
    rounded = float(f"{value:.{digits}g}")
    return f"{rounded:,.{max(0, digits - 1 - math.floor(math.log10(abs(rounded))))}f}"


def time(ns, digits=3):
    """A time with the unit for which the number is from 1 to 999."""
    for unit, factor in UNITS:
        if float(f"{ns / factor:.{digits}g}") >= 1:
            return f"{significant(ns / factor, digits)} {unit}"
    return f"{significant(ns, digits)} ns"


def tick(ns, _=None):
    """A time as the label of an axis, without trailing zeros."""
    for unit, factor in UNITS:
        if ns >= factor * 0.999:
            number = ns / factor
            return f"{number:,.0f} {unit}" if number >= 1000 else f"{number:.3g} {unit}"
    return f"{ns:.3g} ns"


def ratio(value):
    """A slowdown with three digits, or four from 1,000 up; the unit is k from 10,000 up and M from a million up."""
    for unit, factor, limit in (("M", 1e6, 1e6), ("k", 1e3, 1e4)):
        if value >= limit:
            return f"{significant(value / factor)}{unit}"
    return significant(value, 4 if value >= 1000 else 3)


def rows(count, _=None):
    for unit, factor in (("M", 1_000_000), ("k", 1000)):
        if count >= factor and count % (factor / 10) == 0:
            return f"{count / factor:g}{unit}"
    return f"{count:,.0f}"
