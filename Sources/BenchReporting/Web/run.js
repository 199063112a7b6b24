// Highlights one strategy in all charts and tables. The reader selects it with the pointer, with the arrow
// keys or by name.
const charts = [...document.querySelectorAll("figure.growth")].map((figure) => ({
  figure, svg: figure.querySelector("svg"), output: figure.querySelector(":scope > output"),
}));
const narrow = matchMedia("(max-width: 40rem)").matches;
const drawn = (name, attributes, ...children) => {
  const element = document.createElementNS(document.querySelector("svg").namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
// Reads a chart's lines and places their names on the right, each as close to the end of its line as the other names
// allow. Narrow charts have no names.
const readLines = (chart) => {
  // Sort lines by their time at the largest number of rows, slowest first. The names on the right keep this order.
  chart.lines = [...chart.svg.querySelectorAll("path[data-s]")].map((path) => {
    const title = path.querySelector("title");
    const description = title.textContent;
    title.remove();
    const numbers = path.getAttribute("d").slice(1).split(" ").map(Number);
    const points = [];
    for (let at = 0; at < numbers.length; at += 2) points.push([numbers[at], numbers[at + 1]]);
    return { path, description, name: path.dataset.s, points };
  }).sort((one, other) => one.points.at(-1)[1] - other.points.at(-1)[1]);
  const { height: whole } = chart.svg.viewBox.baseVal;
  if (narrow) chart.svg.setAttribute("viewBox", `0 0 740 ${whole}`);
  const height = 20, room = 24;
  const places = [];
  for (const { points } of chart.lines) {
    places.push(Math.max(points.at(-1)[1], (places.at(-1) ?? 0) + height));
  }
  // In a second pass, move names that ended up below the axis back up.
  let limit = whole - 70;
  for (let at = places.length - 1; at >= 0; at--) {
    places[at] = Math.min(places[at], limit);
    limit = places[at] - height;
  }
  chart.labels = narrow ? [] : chart.lines.map(({ path, name, points }, at) => {
    const [x, y] = points.at(-1);
    const text = name.length > room ? name.slice(0, room - 1) + "…" : name;
    return drawn(
      "g", { class: "label", "data-s": name },
      drawn("path", { class: path.getAttribute("class"), d: `M${x} ${y}L742 ${places[at]}` }),
      drawn("text", { x: 746, y: places[at] + 6 }, text));
  });
  chart.svg.append(...chart.labels);
};
charts.forEach(readLines);
for (const row of document.querySelectorAll(".heat tbody tr")) {
  row.dataset.s = row.cells[0].textContent;
}
const pick = document.getElementById("pick");
const names = [...new Set(charts.flatMap(({ lines }) => lines.map(({ name }) => name)))].sort();
pick.append(...names.map((name) => new Option(name, name)));
document.getElementById("picker").hidden = names.length === 0;

let shown = "";
const show = (name, active) => {
  for (const { figure, svg, output, lines } of charts) {
    const line = lines.find((line) => line.name === name);
    if (name !== shown) {
      for (const part of svg.querySelectorAll("[data-s]")) {
        part.classList.toggle("on", part.dataset.s === name);
      }
      figure.classList.toggle("lit", Boolean(line));
      // Move the line to the end so that it is drawn on top.
      if (line) line.path.parentNode.append(line.path);
    }
    // Let screen readers announce only the active chart.
    output.setAttribute("aria-live", figure === active ? "polite" : "off");
    output.textContent = line ? line.description : "";
  }
  if (name === shown) return;
  shown = name;
  pick.value = name;
  for (const row of document.querySelectorAll("tr[data-s]")) {
    row.classList.toggle("on", row.dataset.s === name);
  }
};

const distance = ([x, y], [ax, ay], [bx, by]) => {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
};
const reach = 40; // in units of the drawing
const under = ({ svg, lines }, event) => {
  const point = new DOMPoint(event.clientX, event.clientY)
    .matrixTransform(svg.getScreenCTM().inverse());
  let [nearest, distanceToNearest] = ["", reach];
  for (const { name, points } of lines) {
    for (let at = 1; at < points.length; at++) {
      const far = distance([point.x, point.y], points[at - 1], points[at]);
      if (far < distanceToNearest) [nearest, distanceToNearest] = [name, far];
    }
  }
  return nearest;
};

for (const chart of charts) {
  chart.svg.addEventListener("pointermove", (event) => show(under(chart, event), chart.figure));
  chart.svg.addEventListener("pointerleave", () => show("", chart.figure));
  chart.svg.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") show("", chart.figure);
    if (!step) return;
    event.preventDefault();
    const order = chart.lines.map(({ name }) => name);
    const at = order.indexOf(shown);
    const next = at < 0 ? (step > 0 ? 0 : order.length - 1) : (at + step + order.length) % order.length;
    show(order[next], chart.figure);
  });
}
pick.addEventListener("change", () => show(pick.value));
