#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy>=1.26", "pandas>=2.1", "plotly>=6.0"]
# ///
"""Write a page to explore a run of bench: a chart of any scenario, and a table of all cells to sort
and to filter.

It needs no network and no other file. Advice, the matrix of all strategies and how far to believe them
are in the page that every run leaves, index.html.

uv run scripts/report.py results/latest                results/latest/report.html
uv run scripts/report.py RUN --output page.html
uv run scripts/report.py RUN --caches cold             RUN/report-cold.html
"""

import argparse
import html
import pathlib
import sys

from layoutbench_plots.fault import Parser, creating, one_line

POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:")
# Columns of the table, as summary.csv has them; those that a run has not are left out.
COLUMNS = [
    "scenario", "heights", "rows", "name", "time_ns", "low_ns", "high_ns", "ratio", "verdict",
    "steps_wrong", "heights_asked", "rows_scanned", "allocations", "bytes_per_row", "frame_p99_ns",
    "frame_max_ns",
]  # fmt: skip
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>
body {{ margin: 1rem auto; max-width: 76rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif;
  background: #fff; color: #1b1f24; overflow-wrap: anywhere; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; border: 0; }}
th, td {{ padding: .25rem .6rem; border: 0; border-bottom: 1px solid #d0d7de; white-space: nowrap; }}
td {{ text-align: right; }} caption, td:nth-child(-n+4) {{ text-align: left; }}
th button {{ all: unset; cursor: pointer; }}
button:focus-visible, input:focus-visible {{ outline: 3px solid #0a5cad; }}
th[aria-sort=ascending] button::after {{ content: " \\25b2"; }}
th[aria-sort=descending] button::after {{ content: " \\25bc"; }}
</style>
<h1>{title}</h1>
<p>Times are nanoseconds per operation (the median of the three fastest repetitions), {facts}. What to take away from them is in the run's
own page, index.html.</p>
<noscript><p>The chart and sorting need JavaScript; README.md has the main tables.</p></noscript>
{chart}
<h2>All cells</h2>
<p><label>Rows that contain all of these words: <input id="filter" type="search"
placeholder="recalc chat 1000000"></label> <span id="said" role="status"></span></p>
<div class="wide" tabindex="0" role="region" aria-label="Table of all cells">{table}</div>
<script>
"use strict";
const body = document.querySelector("#table tbody"), rows = [...body.rows];
const heads = [...document.querySelectorAll("#table thead th")];
const said = document.getElementById("said"), field = document.getElementById("filter");
const filter = () => {{
  const words = field.value.split(" ").filter(Boolean);
  let count = 0;
  for (const row of rows) {{
    const own = [...row.cells].map((cell) => cell.textContent);
    row.hidden = !words.every((word) => own.includes(word));
    count += !row.hidden;
  }}
  said.textContent = `${{count}} cells`;
}};
heads.forEach((head, column) => {{
  if (rows.every((row) => !isNaN(row.cells[column].textContent))) head.dataset.number = "yes";
  const button = document.createElement("button");
  button.textContent = head.textContent;
  head.replaceChildren(button);
  button.addEventListener("click", () => {{
    const sign = head.ariaSort === "ascending" ? -1 : 1;
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.ariaSort = sign > 0 ? "ascending" : "descending";
    const value = (row) => row.cells[column].textContent;
    const compare = head.dataset.number ? (x, y) => x - y : (x, y) => x.localeCompare(y);
    // What is missing comes last in both directions.
    rows.sort((a, b) => !value(a) - !value(b) || sign * compare(value(a), value(b)));
    body.append(...rows);
  }});
}});
field.addEventListener("input", filter);
filter();
</script>
</html>
"""


def chart(run):
    """Cost against rows: a line for each strategy, a menu of scenarios and heights."""
    import plotly.graph_objects as plotly

    from layoutbench_plots import words
    from layoutbench_plots.palette import HUES, style

    figure, groups = plotly.Figure(), []
    for (scenario, heights), cells in run.measured.groupby(["scenario", "heights"], sort=False):
        title = words.question(scenario) + f" ({heights})"
        for name, line in cells.sort_values("rows").groupby("name", sort=False):
            groups.append(title)
            error = {
                "array": line["high_ns"] - line["time_ns"], "symmetric": False,
                "arrayminus": line["time_ns"] - line["low_ns"], "thickness": 1,
            }  # fmt: skip
            figure.add_scatter(
                x=line["rows"], y=line["time_ns"], error_y=error, name=html.escape(name),
                text=line["time_ns"].map(words.time), mode="lines+markers",
                line_color=HUES[style(line["strategy"].iloc[0]).hue][0], visible=title == groups[0],
                hovertemplate="%{x:,} rows: %{text}",
            )  # fmt: skip
    menu = [
        {"label": html.escape(title), "method": "update",
         "args": [{"visible": [one == title for one in groups]}]}
        for title in dict.fromkeys(groups)
    ]  # fmt: skip
    figure.update_layout(
        height=620, template="plotly_white", hovermode="closest", dragmode=False,
        updatemenus=[{"buttons": menu, "x": 0, "xanchor": "left", "y": 1.02, "yanchor": "bottom"}],
    )  # fmt: skip
    figure.update_xaxes(type="log", title="rows", tickvals=sorted(set(run.measured["rows"])))
    figure.update_yaxes(type="log", title="ns", exponentformat="SI")
    return figure.to_html(full_html=False, include_plotlyjs=True, config={"displayModeBar": False})


def page(run):
    """The page as text."""
    shown = [name for name in COLUMNS if name in run.measured]
    table = run.measured[shown].rename(columns={"name": "strategy"}).to_html(
        index=False, na_rep="", border=0, table_id="table", float_format=lambda number: f"{number:.5g}")
    facts = [run.provenance(), run.control_sentence(), *warnings(run.record)]
    return PAGE.format(
        policy=POLICY, title=html.escape(f"LayoutBench: {run.folder.resolve().name}"),
        facts=html.escape(". ".join(fact.rstrip(".") for fact in facts if fact)), chart=chart(run),
        table=table,
    )  # fmt: skip


def warnings(record):
    """What the run itself warns of."""
    if record.get("status", "complete") != "complete":
        yield f"the run is not complete: {record['status']}"
    for one in record.get("warnings") or []:
        yield str(one.get("text", one)) if isinstance(one, dict) else str(one)


def main(arguments):
    """Writes the page and names it."""
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", metavar="RUN", help="a run's folder")
    parser.add_argument("--output", metavar="FILE", help="where to write (default: RUN/report.html)")
    parser.add_argument("--caches", choices=["warm", "cold"], default="warm", help="default: warm")
    chosen = parser.parse_args(arguments)
    from layoutbench_plots.run import Run

    run = Run(chosen.run, chosen.caches)
    name = "report.html" if chosen.caches == "warm" else f"report-{chosen.caches}.html"
    path = pathlib.Path(chosen.output) if chosen.output else run.folder / name
    text = page(run)
    with creating(path):
        path.write_text(text, encoding="utf-8")
    print(path)


if __name__ == "__main__":
    with one_line("report.py"):
        main(sys.argv[1:])
