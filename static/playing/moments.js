// Short animations when bids are revealed, a hand is scored or the game ends: cards turn over, totals count
// up, the curve draws itself, the winner's card falls. The board already has the new values and accepts every tap.
import { board } from "../showing/parts.js";
import { isDrawn } from "../showing/views.js";

const MINUS = "−";
const ROLL = { duration: 600, easing: "cubic-bezier(0.2, 0.6, 0.2, 1)", fill: "forwards" };
// The number of values through which a total rolls.
const STEPS = 8;
// Hands whose curve is worth drawing.
const FEWEST = 3;
const FALL = { duration: 700, easing: "cubic-bezier(0.2, 0.9, 0.3, 1.25)", fill: "backwards" };
// Each card turns a little after the one before: ten take less than a second.
const TURN = { duration: 400, easing: "ease-in-out", fill: "backwards" };
const BETWEEN = 60;

export const numberOf = (text) => Number(text.replace(MINUS, "-"));
export const textOf = (number) => `${number}`.replace("-", MINUS);
// The numbers that a total passes, both ends included.
export function numbersBetween(from, to) {
  const steps = Array.from({ length: STEPS }, (_, at) => Math.round(from + ((to - from) * at) / (STEPS - 1)));
  return [...new Set(steps)];
}
// The milliseconds that the curve takes to draw itself, by its number of hands.
export const drawingTime = (hands) => Math.min(4800, 800 + 280 * hands);
// The points of a path with one M and relative steps: "M30 145l18-7 18 3".
export function pointsOf(path) {
  const numbers = path.match(/-?[\d.]+/g).map(Number);
  const points = [];
  for (let at = 0; at < numbers.length; at += 2) {
    const { x, y } = points.at(-1) ?? { x: 0, y: 0 };
    points.push({ x: x + numbers[at], y: y + numbers[at + 1] });
  }
  return points;
}

const all = (which, within = document) => [...within.querySelectorAll(which)];
const areHidden = () => document.querySelector(".hidden-bid") !== null;
const isOver = () => board()?.matches("[data-over]");
const isCalm = () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
function buzz(...times) {
  // Before the first tap on a page, browsers refuse it with a warning.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(times);
}
function made(className, box) {
  const element = document.createElement("div");
  element.className = className;
  element.ariaHidden = "true";
  for (const side of ["left", "top", "width", "height"]) element.style[side] = `${box[side]}px`;
  return element;
}

// Returns `drawn()`, which is called after each drawing of the board.
export function watchMoments() {
  // The dummy has none.
  const totals = () =>
    new Map(all(".player-line:has(.total)").map(({ id }) => [id, document.querySelector(`#${id} .total`)]));
  const numbers = () => new Map([...totals()].map(([id, total]) => [id, numberOf(total.textContent)]));
  let known = numbers();
  let wereHidden = areHidden();
  let wasOver = isOver();
  let hasDrawn = false;
  let stop = () => {};
  let counted = null;

  function drawn() {
    if (!board()) return;
    const before = known;
    const isReveal = wereHidden && !areHidden();
    const isEnd = isOver() && !wasOver;
    known = numbers();
    wereHidden = areHidden();
    wasOver = isOver();
    if (!isOver() && !counted?.isConnected) stop();
    if (isCalm()) return;
    // With the frame that lays out the new page.
    requestAnimationFrame(() => {
      if (isEnd) return end();
      if (isReveal) turnOver();
      roll(before);
    });
  }
  function roll(before) {
    // A line shows the points of a hand beside the total until the next bids.
    const changed = [...totals()].filter(
      ([id, total]) =>
        before.has(id) &&
        before.get(id) !== known.get(id) &&
        isDrawn(total) &&
        document.querySelector(`#${id} .pts`),
    );
    if (!changed.length) return;
    stop();
    counted = changed[0][1];
    stop = count(changed.map(([id, total]) => ({ total, from: before.get(id) })));
    buzz(15);
  }
  function end() {
    stop();
    const card = document.querySelector("#over .sheetcard");
    const hands = card ? pointsOf(card.querySelector(".l").getAttribute("d")).length - 1 : 0;
    if (hasDrawn || hands < FEWEST || !isDrawn(card)) return fall();
    hasDrawn = true;
    stop = drawCurve(card, fall);
  }
  return drawn;
}

