"""Makes and builds copies of this package with changed or additional files, for studies."""

import shutil
import subprocess

from .bench import ROOT

PARTS = ["Package.swift", "Sources", "Benchmarks", "Tests"]


def copy(name, changed, manifest=""):
    """Copies this package into .build/NAME, with symbolic links to unchanged files, and returns the folder. `changed` has
    the text of changed and additional files by path. `manifest` is appended to Package.swift.
    """
    folder = ROOT / ".build" / name
    for part in PARTS:
        path = folder / part
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    listed = ["git", "ls-files", "-coz", "--exclude-standard", *PARTS]
    files = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    changed = {"Package.swift": (ROOT / "Package.swift").read_text() + manifest, **changed}
    for file in filter(None, files.split("\0")):
        path, source = folder / file, ROOT / file
        path.parent.mkdir(parents=True, exist_ok=True)
        if file not in changed and source.exists():
            # Copy a symbolic link as it is, because a relative link must lead to the files of the copy.
            path.symlink_to(source.readlink() if source.is_symlink() else source)
    for file, text in changed.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder
