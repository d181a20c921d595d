// The game of a table of an event: its clock while no server answers, and the next table once the game is over.
import { board } from "../showing/parts.js";

const NEXT = 10_000;
const clock = () => document.querySelector("#clock[data-ends]");

setInterval(() => {
  const shown = clock();
  shown?.classList.toggle("up", new Date(shown.dataset.ends) <= Date.now());
}, 1000);
// A page whose game is over no longer polls; this makes it poll as if the phone had come online again.
setInterval(() => {
  const isOver = "over" in (board()?.dataset ?? {});
  if (isOver && !document.hidden && !document.querySelector(".nexts")) dispatchEvent(new Event("online"));
}, NEXT);
