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
  ["wrong-row frames", (cell) => cell.steps_wrong, (cell) => amount(cell.steps_wrong)],
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
