"""Tests the page of `bench film` in a browser, and the picture that scripts/film-still writes."""

import csv
import re
import struct

import pytest
from conftest import evaluate, fits, is_self_contained, open_page, refused
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait


@pytest.fixture(scope="module")
def film(bench, tmp_path_factory):
    """Films with options and returns the page."""

    def start(*options):
        page = tmp_path_factory.mktemp("films") / "film.html"
        bench("film", *options, "--output", page)
        return page

    return start


@pytest.fixture(scope="module")
def page(film):
    """The film of a technique that only jumps in its published form."""
    return film("--strategy", "section-shift:step=12", "--heights", "uniform:20-300", "--length", "20s")


@pytest.fixture
def opened(browser, page):
    """The page at its first frame. By default, the page opens one second before its first mark."""
    driver = open_page(browser, page)
    driver.execute_script("go(0)")
    return driver


def press(driver, *keys):
    ActionChains(driver).send_keys(*keys).perform()


def status(driver):
    return driver.find_element("id", "said").text


def test_the_published_technique_jumps_and_the_corrected_one_does_not(opened):
    title = opened.find_element("tag name", "h1").text
    assert title.startswith("section-shift:step=12 (published) jumps ")
    assert "corrected shows every row at the right position" in title
    jumps = evaluate(opened, "films.map(f => f.mark.filter(mark => mark === 'jump').length)")
    assert jumps[0] > 0 and jumps[1] == 0
    rows = evaluate(opened, "[...document.querySelectorAll('tbody tr')].map(row => row.innerText.split('\\t'))")
    assert ["jumps", *map(str, jumps)] in rows


def test_the_default_film_opens_a_second_before_its_first_mark(browser, film):
    page = film()
    opened, text = open_page(browser, page), page.read_text(encoding="utf-8")
    assert page.stat().st_size < 3_000_000
    assert "default-src 'none'" in text and '<html lang="en">' in text and "<noscript>" in text
    title = opened.find_element("tag name", "h1").text
    assert title.startswith("reload-window (published and corrected) does not move in ")
    assert evaluate(opened, "now === marks[0] - data.rate") and evaluate(opened, "marks[0] > data.rate")


def test_frames_equal_those_of_replay(bench, browser, film, tmp_path):
    heights = [20 + 7 * (row % 13) for row in range(400)]
    gestures = ["op,a,b"] + ["scroll,37.5,"] * 60 + ["settle,,", "jump,200,", "resize,201,80"]
    gestures += ["insert,3,40", "delete,150,", "viewport,500,"] + ["scroll,-61,"] * 90
    rows, script, frames = tmp_path / "rows.txt", tmp_path / "gestures.csv", tmp_path / "frames.csv"
    rows.write_text("".join(f"{height}\n" for height in heights))
    script.write_text("\n".join(gestures) + "\n")
    for strategy in ("section-shift", "recycled-subview"):
        options = ["--strategy", strategy, "--gestures", script, "--start-row", 100]
        open_page(browser, film(*options, "--heights", f"file:{rows}"))
        for index, mode in enumerate(["published", "corrected"]):
            bench("replay", *options, "--heights", rows, "--mode", mode, "--frames", frames)
            written = [[float(line[name]) for name in ("frame", "row", "y", "height")]
                       for line in csv.DictReader(frames.read_text().splitlines())]
            # If both modes move in the same way, there is only one film.
            own = f"films[Math.min({index}, films.length - 1)]"
            drawn = evaluate(browser, f"{own}.offset.flatMap((offset, frame) => onScreen({own}, frame)"
                             ".map(view => [frame, view.row, view.y - offset, view.height]))")
            assert drawn == written


def test_a_row_keeps_its_colour_through_a_batch_and_a_move(browser, film, tmp_path):
    gestures = ["op,a,b", "scroll,2000,", "begin,,"] + ["insert,0,44"] * 5 + ["commit,,", "move,0,90"]
    (tmp_path / "batch.csv").write_text("\n".join(gestures) + "\n")
    open_page(browser, film("--strategy", "fenwick", "--mode", "corrected", "--gestures", tmp_path / "batch.csv",
                            "--rows", 100))
    before, batch, move = evaluate(browser, "[1, 2, 3].map(frame => onScreen(films[0], frame).map(rowColour))")
    assert before == batch == move and len(set(before)) == len(before) > 10


def test_space_plays_and_pauses(opened):
    press(opened, Keys.SPACE)
    assert opened.find_element("id", "play").text == "Pause"
    WebDriverWait(opened, 10).until(lambda driver: evaluate(driver, "now") > 20)
    press(opened, Keys.SPACE)
    assert opened.find_element("id", "play").text == "Play"
    stopped = evaluate(opened, "now")
    assert status(opened).startswith(f"Frame {stopped} of 2,400")
    assert opened.find_element("id", "frame").get_attribute("value") == str(stopped)


