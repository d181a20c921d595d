// Makes elements; no text is ever read as HTML.

const SVG = "http://www.w3.org/2000/svg";

export function make(tag, className, ...inside) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (className === "name") element.translate = false;
  element.append(...inside.filter((part) => part !== null));
  return element;
}
// A drawing of the page, by its id.
export function icon(id, className = "icon") {
  const [svg, use] = ["svg", "use"].map((tag) => document.createElementNS(SVG, tag));
  svg.setAttribute("class", className);
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#${id}`);
  svg.append(use);
  return svg;
}
// The shade and the crest of a seat, from its line.
export const crestOf = (seat) => {
  const line = document.getElementById(`line-${seat}`);
  const shade = [...line.classList].find((name) => /^s\d+$/.test(name));
  return { shade, crest: line.querySelector(".flank svg").cloneNode(true) };
};
// Writes a text only if it differs, because even the same text would be laid out again.
export function write(element, text) {
  if (element.textContent !== `${text}`) element.textContent = text;
}
const drawn = new WeakMap();
// Whether an element was drawn from other values than these.
export function isNews(element, ...values) {
  const text = JSON.stringify(values);
  const differs = drawn.get(element) !== text;
  drawn.set(element, text);
  return differs;
}
export const suit = (card) => icon(card, `suit ${card}`);
