"""What the repeatability study keeps of default runs, and what it makes of them."""

import collections
import statistics
import typing

from . import coverage, figures, runs, text

BASE = "fenwick"
# Targets of the default run beside a busy core: (rows, spread, share of the cells).
TARGETS = [(1000, 0.02, 0.90), (1_000_000, 0.05, 0.80)]
CELLS = [
    "run",
    "seed",
    "scenario",
    "heights",
    "rows",
    "caches",
    "mode",
    "strategy",
    "status",
    "rounds",
    "median_ns",
    "low_ns",
    "high_ns",
    "ratio_to_fastest",
    "ratio_low",
    "ratio_high",
    "verdict",
    "control_ratio",
    "control_low",
    "control_high",
    "allocations",
    "confidence",
    "first",
    "ratio_to_first",
    "ratio_to_base",
]
KEY = ["scenario", "heights", "rows", "caches", "mode", "strategy"]


def kept(folder):
    """The cells of a run, each with its paired ratios to what is common to runs."""
    measured = runs.repetitions(folder)
    stated = (runs.record(folder).get("plan") or {}).get("confidence")
    groups = collections.defaultdict(list)
    for row in runs.summary(folder):
        if row["status"] == "ok":
            groups[runs.cell_of(row).group].append(row)
    found = []
    for rows in groups.values():
        first = next((row["strategy"] for row in rows if is_technique(row)), "")
        for row in rows:
            cell = runs.cell_of(row)
            own = measured.get(cell, {})
            line = {name: row.get(name) or "" for name in CELLS}
            line.update(caches=cell.caches, first=first, confidence=stated or "")
            for name, base in (("ratio_to_first", first), ("ratio_to_base", BASE)):
                other = measured.get(cell._replace(strategy=base), {})
                value = figures.ratio(
                    *(
                        {number: side[number].ns for number in figures.taken(own, other)}
                        for side in (own, other)
                    ),
                    "median",
                )
                line[name] = f"{value:.8g}" if value else ""
            found.append(line)
    return found


def is_technique(row):
    """Whether a row competes: the floor and the null controls do not."""
    return row["strategy"] != runs.FLOOR and not row["strategy"].endswith(runs.TWIN)


class Agreement(typing.NamedTuple):
    """The ratios of one cell in all runs, to the same strategy in all of them."""

    scenario: str
    heights: str
    rows: str
    caches: str
    mode: str
    strategy: str
    reference: str
    least: float
    greatest: float
    spread: float
    half_spread: float


def by_cell(rows):
    """The rows of each cell, one a run, the runs in order."""
    cells = collections.defaultdict(list)
    for row in rows:
        cells[tuple(row[name] for name in KEY)].append(row)
    return cells


def agreements(rows):
    """The cells that have a figure in every run, and how many have a figure in some run only."""
    count, found, partial = len({row["run"] for row in rows}), [], 0
    cells = by_cell([row for row in rows if is_technique(row)])
    for key, own in cells.items():
        for column, references in (
            ("ratio_to_base", {BASE}),
            ("ratio_to_first", {row["first"] for row in own}),
        ):
            values = [float(row[column]) for row in own if row[column]]
            if len(values) == count and len(references) == 1:
                break
        else:
            partial += 1
            continue
        reference = references.pop()
        if reference != key[-1]:
            found.append(
                Agreement(
                    *key,
                    reference,
                    min(values),
                    max(values),
                    figures.spread(values),
                    figures.half_spread(values),
                )
            )
    return found, partial


def within_lines(found):
    """How many cells agree, by the number of rows and the state of the caches."""
    lines = []
    for caches, rows in sorted(
        {(one.caches, int(one.rows)) for one in found}, key=lambda key: (key[0] != "warm", key[1])
    ):
        own = [one for one in found if one.caches == caches and int(one.rows) == rows]
        wanted = next((target for target in TARGETS if target[0] == rows), None)
        if caches != "warm":
            wanted = None
        close = [
            sum(figures.within([one.spread], limit) for one in own) for limit in (0.02, 0.05, 0.10)
        ]
        halves = [figures.within([one.half_spread for one in own], limit) for limit in (0.02, 0.05)]
        lines.append(
            [
                caches,
                f"{rows:,}",
                len(own),
                *(text.percent(part / len(own)) for part in close),
                text.percent(statistics.median(one.spread for one in own)),
                text.percent(max(one.spread for one in own)),
                *(text.percent(part / len(own)) for part in halves),
                f"{100 * wanted[2]:.0f} % within {100 * wanted[1]:.0f} %" if wanted else "",
                (
                    ""
                    if not wanted
                    else "yes"
                    if figures.within([one.spread for one in own], wanted[1])
                    >= wanted[2] * len(own)
                    else "NO"
                ),
            ]
        )
    return lines


# ---- intervals


class Asked(typing.NamedTuple):
    """What the runs of one cell say of one quantity."""

    figures: list
    intervals: list
    repetitions: int


def asked_times(rows):
    """The times' medians and intervals of each cell that has them in two runs or more."""
    found = []
    for own in by_cell([row for row in rows if is_technique(row)]).values():
        own = [row for row in own if row["low_ns"] and row["high_ns"] and row["median_ns"]]
        if len(own) >= 2:
            found.append(
                Asked(
                    [float(row["median_ns"]) for row in own],
                    [(float(row["low_ns"]), float(row["high_ns"])) for row in own],
                    min(int(row["rounds"]) for row in own),
                )
            )
    return found


