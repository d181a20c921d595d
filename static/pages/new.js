import "../ahead/buttons.js";
import "./outlook.js";
import "./seats.js";
import { early } from "../saving/entries.js";
import { isDrawn } from "../showing/views.js";

// A game of one's own needs the server, so a site of plain files has none.
if (document.querySelector(".custom-game")) import("./custom.js").catch(() => {});

// A game suggests its deck until the table chooses one.
let isChosen = false;
function choose({ target: { name, dataset } }) {
  isChosen ||= name === "cards";
  if (isChosen || name !== "variant") return;
  document.querySelector(`[name=cards][value=${dataset.deck}]`).checked = true;
}
document.addEventListener("change", (event) => {
  choose(event);
  // As many as were chosen without names may be too many, or too few, for another game.
  const chips = [...document.querySelectorAll("[name=count]")];
  const fits = (chip) => chip.checked && isDrawn(chip);
  if (event.target.name === "variant" && !chips.some(fits)) chips[2].checked = true;
});
for (const name of ["cards", "variant"])
  for (const target of early(`[name=${name}]:checked`)) choose({ target });
