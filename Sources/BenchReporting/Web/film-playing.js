// Keeps track of the current frame and handles the controls that change it.
const slider = element("frame");
slider.max = count - 1;
// Start one second before the first mark.
let now = Math.max(0, (marks[0] ?? 0) - data.rate);
let since = null;      // when the last frame was drawn, while playing
let left = 0;          // the remaining fraction of a frame
let isPlaying = false;

const draw = () => {
  films.forEach((film, index) => {
    drawPhone(film, index, now);
    const line = element(`state-${index}`);
    line.textContent = state(film, now);
    line.dataset.mark = film.mark[now];
  });
  drawStrip(now);
  slider.value = now;
  slider.setAttribute("aria-valuetext", `frame ${now}, ${seconds(now)} seconds`);
  element("clock").textContent =
    `${seconds(now)} of ${seconds(count - 1)} s, frame ${number(now)}`;
};
const show = (frame) => {
  now = Math.min(Math.max(0, frame), count - 1);
  draw();
  if (!isPlaying) say(now);
};
const speed = () => Number(document.querySelector("input[name=speed]:checked").value);
const nextMark = () => marks.find((frame) => frame > now);
// Plays in real time or, if the user prefers reduced motion, shows one mark per second.
const advance = (passed) => {
  if (calm.matches) {
    left += passed;
    if (left < 1) return;
    left = 0;
    show(nextMark() ?? count - 1);
    say(now);
    return;
  }
  left += passed * data.rate * speed();
  const frames = Math.floor(left);
  left -= frames;
  if (frames) show(now + frames);
};
const tick = (moment) => {
  if (!isPlaying) return;
  if (since !== null) advance((moment - since) / 1000);
  since = moment;
  if (now === count - 1) return play(false);
  requestAnimationFrame(tick);
};
const play = (wanted) => {
  if (wanted && now === count - 1) now = 0;
  isPlaying = wanted;
  since = null;
  left = 0;
  element("play").textContent = wanted ? "Pause" : "Play";
  if (wanted) requestAnimationFrame(tick);
  else show(now);
};
const go = (frame) => {
  isPlaying = false;
  element("play").textContent = "Play";
  show(frame);
};
const lastMark = () => marks.findLast((frame) => frame < now);

element("play").addEventListener("click", () => play(!isPlaying));
element("back").addEventListener("click", () => go(now - 1));
element("on").addEventListener("click", () => go(now + 1));
element("last").addEventListener("click", () => go(lastMark() ?? 0));
element("next").addEventListener("click", () => go(nextMark() ?? count - 1));
slider.addEventListener("input", () => go(Number(slider.value)));
const seek = (event) => {
  const box = strip.getBoundingClientRect();
  go(Math.round(((event.clientX - box.left) / box.width) * (count - 1)));
};
strip.addEventListener("pointerdown", (event) => {
  strip.setPointerCapture(event.pointerId);
  seek(event);
});
strip.addEventListener("pointermove", (event) => event.buttons && seek(event));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = {
    " ": () => play(!isPlaying), ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1),
    Home: () => go(0), End: () => go(count - 1),
  };
  // Buttons handle the space key themselves; radio buttons, the slider and the table handle the arrow keys.
  const owner = event.target === slider && event.key === " " ? "none" : "input, .wide";
  const isTaken = event.target.closest(event.key === " " ? `button, ${owner}` : owner);
  if (isTaken || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
const redraw = () => {
  takeColours();
  element("calm").hidden = !calm.matches;
  lanes = null;
  draw();
};
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
calm.addEventListener("change", redraw);
addEventListener("resize", redraw);
redraw();
say(now);
