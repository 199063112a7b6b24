"""Tests the index.html of a run in a browser: layout, mouse, keyboard and safety."""

import pytest
from conftest import ROOT, evaluate, fits, is_self_contained, open_page
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

HOSTILE = "file:<img src=x onerror=document.title=1>"


@pytest.fixture(scope="module")
def page(bench, tmp_path_factory):
    """The page of a recorded run with HTML markup in the name of a list."""
    kept = ROOT / "results" / (ROOT / "results" / "baseline").read_text().strip()
    folder = tmp_path_factory.mktemp("run") / "run"
    folder.mkdir()
    record = (kept / "run.json").read_text(encoding="utf-8")
    record = record.replace('"pages"', f'"{HOSTILE}"').replace('"pages ', f'"{HOSTILE} ')
    (folder / "run.json").write_text(record, "utf-8")
    summary = (kept / "summary.csv").read_text(encoding="utf-8")
    (folder / "summary.csv").write_text(summary.replace(",pages,", f",{HOSTILE},"), "utf-8")
    bench("report", folder)
    return folder / "index.html"


def highlighted(driver):
    return evaluate(driver, "[...new Set([...document.querySelectorAll('.on')].map(e => e.dataset.s))]")


@pytest.mark.parametrize(("theme", "width"), [("light", 375), ("dark", 1280)])
def test_the_page_fits_its_window(browser, page, theme, width):
    assert fits(open_page(browser, page, width, theme), theme)


def test_pointer_and_keyboard_highlight_a_line(browser, page):
    driver = open_page(browser, page)
    assert highlighted(driver) == []
    chart = driver.find_element("css selector", ".growth svg")
    output = driver.find_element("css selector", ".growth output")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", chart)
    # The right end of a line, relative to the middle of the chart.
    x, y, name = driver.execute_script(
        "const [line] = charts[0].lines, [x, y] = line.points.at(-1);"
        "const box = charts[0].svg.getBoundingClientRect(), scale = box.width / charts[0].svg.viewBox.baseVal.width;"
        "return [(x - 4) * scale - box.width / 2, y * scale - box.height / 2, line.name]")
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


def test_labels_of_lines_do_not_overlap(browser, page):
    for width in (700, 1280):
        driver = open_page(browser, page, width)
        wrong = driver.execute_script("""
            return charts.map(({svg, lines, labels}) => {
              const frame = svg.getBoundingClientRect();
              const boxes = labels.map(label => label.querySelector("text").getBoundingClientRect())
                .sort((one, other) => one.top - other.top);
              const tops = boxes.map(box => (box.top + box.bottom) / 2);
              return [lines.length - new Set(labels.map(label => label.dataset.s)).size,
                boxes.filter(box => box.right > frame.right || box.bottom > frame.bottom).length,
                tops.filter((top, at) => at && top - tops[at - 1] < 0.9 * boxes[at].height * 20 / 25).length];
            }).filter(counts => counts.some(Boolean))""")
        assert wrong == []


def test_the_key_shows_the_styles_of_lines(browser, page):
    driver = open_page(browser, page)
    looks = driver.execute_script("""
        const look = path => ["stroke", "strokeDasharray"].map(name => getComputedStyle(path)[name]).join();
        return [".keys path", "figure.growth path[data-s]"].map(
          query => [...new Set([...document.querySelectorAll(query)].map(look))].sort())""")
    assert looks[0] == looks[1] and len(looks[0]) == 4


@pytest.mark.parametrize(("motion", "duration"), [("reduce", "0s"), ("no-preference", "0.12s")])
def test_reduced_motion_has_no_transitions(browser, page, motion, duration):
    driver = open_page(browser, page, motion=motion)
    assert evaluate(driver, "getComputedStyle(charts[0].lines[0].path).transitionDuration") == duration


def test_names_are_escaped_and_the_page_is_self_contained(browser, page):
    driver = open_page(browser, page)
    assert driver.title.startswith("LayoutBench: ")
    assert driver.find_elements("tag name", "img") == []
    assert HOSTILE in driver.find_element("tag name", "h1").text
    assert is_self_contained(driver)
