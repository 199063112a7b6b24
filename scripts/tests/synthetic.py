"""Writes the folder of a synthetic run with the columns that bench writes."""

import json
import random

import pandas as pd

from layoutbench.tables import MAY_BE_EMPTY, REQUIRED

STRATEGIES = {
    "floor": 2, "all-heights": 900, "reload-window": 700, "prefix-array": 300, "fenwick": 140,
    "blocked-sums": 110, "added-yesterday": 250,
}
CONTROL = "blocked-sums"
GROWING = {"all-heights", "prefix-array"}
SCENARIOS = {"open": 1, "change": 0.2, "recalc": 1, "expand": 1, "recalc-10": 2, "recalc-100": 9, "scroll": 0.7}
ROWS = [1000, 100_000, 1_000_000]
# The number of operations in each segment of a repetition.
SEGMENTS = [10, 10, 6]


def write(folder):
    folder.mkdir(parents=True)
    chance, rounds, heights = random.Random(1), 6, ["chat", "fixed:44"]
    cells, samples = [], []
    for scenario, weight in SCENARIOS.items():
        for kind in heights:
            for rows in ROWS:
                group = _group(scenario, kind, rows, weight)
                cells += [_cell(cell, group, rounds, chance) for cell in group]
                samples += _samples(group, rounds, chance)
    columns = REQUIRED["summary.csv"] + MAY_BE_EMPTY["summary.csv"]
    summary = pd.DataFrame(cells).drop(columns="ns")
    rest = [name for name in summary if name not in [*columns, "added_later"]]
    summary[[*columns, *rest, "added_later"]].to_csv(folder / "summary.csv", index=False)
    columns, samples = REQUIRED["samples.csv"], pd.DataFrame(samples).drop(columns="ns")
    samples[[*columns, *(name for name in samples if name not in columns)]].to_csv(folder / "samples.csv", index=False)
    frames = [
        {"schema": 6, "scenario": scenario, "heights": kind, "rows": ROWS[-1], "strategy": name, "mode": "corrected",
         "phase": phase, "heights_requested": asked, "rows_scanned": asked, "views_created": 0, "views_configured": 1,
         "views_moved": 20, "loads": 0, "rough": 0, "unsettled": 0, "frames": count}
        for kind in heights for name in STRATEGIES if name != "floor"
        for scenario, phase, asked, count in (("scroll", "scroll", int(name in GROWING), 900), ("scroll", "settle", 2, 9),
                                              ("open", "operation", 30, 1))
    ]
    pd.DataFrame(frames).to_csv(folder / "frames.csv", index=False)
    record = {
        "schema": 6, "status": "complete", "seed": 1, "revision": "0123456789abcdef", "dirty": False,
        "started": "2026-01-02T03:04:05Z", "plan": {"heights": heights},
        "machine": {"cpu_model": "A <i>processor</i>", "os": "an OS", "cores": 4},
        "warnings": [{"name": "one", "text": "busy: <b>wait</b>"}],
    }
    (folder / "run.json").write_text(json.dumps(record))
    return folder


def _group(scenario, heights, rows, weight):
    """The cells of a group, which are compared with each other. The last cell is the A/A control."""
    group = [
        {
            "schema": 6, "scenario": scenario, "heights": heights, "rows": rows, "strategy": name,
            "mode": "corrected", "role": "floor" if name == "floor" else "strategy",
            "ns": cost * weight * (rows / 1000 if name in GROWING else 1),
        }
        for name, cost in STRATEGIES.items()
    ]
    return [*group, *({**cell, "role": "control"} for cell in group if cell["strategy"] == CONTROL)]


def _cell(cell, group, rounds, chance):
    ns, name = cell["ns"] * chance.uniform(0.99, 1.01), cell["strategy"]
    row = {**cell, "rounds": rounds, "operations": 10, "status": "ok", "added_later": "x", "disturbed": 1,
           "allocations": 0 if name == "floor" else 3}
    if name == "reload-window" and cell["scenario"] == "open":
        return {**row, "status": "not supported: has no first screen", "rounds": 0, "operations": 0}
    row |= {"time_ns": ns, "low_ns": ns * 0.97, "high_ns": ns * 1.04, "steps_wrong": 0}
    if cell["role"] == "control":
        return row | {"control_ratio": 1.01, "control_low": 0.98, "control_high": 1.03}
    if name != "floor":
        ratio = cell["ns"] / min(other["ns"] for other in group if other["strategy"] != "floor")
        row |= {"ratio_to_fastest": ratio, "ratio_low": ratio * 0.98, "ratio_high": ratio * 1.02,
                "standing": "slower" if ratio > 1 else "fastest"}
    return row


def _samples(group, rounds, chance):
    """The rows of a group in samples.csv; one repetition in five is disturbed."""
    rows = []
    for number in range(rounds):
        for slot, cell in enumerate(group):
            ns = cell["ns"] * chance.uniform(0.97, 1.06)
            for segment, operations in enumerate(SEGMENTS):
                rows.append({
                    **cell, "round": number, "slot": slot, "operations": operations,
                    "segment": segment, "disturbed": int(number % 5 == 4),
                    "elapsed_ns": max(1, round(ns * operations * chance.uniform(0.98, 1.04))),
                })
    return rows
