import "../ahead/buttons.js";
import "./outlook.js";
import "./seats.js";
import { early } from "../saving/entries.js";
import { isDrawn } from "../showing/views.js";

// A game of one's own needs the server, so a site of plain files has none.
if (document.querySelector(".custom-game")) import("./custom.js").catch(() => {});

// As many as were chosen without names may be too many, or too few, for another game.
document.addEventListener("change", ({ target }) => {
  if (!target.matches("#start [name=variant]")) return;
  const chips = [...document.querySelectorAll("#start [name=count]")];
  if (!chips.some((chip) => chip.checked && isDrawn(chip))) chips[2].checked = true;
});

// A game suggests its deck until the table chooses one.
let isChosen = false;
function choose({ target }) {
  isChosen ||= target.matches("#start [name=cards]");
  if (isChosen || !target.matches("#start [name=variant]")) return;
  const suggested = document.querySelector(`#start [name=cards][value=${target.dataset.deck}]`);
  suggested.checked = true;
}
document.addEventListener("change", choose);
for (const name of ["cards", "variant"])
  for (const target of early(`#start [name=${name}]`).filter(({ checked }) => checked)) choose({ target });
