import "../ahead/buttons.js";
import "./outlook.js";
import "./custom.js";
import "./seats.js";

// A game suggests its deck until the table chooses one.
let isChosen = false;
document.addEventListener("change", ({ target }) => {
  isChosen ||= target.matches("#start [name=cards]");
  if (isChosen || !target.matches("#start [name=variant]")) return;
  const suggested = document.querySelector(`#start [name=cards][value=${target.dataset.deck}]`);
  suggested.checked = true;
});