// The cards of the players turn over and show their bids, unless the phone missed that until the hand was scored.
function turnOver() {
  if (document.querySelector(":is(.player-line, .spot) :is(.pts, .stamp)")) return;
  const cards = all(":is(.player-line, .spot):has(.bid b:not(:empty))").filter(isDrawn);
  for (const [at, card] of cards.entries()) {
    const time = { ...TURN, delay: at * BETWEEN };
    const back = document.createElement("span");
    back.className = "cardback";
    back.ariaHidden = "true";
    card.append(back);
    card.animate({ transform: [180, 0].map((angle) => `perspective(1600px) rotateY(${angle}deg)`) }, time);
    // It is gone when its card is seen from the edge.
    const gone = back.animate({ opacity: [1, 1, 0, 0], offset: [0, 0.5, 0.5, 1] }, time);
    gone.finished.then(() => back.remove());
  }
}

// Totals roll on in front of the real ones, which are hidden meanwhile. Returns a function that ends it.
function count(lines) {
  const rolls = lines.map(({ total, from }) => {
    const { font, color, textAlign, letterSpacing } = getComputedStyle(total);
    const box = total.getBoundingClientRect();
    const copy = made("counting", box);
    Object.assign(copy.style, { font, color, textAlign, letterSpacing, lineHeight: `${box.height}px` });
    const strip = copy.appendChild(document.createElement("div"));
    const numbers = numbersBetween(from, numberOf(total.textContent));
    strip.textContent = numbers.map(textOf).join("\n");
    const up = `translateY(${box.height * (1 - numbers.length)}px)`;
    return { copy, strip, up, total };
  });
  document.body.append(...rolls.map(({ copy }) => copy));
  const moves = rolls.map(({ strip, up }) => strip.animate({ transform: ["none", up] }, ROLL));
  const hides = rolls.map(({ total }) => total.animate({ opacity: [0, 0] }, ROLL));
  function stop() {
    for (const { copy } of rolls) copy.remove();
    for (const move of [...moves, ...hides]) move.cancel();
  }
  moves[0].finished.then(stop, () => {});
  return stop;
}

function fall() {
  for (const card of all(".wincard")) {
    card.animate({ transform: ["translateY(-90vh) rotate(24deg)"], opacity: [0.4] }, FALL);
  }
  buzz(30, 60, 50);
}

// The curve draws itself where the winner's card will be; any touch ends that. Then calls `then`.
function drawCurve(card, then) {
  const box = document.querySelector(".ending").getBoundingClientRect();
  const dock = document.querySelector("#over .act").getBoundingClientRect();
  const stage = made("drawing", { ...box.toJSON(), height: dock.top - box.top });
  stage.append(card.cloneNode(true));
  document.body.append(stage);
  const move = race(stage.querySelector(".chart"));
  const events = ["pointerdown", "keydown", "resize"];
  let isDone = false;
  function finish() {
    if (isDone) return;
    isDone = true;
    for (const name of events) removeEventListener(name, finish);
    stage.remove();
    then();
  }
  for (const name of events) addEventListener(name, finish, { passive: true });
  move.finished.then(finish, () => {});
  return finish;
}

// A curtain that only moves: nothing is painted again. The crests are where the lines end.
function race(chart) {
  const lines = all(".l", chart);
  const points = lines.map((line) => pointsOf(line.getAttribute("d")));
  const { a: scale, e: from } = lines[0].getScreenCTM();
  const around = chart.getBoundingClientRect();
  const inside = chart.parentElement.getBoundingClientRect();
  const begins = from + Math.min(...points.map(([first]) => first.x)) * scale;
  const [left, top] = [begins - inside.left, around.top - inside.top];
  const curtain = made("curtain", { left, top, width: inside.right - begins, height: around.height });
  chart.parentElement.append(curtain);
  const duration = drawingTime(Math.max(...points.map(({ length }) => length)) - 1);
  const time = { duration, delay: 250, endDelay: 500, fill: "both" };
  return curtain.animate({ transform: ["scaleX(1)", "scaleX(0)"] }, time);
}
