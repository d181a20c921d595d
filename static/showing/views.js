// The views of a game, of which the address decides which one is open, and the line above them.
import { board } from "./parts.js";
import { clockTime } from "./times.js";

// Whether an element takes part in the page as it is drawn now; Safari answers this itself from 17.4 on.
export const isDrawn = (element) => element.checkVisibility?.() ?? element.getClientRects().length > 0;

// Without scripts no tab is marked, and the tab of the Standings is a link to the page with them open. The address tells
// which one: scripts may run before the browser has found its target, of which nothing tells them.
export function markTab() {
  for (const tab of document.querySelectorAll("#board .tabs a")) {
    tab.href = tab.hash;
    tab.ariaCurrent = tab.hash === (location.hash || "#hand") ? "page" : null;
  }
}

// The sheet opens at the hand in play; while the sheet is hidden, this does nothing.
export const showInPlay = () =>
  document.querySelector("#board .in-play")?.scrollIntoView({ block: "nearest" });

// The figures of the Standings arrive when they are opened, and with each answer while they are open; an answer
// without them removes them.
const isEvening = () => location.hash === "#evening" && document.getElementById("figures");
const hasFigures = () => "evening" in board().dataset;
export const lacksFigures = () => isEvening() && !hasFigures();
export const openView = () => (isEvening() && hasFigures() ? { view: "evening" } : {});

// The status line, which screen readers announce.
const status = () => document.getElementById("status");
let hiding = 0;
export function announce(text) {
  clearTimeout(hiding);
  status().textContent = text;
  status().className = "";
}
// Shown above a game for four seconds: messages about things that the game itself does not show; by default
// those that came with the page.
export function announceShown(text) {
  announce(text ?? status().textContent);
  if (!status().textContent) return;
  status().className = "toast";
  hiding = setTimeout(() => announce(""), 4000);
}

// Announces the message of an answer, such as "Saved".
export function announceAnswer(header) {
  const { said: message } = JSON.parse(header) ?? {};
  if (message) announce(message.timed ? `${message.text} ${clockTime(new Date())}` : message.text);
}
