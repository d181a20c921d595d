// Shows above Start who deals, who begins and how many hands the game will have, while the user types names,
// moves seats and chooses games. The numbers and sentences come from the server. If the table chooses the
// deck itself, their number appears only after a request.
import { folded } from "../ahead/names.js";
import { early } from "../saving/entries.js";

const LONGEST = 60;
const plural = new Intl.PluralRules(document.documentElement.lang);

function opening(line, chosen, names) {
  const dealer = names.findIndex((_, seat) => chosen("dealer")?.value === String(seat));
  const opener = [...names.slice(dealer + 1), ...names.slice(0, Math.max(dealer, 0))].find(Boolean);
  if (!names[dealer] || !opener) return "";
  const kind = chosen("variant")?.closest(".kind");
  const isAtOnce = kind?.matches(".at-once") || (chosen("hidden") && !kind?.matches(".fixed-bids"));
  const text = isAtOnce ? line.dataset.atOnce : line.dataset.inTurn;
  return text.replace(/\{(\d)\}/g, (_, place) => [names[dealer], opener][place]);
}

// The sizes of the hands from the first to the last, or those of a list; none if the game cannot have these.
export function spanned(typed, isOn, largest) {
  const ends = [typed("first") || 1, typed("last") || largest];
  if (!ends.every((size) => isSize(size, largest))) return [];
  const [first, last] = ends.map(Number);
  const step = isOn("second") ? 2 : 1;
  const count = Math.floor(Math.abs(last - first) / step) + 1;
  const there = Array.from({ length: count }, (_, at) => first + Math.sign(last - first) * step * at);
  return isOn("back") ? [...there, ...there.slice(0, -1).reverse()] : there;
}
export function listed(typed, largest) {
  const sizes = sizesOf(typed);
  return sizes.every((size) => isSize(size, largest)) ? sizes : [];
}
const isSize = (size, largest) => /^\d+$/.test(size) && size >= 1 && size <= largest;
function sizesOf(typed) {
  return typed("sizes")
    .split(/[\s,;]+/)
    .filter(Boolean);
}

export function fieldsOf(form) {
  const field = (name, state = "") => form.querySelector(`[name=${name}]${state}`);
  const chosen = (name) => field(name, ":checked");
  const typed = (name) => field(name)?.value.trim() ?? "";
  return { chosen, typed, field };
}
function show(form) {
  const { chosen, typed, field } = fieldsOf(form);
  const names = [...form.querySelectorAll("[name=name]")].map(({ value }) => value.trim());
  const line = form.querySelector("#outlook");
  const games = JSON.parse(chosen("variant")?.dataset.hands ?? "{}");
  const [whole, largest] = games[names.filter(Boolean).length] ?? [];
  const counts = { whole, span: spanned(typed, chosen, largest).length, list: listed(typed, largest).length };
  const count = counts[chosen("length")?.value ?? "whole"];
  const hands = count <= LONGEST && count && JSON.parse(line.dataset.hands)[plural.select(count)];
  line.textContent = [opening(line, chosen, names), hands?.replace?.("{number}", count)]
    .filter(Boolean)
    .join(" · ");
  if (whole) field("length", "[value=whole] + b").textContent = whole;
  showLengths(field, typed);
  // Nobody is offered who sits already.
  const seated = names.map(folded);
  for (const one of form.querySelectorAll("[name=use], #people option")) {
    one.disabled = one.hidden = seated.includes(folded(one.value));
  }
}

// The figures of the ways to choose the hand sizes.
export function showLengths(field, typed) {
  const says = (length, text) => {
    const key = field("length", `[value=${length}] + b`);
    if (key) key.textContent = text;
  };
  says("span", `${typed("first") || 1}–${typed("last") || "…"}`);
  says("list", sizesOf(typed).length || "1 3 5");
}

function changed({ target }) {
  const form = target.closest("#start form");
  if (form) show(form);
}
document.addEventListener("input", changed);
document.addEventListener("moved", changed, true);
const [input] = early("#start form input");
if (input) show(input.form);

// A tap that opens fields scrolls to them.
document.addEventListener("click", ({ target }) => {
  const fields = target.closest(".len")?.parentNode ?? target.closest(".opens-next")?.nextElementSibling;
  fields?.scrollIntoView({ block: "nearest" });
});
