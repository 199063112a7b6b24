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
  const wrong = least.steps_wrong > 0 ? " (which shows wrong rows)" : "";
  return `At ${count(choices.rows())} rows from ${time(least.median_ns)} for ${least.name}${wrong} to ` +
    `${time(most.median_ns)} for ${most.name}.`;
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
