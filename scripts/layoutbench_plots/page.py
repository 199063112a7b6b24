"""One self-contained page of a run: words and tables as HTML, figures as JSON for its script.

Charts are drawn by plotly, because its Python package carries the script that draws: 4.8 MB of it,
but nothing is built, fetched or served, and it is the same in a browser without a network. Bokeh
and Vega would save 3 MB and cost a second build of every chart in Python, or a binary for each
platform. A policy in the page itself forbids every request.
"""

import html
import json
import pathlib

import numpy as np

from . import words
from .palette import HUES, style
from .run import FLOOR

HERE = pathlib.Path(__file__).parent
# One after the other in one function.
SCRIPTS = ["page-words.js", "page-charts.js", "page-table.js"]

POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:"
)

# What each cell carries to the page's script, after its place in the lists of names.
FIGURES = [
    "median_ns", "low_ns", "high_ns", "ratio", "ratio_low", "ratio_high", "steps_wrong",
    "heights_asked", "rows_scanned", "views_moved", "allocations", "bytes_per_row",
    "frame_p50_ns", "frame_p90_ns", "frame_p99_ns", "frame_p999_ns", "frame_max_ns",
]  # fmt: skip

CACHES = {
    "warm": "caches warm: a list that is in use.",
    "cold": "caches cold: each step is the first since something else had the caches.",
}

# Plotly's names of the markers that the pictures use.
SYMBOLS = {
    "o": "circle", "s": "square", "D": "diamond", "X": "x", "P": "cross", "^": "triangle-up",
    "v": "triangle-down", "<": "triangle-left", ">": "triangle-right", "*": "star", "p": "pentagon",
    "h": "hexagon", "H": "hexagon2", "8": "octagon", "d": "diamond-tall", "_": "line-ew",
}  # fmt: skip


def page(run):
    """The page as text."""
    from plotly.offline import get_plotlyjs

    title = f"LayoutBench: {run.folder.resolve().name}"
    parts = {
        "TITLE": _escaped(title),
        "POLICY": POLICY,
        "STYLE": (HERE / "page.css").read_text(encoding="utf-8"),
        "CACHES": CACHES.get(run.caches, f"caches {_escaped(run.caches)}."),
        "WARNINGS": _warnings(run),
        "CONTROL": _escaped(run.control_sentence() or "This run has no null control."),
        "DATA": json.dumps(data(run), separators=(",", ":"), allow_nan=False).replace(
            "<", "\\u003c"
        ),
        "PLOTLY": get_plotlyjs(),
        "SCRIPT": "\n".join((HERE / name).read_text(encoding="utf-8") for name in SCRIPTS),
    }
    text = (HERE / "page.html").read_text(encoding="utf-8")
    pieces = text.split("@@")
    return "".join(parts[piece] if index % 2 else piece for index, piece in enumerate(pieces))


def data(run):
    """All that the page's script draws, without a number that JSON lacks."""
    cells = run.measured
    lists = {name: list(dict.fromkeys(cells[name])) for name in ("scenario", "heights", "name")}
    lists["rows"] = sorted(int(count) for count in set(cells["rows"]))
    lists["verdict"] = list(dict.fromkeys(cells["verdict"])) if "verdict" in cells else [""]
    figures = [name for name in FIGURES if name in cells]
    places = [
        cells[name].map({value: place for place, value in enumerate(values)}).to_numpy()
        if name in cells
        else np.zeros(len(cells), dtype=int)
        for name, values in lists.items()
    ]
    numbers = cells[figures].to_numpy(dtype=float)
    rows = [
        [*(int(place[index]) for place in places), *map(_short, numbers[index])]
        for index in range(len(cells))
    ]
    strategies = cells.drop_duplicates("name").set_index("name")["strategy"]
    return {
        "lists": lists,
        "columns": [*lists, *figures],
        "cells": rows,
        "questions": {name: words.QUESTIONS.get(name, "") for name in lists["scenario"]},
        "styles": {name: _style(strategy) for name, strategy in strategies.items()},
        "floor": [name for name, strategy in strategies.items() if strategy == FLOOR],
    }


def _short(number):
    """A number with the digits that mean something; None where there is none."""
    return float(f"{number:.5g}") if np.isfinite(number) else None


def _style(strategy):
    look = style(strategy)
    line = look.line
    dash = "solid" if isinstance(line, str) else ",".join(f"{2 * step:g}px" for step in line[1])
    light, dark = HUES[look.hue]
    return {
        "light": light,
        "dark": dark,
        "dash": dash,
        "symbol": SYMBOLS.get(look.marker, "circle"),
    }


def _escaped(text):
    return html.escape(str(text), quote=True)


def _warnings(run):
    found = run.record.get("warnings")
    found = found if isinstance(found, list) else []
    texts = [
        warning.get("text", warning) if isinstance(warning, dict) else warning for warning in found
    ]
    status = run.record.get("status", "unknown: there is no run.json")
    if status != "complete":
        texts.insert(0, f"the run is not complete: {status}")
    if not texts:
        return "<p>None.</p>"
    return "<ul>" + "".join(f"<li>{_escaped(text)}</li>" for text in texts) + "</ul>"
