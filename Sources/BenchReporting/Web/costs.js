// Computes the smoothness table at costs chosen by the reader, using the same rules as `FrameCosts` and `Smoothness`
// in Swift. Times are in whole nanoseconds and use BigInt, because products of times are too large for exact numbers.
const data = JSON.parse(document.getElementById("costs-data").textContent);
const SECOND = 1_000_000_000n, HZ = BigInt(data.hz), MAX_US = 3000;
const microseconds = (ns) => Number(ns) / 1000;
const greatest = (values) => values.reduce((one, other) => (other > one ? other : one), 0n);

// A frame is [heights, views as multiples of a view's cost, moved views, number of such frames].
const costOf = ([heights, views, moved], { row, view }) => heights * row + views * view + moved * (view / 20n);
const refreshesOf = (cost) => greatest([1n, (cost * HZ + SECOND - 1n) / SECOND]);
// Hitch time per second of scrolling, in nanoseconds.
const hitchOf = ({ scroll }, costs) => {
  let [shown, count] = [0n, 0n];
  for (const frame of scroll) {
    shown += refreshesOf(costOf(frame, costs)) * frame[3];
    count += frame[3];
  }
  return (shown - count) * SECOND / shown;
};
// The highest cost per height at which no frame is late, and whether the first late frame follows a gesture.
const limitOf = ({ scroll, settle }, { view }) => {
  const limits = (frames) => frames.map((frame) => {
    const rest = SECOND / HZ - costOf(frame, { row: 0n, view });
    return rest < 0n ? -1n : frame[0] > 0n ? rest / frame[0] : null;
  }).filter((limit) => limit !== null);
  const [moving, all] = [limits(scroll), [...limits(scroll), ...limits(settle)]];
  const least = all.reduce((one, other) => (one < other ? one : other), all[0] ?? null);
  return { limit: least && greatest([least]), settles: all.length > 0 && !moving.includes(least) };
};
const worst = (frames, costs) => (frames.length ? greatest(frames.map((frame) => costOf(frame, costs))) : null);
const smoothnessOf = (work, costs) => ({
  ...limitOf(work, costs), hitch: hitchOf(work, costs), worst: worst([...work.scroll, ...work.settle], costs),
  stalls: [work.settle, work.open, work.rotate].map((frames) => worst(frames, costs)),
});

// Formats numbers like `Quantity`, with two digits.
const rounded = (whole) => {
  const power = 10n ** BigInt(Math.max(0, String(whole).length - 2));
  return (whole + power / 2n) / power * power;
};
const text = (whole, unit) => {
  const tenths = (whole * 10n + unit / 2n) / unit;
  return tenths < 100n ? `${tenths / 10n}.${tenths % 10n}` : ((whole + unit / 2n) / unit).toLocaleString("en");
};
const UNITS = [["s", SECOND], ["ms", 1_000_000n], ["µs", 1000n], ["ns", 1n]];
const time = (ns, space = "") => {
  if (!ns) return ns === null ? "-" : space ? "0 ns" : "0";
  const [name, unit] = UNITS.find(([, unit]) => rounded(ns) >= unit);
  return text(rounded(ns), unit) + space + name;
};
const ratio = (hitch) => (!hitch ? "0" : rounded(hitch) < 50_000n ? "<0.1"
  : rounded(hitch) === SECOND ? "1.0k" : text(rounded(hitch), 1_000_000n));
// A row's cells, and the keys for sorting each column, best first.
const cellsOf = ({ name, place, work, faults, marks, amounts, texts }, costs) => {
  const { limit, settles, hitch, worst, stalls } = smoothnessOf(work, costs);
  const [heights, views] = [BigInt(amounts[0]) * costs.row, BigInt(amounts[1]) * costs.view];
  const most = amounts[0] && heights >= views || !amounts[1] ? texts[0] : texts[1];
  const rating = hitch < 5_000_000n ? [] : hitch <= 10_000_000n ? ["warning"] : ["critical"];
  const verdict = [...rating, ...faults].join(", ") || (marks.startsWith("*") ? "wrong" : "good");
  const upTo = limit === null ? "any" : limit ? time(limit) : "no";
  return {
    cells: [name, upTo + (settles ? "‡" : ""), ratio(hitch), `${time(worst)} ${most}`.trim(),
      stalls.map((ns) => time(ns)).join("/"), verdict + marks],
    keys: [place, limit === null ? -Infinity : -limit, hitch, worst, greatest(stalls), verdict !== "good"],
  };
};

