// Updates the pages of an event: their clocks count down, and they show news of the desk and the tables.

import { noteWatched } from "../ahead/watched.js";
import { listen } from "../playing/draw.js";
import { ask } from "../saving/ask.js";
import { clockTime, showLocalTimes } from "../showing/times.js";
import { phase, serverTime, setClock, showClocks } from "./clock.js";

const EVERY = 2500;
// The time in the background after which a page polls seldom, until somebody looks at it again.
const HIDDEN = 2 * 60 * 1000;
const SELDOM = 30 * 1000;
// A single lost answer does not mean that the connection is lost.
const LOST = 8000;
const TURN = 12 * 1000;
// An answer to a tap may have drawn another page: another frame, or one that follows nothing.
const frame = () => document.querySelector("[data-script=event]");
const live = (root) => [...root.querySelectorAll("[data-live]")];

let asking = null;
let askedAt = 0;
let heardAt = Date.now();
let hiddenAt = document.hidden ? Date.now() : 0;
let shown = null;
let shownPhase = "";

function isTurn() {
  const wait = document.hidden && Date.now() - hiddenAt > HIDDEN ? SELDOM : EVERY;
  return Date.now() - askedAt > wait - EVERY / 2;
}
async function poll() {
  const root = frame();
  if (!root || asking || !isTurn()) return;
  askedAt = Date.now();
  const mine = new AbortController();
  asking = mine;
  const now = phase();
  const address = new URL(root.dataset.from, location.href);
  // A page of another phase is new although nothing was changed.
  address.searchParams.set("seen", now === shownPhase ? root.dataset.seen : "");
  if (now) address.searchParams.set("at", now);
  const parts = [...root.querySelectorAll("[data-hash]")].map(({ dataset }) => dataset.hash);
  if (parts.length) address.searchParams.set("parts", parts.join(""));
  const answer = await ask(address, { aborter: mine, patience: 8000 });
  if (asking !== mine) return;
  asking = null;
  // The answer is about a page that has been drawn over.
  if (frame() === root) heard(answer, now);
}
function heard(answer, now) {
  if (answer.ours && answer.status === 404) return location.reload();
  // A slip whose phone may keep score now leads to the game.
  const onward = answer.ours && answer.header("HX-Redirect");
  if (onward) return location.replace(onward);
  if (answer.ours && answer.status < 400) {
    heardAt = Date.now();
    setClock(Date.parse(answer.header("Date")) + 500);
    if (answer.html && isFree()) {
      draw(new DOMParser().parseFromString(answer.html, "text/html"));
      shownPhase = now;
    }
  }
  showLine();
  showAll();
}
// Never replaces an input that is being used.
const isFree = () =>
  !document.activeElement?.closest("[data-live] :is(input, select, textarea)") &&
  !document.querySelector("form[inert]");

// Replaces what changed. A page with other parts is another page, for example the next step of the desk.
function draw(fresh) {
  const root = fresh.querySelector("[data-script=event]");
  if (root && "parts" in root.dataset) return drawParts(root);
  const [before, after] = [live(document), live(fresh)];
  const isSame = root && after.length === before.length && root.dataset.view === frame().dataset.view;
  if (!isSame) return hasTyped() || location.reload();
  for (const [at, element] of before.entries()) if (!element.isEqualNode(after[at])) put(element, after[at]);
  update(root);
  document.title = fresh.title;
}
const update = ({ dataset: { seen, from, aloneFrom } }) =>
  Object.assign(frame().dataset, { seen, from, aloneFrom });
// Only tables changed: their parts take the places of the old ones, and the list has the order of the answer.
function drawParts(root) {
  const fresh = new Map([...root.parentNode.querySelectorAll("[data-hash]")].map((part) => [part.id, part]));
  const at = (id) => document.getElementById(id);
  keepPlace(frame(), () => {
    for (const [id, part] of fresh) at(id)?.replaceWith(part);
    const order = root.dataset.order.split(" ").filter(Boolean);
    at("tables").replaceChildren(...order.map((id) => at(id) ?? fresh.get(id)));
  });
  update(root);
}
const hasTyped = () =>
  [...document.querySelectorAll("main input:not([type=hidden]), main textarea")].some(
    ({ value, defaultValue }) => value !== defaultValue,
  );
function put(element, fresh) {
  keepPlace(element, () => {
    element.className = fresh.className;
    element.replaceChildren(...fresh.childNodes);
    listen(element);
  });
}
function keepPlace(element, change) {
  const views = () => [...element.querySelectorAll(".view"), element];
  const tops = views().map(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft]);
  const own = document.activeElement?.closest("[data-hash]")?.id;
  const holder = () => (own && document.getElementById(own)) || element;
  const controls = () => [...holder().querySelectorAll("a, button, summary")];
  const focused = controls().indexOf(document.activeElement);
  change();
  for (const [at, part] of views().entries()) if (tops[at]) [part.scrollTop, part.scrollLeft] = tops[at];
  controls()[focused]?.focus({ preventScroll: true });
}

function meet() {
  if (frame() === shown) return;
  shown = frame();
  if (!shown) return;
  heardAt = Date.now();
  setClock(Number(shown.dataset.time));
  shownPhase = phase();
  showAll();
}
// The wall and the desk say how long they have had no news.
function showLine() {
  const line = document.getElementById("lost");
  if (!line || !frame()) return;
  const isLost = Date.now() - heardAt > LOST;
  if (isLost && line.hidden) line.querySelector(".since").textContent = clockTime(new Date(heardAt));
  line.hidden = !isLost;
  frame().classList.toggle("is-lost", isLost);
}
// Pages of a long list turn by the time of day, so all walls of a hall show the same one. Seats leave for good.
function turn() {
  const leaves = document.querySelectorAll("[data-leaf]");
  if (!leaves.length) return;
  const isAlone = serverTime() >= Number(frame().dataset.aloneFrom);
  const count = isAlone ? 1 : Number(leaves[leaves.length - 1].dataset.leaf) + 1;
  const open = Math.floor(serverTime() / TURN) % count;
  for (const leaf of leaves) {
    const isOpen = Number(leaf.dataset.leaf) === open;
    if (leaf.matches("ol")) leaf.hidden = !isOpen;
    else leaf.classList.toggle("now", isOpen);
  }
}
function showAll() {
  showClocks();
  showLocalTimes();
  turn();
}
function now() {
  asking?.abort();
  asking = null;
  askedAt = 0;
  hiddenAt = document.hidden ? Date.now() : 0;
  showAll();
  poll();
}
// A projector's screen stays on if the browser allows it.
function keepAwake() {
  if (!document.hidden && frame()?.matches(".wall")) navigator.wakeLock?.request("screen").catch(() => {});
}

meet();
keepAwake();
if (frame()?.matches(".own-phone, .wall")) noteWatched(/\/e\/([^/]+)/.exec(location.pathname)[1]);
setInterval(() => {
  meet();
  showClocks();
  turn();
}, 250);
setInterval(() => {
  showLine();
  poll();
}, EVERY);
document.addEventListener("visibilitychange", () => {
  now();
  keepAwake();
});
addEventListener("online", now);
addEventListener("pageshow", ({ persisted }) => persisted && now());
