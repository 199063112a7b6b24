"""Writes a run's folder with the columns of bench and times that follow from a seed."""

import csv
import json
import random

SAMPLES = (
    "schema,scenario,heights,rows,strategy,mode,round,slot,operations,elapsed_ns,checksum,"
    "role,caches,segment,first_step,disturbed"
)
SUMMARY = (
    "schema,scenario,heights,rows,strategy,mode,status,rounds,operations,time_ns,low_ns,high_ns,"
    "role,is_fastest,ratio_to_fastest,ratio_low,ratio_high,frame_p50_ns,frame_p90_ns,frame_p99_ns,frame_p999_ns,"
    "frame_max_ns,steps_wrong,checksum,verdict,control_ratio,control_low,control_high,"
    "caches,disturbed,allocations,added_later"
)
STRATEGIES = {
    "floor": 2, "all-heights": 900, "reload-window": 700, "prefix-array": 300, "fenwick": 140,
    "blocked-sums": 110, "added-yesterday": 250,
}  # fmt: skip
GROWING = {"all-heights", "prefix-array"}
SCENARIOS = {"open": 1, "change": 0.2, "recalc": 1, "expand": 1, "recalc-10": 2, "recalc-100": 9, "scroll": 0.7}
ROWS = [1000, 100_000, 1_000_000]
# The steps of the segments of a repetition: the last is shorter.
SEGMENTS = [10, 10, 6]
# The longest lists of these are timed cold too, at so many times the warm time.
COLD = {"recalc": 4.0, "scroll": 6.0}


def write(folder, seed=1, rounds=6, heights=("chat", "fixed:44"), extra=(), warnings=("busy: <b>wait</b>",)):
    """Writes run.json, summary.csv and samples.csv; `extra` names further strategies."""
    folder.mkdir(parents=True)
    chance = random.Random(seed)
    costs = STRATEGIES | {name: 333 for name in extra}
    cells, samples = [], []
    for scenario, weight in SCENARIOS.items():
        for kind in heights:
            for rows in ROWS:
                cold = {"cold": COLD[scenario]} if rows == ROWS[-1] and scenario in COLD else {}
                for caches, state in {"warm": 1.0, **cold}.items():
                    own = _group(scenario, kind, rows, weight * state, costs, caches)
                    cells += [_cell(cell, own, rounds, chance) for cell in own]
                    samples += [_samples(cell, slot, len(own), rounds, chance)
                                for slot, cell in enumerate(own)]  # fmt: skip
    _table(folder / "summary.csv", SUMMARY, cells)
    _table(folder / "samples.csv", SAMPLES,
           [segment for turns in zip(*samples) for turn in turns for segment in turn])  # fmt: skip
    record = {
        "schema": 5, "status": "complete", "seed": seed, "revision": "0123456789abcdef", "dirty": False,
        "started": "2026-01-02T03:04:05Z", "plan": {"heights": list(heights)},
        "machine": {"cpu_model": "A <i>processor</i>", "os": "an OS", "cores": 4},
        "warnings": [{"name": "one", "text": text} for text in warnings],
    }  # fmt: skip
    (folder / "run.json").write_text(json.dumps(record))
    return folder


def _group(scenario, heights, rows, weight, costs, caches):
    group = [
        {
            "schema": 5, "scenario": scenario, "heights": heights, "rows": rows, "strategy": name,
            "mode": "corrected", "caches": caches, "role": "floor" if name == "floor" else "strategy",
            "ns": cost * weight * (rows / 1000 if name in GROWING else 1),
        }
        for name, cost in costs.items()
    ]  # fmt: skip
    return group + [{**group[5], "role": "control"}]


def _cell(cell, group, rounds, chance):
    ns, name = cell["ns"] * chance.uniform(0.99, 1.01), cell["strategy"]
    row = {**cell, "rounds": rounds, "operations": 10, "status": "ok", "added_later": "x", "disturbed": 1,
           "is_fastest": 0, "allocations": 0 if name == "floor" else 3}  # fmt: skip
    if name == "reload-window" and cell["scenario"] == "open":
        return {**row, "status": "has no first screen", "rounds": 0, "operations": 0}
    row |= {"time_ns": ns, "low_ns": ns * 0.97, "high_ns": ns * 1.04, "steps_wrong": 0}
    if cell["role"] == "control":
        return row | {"control_ratio": 1.01, "control_low": 0.98, "control_high": 1.03}
    if name != "floor":
        ratio = cell["ns"] / min(other["ns"] for other in group if other["strategy"] != "floor")
        row |= {"ratio_to_fastest": ratio, "ratio_low": ratio * 0.98, "ratio_high": ratio * 1.02,
                "is_fastest": int(ratio == 1), "verdict": "slower" if ratio > 1 else ""}  # fmt: skip
    if cell["scenario"] == "scroll":
        times = {"p50": 1, "p90": 1.2, "p99": 2, "p999": 5, "max": 40}
        row |= {f"frame_{place}_ns": ns * times[place] for place in times}
    return row


def _samples(cell, slot, size, rounds, chance):
    """The repetitions of a cell, a disturbed one now and then."""
    repetitions = []
    for number in range(rounds):
        value = cell["ns"] * chance.uniform(0.97, 1.06)
        repetitions.append([{
            **cell, "round": number, "slot": slot, "operations": steps, "checksum": "0x1f",
            "segment": segment, "first_step": 10 * segment,
            "disturbed": int(number % 5 == 4),
            "elapsed_ns": max(1, round(value * steps * chance.uniform(0.98, 1.04))),
        } for segment, steps in enumerate(SEGMENTS)])  # fmt: skip
    return repetitions


def _table(path, header, rows):
    with open(path, "w", newline="") as file:
        table = csv.DictWriter(file, header.split(","), extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
