// Decodes the recorded films. All lengths below are in points.
const element = (id) => document.getElementById(id);
const data = JSON.parse(element("data").textContent);
const points = (units) => units / 64;

const greatest = (values) => values.reduce((most, value) => Math.max(most, value), 0);

const running = (differences) => {
  let sum = 0;
  return differences.map((difference) => (sum += difference));
};
const spread = (changes, count) => {
  const values = new Array(count).fill(0);
  for (let at = 0; at < changes.length; at += 2) {
    values.fill(changes[at + 1], changes[at], changes[at + 2] ?? count);
  }
  return values;
};
// Returns the views in each frame, from top to bottom. `since` is the frame in which a view was bound to its row.
const unpackViews = (stream, xs, count, bindings) => {
  const frames = [];
  const bound = new Map();
  let at = 0;
  let seen = 0;
  for (let frame = 0; frame < count; frame += 1) {
    if (stream[at] === frame) {
      let changes = stream[at + 1];
      at += 2;
      for (; changes > 0; changes -= 1) {
        const id = stream[at];
        if (id < 0) {
          bound.delete(-1 - id);
          at += 1;
          continue;
        }
        const [row, identity, y, height] = stream.slice(at + 1, at + 5);
        const before = bound.get(id);
        const isSame = before && (before.identity === identity || !bindings[frame]);
        const since = isSame ? before.since : frame;
        const x = points(xs[seen] ?? 0);
        bound.set(id, { id, row, identity, x, y: points(y), height: points(height), since });
        at += 5;
        seen += 1;
      }
      frames.push([...bound.values()].sort((a, b) => a.y - b.y || a.row - b.row));
    } else {
      frames.push(frames[frame - 1] ?? []);
    }
  }
  return frames;
};
const BUDGET = 1e9 / 120;
const markOf = (film, frame) => {
  if (film.isHeld[frame]) return "held";
  if (film.slip[frame]) return "jump";
  if (film.blank[frame]) return "blank";
  return frame > 0 && film.cost[frame] > BUDGET ? "late" : "";
};
const unpack = (track) => {
  const film = { ...track, offset: running(track.offset).map(points) };
  film.expected = running(track.expected).map(points);
  for (const [name, changes] of Object.entries(track.held)) {
    const isCount = ["isHeld", "passes", "bindings"].includes(name);
    const values = spread(changes, track.frames);
    film[name] = isCount ? values : values.map(points);
  }
  film.views = unpackViews(track.views, track.x, track.frames, film.bindings);
  film.mark = film.offset.map((_, frame) => markOf(film, frame));
  let jumped = -Infinity;
  film.lastJump = film.mark.map((mark, frame) => (jumped = mark === "jump" ? frame : jumped));
  return film;
};
const films = data.films.map(unpack);
const count = films[0].frames;
// Whether a mark starts in this frame.
const begins = ({ mark }, frame) =>
  mark[frame] === "jump" || (mark[frame] && mark[frame] !== mark[frame - 1]);
const marks = Array.from({ length: count }, (_, frame) => frame)
  .filter((frame) => films.some((film) => begins(film, frame)));

const number = (value) => Math.round(value).toLocaleString("en");
const length = (value) => {
  const size = Math.abs(value);
  return `${size >= 10 || size === 0 ? number(size) : Number(size.toPrecision(2))} pt`;
};
const time = (ns) => {
  if (ns < 1e3) return `${ns} ns`;
  return ns < 1e6 ? `${(ns / 1e3).toPrecision(3)} µs` : `${(ns / 1e6).toPrecision(3)} ms`;
};
const seconds = (frame) => (frame / data.rate).toFixed(2);
const onScreen = (film, frame) => film.views[frame].filter((view) => {
  const y = view.y - film.offset[frame];
  return view.height > 0 && y < film.viewport[frame] && y + view.height > 0;
});
const place = (film, frame) => {
  const off = film.deviation[frame];
  if (!off) return "in place";
  return `${length(off)} ${off > 0 ? "ahead of" : "behind"} the reference`;
};
const happened = (film, frame) => {
  const slip = film.slip[frame];
  switch (film.mark[frame]) {
    case "jump": return `jumps ${length(slip)} ${slip > 0 ? "forward" : "back"}`;
    case "held": return `held: ${length(slip)} of motion lost`;
    case "blank": return `${length(film.blank[frame])} of the screen blank`;
    case "late": return `costs ${time(film.cost[frame])}, more than a frame at 120 Hz`;
  }
  const correction = film.correction[frame];
  return correction ? `offset corrected by ${length(correction)}, invisible` : "";
};
const state = (film, frame) =>
  [happened(film, frame), place(film, frame)].filter(Boolean).join("; ");
const sentence = (film, frame) => {
  const rows = onScreen(film, frame);
  const ends = [rows[0], rows.at(-1)].map((view) => number(view?.row ?? 0));
  const shown = rows.length ? `rows ${ends.join(" to ")}` : "no rows";
  const bound = film.bindings[frame];
  const views = bound ? `; ${bound} ${bound === 1 ? "view" : "views"} bound` : "";
  const cost = film.mark[frame] === "late" ? "" : `; ${time(film.cost[frame])}`;
  const passes = film.passes[frame] > 2 ? `; laid out ${number(film.passes[frame])} times` : "";
  return `${film.name}: ${shown}; ${state(film, frame)}${views}${passes}${cost}.`;
};
const events = new Map(data.events.map(({ frame, text }) => [frame, text]));
const say = (frame) => {
  const event = events.has(frame) ? `, ${events.get(frame)}` : "";
  const lines = [`Frame ${number(frame)} of ${number(count - 1)}, ${seconds(frame)} s${event}.`]
    .concat(films.map((film) => sentence(film, frame)));
  element("said").replaceChildren(...lines.map((line) => {
    const paragraph = document.createElement("p");
    paragraph.textContent = line;
    return paragraph;
  }));
};
