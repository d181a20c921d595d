// On a page that corrects something, arrows only move among the numbers and cards, so that scrolling changes none; Space
// or Enter chooses, as in the hand in play. They leave a day as it is, too.
import { isDrawn } from "../showing/views.js";
import "./points.js";

function move(from, step) {
  const all = [...from.form.querySelectorAll(`[name="${from.name}"]:enabled`)].filter(isDrawn);
  all.at((all.indexOf(from) + step) % all.length).focus();
}
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const [, arrow] = /^Arrow(.+)/.exec(key) ?? [];
  if (target.type === "radio" && arrow) move(target, ["Right", "Down"].includes(arrow) ? 1 : -1);
  else if (target.type === "radio" && key === "Enter" && !target.checked) target.click();
  else if (target.type !== "date" || !["Up", "Down"].includes(arrow)) return;
  event.preventDefault();
});
