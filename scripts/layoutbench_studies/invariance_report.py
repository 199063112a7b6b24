"""The report of the invariance study, from its CSV files alone."""

import statistics

from . import figures, text
from .invariance import BASE, BUDGETS, COMPANIES, CONDITIONS, TESTED, WAYS
from .invariance_spreads import LEAST_STEPS, Spread, by_length, spreads, target


def verdict_rows(found, caches, complete):
    """A line of the main table for each condition and number of rows."""
    lines = []
    for condition, title in CONDITIONS.items():
        for rows, own in by_length(found, condition, caches):
            limit, wanted = target(rows)
            counted = [one.spread for one in own if one.counts]
            few = len(own) - len(counted)
            partial = sum(one.runs < complete.get((condition, rows), 0) for one in own)
            if not counted:
                lines.append([title, f"{rows:,}", 0, "", "", "", "", "", few, partial, "", ""])
                continue
            close = figures.within(counted, limit)
            lines.append(
                [
                    title,
                    f"{rows:,}",
                    len(counted),
                    *(
                        text.percent(figures.within(counted, step) / len(counted))
                        for step in (0.05, 0.10)
                    ),
                    text.percent(statistics.median(counted)),
                    text.percent(figures.quantile(counted, 0.9)),
                    text.percent(max(counted)),
                    few,
                    partial,
                    f"{100 * wanted:.0f} % within {100 * limit:.0f} %",
                    "yes" if close >= wanted * len(counted) else "NO",
                ]
            )
    return lines


MAIN = [
    "condition",
    "rows",
    "cells",
    "within 5 %",
    "within 10 %",
    "median spread",
    "90th percentile",
    "widest",
    f"left out: under {LEAST_STEPS} steps",
    "not in every run",
    "target",
    "met",
]


def widest(found, caches="warm", most=10):
    """The cells whose ratios agree least, of those that count."""
    chosen = sorted(
        (one for one in found if one.counts and one.caches == caches), key=lambda one: -one.spread
    )[:most]
    return [
        [
            CONDITIONS[one.condition],
            f"{one.rows:,}",
            one.scenario,
            one.strategy,
            f"{one.least:.3g} to {one.greatest:.3g}",
            text.percent(one.spread),
            one.steps,
        ]
        for one in chosen
    ]


def by_scenario(found, caches="warm"):
    """The median spread of each scenario and of each strategy, by condition and rows."""
    chosen = [one for one in found if one.counts and one.caches == caches]
    columns = sorted({(list(CONDITIONS).index(one.condition), one.rows) for one in chosen})
    lines = []
    for field in ("scenario", "strategy"):
        for name in dict.fromkeys(getattr(one, field) for one in chosen):
            line = [name]
            for place, rows in columns:
                own = [
                    one.spread
                    for one in chosen
                    if getattr(one, field) == name
                    and one.rows == rows
                    and one.condition == list(CONDITIONS)[place]
                ]
                line.append(text.percent(statistics.median(own)) if own else "")
            lines.append(line)
    titles = [f"{CONDITIONS[list(CONDITIONS)[place]]}, {rows:,} rows" for place, rows in columns]
    return text.table(["", *titles], lines) if lines else []


def choice(rows):
    """The spreads by what a figure is taken from, as lines, and which statistic has the least."""
    lines, sums = [], {}
    for quantity, words in (("ratio", "ratio"), ("ns", "time")):
        for condition, title in CONDITIONS.items():
            own = [row for row in rows if row["condition"] == condition and row["caches"] == "warm"]
            for way in WAYS:
                found = {
                    statistic: {
                        one[:5]: one.spread
                        for one in spreads(own, quantity, statistic, way)
                        if one.counts
                    }
                    for statistic in figures.STATISTICS
                }
                # Statistics are compared on the same cells, or they are not compared.
                common = set.intersection(*(set(cells) for cells in found.values()))
                for statistic, cells in found.items():
                    values = [cells[key] for key in common]
                    if not values:
                        continue
                    least = sum(
                        all(cells[key] <= other[key] for other in found.values()) for key in common
                    )
                    if way == WAYS[0]:
                        sums.setdefault((quantity, statistic), []).extend(values)
                    lines.append(
                        [
                            words,
                            title,
                            statistic,
                            way,
                            len(values),
                            text.percent(figures.mean_spread(values)),
                            text.percent(statistics.median(values)),
                            text.percent(figures.quantile(values, 0.9)),
                            least,
                        ]
                    )
    best = {
        quantity: min(
            (figures.mean_spread(values), statistic)
            for (own, statistic), values in sums.items()
            if own == quantity
        )
        for quantity in ("ratio", "ns")
        if any(key[0] == quantity for key in sums)
    }
    return lines, best


