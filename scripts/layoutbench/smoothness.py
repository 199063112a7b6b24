"""Calculates smoothness at any costs from a run's frames.csv, like `Smoothness` in Swift. Costs are in nanoseconds.
"""

import csv

from . import fault

TEXTS = {"scenario", "heights", "strategy", "mode", "phase"}


def read(folder):
    """The rows of frames.csv as dictionaries."""
    return [{name: value if name in TEXTS else int(value) for name, value in row.items()}
            for row in csv.DictReader(fault.read(folder / "frames.csv").splitlines())]


def cost(frame, height, view):
    return (height * frame["heights_requested"] + view * (frame["views_configured"] + 4 * frame["views_created"])
            + view // 20 * frame["views_moved"])


def hitches(frames, height, view, hz):
    """The hitches in ms per second of scrolling; None if no frame scrolls."""
    moving = [(max(1, -(-cost(frame, height, view) * hz // 10**9)), frame["frames"])
              for frame in frames if frame["phase"] == "scroll"]
    shown, count = sum(refreshes * frames for refreshes, frames in moving), sum(frames for _, frames in moving)
    return 1000 * (shown - count) / shown if shown else None


def longest(frames, height, view):
    """The longest frame in which nothing moves; None if there is none."""
    return max((cost(frame, height, view) for frame in frames if frame["phase"] != "scroll"), default=None)


def limit(frames, view, hz):
    """The largest cost of a height without a late frame; None if there is no such limit."""
    rests = [(10**9 // hz - cost(frame, 0, view), frame["heights_requested"]) for frame in frames]
    return min((max(0, rest) // max(1, asked) for rest, asked in rests if asked or rest < 0), default=None)
