"""The page in a real browser: it sorts, filters, draws what is chosen, and asks the network for nothing."""

import re

import pytest
import synthetic
from conftest import is_alone, open_page
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

HOSTILE = '<img src=x onerror="document.title=1">&"</script>'


@pytest.fixture(scope="module")
def page(script, tmp_path_factory):
    """The page of a run whose names and warnings are hostile."""
    run = synthetic.write(
        tmp_path_factory.mktemp("page") / "<b>run", extra=["<s>new", HOSTILE.replace('"', "'")],
        warnings=[HOSTILE],
    )  # fmt: skip
    done = script("report.py", run)
    assert done.returncode == 0, done.stderr
    return run / "report.html"


@pytest.fixture
def opened(browser, page):
    """The page, just opened."""
    return open_page(browser, page)


def column(browser, number):
    script = (
        "return [...document.querySelectorAll('#table tbody tr')].filter(row => !row.hidden)"
        ".map(row => row.cells[arguments[0]].textContent)")
    return browser.execute_script(script, number)


def test_the_page_stands_alone(page):
    assert page.stat().st_size < 6_000_000
    text = page.read_text(encoding="utf-8")
    ours = re.sub(r"<script\b.*?</script>", "", text, flags=re.S)
    assert not re.search(r"(src|href)=\"(?!data:|#)", ours) and "default-src 'none'" in ours
    for words in ('<html lang="en">', "<h1>", "index.html", "A/A control", "noscript"):
        assert words in ours


def test_what_comes_from_the_run_is_escaped(page):
    text = page.read_text(encoding="utf-8")
    assert HOSTILE not in text and "<img" not in text and "<b>run" not in text
    assert "&lt;img src=x" in text


def test_a_click_or_a_key_sorts_and_a_second_one_turns_it_round(opened):
    heads = opened.find_elements("css selector", "#table thead th")
    names = column(opened, 3)
    heads[3].find_element("tag name", "button").click()
    assert column(opened, 3) != names and heads[3].get_attribute("aria-sort") == "ascending"
    ActionChains(opened).send_keys(Keys.TAB, Keys.ENTER).perform()
    assert [heads[place].get_attribute("aria-sort") for place in (3, 4)] == [None, "ascending"]
    times = [float(text) for text in column(opened, 4)]
    assert times == sorted(times) and len(times) == len(names)
    ActionChains(opened).send_keys(Keys.SPACE).perform()
    assert [float(text) for text in column(opened, 4)] == times[::-1]
    ActionChains(opened).send_keys(Keys.TAB * 4, Keys.SPACE, Keys.SPACE).perform()
    verdicts = column(opened, 8)
    assert verdicts[0] == "slower" and verdicts[-1] == ""  # what is missing comes last


def test_the_filter_takes_whole_words(opened):
    opened.find_element("id", "filter").send_keys("scroll chat 1000")
    assert set(column(opened, 0)) == {"scroll"} and set(column(opened, 2)) == {"1000"}
    assert len(column(opened, 0)) == len(synthetic.STRATEGIES) + 2
    assert opened.find_element("id", "said").text == f"{len(column(opened, 0))} cells"


def test_the_menu_draws_another_scenario(opened):
    shown = "return [document.querySelector('.js-plotly-plot')][0].data.filter(t => t.visible).length"
    title = ".updatemenu-header-group"
    assert opened.find_element("css selector", title).text.startswith("open: ")
    assert opened.execute_script(shown) == len(synthetic.STRATEGIES) + 1  # one cannot do it
    opened.find_element("css selector", title).click()
    button = opened.find_elements("css selector", ".updatemenu-dropdown-button")[4]
    ActionChains(opened).move_to_element(button).click().perform()
    assert opened.find_element("css selector", title).text.startswith("recalc: ")
    assert opened.execute_script(shown) == len(synthetic.STRATEGIES) + 2


@pytest.mark.parametrize("width", [400, 1200])
def test_the_page_fits_its_window_and_fetches_nothing(browser, page, width):
    open_page(browser, page, width)
    assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    assert browser.title == "LayoutBench: <b>run" and is_alone(browser)
