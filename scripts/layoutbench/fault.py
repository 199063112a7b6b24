"""Errors that end a script with a one-line message and one of the exit codes of `bench`."""

import argparse
import contextlib
import pathlib
import sys

USAGE, BAD_DATA, MISSING_INPUT, INTERNAL, CANNOT_CREATE = 64, 65, 66, 70, 73
# The folder whose requirements.txt has a package.
FOLDERS = {"matplotlib": "scripts", "numpy": "scripts", "pandas": "scripts", "selenium": "scripts/tests",
           "PIL": "scripts"}


class Fault(Exception):
    """An error with a one-line message and an exit code."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Parser(argparse.ArgumentParser):
    """An argument parser that prints a module's docstring as help and raises usage errors as faults."""

    def __init__(self, doc, **settings):
        super().__init__(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)

    def error(self, message):
        raise Fault(USAGE, f"{message}; see --help")


@contextlib.contextmanager
def one_line(program, doc=None):
    """Prints a fault as one line on standard error and exits with its code. A missing Python package is also a fault, but
    --help prints `doc` even without it.
    """
    try:
        yield
    except (Fault, ModuleNotFoundError) as error:
        code, message = getattr(error, "code", MISSING_INPUT), str(error)
        if isinstance(error, ModuleNotFoundError):
            package = (error.name or "").partition(".")[0]
            if package not in FOLDERS:
                raise
            message = f"no {package}: pip install -r {FOLDERS[package]}/requirements.txt"
        if doc and {"-h", "--help"} & set(sys.argv[1:]):
            print(doc.strip())
            sys.exit()
        print(f"{program}: {' '.join(message.split())}", file=sys.stderr)
        sys.exit(code)


def read(path):
    try:
        return pathlib.Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise Fault(MISSING_INPUT, f"{path}: cannot be read: {error.strerror}") from error


@contextlib.contextmanager
def creating(path):
    try:
        yield
    except OSError as error:
        raise Fault(CANNOT_CREATE, f"{path}: cannot be written: {error.strerror or error}") from error
