// Decodes the recorded films. From here on, lengths are in points.
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
// Returns the views of each frame, from top to bottom. `since` is the frame in which a view was bound to its
// row.
const unpackViews = (stream, count, bindings) => {
  const frames = [];
  const bound = new Map();
  let at = 0;
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
        const [row, y, height] = stream.slice(at + 1, at + 4);
        const before = bound.get(id);
        const isSame = before && (before.row === row || !bindings[frame]);
        const since = isSame ? before.since : frame;
        bound.set(id, { id, row, y: points(y), height: points(height), since });
        at += 4;
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
  film.views = unpackViews(track.views, track.frames, film.bindings);
  film.mark = film.offset.map((_, frame) => markOf(film, frame));
  let jumped = -Infinity;
  film.lastJump = film.mark.map((mark, frame) => (jumped = mark === "jump" ? frame : jumped));
  return film;
};
const films = data.films.map(unpack);
const count = films[0].frames;
// Whether a mark begins in a frame of a film.
const begins = ({ mark }, frame) =>
  mark[frame] === "jump" || (mark[frame] && mark[frame] !== mark[frame - 1]);
const marks = Array.from({ length: count }, (_, frame) => frame)
  .filter((frame) => films.some((film) => begins(film, frame)));
