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