def test_keys_buttons_the_slider_and_the_strip_choose_a_frame(opened):
    press(opened, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    assert evaluate(opened, "now") == 2 and status(opened).startswith("Frame 2 of")
    opened.find_element("id", "on").click()
    assert evaluate(opened, "now") == 3
    opened.find_element("id", "back").click()
    press(opened, Keys.END)
    assert evaluate(opened, "now") == 2400
    press(opened, Keys.ARROW_RIGHT, Keys.HOME, Keys.ARROW_LEFT)
    assert evaluate(opened, "now") == 0
    slider = opened.find_element("id", "frame")
    slider.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert evaluate(opened, "now") == 2 and slider.get_attribute("aria-valuetext") == "frame 2, 0.02 seconds"
    ActionChains(opened).move_to_element(opened.find_element("id", "strip")).click().perform()
    assert 1190 <= evaluate(opened, "now") <= 1210


def test_marks_are_reached_and_described(opened):
    opened.find_element("id", "next").click()
    frame, slip = evaluate(opened, "[now, films[0].slip[now]]")
    assert slip != 0 and frame == evaluate(opened, "marks[0]")
    state = opened.find_element("id", "state-0")
    assert state.text.startswith("jumps ") and state.get_attribute("data-mark") == "jump"
    # In the same frame, the corrected form moves its content, which is invisible on screen.
    state = opened.find_element("id", "state-1")
    assert re.fullmatch(r"offset corrected by [\d,]+ pt, invisible; in place", state.text)
    assert state.get_attribute("data-mark") == "" and evaluate(opened, "films[1].deviation[now]") == 0
    assert "section-shift:step=12, published: rows " in status(opened) and "jumps " in status(opened)
    opened.find_element("id", "next").click()
    opened.find_element("id", "last").click()
    assert evaluate(opened, "now") == frame


def test_the_screens_and_the_strip_are_drawn(opened):
    pictures = "['phone-0', 'phone-1'].map(id => document.getElementById(id).toDataURL())"
    first = evaluate(opened, pictures)
    opened.execute_script("go(marks[0])")
    marked = evaluate(opened, pictures)
    assert marked[0] not in (first[0], marked[1])
    # The strip of costs shows the late frames, each at least two pixels wide.
    late, ink = evaluate(opened, "[films[0].cost.filter(cost => cost > BUDGET).length, ink.late]")
    assert late > 0 and opened.execute_script("""
        const canvas = document.getElementById("cost-0"), colour = document.createElement("canvas").getContext("2d");
        colour.fillStyle = arguments[0];
        colour.fillRect(0, 0, 1, 1);
        const [red, green, blue] = colour.getImageData(0, 0, 1, 1).data;
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, 1);
        return data.some((value, at) => at % 4 === 0 && value === red && data[at + 1] === green && data[at + 2] === blue);
        """, ink)


def test_controls_have_names_and_are_reached_by_keyboard(opened):
    names = []
    opened.execute_script("document.activeElement.blur()")
    for _ in range(12):
        press(opened, Keys.TAB)
        names.append(opened.switch_to.active_element.accessible_name)
    assert "" not in names[:8]
    assert {"Play", "One frame back", "One frame on", "Previous mark", "Next mark", "Frame"} <= set(names)
    assert all(canvas.accessible_name for canvas in opened.find_elements("tag name", "canvas"))
    assert opened.find_element("id", "said").get_attribute("role") == "status"


def test_reduced_motion_steps_from_mark_to_mark(browser, page):
    open_page(browser, page, motion="reduce")
    assert browser.find_element("id", "calm").is_displayed()
    marks = evaluate(browser, "marks")
    press(browser, Keys.SPACE)
    WebDriverWait(browser, 10).until(lambda driver: evaluate(driver, "now") == marks[1])
    assert status(browser).startswith(f"Frame {marks[1]:,} of")


@pytest.mark.parametrize(("theme", "width"), [("light", 360), ("dark", 1200)])
def test_the_page_fits_its_window_and_theme(browser, page, theme, width):
    assert fits(open_page(browser, page, width, theme), theme)


@pytest.mark.parametrize("options", [
    "", "--rows 1", "--strategy floor --length 1s", "--strategy all-heights --scenario edit --length 100ms",
    "--strategy triple-copy,cyclic -H fixed:44 --rows 20", "--strategy three-view-pager -H pages --rows 12",
    "--strategy fixed-list -H fixed:0.5 --length 1s",
])
def test_the_console_is_silent_and_nothing_is_fetched(browser, film, options):
    open_page(browser, film(*options.split()))
    press(browser, Keys.SPACE)
    press(browser, Keys.END)
    assert is_self_contained(browser)


def test_a_still_of_a_frame(script, bench, browser, tmp_path):
    picture = tmp_path / "film.png"
    start = ["film-still", "--output", picture]
    film = ["--", "--strategy", "fixed-list", "--mode", "corrected", "--length", "1s"]
    refused(script(*start, "--frame", "x"), 64, "--frame", "'x'")
    refused(script(*start, "--frame", 3, "--", "--strategy", "nobody"), 70, "nobody")
    refused(script(*start, "--frame", 5000, *film), 65, "--frame 5000", "0 to 120")
    refused(script(*start[:2], tmp_path / "none/film.png", "--frame", 3, *film), 73, "none/film.png: cannot be written")
    assert not picture.exists()
    done = script(*start, "--frame", 3, *film)
    assert done.returncode == 0, done.stderr
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG") and struct.unpack(">I", data[16:20]) == (1440,)
