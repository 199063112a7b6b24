"""Trials of what goes wrong around a run: each begins one, does something to it, and checks what is left."""

import os
import pathlib
import subprocess
import sys

from layoutbench_plots.fault import Fault

from . import runs

FILES = ["README.md", "index.html", "run.json", "samples.csv", "summary.csv"]


class Failure(Exception):
    """What a run did that it must not do."""


class Skipped(Exception):
    """What a trial needs is not here."""


def check(holds, what):
    if not holds:
        raise Failure(what)


def outcome(row, trial):
    """The row with what a trial adds to it, and how that ended."""
    try:
        row |= trial(row) or {}
        row["outcome"] = "held"
    except Failure as failure:
        row["outcome"] = f"FAILED: {failure}"
    return row


def revision():
    """What is measured, for the record."""
    git = ["git", "-C", str(runs.ROOT), "describe", "--always", "--dirty", "--exclude=*"]
    return subprocess.run(git, capture_output=True, text=True).stdout.strip() or "unknown"


def start(bench, words, folder, **settings):
    """Begins a run in a folder, or goes on with the one that is there."""
    again = ["--resume", folder] if (folder / "run.json").exists() else [*words, "--output", folder]
    return subprocess.Popen(
        [str(bench.path), "run", *map(str, again), "--quiet"], cwd=runs.ROOT, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True, **settings)


def end(process):
    """The exit code and the message of a run."""
    try:
        message = process.communicate(timeout=180)[1].strip()
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise Failure("it did not end in three minutes") from None
    return process.returncode, message


def journal(folder):
    """The text of the samples, whichever name the file has now; empty without one."""
    for name in ("samples.csv.partial", "samples.csv"):
        try:
            return (folder / name).read_text()
        except FileNotFoundError:
            continue
    return ""


def is_complete(folder):
    """Whether a run has come to its end."""
    return (folder / "run.json").exists() and runs.record(folder)["status"] == "complete"


def finish(bench, words, folder):
    """Goes on with what is left, and checks the whole of it; how the run came to its end."""
    state = "was complete" if is_complete(folder) else "resumed"
    state = state if (folder / "run.json").exists() else "begun anew"
    before = journal(folder).count("\n")
    if state != "was complete":
        code, message = end(start(bench, words, folder))
        check(code == 0, f"afterwards it ended with {code}: {message[:200]}")
    check(sorted(os.listdir(folder)) == FILES, f"left {sorted(os.listdir(folder))}")
    check(journal(folder).count("\n") >= before, "samples were lost afterwards")
    done = subprocess.run(
        [sys.executable, runs.ROOT / "scripts/check-run", folder], capture_output=True, text=True)
    check(done.returncode == 0, f"check-run: {(done.stderr or done.stdout).strip()[-200:]}")
    return state


def report(folder, lines, rows):
    """Writes README.md and ends the program: with 1 where a trial failed."""
    failed = [row for row in rows if row["outcome"].startswith("FAILED")]
    if not rows:
        raise Fault(64, f"{folder}: nothing to report yet")
    lines += [f"- {', '.join(str(value) for value in list(row.values())[:3])}: {row['outcome']}" for row in failed]
    pathlib.Path(folder / "README.md").write_text("\n".join(lines).rstrip() + "\n")
    print(f"{len(rows)} trials, {len(failed)} failed: {folder}/README.md")
    sys.exit(1 if failed else 0)
