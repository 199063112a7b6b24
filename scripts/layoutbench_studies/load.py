"""Other programs beside a measurement: a busy core, or one that uses memory."""

import contextlib
import multiprocessing
import pathlib
import shlex
import subprocess
import time

from layoutbench_plots.fault import USAGE, Fault

COMPILERS = {
    ".c": ["cc", "-O2"],
    ".cc": ["c++", "-O2"],
    ".cpp": ["c++", "-O2"],
    ".swift": ["swiftc", "-O"],
}


def spin():
    """Keeps a core busy for ever."""
    while True:
        pass


@contextlib.contextmanager
def busy_core():
    """Loads one core with another process."""
    process = multiprocessing.Process(target=spin, daemon=True)
    process.start()
    try:
        yield
    finally:
        process.terminate()
        process.join()


def neighbour(folder, scratch, megabytes):
    """The command of the program `neighbour` in a folder, compiled into `scratch` if need be."""
    found = sorted(path for path in pathlib.Path(folder).glob("neighbour*") if path.is_file())
    if not found:
        raise Fault(USAGE, f"{folder} has no program 'neighbour': name one with --neighbour CMD")
    path = found[0]
    if path.suffix in COMPILERS:
        program = pathlib.Path(scratch) / "neighbour"
        subprocess.run([*COMPILERS[path.suffix], "-o", str(program), str(path)], check=True)
        path = program
    words = ["python3", str(path)] if path.suffix == ".py" else [str(path)]
    return [*words, str(megabytes)]


@contextlib.contextmanager
def beside(command):
    """Runs a program until the block ends; one that ends before it was no neighbour."""
    words = shlex.split(command) if isinstance(command, str) else command
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        time.sleep(1)
        yield
        if process.poll() is not None:
            raise Fault(70, f"{' '.join(words)}: ended with {process.returncode} while measuring")
    finally:
        process.kill()
        process.wait()