def disturbance(rows):
    """How many repetitions the runs called disturbed, and what leaving those out would change."""
    lines = []
    for condition, title in CONDITIONS.items():
        own = [row for row in rows if row["condition"] == condition and row["caches"] == "warm"]
        whole = {one[:5]: one for one in spreads(own, way="all") if one.counts}
        without = {one[:5]: one for one in spreads(own, way="undisturbed") if one.counts}
        for length in sorted({int(row["rows"]) for row in own}):
            here = [row for row in own if int(row["rows"]) == length]
            both = [key for key in whole if key in without and key[2] == length]
            lines.append(
                [
                    title,
                    f"{length:,}",
                    text.share(
                        sum(int(row["disturbed"]) for row in here),
                        sum(int(row["repetitions"]) for row in here),
                    ),
                    len(both),
                    *(
                        text.percent(figures.mean_spread([cells[key].spread for key in both]))
                        if both
                        else ""
                        for cells in (whole, without)
                    ),
                    sum(key[2] == length and key not in without for key in whole),
                ]
            )
    return lines


def plain_spreads(rows):
    """The spread over the runs of each ratio of the plain loop."""
    cells = {}
    for row in rows:
        key = row["condition"], text.count(row["rows"]), row["scenario"], row["strategy"]
        cells.setdefault(key, []).append(float(row["ratio"]))
    return {
        key: figures.spread(values)
        for key, values in cells.items()
        if len(values) >= 2 and key[3] != BASE
    }


def beside_plain(found, plain):
    """Our spreads and the plain loop's on the cells that both have, a line for each length."""
    ours = {
        (one.condition, one.rows, one.scenario, one.strategy): one.spread
        for one in found
        if one.caches == "warm" and one.counts
    }
    lines = []
    for condition, title in CONDITIONS.items():
        for rows in sorted({key[1] for key in plain if key[0] == condition}):
            keys = [key for key in plain if key[:2] == (condition, rows) and key in ours]
            if not keys:
                continue
            sides = [[side[key] for key in keys] for side in (ours, plain)]
            middle = [statistics.median(values) for values in sides]
            upper = [figures.quantile(values, 0.9) for values in sides]
            lines.append(
                [
                    title,
                    f"{rows:,}",
                    len(keys),
                    *(text.percent(value) for pair in (middle, upper) for value in pair),
                    sum(ours[key] <= plain[key] for key in keys),
                    "yes" if middle[0] <= middle[1] and upper[0] <= upper[1] else "NO",
                ]
            )
    return lines


