"""Tests the index.html of a run in a browser: layout, pointer and keyboard, safety, and the controls for costs."""

import json
import random
import re
import shutil

import pytest
from conftest import ROOT, evaluate, fits, is_self_contained, open_page
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

HOSTILE = "file:<img src=x onerror=document.title=1>"
RUN = ROOT / "results/2026-11-28-amd-epyc-23f139c"
TABLE = "[...document.querySelectorAll('#smooth tbody tr')].map(row => [...row.cells].map(cell => cell.textContent))"


@pytest.fixture(scope="module")
def page(bench, tmp_path_factory):
    """The page of a recorded run with HTML markup in the name of a list."""
    kept = ROOT / "results" / (ROOT / "results" / "baseline").read_text().strip()
    folder = shutil.copytree(kept, tmp_path_factory.mktemp("runs") / "run")
    for path in (folder / "run.json", folder / "summary.csv"):
        path.write_text(re.sub('(?<=[",])pages(?=[", ])', HOSTILE, path.read_text(encoding="utf-8")), encoding="utf-8")
    bench("report", folder)
    return folder / "index.html"


@pytest.fixture(scope="module")
def smooth(bench, tmp_path_factory):
    """The page of a recorded run with frames, which computes smoothness at any costs."""
    folder = shutil.copytree(RUN, tmp_path_factory.mktemp("runs") / "run")
    bench("report", folder)
    return folder / "index.html"


def highlighted(driver):
    return evaluate(driver, "[...new Set([...document.querySelectorAll('.on')].map(e => e.dataset.s))]")


def at(driver, page, address):
    # Loads another page first, because a new fragment alone does not load the page again.
    driver.get("about:blank")
    driver.get(page.as_uri() + address)
    return driver


@pytest.mark.parametrize(("name", "theme", "width"), [
    ("page", "light", 375), ("page", "dark", 1280), ("smooth", "dark", 390), ("smooth", "light", 1280)])
def test_the_page_fits_its_window_and_is_self_contained(browser, request, name, theme, width):
    driver = open_page(browser, request.getfixturevalue(name), width, theme)
    assert fits(driver, theme) and is_self_contained(driver)
    # No table of smoothness or recommendations is cut off, unless the name of a list is very long.
    assert name == "page" or evaluate(driver, "[...document.querySelectorAll('.advice')].every(table => "
                    "table.offsetWidth <= table.parentNode.clientWidth + 1)")


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


def test_names_are_escaped(browser, page):
    driver = open_page(browser, page)
    assert driver.title.startswith("LayoutBench: ")
    assert driver.find_elements("tag name", "img") == []
    assert HOSTILE in driver.find_element("tag name", "h1").text


def test_the_page_computes_what_bench_prints(bench, browser, smooth, tmp_path):
    chance, tables = random.Random(66), shutil.copytree(smooth.parent, tmp_path / "tables")
    for _ in range(20):
        row = round(10 ** chance.uniform(0, 6.47)) if chance.random() < 0.9 else 0
        view = chance.choice([100_000, round(10 ** chance.uniform(3, 6)), chance.randrange(3_000_000)])
        heights, key = chance.choice([("chat", "1000000"), ("fixed:44", "fixed:44,1000000")])
        costs = ["--row-cost", f"{row}ns", "--view-cost", f"{view}ns"]
        driver = at(browser, smooth, f"#row={row / 1000:.3f}&view={view / 1000:.3f}&rows={key}")
        assert driver.find_element("id", "costs-fault").text == ""
        if heights == "chat":
            # The texts, digit for digit. The mark + depends on times.
            bench("report", tables, *costs)
            lines = (tables / "README.md").read_text().partition("## Smoothness")[2].splitlines()[4:]
            expected = [line[2:-2].replace("\\", "").split(" | ") for line in lines[: lines.index("")]]
            assert sorted(evaluate(driver, TABLE)) == sorted(expected), costs
        # The exact values, which the texts round.
        cells = json.loads(bench("show", RUN, "--json", "--heights", heights, *costs))["cells"]
        exact = {(cell["strategy"], cell["scenario"]): cell["smoothness"] for cell in cells}
        computed = driver.execute_script(
            "return rowsOf(listed.get(chosen.rows)).map(row => [row.name, smoothnessOf(row.work, chosen)])"
            ".map(([name, own]) => [name, own.limit, own.hitch, own.worst, ...own.stalls]"
            ".map(value => value === null ? null : String(value)))")
        assert len(computed) > 10
        for name, *values in computed:
            if name.endswith(")"):
                continue
            moving = exact[name, "scroll"]
            wanted = [moving["smooth_up_to_us"], moving["hitch_ms_per_s"], moving["worst_frame_ms"], moving["stall_ms"],
                      exact[name, "open"]["stall_ms"], exact[name, "rotate"]["stall_ms"]]
            units = [1000] + [1_000_000] * 5
            assert values == [None if one is None else str(round(one * unit)) for one, unit in zip(wanted, units)], name


def test_sliders_change_the_table_the_chart_and_the_address(browser, smooth):
    driver = at(browser, smooth, "")
    before, slider = evaluate(driver, TABLE), driver.find_element("id", "row")
    assert driver.find_element("id", "row-text").text == "30 µs"
    slider.send_keys(Keys.ARROW_RIGHT * 60)
    text = driver.find_element("id", "row-text").text
    assert text != "30 µs" and slider.get_attribute("aria-valuetext") == text
    assert f"At {text} a height" in driver.find_element("id", "assumption").text
    after = evaluate(driver, TABLE)
    assert after != before and [row[2] for row in after] == sorted((row[2] for row in after), key=float)
    address = evaluate(driver, "location.href")
    assert evaluate(at(driver, smooth, address.removeprefix(smooth.as_uri())), TABLE) == after
    # A button in the head sorts the table, and sorts it the other way when it is pressed again.
    for order in ("ascending", "descending"):
        driver.find_element("css selector", "#smooth th:first-child button").send_keys(Keys.ENTER)
        assert driver.find_element("css selector", "#smooth th").get_attribute("aria-sort") == order
    names = evaluate(driver, "[...document.querySelectorAll('#hitches path[data-s]')].map(path => path.dataset.s)")
    assert {"reload-window", "section-shift"} <= set(names)
    driver.find_element("css selector", "#hitches svg").send_keys(Keys.ARROW_DOWN)
    assert driver.find_element("css selector", "#hitches > output").text.startswith(tuple(f"{name}: " for name in names))


def test_bad_values_fall_back_to_the_default_and_say_so(browser, smooth):
    usual = evaluate(at(browser, smooth, ""), TABLE)
    for value in ("row=abc", "row=3000.5", "row=-1", "view=1e3", "row=", "rows=7"):
        driver = at(browser, smooth, f"#{value}")
        assert evaluate(driver, TABLE) == usual
        assert driver.find_element("id", "costs-fault").text.startswith(f"{value}: expected ")


def test_without_script_the_static_tables_stand(browser, smooth):
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        driver = open_page(browser, smooth)
        assert not driver.find_element("id", "costs").is_displayed()
        assert "smooth up to" in driver.find_element("css selector", "#smooth thead").text
        assert driver.find_element("css selector", "noscript details").is_displayed()
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
