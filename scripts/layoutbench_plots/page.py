"""One self-contained page of a run: words and tables as HTML, figures as JSON for its script.

Charts are drawn by plotly, because its Python package carries the script that draws: 4.8 MB of it,
but nothing is built, fetched or served, and it is the same in a browser without a network. Bokeh
and Vega would save 3 MB and cost a second build of every chart in Python, or a binary for each
platform. A policy in the page itself forbids every request.
"""

import html
import json
import pathlib
import shlex

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
        "HEADLINE": _headline(run),
        "WARNINGS": _warnings(run),
        "MACHINE": _machine(run),
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


def _headline(run):
    """A line for each scenario: the fastest, the next, the slowest, of the largest lists."""
    heights = run.heights[0]
    cells = run.measured[(run.measured["heights"] == heights) & (run.measured["strategy"] != FLOOR)]
    if cells.empty:
        return "<p>No strategy but the floor has a figure.</p>"
    count = cells["rows"].max()
    lines = []
    for scenario in run.scenarios:
        here = cells[(cells["scenario"] == scenario) & (cells["rows"] == count)]
        if not here.empty:
            lines.append(_headline_row(scenario, here.sort_values("ratio")))
    caption = f"The fastest and the slowest technique, {heights}, {words.rows(count)} rows"
    titles = [
        "scenario",
        "fastest",
        "median [interval]",
        "next, times as long",
        "slowest, times as long",
    ]
    head = "".join(f'<th scope="col">{title}</th>' for title in titles)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="Headline table"><table><caption>'
        f"{_escaped(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def _headline_row(scenario, cells):
    right = cells[cells["ratio"] >= 1]
    cells = right if not right.empty else cells
    first, last = cells.iloc[0], cells.iloc[-1]
    following = cells.iloc[1] if len(cells) > 1 else None
    interval = ""
    if first["low_ns"] > 0 and first["high_ns"] > 0:
        interval = f" [{words.time(first['low_ns'])}, {words.time(first['high_ns'])}]"
    fields = [
        first["name"],
        words.time(first["median_ns"]) + interval,
        "-" if following is None else f"{following['name']} {words.ratio(following['ratio'])}",
        "-" if len(cells) < 3 else f"{last['name']} {words.ratio(last['ratio'])}",
    ]
    asked = words.QUESTIONS.get(scenario, "")
    note = f' <span class="note">{_escaped(asked)}</span>' if asked else ""
    columns = "".join(f"<td>{_escaped(field)}</td>" for field in fields)
    return f'<tr><th scope="row">{_escaped(scenario)}{note}</th>{columns}</tr>'


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


def _machine(run):
    record = run.record
    machine = record.get("machine")
    machine = machine if isinstance(machine, dict) else {}
    facts = {
        "command": " ".join(shlex.quote(str(word)) for word in record.get("command") or []),
        "processor": machine.get("cpu_model"),
        "cores": machine.get("cores"),
        "memory": _gigabytes(machine.get("memory_bytes")),
        "system": " · ".join(str(machine[name]) for name in ("os", "kernel") if machine.get(name)),
        "architecture": machine.get("architecture"),
        "load when it began": machine.get("load_average"),
        "compiler": " ".join(
            str(record[name]) for name in ("compiler", "optimisation") if name in record
        ),
        "revision": str(record.get("revision", "")) + (" (changed)" if record.get("dirty") else ""),
        "seed": record.get("seed"),
        "started": record.get("started"),
        "finished": record.get("finished"),
    }
    known = {name: fact for name, fact in facts.items() if fact not in (None, "")}
    if not known:
        return "<p>Unknown: there is no run.json.</p>"
    items = "".join(
        f"<dt>{name}</dt><dd>{_escaped(_rounded(fact)) if name != 'command' else _code(fact)}</dd>"
        for name, fact in known.items()
    )
    return f"<dl>{items}</dl>"


def _code(text):
    return f"<code>{_escaped(text)}</code>"


def _rounded(fact):
    return f"{fact:.1f}" if isinstance(fact, float) else fact


def _gigabytes(count):
    return f"{count / 2**30:.1f} GiB" if isinstance(count, int) else None
