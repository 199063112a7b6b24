"""Errors that end a script with a one-line message and one of the exit codes of `bench`."""

import argparse
import contextlib
import sys

USAGE, BAD_DATA, MISSING_INPUT, INTERNAL, CANNOT_CREATE = 64, 65, 66, 70, 73
# The packages in requirements.txt, and those in tests/requirements.txt.
PACKAGES = {"matplotlib", "numpy", "pandas"}
TEST_PACKAGES = {"selenium", "PIL"}


class Fault(Exception):
    """An error with a one-line message and an exit code."""

    def __init__(self, code, message):
        # Pass on both arguments, so that a worker process can pickle the fault.
        super().__init__(code, message)
        self.code, self.message = code, message

    def __str__(self):
        return self.message


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
        try:
            yield
        except ModuleNotFoundError as error:
            package = (error.name or "").partition(".")[0]
            if package not in PACKAGES | TEST_PACKAGES:
                raise
            folder = "scripts" if package in PACKAGES else "scripts/tests"
            raise Fault(MISSING_INPUT, f"no {package}: pip install -r {folder}/requirements.txt") from error
    except Fault as fault:
        if doc and {"-h", "--help"} & set(sys.argv[1:]):
            print(doc.strip())
            sys.exit()
        print(f"{program}: {' '.join(str(fault).split())}", file=sys.stderr)
        sys.exit(fault.code)


@contextlib.contextmanager
def creating(path):
    try:
        yield
    except OSError as error:
        raise Fault(CANNOT_CREATE, f"{path}: cannot be written: {error.strerror or error}") from error
