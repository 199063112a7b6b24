"""The page in a real browser: it sorts, answers a pointer, and asks the network for nothing."""

import json
import pathlib
import re
import shutil
import warnings

import pytest
import synthetic

CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
DRIVER = shutil.which("chromedriver")
HOSTILE = '<img src=x onerror="document.title=1">&"</script>'


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The page of a run whose names and warnings are hostile."""
    import subprocess
    import sys

    from conftest import SCRIPTS

    run = synthetic.write(
        tmp_path_factory.mktemp("page") / "<b>run", extra=["<s>new", HOSTILE.replace('"', "'")],
        warnings=[HOSTILE],
    )  # fmt: skip
    subprocess.run(
        [sys.executable, str(SCRIPTS / "report.py"), str(run)], check=True, capture_output=True
    )
    return run / "report.html"


@pytest.fixture(scope="module")
def browser():
    """A headless Chromium skipped with a message where there is none."""
    if not (CHROMIUM and DRIVER):
        reason = "no Chromium: apt-get install chromium chromium-driver"
        warnings.warn(f"the page was not opened in a browser: {reason}", stacklevel=1)
        pytest.skip(reason)
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = CHROMIUM
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--window-size=1200,900",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(service=Service(DRIVER), options=options)
    yield driver
    driver.quit()


@pytest.fixture
def opened(browser, page):
    """The page, just opened, in a light and wide window."""
    look(browser, "light", 1200)
    browser.get(page.as_uri())
    return browser


def look(browser, theme, width):
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    features = [{"name": "prefers-color-scheme", "value": theme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def column(browser, number):
    script = (
        "return [...document.querySelectorAll('#table tbody tr')]"
        ".map(row => row.cells[arguments[0]].innerText)"
    )
    return browser.execute_script(script, number)


def sorting(browser):
    script = "return [...document.querySelectorAll('#table thead th')].map(h => h.ariaSort)"
    return browser.execute_script(script)


def contains(browser, selector, text):
    """Waits until an element says `text`."""
    from selenium.webdriver.support.ui import WebDriverWait

    script = (
        "return [...document.querySelectorAll(arguments[0])]"
        ".some(found => found.textContent.includes(arguments[1]))"
    )
    WebDriverWait(browser, 10).until(lambda driver: driver.execute_script(script, selector, text))


def test_the_page_stands_alone(page):
    assert page.stat().st_size < 6_000_000
    text = page.read_text(encoding="utf-8")
    ours = re.sub(r"<script>.*?</script>", "", text, flags=re.S)
    assert not re.search(r"(src|href)=\"(?!data:|#)", ours)
    assert "default-src 'none'" in ours


def test_what_comes_from_the_run_is_escaped(page):
    text = page.read_text(encoding="utf-8")
    assert HOSTILE not in text and "<img" not in text.split("<script")[0] and "<b>run" not in text
    assert "&lt;img src=x" in text


def test_the_words_stand_without_a_script(page):
    static = page.read_text(encoding="utf-8").split('<script type="application/json"')[0]
    for words in (
        '<html lang="en">',
        "<h1>",
        "<caption",
        "index.html",
        "Null control",
        "noscript",
    ):
        assert words in static
    assert "-twin" not in static


def test_a_click_sorts_and_a_second_one_turns_it_round(opened):
    names = column(opened, 3)
    assert len(names) == len(synthetic.STRATEGIES) + 2 and names[0] == "floor (floor)"
    button = opened.find_elements("css selector", "#table thead button")[3]
    button.click()
    assert column(opened, 3) == sorted(names, key=names_key(opened))
    assert sorting(opened)[3] == "ascending" and sorting(opened).count("none") == 12
    button.click()
    assert column(opened, 3) == sorted(names, key=names_key(opened), reverse=True)
    assert sorting(opened)[3] == "descending"


def names_key(browser):
    """The browser's own order of names."""
    script = "return arguments[0].slice().sort((a, b) => a.localeCompare(b))"
    ordered = browser.execute_script(script, column(browser, 3))
    return ordered.index


def test_the_keyboard_sorts(opened):
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    opened.execute_script("document.getElementById('everything').focus()")
    # The table's scrollable region comes first, then the buttons.
    ActionChains(opened).send_keys(Keys.TAB * 6).perform()
    assert opened.execute_script("return document.activeElement.textContent") == "median"
    ActionChains(opened).send_keys(Keys.ENTER).perform()
    assert sorting(opened)[4] == "descending" and column(opened, 3)[0] == "all-heights"
    ActionChains(opened).send_keys(Keys.SPACE).perform()
    assert sorting(opened)[4] == "ascending" and column(opened, 3)[0] == "floor (floor)"


def test_a_point_answers_the_pointer(opened):
    from selenium.webdriver.common.action_chains import ActionChains

    name = opened.execute_script("return document.getElementById('cost').data[1].name")
    point = opened.execute_script(
        "const all = document.querySelectorAll('#cost .scatterlayer .trace');"
        "const point = all[1].querySelectorAll('.points path')[2];"
        "point.scrollIntoView({block: 'center'}); return point;"
    )
    ActionChains(opened).move_to_element(point).perform()
    contains(opened, "#cost .hoverlayer", f"{name}, 1M rows: ")
    contains(opened, "#cost .hoverlayer", "µs [")


def test_choices_reach_charts_and_table(opened):
    from selenium.webdriver.support.ui import Select

    Select(opened.find_element("id", "scenario")).select_by_value("scroll")
    Select(opened.find_element("id", "rows")).select_by_value("1000")
    contains(opened, "#said", "scroll, chat: At 1k rows from ")
    contains(opened, "#frames", "120 Hz: 8.33 ms")
    assert set(column(opened, 0)) == {"scroll"} and set(column(opened, 2)) == {"1k"}
    opened.find_element("id", "everything").click()
    assert len(column(opened, 0)) > 200
    contains(opened, "#frames-table caption", "Frames of scroll")


def test_each_chart_has_words_and_a_table(opened):
    labelled = opened.find_element("id", "cost").get_attribute("aria-labelledby")
    assert len(opened.find_element("id", labelled).text) > 40
    rows = opened.execute_script("return document.querySelectorAll('#cost-table tbody tr').length")
    assert rows >= len(synthetic.STRATEGIES) - 1
    assert opened.execute_script(
        "return [...document.querySelectorAll('table')].every(t => t.caption.textContent)"
    )
    assert "-twin" not in opened.find_element("tag name", "body").text


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1200])
def test_the_page_fits_its_window_and_its_ground(browser, page, theme, width):
    look(browser, theme, width)
    browser.get(page.as_uri())
    assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    ground = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert ground == ("rgb(13, 17, 23)" if theme == "dark" else "rgb(255, 255, 255)")
    paper = browser.execute_script("return document.getElementById('cost').layout.paper_bgcolor")
    assert paper == ("#0d1117" if theme == "dark" else "#ffffff")


def test_the_console_is_silent_and_nothing_is_fetched(browser, page):
    browser.get_log("browser"), browser.get_log("performance")
    browser.get(page.as_uri())
    contains(browser, "#said", "recalc")
    assert browser.get_log("browser") == []
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    sent = [
        event["params"]["request"]["url"]
        for event in events
        if event["method"] == "Network.requestWillBeSent"
    ]
    assert pathlib.Path(page).as_uri() in sent
    assert all(url.startswith(("file:", "data:", "blob:")) for url in sent)
    assert browser.title.startswith("LayoutBench: <b>run")
