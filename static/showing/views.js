// The views of a game: the address says which one is open.
import { board } from "./draw.js";

// Without scripts no tab is marked, and that of the Evening asks for the page that has it open.
export function markTab() {
  const open = document.querySelector("#board > :target")?.id ?? "hand";
  for (const tab of document.querySelectorAll(".tabs a")) {
    tab.href = tab.hash;
    tab.ariaCurrent = tab.hash === `#${open}` ? "page" : null;
  }
}

// The figures of the Evening come when it is opened, and with each answer while it is open; an answer without
// them takes those that are there away.
const isEvening = () => location.hash === "#evening" && document.getElementById("figures");
const hasFigures = () => "evening" in board().dataset;
export const lacksFigures = () => isEvening() && !hasFigures();
export const openView = () => (isEvening() && hasFigures() ? { view: "evening" } : {});
