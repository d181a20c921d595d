// The game of a table of an event: its clock where no server answers, and its next table once the game is over.
import { board } from "../showing/draw.js";

const NEXT = 10_000;
const clock = () => document.querySelector("#clock[data-ends]");

setInterval(() => {
  const shown = clock();
  shown?.classList.toggle("up", new Date(shown.dataset.ends) <= Date.now());
}, 1000);
// A game that is over asks nothing more by itself; as if the phone came online again.
setInterval(() => {
  const isOver = "over" in (board()?.dataset ?? {});
  if (isOver && !document.hidden && !document.querySelector(".nexts")) dispatchEvent(new Event("online"));
}, NEXT);
