"""Finds and runs the release build of bench, and copies this package for studies."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

from .fault import INTERNAL, MISSING_INPUT, Fault

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build" / "release" / "layoutbench"
PARTS = ["Package.swift", "Sources", "Benchmarks", "Tests"]


def record(folder):
    path = pathlib.Path(folder) / "run.json"
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Fault(MISSING_INPUT, f"{path}: cannot be read: {error.strerror}") from error


def call(*command, folder=ROOT, environment=None):
    """Runs a command and returns its output; raises a fault if the command fails."""
    command = [str(part) for part in command]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        place = "" if folder == ROOT else f" in {folder}"
        raise Fault(INTERNAL, f"{' '.join(command)}{place}: exit {done.returncode}: "
                    f"{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


class Bench:

    def __init__(self, path=PROGRAM):
        self.path = pathlib.Path(path).resolve()
        if not self.path.exists():
            raise Fault(MISSING_INPUT, f"{path}: no release build: swift build -c release --product layoutbench")

    def call(self, *arguments, folder=ROOT, accepted=(0,)):
        """Runs a command and returns its output. Raises a fault if the exit code is not in `accepted`."""
        arguments = list(map(str, arguments))
        done = subprocess.run([str(self.path), *arguments], cwd=folder, capture_output=True, text=True)
        if done.returncode not in accepted:
            lines = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
            raise Fault(INTERNAL, f"bench {' '.join(arguments)}: exit {done.returncode}: {lines[-1]}")
        return done.stdout


def machine():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            models = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    except OSError:
        # macOS has no /proc.
        models = call("sysctl", "-n", "machdep.cpu.brand_string").splitlines() if sys.platform == "darwin" else []
    return f"{models[0] if models else 'unknown processor'}, {os.cpu_count()} cores"


def copy_package(name, changed, manifest=""):
    """Copies this package into .build/NAME, with symbolic links to unchanged files, and returns the folder. `changed` has
    the text of changed and additional files by path. `manifest` is appended to Package.swift.
    """
    folder = ROOT / ".build" / name
    for part in PARTS:
        path = folder / part
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    changed = {"Package.swift": (ROOT / "Package.swift").read_text() + manifest, **changed}
    listed = call("git", "ls-files", "-coz", "--exclude-standard", *PARTS).split("\0")
    for file in filter(None, listed):
        path, source = folder / file, ROOT / file
        path.parent.mkdir(parents=True, exist_ok=True)
        if file not in changed and source.exists():
            # Copies a symbolic link unchanged, because a relative link must lead to the files of the copy.
            path.symlink_to(source.readlink() if source.is_symlink() else source)
    for file, text in changed.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder
