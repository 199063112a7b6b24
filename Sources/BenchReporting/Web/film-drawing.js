// Draws the phones in the style sheet's colours.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const ink = {};
const takeColours = () => {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["ground", "ink", "muted", "line", "shade", "jump", "held", "late",
    "blank", "bound", "window", "row-s", "row-l"]) {
    ink[name] = style.getPropertyValue(`--${name}`).trim();
  }
};
// The hues of neighbouring rows differ by the golden angle. A row keeps its colour when it moves, and when rows before
// it are inserted or deleted.
const rowColour = ({ identity }) =>
  `hsl(${(identity * 137.508) % 360} ${ink["row-s"]} ${ink["row-l"]})`;
const TALL = 480;      // maximum height of a phone in pixels
const BESIDE = 44;     // pixels for the bar beside a phone
const MARGIN = 0.1;    // fraction of the viewport shown above and below it
const FADE = 48;       // frames for which a jump stays marked
const tallest = greatest(films.map((film) => greatest(film.viewport)));
const width = points(data.width);

const sized = (canvas, wide, high) => {
  const density = devicePixelRatio || 1;
  canvas.width = Math.round(wide * density);
  canvas.height = Math.round(high * density);
  canvas.style.height = `${high}px`;
  const pen = canvas.getContext("2d");
  pen.setTransform(density, 0, 0, density, 0, 0);
  return pen;
};
const text = (pen, words, x, y, size, fill, align = "left", weight = "") => {
  pen.font = `${weight} ${size}px system-ui, sans-serif`;
  pen.fillStyle = fill;
  pen.textAlign = align;
  pen.textBaseline = "middle";
  pen.fillText(words, x, y);
};
const hatch = (pen, x, y, wide, high) => {
  pen.save();
  pen.beginPath();
  pen.rect(x, y, wide, high);
  pen.clip();
  pen.strokeStyle = ink.line;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let at = x - high; at < x + wide; at += 8) {
    pen.moveTo(at, y + high);
    pen.lineTo(at + high, y);
  }
  pen.stroke();
  pen.restore();
};
const drawRow = (pen, view, frame, y, wide, high) => {
  pen.fillStyle = rowColour(view);
  pen.fillRect(0, y, wide, high);
  pen.fillStyle = ink.ground;
  pen.fillRect(0, y + high - 1, wide, 1);
  const age = frame - view.since;
  if (age < FADE) {
    pen.globalAlpha *= calm.matches ? 1 : 1 - age / FADE;
    pen.fillStyle = ink.bound;
    pen.fillRect(0, y, 5, high - 1);
    pen.globalAlpha = 1;
  }
  if (high < 9) return;
  const size = Math.min(15, high - 1);
  // Keep the row number on screen for as long as it fits in its row.
  const middle = Math.min(Math.max(y, 0) + Math.min(high / 2, 16), y + high - size / 2 - 2);
  text(pen, number(view.row), 12, middle, size, ink.ink, "left", "600");
  text(pen, `view ${view.id}`, wide - 7, middle, Math.min(11, size), ink.ink, "right");
};
const drawBelongs = (pen, film, frame, scale, wide) => {
  const off = film.deviation[frame] * scale;
  if (!off) return;
  pen.strokeStyle = ink.ink;
  pen.setLineDash([4, 3]);
  pen.lineWidth = 1.5;
  for (const view of onScreen(film, frame)) {
    const y = (view.y - film.offset[frame]) * scale + off;
    pen.strokeRect(1, y + 0.5, wide - 2, view.height * scale - 1);
  }
  pen.setLineDash([]);
};
const banner = (pen, words, fill, x, y, wide) => {
  pen.fillStyle = fill;
  pen.fillRect(x, y - 13, wide, 26);
  text(pen, words, x + wide / 2, y, 14, ink.ground, "center", "700");
};
const drawMark = (pen, film, frame, wide, high) => {
  const age = frame - film.lastJump[frame];
  if (film.mark[frame] === "held") {
    const isEnd = film.slip[frame] < 0;
    banner(pen, "held", ink.held, 0, isEnd ? high - 13 : 13, wide);
  } else if (film.mark[frame] === "late") {
    banner(pen, `late: ${time(film.cost[frame])}`, ink.late, 0, 13, wide);
  } else if (age < FADE) {
    const slip = film.slip[film.lastJump[frame]];
    pen.globalAlpha = calm.matches ? 1 : 1 - (age / FADE) ** 2;
    pen.strokeStyle = ink.jump;
    pen.lineWidth = 6;
    pen.strokeRect(3, 3, wide - 6, high - 6);
    banner(pen, `${slip > 0 ? "▲" : "▼"} jump ${length(slip)}`, ink.jump, 0, high / 2, wide);
    pen.globalAlpha = 1;
  }
};
// Draws the content space around the screen as a bar, centred on where the reference's screen is.
const windows = films.filter((film) => film.isWindow).flatMap((film) => film.windowHeight);
const SPAN = 4 * tallest + Math.min(8 * tallest, greatest(windows));
const drawBar = (pen, film, frame, x, high) => {
  const scale = high / SPAN;
  const [list, viewport] = [film.listHeight[frame], film.viewport[frame]];
  const middle = (high - viewport * scale) / 2;
  const at = (far) => middle + far * scale;
  const wide = 22;
  pen.save();
  pen.beginPath();
  pen.rect(x, 0, wide, high);
  pen.clip();
  pen.fillStyle = ink.shade;
  pen.fillRect(x, 0, wide, high);
  const isRound = film.topology === "circular";
  const screen = film.deviation[frame];
  const whole = { top: -film.expected[frame], high: list };
  const window = { top: screen - film.offset[frame], high: film.windowHeight[frame] };
  const content = film.isWindow ? window : whole;
  pen.fillStyle = ink.window;
  if (isRound && !film.isWindow) pen.fillRect(x, 0, wide, high);
  else pen.fillRect(x, at(content.top), wide, content.high * scale);
  pen.fillStyle = ink.ink;
  for (let end = at(whole.top); isRound && list * scale > 8 && end > 0; end -= list * scale) {
    pen.fillRect(x, end, wide, 1);
  }
  for (let end = at(whole.top); list * scale > 8 && end < high; end += list * scale) {
    pen.fillRect(x, end, wide, 1);
    if (!isRound && end > at(whole.top)) break;
  }
  pen.setLineDash([3, 2]);
  pen.lineWidth = 1;
  pen.strokeStyle = ink.ink;
  pen.strokeRect(x + 0.5, at(0), wide - 1, viewport * scale);
  pen.setLineDash([]);
  pen.lineWidth = 2;
  pen.strokeRect(x + 3, at(screen), wide - 6, viewport * scale);
  pen.restore();
};
const drawPhone = (film, index, frame) => {
  const canvas = element(`phone-${index}`);
  const room = canvas.clientWidth;
  const tall = Math.min(TALL, innerHeight * 0.55);
  const scale = Math.min(tall / tallest / (1 + 2 * MARGIN), (room - BESIDE) / width);
  const [wide, high] = [width * scale, film.viewport[frame] * scale];
  const edge = tallest * MARGIN * scale;
  const whole = tallest * scale + 2 * edge;
  const pen = sized(canvas, room, whole);
  pen.translate((room - wide - BESIDE) / 2, edge);
  pen.save();
  pen.beginPath();
  pen.rect(0, -edge, wide, high + 2 * edge);
  pen.clip();
  hatch(pen, 0, 0, wide, high);
  for (const view of film.views[frame]) {
    const y = (view.y - film.offset[frame]) * scale;
    if (y > high + edge || y + view.height * scale < -edge || !view.height) continue;
    pen.translate(view.x * scale, 0);
    drawRow(pen, view, frame, y, wide, view.height * scale);
    pen.translate(-view.x * scale, 0);
  }
  pen.globalAlpha = 0.72;
  pen.fillStyle = ink.ground;
  pen.fillRect(0, -edge, wide, edge);
  pen.fillRect(0, high, wide, edge);
  pen.globalAlpha = 1;
  pen.beginPath();
  pen.rect(0, 0, wide, high);
  pen.clip();
  drawBelongs(pen, film, frame, scale, wide);
  drawMark(pen, film, frame, wide, high);
  pen.restore();
  pen.strokeStyle = ink.ink;
  pen.lineWidth = 2;
  pen.strokeRect(-1, -1, wide + 2, high + 2);
  pen.translate(0, -edge);
  drawBar(pen, film, frame, wide + 16, whole);
};
