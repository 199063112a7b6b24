"""Runs commands, such as the release build of bench, and reads the record of a run."""

import json
import os
import pathlib
import subprocess

from .fault import INTERNAL, MISSING_INPUT, Fault, read

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("BENCH", ROOT / ".build" / "release" / "layoutbench")).absolute()


def record(folder):
    return json.loads(read(pathlib.Path(folder) / "run.json"))


def call(*command, folder=ROOT, environment=None):
    """Runs a command and returns its output; raises a fault if the command fails."""
    command = [str(part) for part in command]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        output = done.stdout[-3000:] + done.stderr[-3000:]
        raise Fault(INTERNAL, f"{' '.join(command)}: exit {done.returncode}: {output}")
    return done.stdout


def program():
    """The path of the release build, or of the build that the environment variable BENCH names."""
    if not PROGRAM.exists():
        raise Fault(MISSING_INPUT, f"{PROGRAM}: no release build: swift build -c release --product layoutbench")
    return PROGRAM


def bench(*arguments, environment=None):
    return call(program(), *arguments, environment=environment)
