"""The plan of the invariance study, and the figures that it keeps of each run."""

import datetime
import random
import statistics
import typing

from . import figures, runs

BASE = "fenwick"
TESTED = ["blocked-sums", "sum-tree", "prefix-array", "all-heights", "recycled-subview"]
SCENARIOS = [
    "open",
    "offset",
    "hit-test",
    "recalc",
    "recalc-100",
    "rotate",
    "scroll",
    "jump",
    "prepend",
    "edit",
]
BUDGETS = 12, 90
COMPANIES = 2, 20
# The machine was quiet in a run of which no more than this share of the repetitions was disturbed.
QUIET = 0.25
CONDITIONS = {"quiet": "quiet", "neighbour": "beside another program"}
PLAN = [
    "condition",
    "lengths",
    "run",
    "part",
    "seed",
    "budget_s",
    "taken_s",
    "company",
    "strategies",
    "scenarios",
    "rows",
    "load_before",
    "warnings",
    "disturbed",
    "disturbed_in_others",
    "revision",
    "started",
]
# Which repetitions a figure is made of; the first is what bench does: the undisturbed ones where
# there are enough of them, else all.
WAYS = ["as bench", "all", "undisturbed"]


def column(quantity, statistic, way):
    """The name of the column that holds a figure."""
    return f"{quantity}_{statistic.replace(' ', '_')}" + ("" if way == WAYS[0] else f"_{way}")


FIGURES = [
    "condition",
    "lengths",
    "run",
    "part",
    "scenario",
    "rows",
    "caches",
    "strategy",
    "repetitions",
    "disturbed",
    "steps",
    *(
        column(quantity, statistic, way)
        for quantity in ("ratio", "ns")
        for way in WAYS
        for statistic in figures.STATISTICS
    ),
]


class Part(typing.NamedTuple):
    """One run of bench."""

    run: int
    part: int
    seed: int
    budget: int
    company: int
    strategies: list
    scenarios: list
    rows: list

    def arguments(self):
        """What bench is told."""
        return [
            "-s",
            ",".join(self.strategies),
            "-c",
            ",".join(self.scenarios),
            "-H",
            "chat",
            "-r",
            ",".join(self.rows),
            "-b",
            f"{self.budget}s",
            "--seed",
            self.seed,
        ]


def stepped(ends, count):
    """Whole numbers from one end to the other, each as many times the one before."""
    low, high = ends
    if count == 1:
        return [round((low * high) ** 0.5)]
    return [round(low * (high / low) ** (number / (count - 1))) for number in range(count)]


def plan(base_seed, count, lengths, others, budget_scale=1.0):
    """The runs of one set of lengths: each with another seed, budget, company and order.

    Company is how many strategies are in a run of bench. In one smaller than what is under test,
    the strategies under test are divided, each part of them with the base.
    """
    chance = random.Random(f"{base_seed} {lengths}")
    most = min(COMPANIES[1], 1 + len(TESTED) + len(others))
    budgets, companies = stepped(BUDGETS, count), stepped((COMPANIES[0], most), count)
    chance.shuffle(budgets)
    chance.shuffle(companies)
    parts = []
    for run, (budget, company) in enumerate(zip(budgets, companies), 1):
        tested = chance.sample(TESTED, len(TESTED))
        size = min(company - 1, len(tested))
        for number, start in enumerate(range(0, len(tested), size), 1):
            own = [BASE, *tested[start : start + size]]
            own += chance.sample(others, min(len(others), company - len(own)))
            parts.append(
                Part(
                    run,
                    number,
                    chance.randrange(1, 2**31),
                    max(1, round(budget * budget_scale)),
                    company,
                    chance.sample(own, len(own)),
                    chance.sample(SCENARIOS, len(SCENARIOS)),
                    chance.sample(lengths.split(","), lengths.count(",") + 1),
                )
            )
    return parts


def kept(folder):
    """What is kept of a run: for each cell under test its figures, one way and the other."""
    cells, rows = runs.repetitions(folder), []
    for cell, own in cells.items():
        base = cells.get(cell._replace(strategy=BASE))
        if cell.strategy not in (BASE, *TESTED) or not base:
            continue
        row = {
            "scenario": cell.scenario,
            "rows": cell.rows,
            "caches": cell.caches,
            "strategy": cell.strategy,
            "repetitions": len(own),
            "disturbed": sum(one.is_disturbed for one in own.values()),
            "steps": min(
                statistics.median_low([one.steps for one in side.values()]) for side in (own, base)
            ),
        }
        everything = [number for number in own if number in base]
        quiet = figures.undisturbed(own, base)
        ways = dict(zip(WAYS, (figures.taken(own, base), everything, quiet)))
        for way, numbers in ways.items():
            if len(numbers) < (figures.LEAST_REPETITIONS if way == "undisturbed" else 1):
                continue
            mine = {number: own[number].ns for number in numbers}
            other = {number: base[number].ns for number in numbers}
            for statistic in figures.STATISTICS:
                row[column("ns", statistic, way)] = figures.figure(mine.values(), statistic)
                row[column("ratio", statistic, way)] = figures.ratio(mine, other, statistic)
        rows.append(row)
    return rows


def disturbed_share(rows):
    """The share of the repetitions that was disturbed, of all cells kept."""
    return sum(row["disturbed"] for row in rows) / max(1, sum(row["repetitions"] for row in rows))


def now():
    """The time, for the record."""
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
