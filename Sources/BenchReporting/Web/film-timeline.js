// Draws the timeline, with one lane per film.
const LANE = 40;
const strip = element("strip");
const jumps = films.flatMap((film) =>
  film.slip.map((slip, frame) => (film.mark[frame] === "jump" ? Math.abs(slip) : 0)));
const longest = Math.max(1, greatest(jumps));
// Several frames can share a pixel column, so draw jumps last to keep them visible.
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
// Draws the cost of each frame below the phone, with the deadline at half the chart's height. Bars are at least one
// pixel wide, so that each column shows its most expensive frame.
const drawCosts = (film, index) => {
  const canvas = element(`cost-${index}`);
  const wide = canvas.clientWidth;
  const pen = sized(canvas, wide, LANE);
  const step = wide / count;
  film.cost.forEach((cost, frame) => {
    const high = LANE * Math.min(1, cost / (2 * BUDGET));
    pen.fillStyle = cost > BUDGET ? ink.late : ink.bound;
    pen.fillRect(Math.floor(frame * step), LANE - high, Math.max(step, cost > BUDGET ? 2 : 1), high);
  });
  pen.fillStyle = ink.ink;
  pen.fillRect(0, LANE / 2, wide, 1);
};
// Draw the parts that don't depend on the current frame once.
let lanes = null;
const drawLanes = () => {
  const [wide, high] = [strip.clientWidth, LANE * films.length];
  lanes = document.createElement("canvas");
  const pen = sized(lanes, wide, high);
  const x = (frame) => (frame / Math.max(1, count - 1)) * (wide - 1);
  films.forEach((film, index) => {
    const top = index * LANE;
    pen.fillStyle = ink.shade;
    pen.fillRect(0, top + 2, wide, LANE - 4);
    drawJumps(pen, film, top, x);
    text(pen, film.name, 6, top + 11, 11, ink.muted);
    drawCosts(film, index);
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