// A list's frames are converted when it is first shown.
const listed = new Map(data.lists.map((list) => [list.key, list]));
const rowsOf = (list) => list.own ??= list.rows.map((row, place) => {
  const [scroll, settle, open, rotate] = row.frames.map((flat) => Array.from(
    { length: flat.length / 4 }, (_, at) => flat.slice(4 * at, 4 * at + 4).map(BigInt)));
  return { ...row, place, work: { scroll, settle, open, rotate } };
});

// The costs and the list chosen by the reader. The address contains the costs in microseconds.
const element = (id) => document.getElementById(id);
const initial = { row: BigInt(data.row), view: BigInt(data.view), rows: data.lists[0].key };
const chosen = { ...initial };
const readAddress = () => {
  Object.assign(chosen, initial);
  const asked = new URLSearchParams(location.hash.slice(1));
  const faults = ["row", "view", "rows"].filter((name) => asked.has(name)).map((name) => {
    const value = asked.get(name), isTime = /^\d{1,4}(\.\d{1,3})?$/.test(value) && Number(value) <= MAX_US;
    if (name === "rows" ? listed.has(value) : isTime) {
      chosen[name] = name === "rows" ? value : BigInt(Math.round(Number(value) * 1000));
      return "";
    }
    const expected = name === "rows" ? [...listed.keys()].join(" or ") : "microseconds from 0 to 3000";
    return `${name}=${value}: expected ${expected}. The default is shown. `;
  });
  element("costs-fault").textContent = faults.join("");
};
const writeAddress = () => {
  const [row, view] = [chosen.row, chosen.view].map(microseconds);
  history.replaceState(null, "", `#row=${row}&view=${view}&rows=${encodeURIComponent(chosen.rows)}`);
  element("costs-fault").textContent = "";
};

// The table, sorted by one column.
const table = document.querySelector("#smooth table"), heads = [...table.tHead.rows[0].cells];
const sorting = { column: 2, sign: 1 };
const by = (column, sign = 1) => ({ keys: one }, { keys: other }) =>
  sign * ((one[column] > other[column]) - (one[column] < other[column]));
const showTable = (own) => {
  const { column, sign } = sorting;
  const lines = own.map((row) => cellsOf(row, chosen)).sort(by(4)).sort(by(2)).sort(by(column, sign));
  table.tBodies[0].replaceChildren(...lines.map(({ cells: [name, ...words] }) => {
    const line = document.createElement("tr");
    const cells = words.map((text) => text.replace("<", "&lt;").replaceAll("/", "/<wbr>"))
      .map((text) => `<td>${text.startsWith("good") ? `<b>${text}</b>` : text}</td>`);
    line.innerHTML = `<th scope="row"></th>${cells.join("")}`;
    line.dataset.s = line.cells[0].textContent = name;
    return line;
  }));
  heads.forEach((head) => head.setAttribute("aria-sort", "none"));
  heads[column].setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
};
heads.forEach((head, column) => {
  const button = document.createElement("button");
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener("click", () => {
    Object.assign(sorting, { column, sign: sorting.column === column ? -sorting.sign : 1 });
    update();
  });
});

