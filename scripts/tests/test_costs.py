"""Tests the page's controls for costs: it computes what bench prints, from the address, by keyboard and offline."""

import json
import random
import re
import shutil

import pytest
from conftest import ROOT, evaluate, fits, is_self_contained, open_page

RUN = "2026-11-28-amd-epyc-23f139c"
TABLE = "[...document.querySelectorAll('#smooth tbody tr')].map(row => [...row.cells].map(cell => cell.textContent))"


@pytest.fixture(scope="module")
def page(bench, tmp_path_factory):
    folder = tmp_path_factory.mktemp("costs") / "run"
    shutil.copytree(ROOT / "results" / RUN, folder)
    bench("report", folder)
    return folder / "index.html"


def at(driver, page, address):
    # Loads another page first, because a new fragment alone does not load the page again.
    driver.get("about:blank")
    driver.get(page.as_uri() + address)
    return driver


def printed(bench, folder, heights, *costs):
    """The rows of the table that bench prints, with a row for each strategy that shares another's row."""
    text = bench("show", folder, "--heights", heights, *costs).stdout.decode()
    lines = iter(text.splitlines())
    next(line for line in lines if "smooth up to" in line)
    rows, notes = {}, ""
    for line in lines:
        if line.startswith(("The same:", "On other lists:", "At ")):
            notes = " ".join([line, *lines])
            break
        words = re.fullmatch(r"(\S+(?: \(p\))?) +(\S+) +(\S+) +(.+?)  +(\S+)  (.*)", line)
        rows[words[1]] = list(words.groups()[1:])
    for group in re.findall(r"([^;:]+?) as ([^;.]+)", notes.partition("The same:")[2].partition(" At ")[0]):
        for name in group[0].strip().split(", "):
            rows[name] = rows[group[1]]
    assert len(rows) > 10
    return rows


def test_the_page_computes_what_bench_prints(bench, browser, page, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    chance = random.Random(66)
    for _ in range(20):
        row = round(10 ** chance.uniform(0, 6.47)) if chance.random() < 0.9 else 0
        view = chance.choice([100_000, round(10 ** chance.uniform(3, 6)), chance.randrange(3_000_000)])
        heights = chance.choice(["chat", "fixed:44"])
        costs = ["--row-cost", f"{row}ns", "--view-cost", f"{view}ns"]
        key = "1000000" if heights == "chat" else f"{heights},1000000"
        driver = at(browser, page, f"#row={row / 1000:.3f}&view={view / 1000:.3f}&rows={key}")
        assert driver.find_element("id", "costs-fault").text == ""
        # The texts, digit for digit. The mark + depends on times, and published code is not on the screen.
        expected = printed(bench, page.parent, heights, *costs)
        shown = {name.removesuffix(" (fixed:44)"): cells for name, *cells in evaluate(driver, TABLE)}
        assert len(shown) > 10
        for name, cells in shown.items():
            own = expected.get(name) or expected.get(f"{name} (fixed:44)")
            assert [cell.removesuffix("+") for cell in cells] == [cell.removesuffix("+") for cell in own], (name, costs)
        # The exact values, which the texts round.
        cells = json.loads(bench("show", page.parent, "--json", "--heights", heights, *costs).stdout)["cells"]
        exact = {(cell["strategy"], cell["scenario"]): cell["smoothness"] for cell in cells}
        computed = driver.execute_script(
            "return rowsOf(listed.get(chosen.rows)).map(row => [row.name, smoothnessOf(row.work, chosen)])"
            ".map(([name, own]) => [name, own.limit, own.hitch, own.worst, ...own.stalls]"
            ".map(value => value === null ? null : String(value)))")
        for name, *values in computed:
            if name.endswith(")"):
                continue
            moving = exact[name, "scroll"]
            wanted = [moving["smooth_up_to_us"], moving["hitch_ms_per_s"], moving["worst_frame_ms"], moving["stall_ms"],
                      exact[name, "open"]["stall_ms"], exact[name, "rotate"]["stall_ms"]]
            units = [1000] + [1_000_000] * 5
            assert values == [None if one is None else str(round(one * unit)) for one, unit in zip(wanted, units)], name


def test_sliders_change_the_table_the_chart_and_the_address(browser, page):
    from selenium.webdriver.common.keys import Keys

    driver = at(browser, page, "")
    before, slider = evaluate(driver, TABLE), driver.find_element("id", "row")
    assert driver.find_element("id", "row-text").text == "30 µs"
    for _ in range(60):
        slider.send_keys(Keys.ARROW_RIGHT)
    text = driver.find_element("id", "row-text").text
    assert text != "30 µs" and slider.get_attribute("aria-valuetext") == text
    assert f"At {text} a height" in driver.find_element("id", "assumption").text
    after = evaluate(driver, TABLE)
    assert after != before and [row[2] for row in after] == sorted((row[2] for row in after), key=float)
    address = evaluate(driver, "location.href")
    assert evaluate(at(driver, page, address.removeprefix(page.as_uri())), TABLE) == after
    # A button in the head sorts the table, and sorts it the other way when it is pressed again.
    for order in ("ascending", "descending"):
        driver.find_element("css selector", "#smooth th:first-child button").send_keys(Keys.ENTER)
        assert driver.find_element("css selector", "#smooth th").get_attribute("aria-sort") == order
    chart = driver.find_element("css selector", "#hitches svg")
    names = evaluate(driver, "[...document.querySelectorAll('#hitches path[data-s]')].map(path => path.dataset.s)")
    assert {"reload-window", "section-shift"} <= set(names)
    chart.send_keys(Keys.ARROW_DOWN)
    assert driver.find_element("css selector", "#hitches > output").text.startswith(tuple(f"{name}: " for name in names))


@pytest.mark.parametrize("address", ["#row=abc", "#row=3000.5", "#row=-1", "#view=1e3", "#row=", "#rows=7"])
def test_bad_values_fall_back_to_the_default_and_say_so(browser, page, address):
    usual = evaluate(at(browser, page, ""), TABLE)
    driver = at(browser, page, address)
    name, _, value = address[1:].partition("=")
    assert evaluate(driver, TABLE) == usual
    assert driver.find_element("id", "costs-fault").text.startswith(f"{name}={value}: expected ")


@pytest.mark.parametrize(("theme", "width"), [("light", 390), ("dark", 390), ("light", 1280), ("dark", 1280)])
def test_the_page_fits_its_window(browser, page, theme, width):
    driver = open_page(browser, page, width, theme)
    assert fits(driver, theme) and is_self_contained(driver)
    # No table of smoothness or recommendations is cut off.
    assert evaluate(driver, "[...document.querySelectorAll('.advice')].every(table => "
                    "table.offsetWidth <= table.parentNode.clientWidth + 1)")


def test_without_script_the_static_tables_stand(browser, page):
    driver = browser
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        open_page(driver, page)
        assert not driver.find_element("id", "costs").is_displayed()
        assert "smooth up to" in driver.find_element("css selector", "#smooth thead").text
        assert driver.find_element("css selector", "noscript details").is_displayed()
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
