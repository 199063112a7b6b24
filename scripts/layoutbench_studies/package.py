"""Copies of this package in which some files are others: what a study adds is compiled among its sources."""

import pathlib
import shutil
import subprocess

from layoutbench_plots.fault import Fault

from .runs import ROOT

PARTS = ["Package.swift", "Sources", "Benchmarks", "Tests"]


def copy(name, changed, manifest=""):
    """A copy in .build/NAME, made of links, and its folder. `changed` has the text of some files by their
    paths, `manifest` what the package's description ends with.
    """
    folder = ROOT / ".build" / name
    for part in PARTS:
        path = folder / part
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    listed = ["git", "ls-files", "-coz", "--exclude-standard", *PARTS]
    files = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for file in filter(None, files.split("\0")):
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        source = ROOT / file
        if file not in changed and source.exists():
            # A link within the package leads to the copy's files.
            path.symlink_to(source.readlink() if source.is_symlink() else source)
    description = (ROOT / "Package.swift").read_text() + manifest
    for file, text in {"Package.swift": description, **changed}.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_text(text)
    return folder


def build(name, products, changed, manifest=""):
    """Builds products of such a copy as a release does; gives the folder of the programs."""
    folder = copy(name, changed, manifest)
    for product in products:
        swift(folder, "build", "-c", "release", "--product", product)
    return folder / ".build" / "release"


def swift(folder, *words, environment=None):
    """Runs swift in a folder; a fault where it fails."""
    done = subprocess.run(
        ["swift", *words], cwd=folder, capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        raise Fault(70, f"swift {' '.join(words)} in {folder}: exit {done.returncode}: "
                    f"{(done.stdout + done.stderr).strip()[-2000:]}")  # fmt: skip
    return pathlib.Path(folder)
