// The only module that draws an answer into the page: a whole page, a board, or the new parts.

import { again, drew, isShown, kept } from "../showing/parts.js";

// Elements that must not move under the eye or the finger while things above them change: keys and the sheet.
const STILL =
  "form#panel, form#panel input[type=radio], details, .sheet, .sheet [id], [data-poll]:not(#board) [id]";
const byId = (id) => document.getElementById(id);
function keep(old) {
  for (const part of old.querySelectorAll("[data-keep]")) kept.set(part.dataset.hash, part);
}
function bringKept(fresh) {
  for (const place of fresh.querySelectorAll("[data-kept]")) place.replaceWith(kept.get(place.dataset.kept));
}
// Returns whether the answer could be drawn: not if the page has changed since the request. `isOwn`: it
// answers a tap on this page, and is not news from others.
export function draw({ content, main, root, parts }, asked, isOwn) {
  if (main) {
    const title = content.querySelector("title");
    if (title) document.title = title.textContent;
    addStyles(content);
    drawWhole(document.querySelector("main"), main);
    showProblems();
    return true;
  }
  const old = root?.id && byId(root.id);
  if (!old || (parts && !isShown(asked))) return false;
  drew();
  const { panel } = old.dataset;
  const rest = isOwn ? null : resting(old);
  if (parts) drawParts(old, root, parts);
  else drawWhole(old, root);
  const form = document.querySelector("form#panel");
  if (form && byId(root.id).dataset.panel !== panel) form.classList.add("fresh");
  if (!isOwn) rest(parts);
  else if (asked?.view === location.hash && document.querySelector("#panel.fresh, .result")) showHand();
  pointAgain();
  return true;
}
// The page of an answer may have its own style sheets.
function addStyles(content) {
  const links = [...content.querySelectorAll("link[rel=stylesheet]")];
  const named = (page, link) => page.querySelector(`link[href="${link.getAttribute("href")}"]`);
  if (links.length)
    for (const old of document.querySelectorAll("link[rel=stylesheet]"))
      if (!named(content, old)) old.remove();
  for (const link of links) if (!named(document, link)) document.head.append(link);
}
// The messages of a form are at its end, and their fields where the first leads, or at its top; this shows both.
function showProblems() {
  const problems = document.querySelector(":is(.page, .desk) .problems[role]");
  if (!problems) return;
  document.querySelector(problems.querySelector("a")?.hash || "main")?.scrollIntoView();
  problems.focus({ preventScroll: true });
  problems.scrollIntoView({ block: "nearest" });
}
// The result of a tap is shown from its top, whichever tab the tap was in, unless another was opened meanwhile.
function showHand() {
  if (location.hash && location.hash !== "#hand") location.hash = "hand";
  scrollTo(0, 0);
}

// The address no longer points to a view that was drawn again.
function pointAgain() {
  if (!location.hash || document.querySelector(":target")) return;
  const y = scrollY;
  location.replace(location.hash);
  scrollTo(0, y);
}

// Keeps the reader's place while others change the page.
function resting(old) {
  const seen = [...old.querySelectorAll(STILL)].map((part) => ({ part, box: part.getBoundingClientRect() }));
  return (parts) => {
    const still = ({ part, box }) => box.bottom > 60 && (parts ? part.isConnected : again(part));
    const anchor = scrollY > 0 && seen.find(still);
    if (anchor) scrollBy(0, again(anchor.part).getBoundingClientRect().top - anchor.box.top);
  };
}

const drawParts = (old, root, parts) =>
  keepFocus(() => {
    leave(parts);
    byId("panel")?.classList.remove("fresh");
    const token = old.querySelector("[name=csrf_token]")?.value;
    for (const part of parts) {
      keepOpen(old, part);
      const there = byId(part.id);
      if (there) keep(there);
      bringKept(part);
      if (there) there.replaceWith(part);
      else byId("rows").append(part);
      listen(part);
    }
    dropRows(Number(root.dataset.rows));
    describe(old, root.dataset);
    for (const input of old.querySelectorAll("[name=revision]")) input.value = root.dataset.revision;
    for (const input of token ? old.querySelectorAll("[name=csrf_token]") : []) input.value = token;
    choose(old, root.dataset.chosen.split(" "));
  });
// A browser lays out the page to remove what has the focus: cheap only before anything has changed.
function leave(parts) {
  const at = document.activeElement;
  if (at.matches("button, input[type=radio]") && parts.some(({ id }) => byId(id)?.contains(at))) at.blur();
}
function describe(old, { parts, ...data }) {
  for (const name of Object.keys(old.dataset)) if (!(name in data)) delete old.dataset[name];
  Object.assign(old.dataset, data);
}
// After an Undo the sheet may have a hand less.
function dropRows(left) {
  for (const row of [...byId("rows").children].slice(left)) row.remove();
}
const drawWhole = (old, fresh) =>
  keepFocus(() => {
    keepOpen(old, fresh);
    old.replaceWith(fresh);
    listen(fresh);
  });
// Lets htmx handle the new links.
export const listen = (fresh) => window.htmx && htmx.process(fresh);

function keepFocus(draw) {
  const focused = document.activeElement;
  const texts = focused?.closest("#panel .typed")?.querySelectorAll("[type=text]") ?? [];
  draw();
  if (!focused || focused === document.activeElement) return;
  // What is typed is newer, also in the field before; no script of Firefox hears that what has the focus was removed.
  for (const text of texts) {
    const there = again(text);
    if (there && (text === focused || text.value !== text.defaultValue)) there.value = text.value;
  }
  again(focused)?.focus({ preventScroll: true });
}

// Sets all keys of the panel, because taps made meanwhile may have been refused.
function choose(old, chosen) {
  for (const key of old.querySelectorAll("#panel [type=radio]:not(.typed *)")) {
    key.defaultChecked = chosen.includes(`${key.name}-${key.value}`);
    key.checked = key.defaultChecked;
  }
}

function keepOpen(old, fresh) {
  for (const part of old.querySelectorAll("details[id]")) {
    const anew = fresh.querySelector(`#${part.id}`);
    if (anew) anew.open = part.open;
  }
}
