// What the page shows, and what an answer contains; playing/draw.js puts the one in place of the other.

const byId = (id) => document.getElementById(id);
// The element that replaced this one; keys have no id.
export function again({ id, name, value }) {
  if (id) return byId(id);
  return name ? document.querySelector(`#panel [name="${name}"][value="${value}"]`) : null;
}
export const board = () => document.querySelector("[data-poll]");
// The hashes of all parts that the page shows: an answer brings the parts with other ones.
export const shownParts = () =>
  [...(byId("board")?.querySelectorAll("[data-hash]") ?? [])].map(({ dataset }) => dataset.hash).join("");
// Parts that come back unchanged with each hand, by their hashes: once shown, an answer only names them.
export const kept = new Map();
export const keptParts = () => [...kept.keys()].join("");
// If a script has changed a part, the server sends it again.
export function redraw(element) {
  element.closest("[data-hash]").dataset.hash = "";
}
// The parts that the page shows: an answer with parts fits only the page that asked for it.
let drawings = 0;
export const shownState = () => ({ root: board(), drawings });
export const drew = () => {
  drawings += 1;
};
export const isShown = (state) => state?.root === board() && state?.drawings === drawings;

// The phone drew hands itself: no answer with parts fits any more, so the next one must contain everything.
export function leaveParts() {
  drew();
  for (const part of board().querySelectorAll("[data-hash]")) part.dataset.hash = "";
  board().dataset.seen = "";
}

// Parses an answer: a page, a board, or a board's empty root followed by parts; rows come in a table.
export function read(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const { content } = template;
  const [root, ...rest] = content.children;
  for (const keys of content.querySelectorAll("[data-bids], [data-tricks]")) fillPad(keys);
  const inTable = (part) =>
    part.matches("table") ? [...part.querySelectorAll("thead, tbody[id], tr[id]")] : [part];
  return {
    content,
    main: content.querySelector("main"),
    root,
    parts: root && "parts" in root.dataset ? rest.flatMap(inTable) : null,
  };
}

// The server sends pads without the keys that are plain numbers.
export function fillPad(keys) {
  const { bids, tricks } = keys.dataset;
  const numbers = bids ?? tricks;
  const name = keys.parentNode.id.replace("pad", bids ? "bid" : "tricks").replace("-", "_");
  for (let number = 0; number < Number(numbers); number += 1) {
    const there = keys.children[number];
    if (there?.querySelector("input").value === `${number}`) continue;
    keys.insertBefore(plainKey(name, number), there ?? null);
  }
}
function plainKey(name, value) {
  const [key, input, text] = ["label", "input", "span"].map((tag) => document.createElement(tag));
  key.className = "key";
  Object.assign(input, { type: "radio", name, value });
  text.textContent = value;
  key.append(input, text);
  return key;
}
