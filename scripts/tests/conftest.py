"""Fixtures for the tests: synthetic runs, scripts, a release build of bench, and a browser."""

import importlib.machinery
import importlib.util
import os
import pathlib
import subprocess
import sys
import warnings

import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
ROOT = SCRIPTS.parent
BENCH = pathlib.Path(os.environ.get("BENCH", ROOT / ".build" / "release" / "layoutbench"))
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "tests")]

import synthetic
from layoutbench import browser as chromium
from layoutbench.fault import Fault


def refused(result, code, *words):
    """Checks that a script ended with an exit code and printed one line that contains these words."""
    assert result.returncode == code, result.stderr
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    for word in words:
        assert word in lines[0]


def skip(reason):
    """Skips a test with a message that pytest shows even without -rs."""
    warnings.warn(reason, stacklevel=2)
    pytest.skip(reason)


def module(name):
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(SCRIPTS / name))
    found = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(found)
    return found


@pytest.fixture
def run(tmp_path):
    return synthetic.write(tmp_path / "run")


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """The folder of a run that all tests share and must not change."""
    return synthetic.write(tmp_path_factory.mktemp("runs") / "run")


@pytest.fixture(scope="session")
def script():
    def start(name, *arguments):
        command = [sys.executable, str(SCRIPTS / name), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, timeout=300)

    return start


@pytest.fixture(scope="session")
def bench():
    if not BENCH.exists():
        skip(f"no {BENCH}: swift build -c release --product layoutbench")

    def start(*arguments):
        return subprocess.run([str(BENCH), *map(str, arguments)], check=True, capture_output=True)

    return start


@pytest.fixture(scope="module")
def browser():
    try:
        driver = chromium.start(loggingPrefs={"browser": "ALL", "performance": "ALL"})
    except Fault as missing:
        skip(str(missing))
    yield driver
    driver.quit()


def open_page(driver, path, width=1200, theme="light", motion="no-preference"):
    chromium.emulate(driver, width, theme, motion)
    driver.get_log("browser"), driver.get_log("performance")
    driver.get(path.as_uri())
    return driver


def evaluate(driver, expression):
    return driver.execute_script(f"return {expression}")


def fits(driver, theme):
    """Whether the page is no wider than its window and has the background of a theme."""
    ground = evaluate(driver, "getComputedStyle(document.body).backgroundColor")
    return evaluate(driver, "document.documentElement.scrollWidth <= innerWidth") and ground == (
        "rgb(13, 17, 23)" if theme == "dark" else "rgb(255, 255, 255)")


def is_self_contained(driver):
    """Whether the page has made no request and the console has no message."""
    sent = [entry["message"] for entry in driver.get_log("performance")]
    sent = [text for text in sent if "Network.requestWillBeSent" in text]
    return bool(sent) and all('"url":"http' not in text for text in sent) and driver.get_log("browser") == []
