"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const narrow = matchMedia("(max-width: 40rem)");
  const element = (id) => document.getElementById(id);
  const lists = data.lists;

  // The cells as objects, names in place of numbers.
  const cells = data.cells.map((values) => {
    const cell = {};
    data.columns.forEach((column, place) => {
      cell[column] = column in lists ? lists[column][values[place]] : values[place];
    });
    return cell;
  });
  const isFloor = (cell) => data.floor.includes(cell.name);
  const known = (number) => number !== null && number !== undefined;

  // Words: the same as in the pictures.
  const digits = (value, count = 3) =>
    value === 0 ? "0" : Number(value.toPrecision(count)).toLocaleString("en", {
      minimumFractionDigits: Math.min(9, Math.max(0, count - 1 - Math.floor(Math.log10(Math.abs(value))))),
      maximumFractionDigits: 9,
    });
  const time = (ns) => {
    if (!known(ns)) return "-";
    for (const [unit, factor] of [["s", 1e9], ["ms", 1e6], ["µs", 1e3]]) {
      if (ns / factor >= 0.9995) return `${digits(ns / factor)} ${unit}`;
    }
    return `${digits(ns)} ns`;
  };
  const count = (rows) =>
    rows >= 1e6 && rows % 1e5 === 0 ? `${rows / 1e6}M` :
    rows >= 1e3 && rows % 100 === 0 ? `${rows / 1e3}k` : String(rows);
  const ratio = (value) =>
    !known(value) ? "-" : value >= 1000 ? Math.round(value).toLocaleString("en") : digits(value);
  const amount = (value) =>
    !known(value) ? "-" : Number.isInteger(value) ? value.toLocaleString("en") : digits(value);
  const interval = (cell) =>
    known(cell.low_ns) && known(cell.high_ns) ? `[${time(cell.low_ns)}, ${time(cell.high_ns)}]` : "";
  // Plotly reads some HTML in names and hover texts.
  const plain = (text) =>
    String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

  // A table made of text only.
  const filled = (place, caption, titles, lines) => {
    const table = document.createElement("table");
    table.createCaption().textContent = caption;
    const head = table.createTHead().insertRow();
    for (const title of titles) {
      const cell = document.createElement("th");
      cell.scope = "col";
      cell.textContent = title;
      head.append(cell);
    }
    const body = table.createTBody();
    for (const line of lines) {
      const row = body.insertRow();
      line.forEach((text, index) => {
        const cell = index ? row.insertCell() : row.appendChild(document.createElement("th"));
        if (index) cell.className = "number";
        else cell.scope = "row";
        cell.textContent = text;
      });
    }
    place.replaceChildren(table);
  };

  // What is chosen.
  const choices = {};
  const offer = (name, values, label, chosen) => {
    const select = element(name);
    values.forEach((value) => select.add(new Option(label(value), value)));
    select.value = String(chosen);
    select.addEventListener("change", show);
    choices[name] = () => (name === "rows" ? Number(select.value) : select.value);
  };
  const matches = (cell, ...names) => names.every((name) => cell[name] === choices[name]());

  const look = () => {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    return {
      ground: colour("--ground"), ink: colour("--ink"), line: colour("--line"),
      alarm: dark.matches ? "#ff7f6b" : "#8c1616", theme: dark.matches ? "dark" : "light",
    };
  };
  const layout = (more) => {
    const colours = look();
    return {
      paper_bgcolor: colours.ground, plot_bgcolor: colours.ground,
      font: { color: colours.ink, size: 12, family: "system-ui, sans-serif" },
      margin: { l: 62, r: 16, t: 16, b: 48 }, hovermode: "closest", dragmode: false,
      legend: narrow.matches ? { orientation: "h", y: -0.2 } : {},
      hoverlabel: { font: { size: 13 } }, ...more,
    };
  };
  const axis = (more) => {
    const colours = look();
    return { gridcolor: colours.line, linecolor: colours.line, zeroline: false, fixedrange: true, ...more };
  };
  const timeAxis = (numbers) => {
    const low = Math.floor(Math.log10(Math.min(...numbers)));
    const high = Math.ceil(Math.log10(Math.max(...numbers)));
    // Within two powers of ten these alone would leave an axis of one or two ticks.
    const steps = high - low <= 2 ? [1, 2, 5] : [1];
    const ticks = Array.from({ length: high - low + 1 }, (_, power) => power + low)
      .flatMap((power) => steps.map((step) => step * 10 ** power));
    const text = (ns) => (ns >= 1 ? time(ns).replace(/\.0+ /, " ") : `${Number(ns.toPrecision(1))} ns`);
    return axis({ type: "log", tickvals: ticks, ticktext: ticks.map(text) });
  };
  const drawn = (name) => {
    const style = data.styles[name];
    const colour = style[look().theme];
    return {
      name: plain(name), mode: "lines+markers", line: { color: colour, dash: style.dash, width: 2 },
      marker: { color: colour, symbol: style.symbol, size: 7, line: { color: colour, width: 1 } },
    };
  };
  const draw = (id, traces, more) =>
    Plotly.react(element(id), traces, layout(more), { displayModeBar: false, responsive: true });
  const byName = (chosen) => {
    const groups = new Map();
    for (const cell of chosen) groups.set(cell.name, [...(groups.get(cell.name) ?? []), cell]);
    return groups;
  };
  const height = (names) => (narrow.matches ? 380 + 22 * names : Math.max(440, 60 + 20 * names));

  function cost() {
    const chosen = cells.filter((cell) => matches(cell, "scenario", "heights") && cell.rows > 0)
      .sort((a, b) => a.rows - b.rows);
    const groups = byName(chosen);
    const traces = [...groups].map(([name, line]) => ({
      ...drawn(name),
      x: line.map((cell) => cell.rows),
      y: line.map((cell) => cell.median_ns),
      error_y: {
        type: "data", symmetric: false, thickness: 1, width: 3,
        array: line.map((cell) => (known(cell.high_ns) ? cell.high_ns - cell.median_ns : 0)),
        arrayminus: line.map((cell) => (known(cell.low_ns) ? cell.median_ns - cell.low_ns : 0)),
      },
      text: line.map((cell) => plain(
        `${cell.name}, ${count(cell.rows)} rows: ${time(cell.median_ns)} ${interval(cell)}`)),
      hovertemplate: "%{text}<extra></extra>",
    }));
    const sizes = [...new Set(chosen.map((cell) => cell.rows))];
    draw("cost", traces, {
      height: height(groups.size),
      xaxis: axis({ type: "log", tickvals: sizes, ticktext: sizes.map(count), title: { text: "rows" } }),
      yaxis: timeAxis(chosen.map((cell) => cell.median_ns)),
    });
    const question = data.questions[choices.scenario()];
    element("cost-words").textContent =
      `${choices.scenario()}${question ? ` (${question})` : ""}, ${choices.heights()}: median time per ` +
      "operation with its interval, both axes logarithmic. " + extremes();
    filled(element("cost-table"), `Cost of ${choices.scenario()}, ${choices.heights()}`,
      ["strategy", ...sizes.map((rows) => `${count(rows)} rows`)],
      [...groups].map(([name, line]) => [name, ...sizes.map((rows) => {
        const cell = line.find((one) => one.rows === rows);
        return cell ? `${time(cell.median_ns)} ${interval(cell)}` : "-";
      })]));
  }

  function extremes() {
    const here = cells.filter((cell) => matches(cell, "scenario", "heights", "rows") && !isFloor(cell))
      .sort((a, b) => a.median_ns - b.median_ns);
    if (!here.length) return `No figure at ${count(choices.rows())} rows.`;
    const [least, most] = [here[0], here[here.length - 1]];
    const wrong = least.wrong_row_frames > 0 ? " (which shows wrong rows)" : "";
    return `At ${count(choices.rows())} rows from ${time(least.median_ns)} for ${least.name}${wrong} to ` +
      `${time(most.median_ns)} for ${most.name}.`;
  }

  function heat() {
    const chosen = cells.filter((cell) => matches(cell, "heights", "rows") && known(cell.ratio));
    const names = lists.name.filter((name) => chosen.some((cell) => cell.name === name));
    const scenarios = lists.scenario.filter((name) => chosen.some((cell) => cell.scenario === name));
    const grid = names.map((name) => scenarios.map((scenario) =>
      chosen.find((cell) => cell.name === name && cell.scenario === scenario)));
    const mark = (cell) => (cell ? ratio(cell.ratio) + (cell.wrong_row_frames > 0 ? "*" : "") : "");
    draw("heat", [{
      type: "heatmap", x: scenarios.map(plain), y: names.map(plain),
      z: grid.map((line) => line.map((cell) => (cell ? Math.log10(cell.ratio) : null))),
      text: grid.map((line) => line.map(mark)),
      texttemplate: narrow.matches ? "" : "%{text}", textfont: { size: 10 },
      customdata: grid.map((line) => line.map((cell) => (cell ? plain(
        `${cell.scenario}, ${cell.name}: ${mark(cell)} times as long, ${time(cell.median_ns)}`) : ""))),
      hovertemplate: "%{customdata}<extra></extra>", hoverongaps: false,
      colorscale: "Cividis", reversescale: true, showscale: false, xgap: 2, ygap: 2, zmin: 0,
      zmax: Math.max(1, ...chosen.map((cell) => Math.log10(cell.ratio))),
    }], {
      height: 140 + 26 * names.length,
      xaxis: axis({ side: "top", tickmode: "linear", tickangle: narrow.matches ? -90 : -45, showgrid: false, automargin: true }),
      yaxis: axis({ autorange: "reversed", showgrid: false, automargin: true }),
    });
    element("heat-words").textContent =
      `${choices.heights()}, ${count(choices.rows())} rows: 1 is the fastest of its scenario that shows the ` +
      "right rows; light is fast, the colour is the logarithm; * shows wrong rows in some frames.";
    filled(element("heat-table"), `Times as long as the fastest, ${choices.heights()}`,
      ["strategy", ...scenarios], names.map((name, line) => [name, ...grid[line].map((cell) => mark(cell) || "-")]));
  }

  function frames() {
    const columns = [["frame_p50_ns", "50"], ["frame_p90_ns", "90"], ["frame_p99_ns", "99"],
      ["frame_p999_ns", "99.9"], ["frame_max_ns", "max"]].filter(([name]) => data.columns.includes(name));
    const chosen = cells.filter((cell) => matches(cell, "scenario", "heights", "rows") &&
      columns.some(([name]) => cell[name] > 0));
    const chart = element("frames");
    const words = element("frames-words");
    chart.hidden = !chosen.length;
    if (!chosen.length) {
      const having = lists.scenario.filter((name) => cells.some((cell) =>
        cell.scenario === name && known(cell.frame_p50_ns)));
      words.textContent = `${choices.scenario()} has no times of single frames` +
        (having.length ? `; these have: ${having.join(", ")}.` : ".");
      element("frames-table").replaceChildren();
      return;
    }
    const names = columns.map(([, label]) => label);
    const budgets = [[120, 1e9 / 120], [60, 1e9 / 60]];
    const numbers = chosen.flatMap((cell) => columns.map(([name]) => cell[name])).filter((ns) => ns > 0);
    draw("frames", chosen.map((cell) => ({
      ...drawn(cell.name), x: names, y: columns.map(([name]) => cell[name]),
      text: columns.map(([name, label]) => plain(`${cell.name}, ${label}: ${time(cell[name])}`)),
      hovertemplate: "%{text}<extra></extra>",
    })), {
      height: height(chosen.length),
      xaxis: axis({ type: "category", title: { text: "percentile of frames" } }),
      yaxis: timeAxis([...numbers, 2e7]),
      shapes: budgets.map(([, ns]) => ({
        type: "line", xref: "paper", x0: 0, x1: 1, y0: ns, y1: ns,
        line: { color: look().alarm, width: 1.5, dash: "dash" },
      })),
      annotations: budgets.map(([hertz, ns]) => ({
        xref: "paper", x: 0, xanchor: "left", y: Math.log10(ns), yanchor: hertz === 60 ? "bottom" : "top",
        showarrow: false, text: `${hertz} Hz: ${time(ns)}`, font: { color: look().alarm, size: 11 },
      })),
    });
    words.textContent = `${choices.scenario()}, ${choices.heights()}, ${count(choices.rows())} rows: from the ` +
      "median frame to the slowest; the dashed lines are all that 120 Hz and 60 Hz leave for a frame.";
    filled(element("frames-table"), `Frames of ${choices.scenario()}`, ["strategy", ...names],
      chosen.map((cell) => [cell.name, ...columns.map(([name]) => time(cell[name]))]));
  }

  // The table of all figures: [title, what is sorted by, what is shown].
  const columns = [
    ["scenario", (cell) => cell.scenario, (cell) => cell.scenario],
    ["heights", (cell) => cell.heights, (cell) => cell.heights],
    ["rows", (cell) => cell.rows, (cell) => count(cell.rows)],
    ["strategy", (cell) => cell.name, (cell) => cell.name + (isFloor(cell) ? " (floor)" : "")],
    ["median", (cell) => cell.median_ns, (cell) => time(cell.median_ns)],
    ["interval", (cell) => cell.low_ns, interval],
    ["ratio", (cell) => cell.ratio, (cell) => ratio(cell.ratio)],
    ["verdict", (cell) => cell.verdict, (cell) => cell.verdict || "-"],
    ["wrong-row frames", (cell) => cell.wrong_row_frames, (cell) => amount(cell.wrong_row_frames)],
    ["heights asked", (cell) => cell.heights_asked, (cell) => amount(cell.heights_asked)],
    ["rows scanned", (cell) => cell.rows_scanned, (cell) => amount(cell.rows_scanned)],
    ["allocations", (cell) => cell.allocations, (cell) => amount(cell.allocations)],
    ["bytes/row", (cell) => cell.bytes_per_row, (cell) => amount(cell.bytes_per_row)],
  ];
  const order = { column: 4, direction: 1 };

  function heads() {
    const row = element("table").tHead.insertRow();
    columns.forEach(([title], index) => {
      const head = document.createElement("th");
      const button = document.createElement("button");
      head.scope = "col";
      button.type = "button";
      button.textContent = title;
      button.addEventListener("click", () => {
        order.direction = order.column === index ? -order.direction : 1;
        order.column = index;
        table();
      });
      head.append(button);
      row.append(head);
    });
  }

  function table() {
    const value = columns[order.column][1];
    // What is missing comes last in both directions.
    const compare = (a, b) => {
      const [x, y] = [value(a), value(b)];
      if (!known(x) || !known(y)) return known(y) - known(x);
      return order.direction * (typeof x === "string" ? x.localeCompare(y) : x - y);
    };
    const all = element("everything").checked;
    const chosen = cells.filter((cell) => all || matches(cell, "scenario", "heights", "rows")).sort(compare);
    const body = document.createElement("tbody");
    for (const cell of chosen) {
      const row = body.insertRow();
      columns.forEach(([title, sorted, shown]) => {
        const field = row.insertCell();
        field.textContent = shown(cell);
        if (typeof sorted(cell) !== "string") field.className = "number";
      });
    }
    element("table").tBodies[0].replaceWith(body);
    [...element("table").tHead.rows[0].cells].forEach((head, index) => head.setAttribute("aria-sort",
      index !== order.column ? "none" : order.direction > 0 ? "ascending" : "descending"));
    element("table-words").textContent =
      `${chosen.length} cells${all ? "" : ` of ${choices.scenario()}, ${choices.heights()}, ` +
      `${count(choices.rows())} rows`}, sorted by ${columns[order.column][0]}. ` +
      "The buttons in the head sort by their column.";
  }

  function charts() {
    cost();
    heat();
    frames();
  }

  function show() {
    charts();
    table();
    element("said").textContent = `${choices.scenario()}, ${choices.heights()}: ${extremes()}`;
  }

  const has = (name) => lists.scenario.includes(name);
  offer("scenario", lists.scenario, (name) =>
    data.questions[name] ? `${name}: ${data.questions[name]}` : name, has("recalc") ? "recalc" : lists.scenario[0]);
  offer("heights", lists.heights, String, lists.heights[0]);
  offer("rows", lists.rows, count, lists.rows[lists.rows.length - 1]);
  element("everything").addEventListener("change", table);
  dark.addEventListener("change", charts);
  narrow.addEventListener("change", charts);
  heads();
  show();
})();
