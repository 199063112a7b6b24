// Describes a frame in words.
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
    case "late": return `took ${time(film.cost[frame])}, longer than a frame at 120 Hz`;
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
  const isKnown = film.cost.length > 0 && film.mark[frame] !== "late";
  const cost = isKnown ? `; ${time(film.cost[frame])}` : "";
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
