// Says how many hands the game will have while names are typed and games are chosen. The numbers are the
// server's; where the table chooses the hands or the deck itself, nothing is said until the server is asked.

function count(form) {
  const chosen = (name) => form.querySelector(`[name=${name}]:checked`);
  const names = [...form.querySelectorAll("[name=name]")].filter(({ value }) => value.trim());
  const isWhole = chosen("length").value === "whole";
  const hands = JSON.parse(chosen("variant").dataset.hands);
  form.querySelector("#hands").textContent = (isWhole && hands[names.length]) || "";
}

document.addEventListener("input", ({ target }) => {
  if (target.closest("#start")) count(target.form);
});
// Names that were typed before this ran.
const typed = [...document.querySelectorAll("#start [name=name]")].filter(
  ({ value, defaultValue }) => value !== defaultValue,
);
if (typed.length) count(typed[0].form);
