// Draws the strip, which has a lane for each film and shows time from left to right.
const LANE = 40;
const strip = element("strip");
const jumps = films.flatMap((film) =>
  film.slip.map((slip, frame) => (film.mark[frame] === "jump" ? Math.abs(slip) : 0)));
const longest = Math.max(1, greatest(jumps));
const shown = () => document.querySelector("input[name=strip]:checked").value;
// A pixel column may contain several frames. Jumps are drawn last, so that other marks do not hide them.
const drawJumps = (pen, film, top, x) => {
  const base = top + LANE - 4;
  const step = Math.max(1, x(1) - x(0));
  film.mark.forEach((mark, frame) => {
    if (!mark || mark === "jump") return;
    pen.fillStyle = ink[mark];
    pen.fillRect(x(frame), base - 7, step, 7);
  });
  pen.fillStyle = ink.jump;
  film.mark.forEach((mark, frame) => {
    if (mark !== "jump") return;
    const high = 4 + (LANE - 22) * Math.sqrt(Math.abs(film.slip[frame]) / longest);
    pen.fillRect(x(frame) - 1, base - high, Math.max(3, step), high);
  });
};
const FLOOR = 10;     // nanoseconds at the bottom of a lane
const drawCosts = (pen, film, top, x) => {
  const high = LANE - 18;
  const scale = high / Math.log(4 * BUDGET / FLOOR);
  const level = (ns) => scale * Math.log(Math.max(ns, FLOOR) / FLOOR);
  const base = top + LANE - 4;
  const step = Math.max(1, x(1) - x(0));
  for (let frame = 1; frame < film.cost.length; frame += 1) {
    pen.fillStyle = film.cost[frame] > BUDGET ? ink.late : ink.bound;
    pen.fillRect(x(frame), base - level(film.cost[frame]), step, level(film.cost[frame]));
  }
  pen.fillStyle = ink.late;
  for (const budget of [BUDGET, 2 * BUDGET]) {
    pen.fillRect(0, base - level(budget), x(count - 1), 1);
  }
};
const laneWords = (film, kind) => {
  if (kind === "jumps" || !film.cost.length) return film.name;
  const slowest = time(greatest(film.cost.slice(1)));
  return `${film.name}: at most ${slowest}; lines at 8.33 and 16.67 ms, log scale`;
};
// The parts of the strip that do not depend on the current frame are drawn once.
let lanes = null;
const drawLanes = () => {
  const [wide, high] = [strip.clientWidth, LANE * films.length];
  lanes = document.createElement("canvas");
  const pen = sized(lanes, wide, high);
  const x = (frame) => (frame / Math.max(1, count - 1)) * (wide - 1);
  const kind = shown();
  films.forEach((film, index) => {
    const top = index * LANE;
    pen.fillStyle = ink.shade;
    pen.fillRect(0, top + 2, wide, LANE - 4);
    (kind === "jumps" ? drawJumps : drawCosts)(pen, film, top, x);
    text(pen, laneWords(film, kind), 6, top + 11, 11, ink.muted);
  });
};
const drawStrip = (frame) => {
  const [wide, high] = [strip.clientWidth, LANE * films.length];
  if (!lanes) drawLanes();
  const pen = sized(strip, wide, high);
  pen.drawImage(lanes, 0, 0, wide, high);
  pen.fillStyle = ink.ink;
  pen.fillRect((frame / Math.max(1, count - 1)) * (wide - 2), 0, 2, high);
};
