// Shows above Start who deals, who begins and how many hands the game will have, while the user types names,
// moves seats and chooses games. The numbers and sentences come from the server. If the table chooses the
// hands or the deck itself, their number appears only after a request.
import { early } from "../saving/entries.js";

function opening(line, chosen, names) {
  const dealer = names.findIndex((_, seat) => chosen("dealer")?.value === String(seat));
  const opener = [...names.slice(dealer + 1), ...names.slice(0, Math.max(dealer, 0))].find(Boolean);
  if (!names[dealer] || !opener) return "";
  const kind = chosen("variant")?.closest(".kind");
  const isAtOnce = kind?.matches(".at-once") || (chosen("hidden") && !kind?.matches(".fixed-bids"));
  const text = isAtOnce ? line.dataset.atOnce : line.dataset.inTurn;
  return text.replace(/\{(\d)\}/g, (_, place) => [names[dealer], opener][place]);
}

function wholeGame(chosen, names) {
  return JSON.parse(chosen("variant")?.dataset.hands ?? "{}")[names.filter(Boolean).length];
}

function show(form) {
  const chosen = (name) => form.querySelector(`[name=${name}]:checked`);
  const names = [...form.querySelectorAll("[name=name]")].map(({ value }) => value.trim());
  const line = form.querySelector("#outlook");
  const whole = wholeGame(chosen, names);
  const hands = chosen("length")?.value === "whole" && whole;
  line.textContent = [opening(line, chosen, names), hands].filter(Boolean).join(" · ");
  const [figure] = /\d+/.exec(whole) ?? [];
  if (figure) form.querySelector("[value=whole] + b").textContent = figure;
  const typed = (name) => form.querySelector(`[name=${name}]`)?.value.trim();
  const says = (length, text) => {
    const key = form.querySelector(`[value=${length}] + b`);
    if (key) key.textContent = text;
  };
  says("span", `${typed("first") || 1}–${typed("last") || "…"}`);
  says(
    "list",
    typed("sizes")
      ?.split(/[\s,;]+/)
      .filter(Boolean).length || "1 3 5",
  );
}

function changed({ target }) {
  const form = target.closest("#start form");
  if (form) show(form);
}
document.addEventListener("input", changed);
document.addEventListener("moved", changed, true);
const [input] = early("#start form input");
if (input) show(input.form);
