"""Runs bench, and reads what a run says of itself. The standard library alone."""

import json
import os
import pathlib
import subprocess
import time

from layoutbench_plots.fault import MISSING_INPUT, Fault

ROOT = pathlib.Path(__file__).resolve().parents[2]
BENCH = ROOT / ".build" / "release" / "layoutbench"
FLOOR = "floor"


def record(folder):
    """What `run.json` says."""
    return json.loads((pathlib.Path(folder) / "run.json").read_text(encoding="utf-8"))


def revision(folder):
    """The revision that the run names."""
    known = record(folder)
    return str(known.get("revision", ""))[:9] + (" (changed)" if known.get("dirty") else "")


class Bench:
    """A built bench, and how it is started."""

    def __init__(self, path=BENCH):
        self.path = pathlib.Path(path).resolve()
        if not self.path.exists():
            raise Fault(
                MISSING_INPUT, f"{path}: no release build: swift build -c release --product layoutbench")

    def run(self, arguments, folder, environment=None):
        """Measures into `folder`, with further variables in the environment; gives the seconds taken."""
        start = time.monotonic()
        words = ["run", *map(str, arguments), "--quiet", "--output", str(folder)]
        self.call(*words, environment=environment)
        return time.monotonic() - start

    def call(self, *words, environment=None):
        """What a verb prints."""
        done = subprocess.run(
            [str(self.path), *map(str, words)], cwd=ROOT, capture_output=True, text=True,
            env={**os.environ, **(environment or {})})
        if done.returncode != 0:
            lines = (done.stderr or done.stdout).strip().splitlines() or ["nothing said"]
            raise Fault(70, f"bench {' '.join(map(str, words))}: exit {done.returncode}: {lines[-1]}")
        return done.stdout

    def strategies(self):
        """The strategies that can show rows of any heights, without the floor."""
        return [
            one["id"] for one in json.loads(self.call("list", "--json"))["strategies"]
            if not one.get("is_floor") and one.get("requirement") in (None, "any heights")
        ]  # fmt: skip


def machine():
    """The processor and how many there are, for a study's last line."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            models = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    except OSError:
        models = []
    return f"{models[0] if models else 'unknown processor'}, {os.cpu_count()} cores"
