"""Tests names, axes, units, styles and formats in pictures."""

import itertools
import re
import struct
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from conftest import ROOT, SCENARIOS, STRATEGIES, refused

from layoutbench import charts, drawing, smoothness, style, tables, units
from layoutbench.charts import Run
from layoutbench.style import THEMES

AXES = ["time per operation", "rows in the list"]
# Texts in each picture.
CHARTS = {
    "cost-chat": [*SCENARIOS, *AXES], "cost-fixed-44": AXES,
    "smooth-chat": ["cost of a height", "good", "warning", "critical", "a frame"],
}


@pytest.fixture(scope="module")
def pictures(shared, plot, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    plot(shared, folder, "--heights", "*", "--theme", "light,dark", "--format", "svg,png")
    return folder


@pytest.fixture(scope="module")
def plot(script):
    """Plots a run and returns the names of the written files."""

    def start(run, folder, *arguments):
        done = script("plot.py", run, "--output", folder, *arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert sorted(done.stdout.split()) == sorted(map(str, folder.iterdir()))
        return {path.name for path in folder.iterdir()}

    return start


def texts(path):
    return [node.text or "" for node in ElementTree.parse(path).iter() if node.tag.endswith("}text")]


@pytest.mark.parametrize("chart", CHARTS)
@pytest.mark.parametrize("theme", THEMES)
def test_pictures(pictures, chart, theme):
    path = pictures / f"{chart}-{theme}.svg"
    root = ElementTree.parse(path).getroot()
    assert root.get("role") == "img" and len(root.get("aria-label")) > 40
    assert THEMES[theme].ground in path.read_text()
    png = (pictures / f"{chart}-{theme}.png").read_bytes()
    width, height = struct.unpack(">II", png[16:24])
    assert png.startswith(b"\x89PNG") and width > 500 and height > 300
    found = texts(path)
    assert set(CHARTS[chart]) <= set(found)
    assert any(re.fullmatch("10+ ns|1 µs", text) for text in found)
    is_cost = chart.startswith("cost")
    for strategy in ["floor", *STRATEGIES]:
        is_shown = strategy != "floor" or is_cost
        assert (re.search(rf"\b{strategy}(?![\w-])", " | ".join(found)) is not None) == is_shown, strategy
    # The A/A control is described in a line of text, but not drawn as a strategy.
    assert [text.startswith("A/A control: ") for text in found if "control" in text] == [True] * is_cost


def test_the_same_run_gives_the_same_files(shared, tmp_path, plot):
    for folder in ("a", "b"):
        # Without other options, each chart is drawn once, for the first list.
        names = plot(shared, tmp_path / folder, "--format", "svg,pdf")
        assert names == {f"{chart}-chat-light.{format}" for chart in charts.CHARTS for format in ("svg", "pdf")}
    for name in names:
        first, second = ((tmp_path / folder / name).read_bytes() for folder in ("a", "b"))
        assert first == second and first.startswith((b"<?xml", b"%PDF-"))


def test_the_required_columns_of_the_summary_are_enough(run, tmp_path, plot, script):
    frames, summary = run / "frames.csv", run / "summary.csv"
    # Smoothness needs frames of scrolling.
    frames.write_text("".join(line for line in frames.open() if not line.startswith("6,scroll,")))
    refused(script("plot.py", run, "--only", "smooth"), 65, "nothing to draw")
    assert plot(run, tmp_path / "resting") == {"cost-chat-light.svg"}
    (run / "run.json").unlink(), frames.unlink()
    # Without a column for roles, there are no A/A controls.
    lines = [line.split(",")[:12] for line in summary.read_text().splitlines() if ",control," not in line]
    summary.write_text("\n".join(map(",".join, lines)) + "\n")
    assert plot(run, tmp_path / "plots") == {"cost-chat-light.svg"}


def test_filters(shared, tmp_path, plot):
    plot(shared, tmp_path, "--strategy", "fenwick,prefix-*", "--scenario", "recalc,scroll")
    for chart in ("cost", "smooth"):
        found = texts(tmp_path / f"{chart}-chat-light.svg")
        assert all(word in " | ".join(found) for word in ("fenwick", "prefix-array", "scroll"))
        assert not any(text.startswith(("all-heights", "open")) for text in found)


def test_smoothness_in_python_is_that_of_the_table():
    folder = ROOT / "results/2026-11-28-amd-epyc-23f139c"
    frames = smoothness.read(folder)
    cells = tables.read_summary(folder)
    cells = cells[(cells["scenario"] == "scroll") & (cells["role"] == "strategy") & (cells["hitch_ms_per_s"] != "")]
    assert len(cells) > 20
    for _, cell in cells.iterrows():
        own = [frame for frame in frames if all(frame[name] == cell[name] for name in tables.KEY)]
        limit = smoothness.limit(own, 100_000, 120)
        assert ("" if limit is None else limit / 1000) == (cell["smooth_up_to_us"] and float(cell["smooth_up_to_us"]))
        assert smoothness.hitches(own, 30_000, 100_000, 120) == pytest.approx(float(cell["hitch_ms_per_s"]), abs=1e-6)
        assert smoothness.longest(own, 30_000, 100_000) == pytest.approx(float(cell["stall_ms"]) * 1e6)


def test_intervals_are_within_the_axes(shared):
    run = Run(shared)
    run.measured.loc[run.measured["name"] == "fenwick", ["low_ns", "high_ns"]] = [0.5, 3e9]
    for axes in charts.cost(run, THEMES["light"], "chat").axes:
        low, high = axes.get_ylim()
        assert low < 0.5 and high > 3e9


def test_labels_keep_order_gap_and_bounds():
    chance = np.random.default_rng(5)
    for _ in range(200):
        wanted = chance.uniform(0, 1, chance.integers(1, 20))
        places = np.array(drawing.spread(wanted, 0.04, 0, 1))
        assert (np.diff(places[np.argsort(wanted, kind="stable")]) >= 0.04 - 1e-9).all()
        assert places.min() >= -1e-9 and places.max() <= 1 + 1e-9
    assert drawing.spread([0.9, 0.1, 0.5, 0.5], 0.2, 0, 1) == pytest.approx([0.9, 0.1, 0.4, 0.6])
    assert drawing.spread([0.5] * 5, 1, 0, 1) == pytest.approx([0, 0.25, 0.5, 0.75, 1])


def test_styles_are_distinct_and_stable():
    names = [*style.KNOWN, *(f"strategy-{number}" for number in range(15))]
    chosen = style.styles(names)
    assert chosen == style.styles(reversed(names))
    assert len({look.marker for look in chosen.values()}) == len(names)
    assert len({(look.hue["light"], look.line) for look in chosen.values()}) == len(names)
    assert style.styles(style.KNOWN) == {name: chosen[name] for name in style.KNOWN}
    few = style.styles(["fenwick", "blocked-sums", "sum-tree"])
    assert len({look.hue["light"] for look in few.values()}) == len(few)


def linear(colour):
    parts = np.array([int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_text_has_enough_contrast(theme):
    ground, *others = [linear(colour) @ [0.2126, 0.7152, 0.0722] for colour in (
        theme.ground, theme.ink, theme.muted, theme.alarm, *(hue[theme.name] for hue in style.HUES))]
    for luminance in others:
        low, high = sorted([luminance, ground])
        assert (high + 0.05) / (low + 0.05) >= 4.5


# Matrices that simulate colour blindness, in linear RGB (Machado, Oliveira and Fernandes, 2009).
VISIONS = {
    "all cones": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


def lab(colour, vision):
    """The colour in CIE 1976 L*a*b*."""
    xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    seen = np.array(xyz) @ np.clip(np.array(vision) @ linear(colour), 0, 1) / [0.9505, 1, 1.089]
    x, y, z = np.where(seen > 0.008856, np.cbrt(seen), 7.787 * seen + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES)
def test_hues_are_distinguishable(vision, theme):
    seen = [lab(hue[theme], VISIONS[vision]) for hue in style.HUES]
    assert min(np.linalg.norm(one - other) for one, other in itertools.combinations(seen, 2)) > 18


def test_times_have_a_suitable_unit():
    texts = {0.1396: "0.140 ns", 999.4: "999 ns", 999.6: "1.00 µs", 1.0451e6: "1.05 ms", 2.5e9: "2.50 s"}
    assert {ns: units.time(ns) for ns in texts} == texts
