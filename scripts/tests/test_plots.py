"""What the pictures hold, and that many samples change nothing but their number."""

import itertools
import re
import struct
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
import synthetic

from layoutbench_plots import labels, palette, words
from layoutbench_plots.run import Run
from layoutbench_plots.theme import THEMES


@pytest.fixture(scope="module")
def pictures(shared, script, tmp_path_factory):
    """All pictures of two runs: stem -> the SVG's text."""
    folder = tmp_path_factory.mktemp("pictures")
    result = script("plot.py", shared, "--output", folder)
    assert result.returncode == 0, result.stderr
    assert sorted(result.stdout.split()) == sorted(map(str, folder.iterdir()))
    assert result.stderr == ""
    return folder


def texts(path):
    """All that an SVG file says."""
    return [
        node.text or "" for node in ElementTree.parse(path).iter() if node.tag.endswith("}text")
    ]


CHARTS = ["cost-chat", "cost-fixed-44", "frames", "heat-chat", "hero"]


@pytest.mark.parametrize("chart", CHARTS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_picture_is_there_in_both_formats(pictures, chart, theme):
    svg = pictures / f"{chart}-{theme}.svg"
    root = ElementTree.parse(svg).getroot()
    assert root.get("role") == "img" and len(root.get("aria-label")) > 40
    assert THEMES[theme].ground in svg.read_text()
    png = (pictures / f"{chart}-{theme}.png").read_bytes()
    width, height = struct.unpack(">II", png[16:24])
    assert png.startswith(b"\x89PNG") and width > 500 and height > 300


@pytest.mark.parametrize("chart", CHARTS)
def test_each_strategy_is_named(pictures, chart):
    said = " | ".join(texts(pictures / f"{chart}-light.svg"))
    for strategy in synthetic.STRATEGIES:
        is_shown = strategy != "floor" or chart not in ("heat-chat", "hero")
        assert (re.search(rf"\b{strategy}(?![\w-])", said) is not None) == is_shown, strategy


def test_the_control_is_a_line_and_nothing_else(pictures):
    for path in pictures.glob("*.svg"):
        said = texts(path)
        assert sum(text.startswith("A/A control: blocked-sums") for text in said) == 1, path
        assert not any("control" in text for text in said if not text.startswith("A/A control")), path


def test_each_scenario_has_a_panel(pictures):
    said = " | ".join(texts(pictures / "cost-chat-light.svg"))
    for scenario in synthetic.SCENARIOS:
        assert words.question(scenario) in said


def test_frames_show_what_displays_leave(pictures):
    said = texts(pictures / "frames-dark.svg")
    assert "120 Hz: 8.33 ms" in said and "60 Hz: 16.7 ms" in said


def test_a_missing_cell_is_missing_in_its_panel_only(shared):
    cells = Run(shared).measured
    assert "reload-window" not in set(cells[cells["scenario"] == "open"]["name"])
    assert "reload-window" in set(cells["name"]) and "floor" in set(cells["name"])


def test_the_same_run_gives_the_same_file(shared, tmp_path, script):
    for name in ("a", "b"):
        script("plot.py", shared, "--only", "hero", "--format", "svg", "--output", tmp_path / name)
    first, second = (tmp_path / name / "hero-light.svg" for name in ("a", "b"))
    assert first.read_bytes() == second.read_bytes()


def test_the_summary_is_enough(run, script):
    (run / "run.json").unlink(), (run / "samples.csv").unlink()
    result = script("plot.py", run, "--only", "cost", "--format", "svg", "--theme", "light")
    assert result.returncode == 0, result.stderr
    assert len(result.stdout.split()) == 2


def test_cold_and_warm_are_never_mixed(shared, tmp_path, script):
    warm, cold = Run(shared), Run(shared, "cold")
    assert set(warm.measured["caches"]) == {"warm"} and set(cold.measured["caches"]) == {"cold"}
    assert cold.scenarios == list(synthetic.COLD) and len(warm.scenarios) > len(cold.scenarios)
    assert "in 42 groups" in warm.control_sentence() and "in 4 groups" in cold.control_sentence()
    assert "caches cold" in cold.provenance() and "caches warm" in warm.provenance()
    result = script(
        "plot.py", shared, "--caches", "cold", "--only", "heat", "--format", "svg", "--theme",
        "dark", "--output", tmp_path,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"heat-chat-cold-dark.svg", "heat-fixed-44-cold-dark.svg"}
    said = " ".join(texts(tmp_path / "heat-chat-cold-dark.svg"))
    assert "caches cold" in said and "open" not in said


def test_promised_columns_are_enough(run, script):
    summary = run / "summary.csv"
    # A file without a column for caches has warm ones alone; one without roles has no A/A controls.
    lines = [
        line.split(",")[:12]
        for line in summary.read_text().splitlines()
        if ",cold," not in line and ",control," not in line
    ]
    summary.write_text("\n".join(map(",".join, lines)) + "\n")
    result = script("plot.py", run, "--format", "svg", "--theme", "dark")
    assert result.returncode == 0, result.stderr
    stems = {path.rsplit("/", 1)[1] for path in result.stdout.split()}
    assert "heat-chat-dark.svg" in stems and "frames-dark.svg" not in stems


def test_spread_keeps_order_gap_and_bounds():
    chance = np.random.default_rng(5)
    for _ in range(200):
        wanted = chance.uniform(0, 1, chance.integers(1, 20))
        places = np.array(labels.spread(wanted.tolist(), 0.04, 0, 1))
        order = np.argsort(wanted, kind="stable")
        assert (np.diff(places[order]) >= 0.04 - 1e-9).all()
        assert places.min() >= -1e-9 and places.max() <= 1 + 1e-9


def test_spread_moves_nothing_that_has_room():
    assert labels.spread([0.9, 0.1, 0.5], 0.1, 0, 1) == pytest.approx([0.9, 0.1, 0.5])
    assert labels.spread([0.5, 0.5], 0.2, 0, 1) == pytest.approx([0.4, 0.6])
    assert labels.spread([0.5] * 5, 1, 0, 1) == pytest.approx([0, 0.25, 0.5, 0.75, 1])


def test_no_two_strategies_look_alike():
    looks = palette.STYLES.values()
    assert len({look.marker for look in looks}) == len(looks)
    assert len({(look.hue, look.line) for look in looks}) == len(looks)
    for count in (3, 7, 12, 15):
        names = [f"strategy-{number}" for number in range(count)] + ["adaptive", "prefix-array"]
        chosen = palette.styles(names)
        assert chosen == palette.styles(reversed(names))
        assert len({look.marker for look in chosen.values()}) == len(names)
        assert len({(look.hue, look.line) for look in chosen.values()}) == len(names)
        assert not set(palette.STYLES.values()) & {chosen[name] for name in names[:count]}
    # Known strategies look the same in every large run; in a small one each has a colour of its own.
    whole = palette.styles(palette.STYLES)
    assert whole == palette.STYLES
    green = palette.styles(["fenwick", "blocked-sums", "sum-tree"]).values()
    assert len({look.hue for look in green}) == 3


def test_strategies_and_scenarios_can_be_chosen(shared, tmp_path, script):
    result = script(
        "plot.py", shared, "--strategy", "fenwick,prefix-*", "--scenario", "recalc,scroll",
        "--only", "cost,heat", "--heights", "chat", "--format", "svg", "--theme", "light",
        "--output", tmp_path,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    for chart in ("cost", "heat"):
        said = " | ".join(texts(tmp_path / f"{chart}-chat-light.svg"))
        for word in ("fenwick", "prefix-array", "recalc", "scroll"):
            assert word in said
        for word in ("all-heights", "recalc-10", "first screen"):
            assert word not in said


def test_a_picture_can_be_a_pdf(shared, tmp_path, script):
    for name in ("a", "b"):
        result = script(
            "plot.py", shared, "--only", "hero", "--format", "pdf", "--theme", "light", "--output",
            tmp_path / name,
        )  # fmt: skip
        assert result.returncode == 0, result.stderr
    first, second = (tmp_path / name / "hero-light.pdf" for name in ("a", "b"))
    assert first.read_bytes().startswith(b"%PDF-") and first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("chart", ["cost-chat", "frames", "hero"])
def test_axes_have_names_and_units(pictures, chart):
    said = texts(pictures / f"{chart}-light.svg")
    assert "time of a frame" in said if chart == "frames" else "time per operation" in said
    assert "percentile of frames" in said if chart == "frames" else "rows in the list" in said
    assert any(re.fullmatch("10+ ns|1 µs", text) for text in said)


def test_no_interval_leaves_its_axes(shared):
    from layoutbench_plots import cost, hero

    run = Run(shared)
    run.measured.loc[run.measured["name"] == "fenwick", ["low_ns", "high_ns"]] = [0.5, 3e9]
    for draw, part in ((cost.draw, "chat"), (hero.draw, "chat")):
        for axes in draw(run, THEMES["light"], part).axes:
            low, high = axes.get_ylim()
            assert low < 0.5 and high > 3e9


def linear(colour):
    parts = np.array([int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def luminance(colour):
    return linear(colour) @ [0.2126, 0.7152, 0.0722]


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_names_can_be_read_on_their_ground(theme):
    colours = [hue[1 if theme.is_dark else 0] for hue in palette.HUES.values()]
    for colour in [*colours, theme.ink, theme.muted, theme.alarm]:
        light, dark = sorted([luminance(colour), luminance(theme.ground)], reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, colour


# What eyes without one kind of cones see, in linear RGB: Machado, Oliveira and Fernandes, 2009.
SIGHTS = {
    "all cones": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def lab(colour, sight):
    """The colour as such eyes see it, in CIE 1976 L*a*b*."""
    xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    seen = np.array(xyz) @ np.clip(np.array(sight) @ linear(colour), 0, 1) / [0.9505, 1, 1.089]
    x, y, z = np.where(seen > 0.008856, np.cbrt(seen), 7.787 * seen + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("ground", [0, 1], ids=["light", "dark"])
def test_hues_stay_apart_for_all_eyes(sight, ground):
    seen = {name: lab(hue[ground], SIGHTS[sight]) for name, hue in palette.HUES.items()}
    for one, other in itertools.combinations(seen, 2):
        assert np.linalg.norm(seen[one] - seen[other]) > 18, (one, other)


@pytest.mark.parametrize(
    ("ns", "text"),
    [
        (0.1396, "0.140 ns"),
        (999.4, "999 ns"),
        (999.6, "1.00 µs"),
        (1.0451e6, "1.05 ms"),
        (2.5e9, "2.50 s"),
    ],
)
def test_times_are_in_a_fitting_unit(ns, text):
    assert words.time(ns) == text
