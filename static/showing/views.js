// The views of a game; the address decides which one is open.
import { board } from "./parts.js";

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