def report(folder):
    """The study's README, and `spreads.csv`, from its other files."""
    measured, rows = text.read(folder / "runs.csv"), text.read(folder / "figures.csv")
    plain = plain_spreads(text.read(folder / "plain.csv"))
    found, facts = spreads(rows), text.read(folder / "machine.csv")
    text.write(folder / "spreads.csv", [one._asdict() for one in found], Spread._fields)
    complete = {}
    for row in rows:
        key = row["condition"], int(row["rows"])
        complete.setdefault(key, set()).add(row["run"])
    complete = {key: len(values) for key, values in complete.items()}
    lines = [
        "# Does a figure belong to the technique?",
        "",
        *dict.fromkeys(f"    {row['command']}" for row in facts),
        "",
        f"Ten scenarios, {BASE} and {len(TESTED)} other strategies, rows of chat; every run of a "
        f"set of lengths has another seed, another budget ({BUDGETS[0]} to {BUDGETS[1]} s), other "
        f"company ({COMPANIES[0]} strategies and up), another order. A small company is several "
        f"runs of bench. A figure is the ratio to `{BASE}`: the median over repetitions of the "
        "paired ratios, caches warm; of the repetitions in which neither of the two was disturbed "
        "where there are three, else of all, as bench prints it. Its spread is how far the "
        "greatest of the runs is above the least. `figures.csv` has every figure of every run, `spreads.csv` the cells, `runs.csv` "
        "the commands.",
        "",
        *text.table(MAIN, verdict_rows(found, "warm", complete), left=1),
    ]
    cold = verdict_rows(found, "cold", complete)
    if cold:
        lines += [
            "Caches cold, as far as the runs had them (no target is set for these):",
            "",
            *text.table(MAIN[:-2], [line[:-2] for line in cold]),
        ]
    lines += [
        "## The widest",
        "",
        *text.table(
            ["condition", "rows", "scenario", "strategy", "ratios", "spread", "steps a repetition"],
            widest(found),
            left=4,
        ),
    ]
    lines += ["## Median spread by scenario and by strategy", "", *by_scenario(found)]
    beside = beside_plain(found, plain)
    if beside:
        lines += [
            "## A plain loop, its structures in turns as ours",
            "",
            "What the machine allows: the same ratios by a loop without the harness, on the cells "
            "that both have. Ours are no wider where neither the median nor the 90th percentile is "
            "greater.",
            "",
            *text.table(
                [
                    "condition",
                    "rows",
                    "cells",
                    "median: ours",
                    "plain",
                    "90th percentile: ours",
                    "plain",
                    "cells where ours is no wider",
                    "no wider",
                ],
                beside,
            ),
        ]
    table, best = choice(rows)
    lines += [
        "## What a figure is taken from",
        "",
        "From the same samples: each statistic of the repetitions that bench takes, of all and of "
        "those not marked as disturbed (on the cells that have enough of them, maybe fewer). The "
        "median's ratio is of paired repetitions, the others' are of two figures. The mean is that "
        "of log(1 + spread).",
        "",
        *text.table(
            [
                "figure",
                "condition",
                "statistic",
                "repetitions",
                "cells",
                "mean spread",
                "median",
                "90th percentile",
                "least of the three in",
            ],
            table,
            left=4,
        ),
    ]
    for quantity, words in (("ratio", "ratios"), ("ns", "times")):
        if quantity in best:
            value, statistic = best[quantity]
            lines.append(
                f"- Least mean spread of {words}, repetitions as bench takes them, all conditions "
                f"together: "
                f"{statistic} ({text.percent(value)})."
            )
    lines += [
        "",
        "## Disturbed repetitions",
        "",
        *text.table(
            [
                "condition",
                "rows",
                "disturbed",
                "cells",
                "mean spread of ratios",
                "without the disturbed",
                "too few left",
            ],
            disturbance(rows),
        ),
    ]
    lines += [
        "## The runs",
        "",
        *text.table(
            [
                "condition",
                "lengths",
                "run",
                "seed",
                "budget",
                "taken",
                "company",
                "load before",
                "disturbed",
                "in other tries",
                "warnings",
            ],
            [
                [
                    CONDITIONS[row["condition"]],
                    row["lengths"],
                    f"{row['run']}.{row['part']}",
                    row["seed"],
                    f"{row['budget_s']} s",
                    f"{row['taken_s']} s",
                    row["company"],
                    row["load_before"],
                    row["disturbed"],
                    row["disturbed_in_others"],
                    row["warnings"] or "none",
                ]
                for row in measured
            ],
            left=2,
        ),
    ]
    if measured:
        days = sorted({row["started"][:10] for row in measured})
        lines.append(
            f"Measured {' and '.join(dict.fromkeys((days[0], days[-1])))}, "
            f"revision {', '.join(dict.fromkeys(row['revision'] for row in measured))}, "
            f"{'; '.join(dict.fromkeys(row['machine'] for row in facts))}."
        )
    (folder / "README.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    return lines
