"""Other programs beside a measurement: a busy core, or one that uses memory."""

import contextlib
import multiprocessing
import os
import pathlib
import shlex
import subprocess
import time

from layoutbench_plots.fault import Fault

SOURCE = pathlib.Path(__file__).resolve().parent.parent / "studies" / "neighbour.c"


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


def neighbour(scratch, megabytes):
    """The command of the program that uses so much memory, compiled into the folder `scratch`."""
    program = pathlib.Path(scratch) / "neighbour"
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-o", str(program), str(SOURCE)], check=True)
    return [str(program), str(megabytes)]


@contextlib.contextmanager
def beside(command):
    """Runs a program until the block ends; one that ends before the block was no neighbour."""
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
