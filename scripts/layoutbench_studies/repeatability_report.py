"""The report of the repeatability study, from its CSV files alone."""

import collections

from . import runs, text
from .repeatability import (
    BASE,
    Agreement,
    agreements,
    controls,
    coverage_lines,
    is_technique,
    recommendations,
    within_lines,
)

BUDGET_KEPT = 0.05


def agreement_lines(folder, confidence):
    """The section on the default runs."""
    rows = text.read(folder / "cells.csv")
    if not rows:
        return []
    taken = text.read(folder / "runs.csv")
    found, partial = agreements(rows)
    text.write(folder / "agreement.csv", [one._asdict() for one in found], Agreement._fields)
    lines = [
        f"## {len(taken)} default runs under other seeds, one core loaded by another process",
        "",
        f"Ratios to `{BASE}`, or to the group's first strategy where it is not there in every run: "
        "the median over repetitions of the paired ratios. The spread is how far the greatest run "
        "is above the least; half of it is how far the least and the greatest are from the middle "
        "between them.",
        "",
        *text.table(
            [
                "caches",
                "rows",
                "cells",
                "within 2 %",
                "within 5 %",
                "within 10 %",
                "median",
                "widest",
                "half within 2 %",
                "half within 5 %",
                "target",
                "met",
            ],
            within_lines(found),
        ),
        "- Cells with a figure in some of the runs only, or with no common reference: "
        f"{partial:,}.",
    ]
    groups, same, tied, against = recommendations(rows)
    lines += [
        f"- The fastest of a group: the same in every run in {text.share(same, groups)}; another "
        f"one, but no two runs contradict each other, in {tied:,}; contradictions in "
        f"{len(against):,}"
        + "".join(f"; {' '.join(group)}: {', '.join(names)}" for group, names in against[:10])
        + ".",
        "",
        "## Do intervals hold what other runs find?",
        "",
        f"Stated confidence: {100 * confidence:g} %. Even an honest interval does not hold another "
        "run's figure that often, for that has an error too: expected is what a simulation gives "
        "of runs that differ by nothing but chance, with intervals of exactly that confidence, and "
        "with those of the exact sign test for as many repetitions, which are wider than they must "
        "be.",
        "",
    ]
    covered, left = coverage_lines(rows, confidence)
    if covered:
        lines += text.table(
            [
                "intervals of",
                "caches",
                "rows",
                "hold",
                "counted",
                "observed",
                "expected",
                "by the sign test",
                "honest",
            ],
            covered,
            left=4,
        )
    bare = sum(not (row["low_ns"] and row["high_ns"]) for row in rows if is_technique(row))
    lines += [
        f"- Figures without an interval: {text.share(bare, sum(map(is_technique, rows)))}.",
        f"- Intervals of ratios that could not be asked, another strategy being the fastest of "
        f"the run: {left:,}.",
        "",
        "## Equal strategies (A/A)",
        "",
    ]
    own, wrong = controls(rows)
    lines.append(
        f"- Called faster or slower: {text.share(len(wrong), len(own))}"
        + "".join(
            f"; {count} in {name}"
            for name, count in sorted(
                collections.Counter(
                    f"{row['scenario']} at {int(row['rows']):,}" for row in wrong
                ).items()
            )
        )
        + "."
    )
    nulls = [row for row in rows if row["strategy"] == runs.FLOOR]
    floors = [
        float(row["median_ns"])
        for row in nulls
        if row["scenario"] == "offset" and row["caches"] == "warm"
    ]
    if floors:
        lines.append(
            f"- Floor (`{runs.FLOOR}`, offset, warm): {min(floors):.2f} to {max(floors):.2f} "
            "ns a question."
        )
    counted = [float(row["allocations"]) for row in nulls if row["allocations"]]
    lines += [
        f"- Allocations of the floor's timed loops: {sum(counted):g} in {len(counted):,} cells.",
        "",
        *text.table(
            ["run", "seed", "taken", "load before", "warnings"],
            [
                [
                    row["run"],
                    row["seed"],
                    f"{row['taken_s']} s",
                    row["load_before"],
                    row["warnings"] or "none",
                ]
                for row in taken
            ],
        ),
    ]
    return lines


def power_lines(folder):
    """The section on what is found of a known difference."""
    rows = text.read(folder / "power.csv")
    if not rows:
        return []
    lines = ["## Power: ten cells, a copy of the strategy slower by a known share", ""]
    for handicap, margin, seconds in dict.fromkeys(
        (row["handicap"], row["margin"], row["seconds"]) for row in rows if row["handicap"] != "0%"
    ):
        own = [
            row
            for row in rows
            if (row["handicap"], row["margin"], row["seconds"]) == (handicap, margin, seconds)
        ]
        seen = [row for row in own if row["verdict"] == "slower"]
        lines.append(
            f"- {handicap} slower, margin {margin}, {seconds} s: "
            f"{text.share(len(seen), len(own))} called slower"
            + missed([row for row in own if row["verdict"] != "slower"])
            + "."
        )
    equal = [row for row in rows if row["handicap"] == "0%"]
    wrong = [row for row in equal if row["verdict"] in ("faster", "slower")]
    lines.append(
        f"- Equal strategies in the same runs: {text.share(len(wrong), len(equal))} called "
        f"faster or slower{missed(wrong)}."
    )
    return lines + [""]


def missed(rows):
    """Where something went wrong, in words."""
    counts = collections.Counter(f"{row['scenario']} ({row['verdict']})" for row in rows)
    return "".join(f"; {count} in {name}" for name, count in sorted(counts.items()))


def budget_lines(folder):
    """The section on the time that runs take."""
    rows = text.read(folder / "budget.csv")
    if not rows:
        return []
    return [
        "## Budget",
        "",
        *text.table(
            [
                "plan",
                "budget",
                "taken",
                "taken / budget",
                "cells",
                "with a figure",
                "cut",
                f"within {100 * BUDGET_KEPT:.0f} %",
            ],
            [
                [
                    row["plan"],
                    f"{row['budget_s']} s",
                    f"{row['taken_s']} s",
                    row["ratio"],
                    row["cells"],
                    row["with_figure"],
                    row["cut"],
                    "yes" if float(row["ratio"]) <= 1 + BUDGET_KEPT else "NO",
                ]
                for row in rows
            ],
        ),
    ]


def report(folder, confidence=None):
    """The study's README from its CSV files."""
    stated = {
        float(row["confidence"]) for row in text.read(folder / "cells.csv") if row["confidence"]
    }
    confidence = confidence or (min(stated) if stated else 0.95)
    measured = {row["part"]: row for row in text.read(folder / "measured.csv")}
    lines = ["# Does a second run say the same?", ""]
    for part, section in (
        ("agreement", agreement_lines(folder, confidence)),
        ("power", power_lines(folder)),
        ("budget", budget_lines(folder)),
    ):
        if section and part in measured:
            own = measured[part]
            section += [
                f"Measured {own['date']}, revision {own['revision']}, {own['machine']}: "
                f"`{own['command']}`.",
                "",
            ]
        lines += section
    (folder / "README.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    return lines
