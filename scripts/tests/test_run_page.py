"""The index.html of a run in a real browser: it fits, it answers pointer and keyboard, it is safe."""

import json
import os
import pathlib
import shutil
import subprocess
import warnings

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from test_report import browser, look  # noqa: F401, the fixture is used by its name

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BENCH = pathlib.Path(os.environ.get("BENCH", ROOT / ".build" / "release" / "bench"))
HOSTILE = "file:<img src=x onerror=document.title=1>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A kept run of which one list has a hostile name; absent only aloud."""
    if not BENCH.exists():
        reason = f"no {BENCH}: swift build -c release --product bench"
        warnings.warn(f"no page was made: {reason}", stacklevel=1)
        pytest.skip(reason)
    kept = ROOT / "results" / (ROOT / "results" / "baseline").read_text().strip()
    folder = tmp_path_factory.mktemp("run") / "run"
    folder.mkdir()
    shutil.copy(kept / "run.json", folder)
    summary = (kept / "summary.csv").read_text(encoding="utf-8")
    (folder / "summary.csv").write_text(summary.replace(",pages,", f",{HOSTILE},"), "utf-8")
    done = subprocess.run([str(BENCH), "report", str(folder)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


def open_page(driver, folder, width=1280, theme="light"):
    look(driver, theme, width)
    driver.get_log("browser"), driver.get_log("performance")
    driver.get((folder / "index.html").as_uri())
    return driver


def highlighted(driver):
    """The techniques that stand out, in charts and tables."""
    script = "return [...new Set([...document.querySelectorAll('.on')].map(e => e.dataset.s))]"
    return driver.execute_script(script)


def test_it_stands_alone_and_is_light(folder):
    text = (folder / "index.html").read_text(encoding="utf-8")
    assert (folder / "index.html").stat().st_size < 400_000
    assert (folder / "README.md").stat().st_size <= 15_000
    assert "default-src 'none'" in text and "http:" not in text and "https:" not in text
    assert "What to take away" in text and "Can I trust it?" in text


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [375, 1280])
def test_it_fits_its_window(browser, folder, theme, width):  # noqa: F811
    driver = open_page(browser, folder, width, theme)
    assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    ground = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert ground == ("rgb(13, 17, 23)" if theme == "dark" else "rgb(255, 255, 255)")


def test_a_line_stands_out_under_the_pointer_and_by_keyboard(browser, folder):  # noqa: F811
    driver = open_page(browser, folder)
    assert highlighted(driver) == []
    chart = driver.find_element("css selector", ".growth svg")
    output = driver.find_element("css selector", ".growth output")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", chart)
    # Over the right end of a line: the offset is from the middle of the drawing.
    x, y, name = driver.execute_script(
        "const [line] = charts[0].lines, [x, y] = line.points.at(-1);"
        "const box = charts[0].svg.getBoundingClientRect(), scale = box.width / 720;"
        "return [(x - 4) * scale - box.width / 2, y * scale - box.height / 2, line.name]"
    )
    ActionChains(driver).move_to_element_with_offset(chart, int(x), int(y)).perform()
    (seen,) = highlighted(driver)
    assert output.text.startswith(f"{seen}: ") and " at 1k" in output.text
    driver.execute_script("arguments[0].focus()", chart)
    chart.send_keys(Keys.ESCAPE)
    assert highlighted(driver) == [] and output.text == ""
    chart.send_keys(Keys.ARROW_DOWN)
    assert highlighted(driver) == [name]
    chart.send_keys(Keys.ARROW_DOWN)
    assert highlighted(driver) != [name]
    chart.send_keys(Keys.ARROW_UP)
    assert highlighted(driver) == [name] and output.text.startswith(f"{name}: ")
    assert output.get_attribute("aria-live") == "polite"
    Select(driver.find_element("id", "pick")).select_by_visible_text("fenwick")
    assert highlighted(driver) == ["fenwick"]
    assert chart.accessible_name.startswith("Time by rows: ")


def test_less_motion_has_no_transitions(browser, folder):  # noqa: F811
    driver = open_page(browser, folder)
    script = "return getComputedStyle(charts[0].lines[0].path).transitionDuration"
    assert driver.execute_script(script) == "0.12s"
    features = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    assert driver.execute_script(script) == "0s"


def test_names_are_text_the_console_is_silent_and_nothing_is_fetched(browser, folder):  # noqa: F811
    driver = open_page(browser, folder)
    assert driver.title.startswith("LayoutBench: ")
    assert driver.find_elements("tag name", "img") == []
    assert HOSTILE in driver.find_element("tag name", "h1").text
    assert driver.get_log("browser") == []
    for entry in driver.get_log("performance"):
        event = json.loads(entry["message"])["message"]
        if event["method"] == "Network.requestWillBeSent":
            assert event["params"]["request"]["url"].startswith(("file:", "data:"))
