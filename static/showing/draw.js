// The only module that draws an answer into the page: a whole page, a board, or the new parts.

// Elements that must not move under the eye or the finger while things above them change: keys and the sheet.
const STILL =
  "form#panel, form#panel input[type=radio], details, .sheet, .sheet [id], [data-poll]:not(#board) [id]";
const byId = (id) => document.getElementById(id);
// The element that replaced this one; keys have no id.
export function again({ id, name, value }) {
  if (id) return byId(id);
  return name ? document.querySelector(`#panel [name="${name}"][value="${value}"]`) : null;
}
export const board = () => document.querySelector("[data-poll]");
// A fingerprint of the page: an answer with parts fits only a page with the same one.
export const shownState = () => JSON.stringify(board() ? { ...board().dataset } : null);

// Parses an answer: a page, a board, or a board's empty root followed by parts; rows come in a table.
export function read(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const { content } = template;
  const [root, ...rest] = content.children;
  for (const keys of content.querySelectorAll("[data-thin]")) fillPad(keys);
  const inTable = (part) =>
    part.matches("table") ? [...part.querySelectorAll("thead, tbody[id], tr[id]")] : [part];
  return {
    content,
    main: content.querySelector("main"),
    root,
    parts: root && "parts" in root.dataset ? rest.flatMap(inTable) : null,
  };
}

// A pad omits the keys that are equal to those of the first pad.
function fillPad(keys) {
  const pad = keys.parentNode;
  const first = pad.parentNode.querySelector(".keys");
  const name = first.querySelector("input").name.replace(/\d+/, pad.id.slice(4));
  delete keys.dataset.thin;
  for (const [value, key] of [...first.children].entries()) {
    const there = keys.children[value];
    if (there?.querySelector("input").value !== `${value}`)
      keys.insertBefore(key.cloneNode(true), there).querySelector("input").name = name;
  }
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
  if (!old || (parts && shownState() !== asked)) return false;
  const { panel } = old.dataset;
  const rest = isOwn ? null : resting(old);
  if (parts) drawParts(old, root, parts);
  else drawWhole(old, root);
  const form = document.querySelector("form#panel");
  if (form && byId(root.id).dataset.panel !== panel) form.classList.add("fresh");
  if (!isOwn) rest(parts);
  else if (document.querySelector("#panel.fresh, .result")) showHand();
  pointAgain();
  return true;
}
// The page of an answer may have its own style sheets.
function addStyles(content) {
  for (const link of content.querySelectorAll("link[rel=stylesheet]")) {
    if (!document.querySelector(`link[href="${link.getAttribute("href")}"]`)) document.head.append(link);
  }
}
// The messages of a form are at its end, and their fields at its top; this shows both.
function showProblems() {
  const said = document.querySelector(".page .problems[role]");
  if (!said) return;
  scrollTo(0, 0);
  said.focus({ preventScroll: true });
}
// The result of a tap is shown from its top, whichever tab the tap was in.
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
    const panel = byId("panel");
    if (panel) panel.classList.remove("fresh");
    const token = old.querySelector("[name=csrf_token]")?.value;
    for (const part of parts) {
      keepOpen(old, part);
      const there = byId(part.id);
      if (there) there.replaceWith(part);
      else byId("rows").append(part);
      listen(part);
    }
    describe(old, root.dataset);
    // They are sent only to a page that has its Evening open.
    if (!("evening" in root.dataset)) byId("figures")?.replaceChildren();
    for (const input of old.querySelectorAll("[name=revision]")) input.value = root.dataset.revision;
    for (const input of old.querySelectorAll("[name=csrf_token]")) input.value = token;
    choose(old, root.dataset.chosen.split(" "));
  });
// Known news is not sent again.
function describe(old, { parts, ...data }) {
  for (const name of Object.keys(old.dataset))
    if (name !== "news" && !(name in data)) delete old.dataset[name];
  Object.assign(old.dataset, data);
}
const drawWhole = (old, fresh) =>
  keepFocus(() => {
    keepOpen(old, fresh);
    old.replaceWith(fresh);
    listen(fresh);
  });
// Lets htmx handle the new links.
const listen = (fresh) => window.htmx && htmx.process(fresh);

function keepFocus(draw) {
  const focused = document.activeElement;
  draw();
  if (!focused || focused === document.activeElement) return;
  const there = again(focused);
  // Text that is being typed is newer.
  if (there?.matches("#panel .typed input")) there.value = focused.value;
  there?.focus({ preventScroll: true });
}

// Sets all keys of the panel, because taps made meanwhile may have been refused.
function choose(old, chosen) {
  for (const key of old.querySelectorAll("#panel input[type=radio]")) {
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
