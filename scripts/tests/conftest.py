"""Runs made by a program, small and large, as folders; a browser; a release build of bench."""

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

import synthetic  # noqa: E402


def refused(result, code, *words):
    """A script ended with a code and one line that has these words, and printed nothing else."""
    assert result.returncode == code, result.stderr
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    for word in words:
        assert word in lines[0]


def skip(what, reason):
    """Skips with a message that is seen without -rs."""
    warnings.warn(f"{what}: {reason}", stacklevel=2)
    pytest.skip(reason)


@pytest.fixture
def run(tmp_path):
    """A small run that no other test has seen."""
    return synthetic.write(tmp_path / "run")


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """A small run, which no test changes."""
    return synthetic.write(tmp_path_factory.mktemp("runs") / "run")


@pytest.fixture(scope="session")
def script():
    """Runs a script of this folder: script("plot.py", ...) -> the finished process."""

    def start(name, *arguments):
        command = [sys.executable, str(SCRIPTS / name), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, timeout=300)

    return start


@pytest.fixture(scope="session")
def bench():
    """Runs the release build; skipped with a message where there is none."""
    if not BENCH.exists():
        skip("nothing was made", f"no {BENCH}: swift build -c release --product layoutbench")

    def start(*words):
        return subprocess.run([str(BENCH), *map(str, words)], check=True, capture_output=True)

    return start


@pytest.fixture(scope="module")
def browser():
    """A headless Chromium; skipped with a message where there is none."""
    from layoutbench_plots import browser, fault

    try:
        driver = browser.start(loggingPrefs={"browser": "ALL", "performance": "ALL"})
    except fault.Fault as missing:
        skip("no page was opened", str(missing))
    yield driver
    driver.quit()


def open_page(driver, path, width=1200, theme="light", motion="no-preference"):
    """Opens a file in a window of this width, with nothing in its logs from before."""
    from layoutbench_plots import browser

    browser.look(driver, width, theme, motion)
    driver.get_log("browser"), driver.get_log("performance")
    driver.get(path.as_uri())
    return driver


def is_alone(driver):
    """Whether the page has fetched nothing and the console has no message."""
    sent = [entry["message"] for entry in driver.get_log("performance")]
    sent = [text for text in sent if "Network.requestWillBeSent" in text]
    is_local = all('"url":"http' not in text for text in sent)
    return bool(sent) and is_local and driver.get_log("browser") == []