// The chart. Both axes and the sliders are logarithmic and start at 0.
const part = (ns) => Math.log1p(microseconds(ns)) / Math.log1p(MAX_US);
const costAt = (part) => BigInt(Math.round(1000 * Math.expm1(part * Math.log1p(MAX_US))));
const [LEFT, WIDTH, TOP, BOTTOM] = [120, 600, 16, 430];
const X = (ns) => LEFT + WIDTH * part(ns);
const hitches = charts.find(({ figure }) => figure.id === "hitches");
const samples = Array.from({ length: 151 }, (_, at) => costAt(at / 150));
const curvesOf = (list, view) => {
  if (list.drawn?.view !== view) list.drawn = { view, curves: rowsOf(list).map((row) => ({
    ...row, ...limitOf(row.work, { view }),
    points: samples.map((ns) => [X(ns), Number(hitchOf(row.work, { row: ns, view })) / 1e6]) })) };
  return list.drawn.curves;
};
const showChart = ({ row, view, rows }) => {
  const curves = curvesOf(listed.get(rows), view);
  const late = curves.filter(({ limit }) => limit !== null && microseconds(limit) <= MAX_US);
  const most = Math.max(20, ...late.map(({ points }) => points.at(-1)[1]));
  const Y = (ms) => BOTTOM - (BOTTOM - TOP) * Math.log1p(ms) / Math.log1p(most);
  const word = (x, y, anchor, words) => drawn("text", { x, y, "text-anchor": anchor }, words);
  const bands = [[0, 5, "good"], [5, 10, "warning"], [10, most, "critical"]].flatMap(([low, high, name]) => [
    drawn("rect", { class: name, x: LEFT, y: Y(high), width: WIDTH, height: Y(low) - Y(high) }),
    word(LEFT + 8, (Y(low) + Y(high)) / 2 + 8, "start", name)]);
  const ticks = [0, 1, 5, 10, 100, 1000].map((ms) => word(LEFT - 8, Y(ms) + 8, "end", ms <= most ? ms : ""));
  const costs = [0, 1, 10, 100, 1000].map((us) => word(X(1000 * us), BOTTOM + 28, "middle", us));
  const lines = late.flatMap(({ name, family, points, work, limit, settles }) => {
    const title = drawn("title", {}, `${name}: ${ratio(hitchOf(work, { row, view }))} ms/s at ${time(row, " ")}, `
      + `no late frame up to ${time(limit, " ")}${settles ? "; the first follows a gesture" : ""}`);
    const d = "M" + points.map(([x, ms]) => `${x.toFixed(1)} ${Y(ms).toFixed(1)}`).join(" ");
    const dot = { class: family + (settles ? " open" : ""), cx: X(limit), cy: BOTTOM, r: 7 };
    const path = drawn("path", { class: family, "data-s": name, d }, title);
    return limit ? [path, drawn("circle", { ...dot, "data-s": name })] : [path];
  });
  lines.unshift(drawn("path", { class: "here", d: `M${X(row)} ${TOP}V${BOTTOM}` }));
  hitches.svg.replaceChildren(...bands, ...ticks, ...costs, ...lines);
  readLines(hitches);
  const others = curves.filter((curve) => !late.includes(curve)).map(({ name }) => name).join(", ");
  element("late").textContent = others && `No late frame up to 3 ms a height: ${others}.`;
};

const update = () => {
  const texts = { row: time(chosen.row, " "), view: time(chosen.view, " ") };
  for (const [name, text] of Object.entries(texts)) {
    element(`${name}-text`).textContent = text;
    element(name).setAttribute("aria-valuetext", text);
  }
  element("assumption").textContent = `At ${texts.row} a height, ${texts.view} a view and ${HZ} Hz.`;
  const list = listed.get(chosen.rows);
  element("list").value = list.key;
  heads[0].firstChild.textContent = list.title;
  showTable(rowsOf(list));
  showChart(chosen);
  // Highlight the selected strategy in the new rows and lines.
  const name = shown;
  shown = null;
  show(name);
};
element("list").append(...data.lists.map(({ title, key }) => new Option(title, key)));
element("costs").addEventListener("input", ({ target: { id, value } }) => {
  if (id === "list") chosen.rows = value;
  else chosen[id] = rounded(costAt(value / 200));
  update();
});
element("costs").addEventListener("change", writeAddress);
table.addEventListener("pointerover", ({ target }) => show(target.closest("tr").dataset.s ?? ""));
element("costs").hidden = false;
const begin = () => {
  readAddress();
  for (const name of ["row", "view"]) element(name).value = Math.round(200 * part(chosen[name]));
  update();
};
addEventListener("hashchange", begin);
begin();
