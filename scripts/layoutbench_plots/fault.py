"""What goes wrong because of input or for want of a package, with the exit code that `bench` gives."""

import argparse
import contextlib
import sys

USAGE = 64
BAD_DATA = 65
MISSING_INPUT = 66
CANNOT_CREATE = 73
# What requirements.txt installs of that which is imported here.
PACKAGES = {"matplotlib", "numpy", "pandas"}
FOR_BROWSERS = {"selenium", "PIL"}


class Fault(Exception):
    """A mistake in the input, as one line for people and a code for scripts."""

    def __init__(self, code, message):
        # Both, so that a fault survives the way from a worker process.
        super().__init__(code, message)
        self.code, self.message = code, message

    def __str__(self):
        return self.message


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are one line and exit code 64."""

    def error(self, message):
        raise Fault(USAGE, f"{message}; --help says more")


@contextlib.contextmanager
def one_line(program, doc=None):
    """Turns a fault into its line on the standard error and its exit code.

    With `doc`, around imports, --help needs no package.
    """
    try:
        with packages():
            yield
    except Fault as fault:
        if doc and {"-h", "--help"} & set(sys.argv[1:]):
            print(doc.strip())
            sys.exit()
        line = " ".join(str(fault).split())
        print(f"{program}: {line}", file=sys.stderr)
        sys.exit(fault.code)


@contextlib.contextmanager
def packages():
    """Turns the want of a package into a fault; a module of ours that is missing stays a defect."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in PACKAGES | FOR_BROWSERS:
            raise
        place = "scripts/" if package in PACKAGES else "scripts/tests/"
        raise Fault(
            MISSING_INPUT, f"no {package}: pip install -r {place}requirements.txt") from error


@contextlib.contextmanager
def creating(path):
    """Turns a failure to write `path` into a fault."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise Fault(CANNOT_CREATE, f"{path}: cannot be written: {reason}") from error
