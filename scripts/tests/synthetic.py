"""Writes a run's folder with the columns of bench and times that follow from a seed."""

import csv
import json
import random

SAMPLES = (
    "schema,scenario,heights,rows,strategy,mode,round,slot,operations,elapsed_ns,checksum,"
    "block,round_size"
)
SUMMARY = (
    "schema,scenario,heights,rows,strategy,mode,status,rounds,operations,median_ns,low_ns,high_ns,"
    "ratio_to_fastest,ratio_low,ratio_high,frame_p50_ns,frame_p90_ns,frame_p99_ns,frame_p999_ns,"
    "frame_max_ns,wrong_row_frames,checksum,verdict,control_ratio,control_low,control_high,"
    "added_later"
)
STRATEGIES = {
    "null": 2, "all-heights": 900, "reload-window": 700, "prefix-array": 300, "fenwick": 140,
    "blocked-sums": 110, "added-yesterday": 250,
}  # fmt: skip
GROWING = {"all-heights", "prefix-array"}
SCENARIOS = {
    "prepare": 1,
    "change": 0.2,
    "recalc": 1,
    "recalc-10": 2,
    "recalc-100": 9,
    "scroll": 0.7,
}
ROWS = [1000, 100_000, 1_000_000]


def write(
    folder,
    seed=1,
    rounds=6,
    heights=("chat", "fixed:44"),
    extra=(),
    warnings=("busy: <b>wait</b>",),
):
    """Writes run.json, summary.csv and samples.csv; `extra` names further strategies."""
    folder.mkdir(parents=True)
    chance = random.Random(seed)
    costs = STRATEGIES | {name: 333 for name in extra}
    cells, samples = [], []
    for scenario, weight in SCENARIOS.items():
        for kind in heights:
            for rows in ROWS:
                group = _group(scenario, kind, rows, weight, costs)
                cells += [_cell(cell, group, rounds, chance) for cell in group]
                samples += [_samples(cell, slot, rounds, chance) for slot, cell in enumerate(group)]
    samples = [turn for turns in zip(*samples) for turn in turns]
    _table(folder / "summary.csv", SUMMARY, cells)
    _table(folder / "samples.csv", SAMPLES, samples)
    record = {
        "schema": 1, "status": "complete", "seed": seed, "revision": "0123456789abcdef",
        "dirty": False,
        "command": ["bench", "run", "--strategy", "all"], "compiler": "Swift 6.3.1",
        "optimisation": "-O", "started": "2026-01-02T03:04:05Z",
        "machine": {"cpu_model": "A <i>processor</i>", "os": "an OS", "cores": 4,
                    "load_average": 1.25},
        "warnings": [{"name": "one", "text": text} for text in warnings],
    }  # fmt: skip
    (folder / "run.json").write_text(json.dumps(record))
    return folder


def _group(scenario, heights, rows, weight, costs):
    group = [
        {
            "schema": 1, "scenario": scenario, "heights": heights, "rows": rows, "strategy": name,
            "mode": "corrected", "ns": cost * weight * (rows / 1000 if name in GROWING else 1),
        }
        for name, cost in costs.items()
    ]  # fmt: skip
    return group + [{**group[5], "strategy": "blocked-sums-twin"}]


def _cell(cell, group, rounds, chance):
    ns = cell["ns"] * chance.uniform(0.99, 1.01)
    row = {**cell, "rounds": rounds, "operations": 10, "status": "ok", "added_later": "x"}
    if cell["strategy"] == "reload-window" and cell["scenario"] == "prepare":
        return {**row, "status": "has no first screen", "rounds": 0, "operations": 0}
    row |= {"median_ns": ns, "low_ns": ns * 0.97, "high_ns": ns * 1.04, "wrong_row_frames": 0}
    if cell["strategy"] == "blocked-sums-twin":
        return row | {"control_ratio": 1.01, "control_low": 0.98, "control_high": 1.03}
    if cell["strategy"] != "null":
        best = min(other["ns"] for other in group if other["strategy"] != "null")
        ratio = cell["ns"] / best
        row |= {"ratio_to_fastest": ratio, "ratio_low": ratio * 0.98, "ratio_high": ratio * 1.02}
        row["verdict"] = "slower" if ratio > 1 else ""
    if cell["scenario"] == "scroll":
        row |= {"frame_p50_ns": ns, "frame_p90_ns": ns * 1.2, "frame_p99_ns": ns * 2}
        row |= {"frame_p999_ns": ns * 5, "frame_max_ns": ns * 40}
    return row


def _samples(cell, slot, rounds, chance):
    return [
        {
            **cell, "round": number, "slot": slot, "operations": 10, "checksum": "0x1f", "block": 0,
            "round_size": 8,
            "elapsed_ns": max(1, round(cell["ns"] * 10 * chance.uniform(0.95, 1.1))),
        }
        for number in range(rounds)
    ]  # fmt: skip


def _table(path, header, rows):
    with open(path, "w", newline="") as file:
        table = csv.DictWriter(file, header.split(","), extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
