"""Times, ratios and counts as people read them, and what each scenario asks."""

import math

QUESTIONS = {
    "open": "first screen from nothing",
    "offset": "where does row i start?",
    "offset-chain": "the same, each waits for the last",
    "hit-test": "which row is at y?",
    "hit-test-chain": "the same, each waits for the last",
    "mixed": "change, offset, hit-test; no layout",
    "change": "a row changes and nobody asks",
    "recalc": "a row changes, the frame is laid out",
    "recalc-10": "10 rows change in a frame",
    "recalc-100": "100 rows change in a frame",
    "expand": "a visible row changes",
    "rotate": "every height changes: rotation",
    "scroll": "a frame of drags and flings",
    "jump": "to a random row",
    "week": "to the row seven before or after",
    "prepend": "50 rows arrive on top",
    "append": "50 rows arrive at the end",
    "follow": "50 rows arrive at the end, which stays in sight",
    "edit": "insert or delete anywhere",
    "endless": "a circular list over its seam",
}

FRAMES = [(120, 1e9 / 120), (60, 1e9 / 60)]


def question(scenario):
    """The scenario and what it asks; only its name when it is not known here."""
    asked = QUESTIONS.get(scenario)
    return f"{scenario}: {asked}" if asked else scenario


def significant(value, digits=3):
    """A number with so many digits that mean something, and no exponent."""
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else "-"
    places = digits - 1 - math.floor(math.log10(abs(value)))
    value = round(value, places)
    places = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    return f"{value:,.{places}f}"


def time(ns, digits=3):
    """A time in the unit that leaves 1 to 999 before the point."""
    for unit, factor in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if float(f"{ns / factor:.{digits}g}") >= 1:
            return f"{significant(ns / factor, digits)} {unit}"
    return f"{significant(ns, digits)} ns"


def tick(ns, _=None):
    """A time as an axis shows it: a power of ten in full."""
    for unit, factor in (("s", 1e9), ("ms", 1e6), ("µs", 1e3), ("ns", 1)):
        if ns >= factor * 0.999:
            return f"{ns / factor:.3g} {unit}"
    return f"{ns:.3g} ns"


def ratio(value):
    """How many times as long."""
    if value >= 1e6:
        return f"{significant(value / 1e6)}M"
    if value >= 10_000:
        return f"{significant(value / 1e3)}k"
    return significant(value, 3 if value < 100 else 4 if value >= 1000 else 3)


def rows(count, _=None):
    """A number of rows: 1k, 100k, 1M."""
    for unit, factor in (("M", 1_000_000), ("k", 1000)):
        if count >= factor and count % (factor / 10) == 0:
            return f"{count / factor:g}{unit}"
    return f"{count:,.0f}"
