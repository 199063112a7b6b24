"""Fixtures for the tests: a short run, scripts, a release build of bench, and a browser."""

import importlib.machinery
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import warnings

import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
ROOT = SCRIPTS.parent
sys.path.insert(0, str(SCRIPTS))

import layoutbench.bench
from layoutbench import browser as chromium
from layoutbench.fault import Fault

STRATEGIES = ["all-heights", "reload-window", "prefix-array", "fenwick", "blocked-sums"]
SCENARIOS = ["open", "recalc", "scroll"]


def refused(result, code, *words):
    """Checks the exit code of a script, and that it printed a single line with these words."""
    assert (result.returncode, result.stdout) == (code, ""), result.stderr
    assert result.stderr.count("\n") == 1 and all(word in result.stderr for word in words), result.stderr


def skip(reason):
    """Skips a test with a message that pytest prints even without -rs."""
    warnings.warn(reason, stacklevel=2)
    pytest.skip(reason)


def module(name):
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(SCRIPTS / name))
    found = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(found)
    return found


@pytest.fixture(scope="session")
def script():
    def start(name, *arguments):
        command = [sys.executable, str(SCRIPTS / name), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, timeout=300)

    return start


@pytest.fixture(scope="session")
def bench():
    """Runs bench and returns its output."""
    try:
        layoutbench.bench.program()
    except Fault as missing:
        skip(str(missing))
    return layoutbench.bench.bench


@pytest.fixture(scope="session")
def shared(bench, tmp_path_factory):
    """The folder of a short run that all tests share and must not change."""
    folder = tmp_path_factory.mktemp("runs") / "run"
    bench("run", "--strategy", ",".join(STRATEGIES), "--scenario", ",".join(SCENARIOS), "--heights", "chat,fixed:44",
          "--rows", "1k,100k", "--budget", "1s", "--quiet", "--output", folder)
    return folder


@pytest.fixture
def run(shared, tmp_path):
    return shutil.copytree(shared, tmp_path / "run")


@pytest.fixture(scope="module")
def browser():
    try:
        driver = chromium.start()
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
    """Whether the page fits into its window and has the background of a theme."""
    ground = evaluate(driver, "getComputedStyle(document.body).backgroundColor")
    return evaluate(driver, "document.documentElement.scrollWidth <= innerWidth") and ground == (
        "rgb(13, 17, 23)" if theme == "dark" else "rgb(255, 255, 255)")


def is_self_contained(driver):
    """Whether the page made no requests and logged no messages."""
    sent = [entry["message"] for entry in driver.get_log("performance")]
    sent = [text for text in sent if "Network.requestWillBeSent" in text]
    return bool(sent) and all('"url":"http' not in text for text in sent) and driver.get_log("browser") == []