def fastest(rows):
    """The strategy that each group's ratios are to: (run, group) -> its name."""
    return {
        (row["run"], group_of(row)): (row["strategy"], row["mode"])
        for row in rows
        if row["ratio_to_fastest"] and float(row["ratio_to_fastest"]) == 1 and is_technique(row)
    }


def group_of(row):
    """What strategies are compared in."""
    return tuple(row[name] for name in ("scenario", "heights", "rows", "caches"))


def asked_ratios(rows):
    """The same of the ratios to the fastest, and how many could not be asked.

    Only runs that call the same strategy the fastest speak of the same ratio: of each cell the
    largest such set is asked.
    """
    bases, found, left = fastest(rows), [], 0
    for own in by_cell([row for row in rows if is_technique(row)]).values():
        sets = collections.defaultdict(list)
        for row in own:
            base = bases.get((row["run"], group_of(row)))
            if (
                base
                and base != (row["strategy"], row["mode"])
                and row["ratio_low"]
                and row["ratio_high"]
            ):
                sets[base].append(row)
        chosen = max(sets.values(), key=len, default=[])
        left += sum(map(len, sets.values())) - (len(chosen) if len(chosen) >= 2 else 0)
        if len(chosen) >= 2:
            found.append(
                Asked(
                    [float(row["ratio_to_fastest"]) for row in chosen],
                    [(float(row["ratio_low"]), float(row["ratio_high"])) for row in chosen],
                    min(int(row["rounds"]) for row in chosen),
                )
            )
    return found, left


def observed(asked):
    """How often intervals held, by kind."""
    return coverage.added(coverage.covered(one.figures, one.intervals) for one in asked)


def expected(asked, confidence, exact, trials=2000):
    """How often honest ones would have, weighted as the cells are.

    `exact`: intervals of exactly the confidence; else those of the sign test for as many
    repetitions.
    """
    known, sums, weights = {}, collections.Counter(), collections.Counter()
    for one in asked:
        key = len(one.figures), None if exact else min(one.repetitions, 60)
        if key not in known:
            known[key] = coverage.honest(key[0], confidence, key[1], trials)
        if not known[key]:
            continue
        weight = {
            coverage.KINDS[0]: key[0],
            coverage.KINDS[1]: key[0] * (key[0] - 1),
            coverage.KINDS[2]: key[0] * (key[0] - 1) // 2,
        }
        for kind, share in known[key].items():
            sums[kind] += share * weight[kind]
            weights[kind] += weight[kind]
    return {kind: sums[kind] / weights[kind] for kind in weights}


def coverage_lines(rows, confidence):
    """A line for each quantity, number of rows and kind of question."""
    lines, left = [], 0
    for caches, length in sorted(
        {(row["caches"], int(row["rows"])) for row in rows},
        key=lambda key: (key[0] != "warm", key[1]),
    ):
        own = [row for row in rows if row["caches"] == caches and int(row["rows"]) == length]
        ratios, unasked = asked_ratios(own)
        left += unasked
        for quantity, asked in (("times", asked_times(own)), ("ratios to the fastest", ratios)):
            if not asked:
                continue
            counts = observed(asked)
            honest = expected(asked, confidence, exact=True)
            signed = expected(asked, confidence, exact=False)
            for kind in coverage.KINDS:
                hits, of = counts[kind]
                lines.append(
                    [
                        quantity,
                        caches,
                        f"{length:,}",
                        kind,
                        f"{hits:,} of {of:,}",
                        text.percent(hits / of),
                        text.percent(honest[kind]),
                        text.percent(signed[kind]) if kind in signed else "",
                        # Five runs share their figures: two points are within the error of a share.
                        "yes" if hits / of >= honest[kind] - 0.02 else "NO",
                    ]
                )
    return lines, left


# ---- what a reader would conclude


def recommendations(rows):
    """Whether runs recommend the same: (groups, the same, no contradiction, contradictions).

    A contradiction is a pair of runs that each call the other's fastest slower.
    """
    bases = fastest(rows)
    verdicts = {
        (row["run"], group_of(row), (row["strategy"], row["mode"])): row["verdict"] for row in rows
    }
    named = collections.defaultdict(dict)
    for (run, group), name in bases.items():
        named[group][run] = name
    same, tied, against = 0, 0, []
    for group, own in named.items():
        if len(set(own.values())) == 1:
            same += 1
            continue
        pairs = [(one, two) for one in own for two in own if one < two and own[one] != own[two]]
        clash = [
            (one, two)
            for one, two in pairs
            if verdicts.get((one, group, own[two])) == "slower"
            and verdicts.get((two, group, own[one])) == "slower"
        ]
        if clash:
            against.append((group, sorted({name for name, _ in own.values()})))
        else:
            tied += 1
    return len(named), same, tied, against


def controls(rows):
    """The null controls and how many of them were called what they are not."""
    own = [row for row in rows if row["strategy"].endswith(runs.TWIN) and row["control_ratio"]]
    return own, [row for row in own if row["verdict"] in ("faster", "slower")]
