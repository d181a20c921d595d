// The button Undo while taps wait: it names the last of them, which it will undo. Once tapped, it waits too, and says
// what it takes back.

// The button's text and state as the server drew them.
const drawn = new WeakMap();

// While something is wrong, the count of the taps is hidden.
export function showWaits(waits, isTrouble) {
  document.getElementById("board")?.classList.toggle("waits", isTrouble);
  const last = waits.at(-1);
  for (const button of document.querySelectorAll("button.undo")) {
    const line = button.querySelector("small");
    if (!drawn.has(button)) drawn.set(button, { disabled: button.disabled, text: line.textContent });
    const was = drawn.get(button);
    // Only the server knows whether a game that may have arrived exists; before its first tap there is nothing
    // to undo in one that began here.
    const isFirst = last?.starts && last.page.endsWith(`~${last.id}`);
    const isFixed = isFirst || (last?.starts && last.tried);
    button.disabled = last ? last.undo || isFixed : was.disabled;
    line.textContent = isFirst ? "" : (takenBack(waits) ?? was.text);
    // Both, as one name: "Undo: Ben 0".
    button.ariaLabel = [line.previousSibling, line]
      .map(({ textContent }) => textContent.trim())
      .filter(Boolean)
      .join(": ");
  }
}
// What Undo takes back among the waiting taps: the last one, or the one before an Undo that waits too.
function takenBack(waits) {
  const taken = waits.at(waits.at(-1)?.undo ? -2 : -1);
  return taken && !taken.undo ? shortly(taken) : undefined;
}
// "Ben bid 0", in the words of the server.
function shortly({ says = {}, what, whole, scores, button, fields }) {
  // A shortcut has several texts, of which one is shown.
  if (whole && scores) return button?.name === "score" ? button.textContent.trim() : what;
  // Of a whole hand that waits, it undoes the last tap.
  const short = Object.entries(says)
    .slice(whole ? -1 : 0)
    .map(([name, text]) => {
      const [kind, seat] = name.split("_");
      const player = document.querySelector(`#line-${seat} .name`);
      // In some languages the label has a colon too: "Jóslat: Ben: 0".
      const [label, entry] = text.split(/: (?!.*:)/);
      const words = document.getElementById("undo-form")?.dataset[kind] ?? "{name} {number}";
      if (player) return words.replace("{number}", entry).replace("{name}", () => player.textContent);
      if (fields.some(([, value]) => value === "none")) return label;
      return kind === "turned" ? entry : text;
    });
  return short.join(", ") || what;
}
