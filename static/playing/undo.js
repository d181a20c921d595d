// The button Undo while taps wait: it names the last of them, which it takes back. After it was tapped it waits too.

// What it says and whether it can be tapped, as it was drawn.
const drawn = new WeakMap();

// What counts the taps is not shown as it was, where there is trouble.
export function showWaits(waits, isTrouble) {
  document.getElementById("board")?.classList.toggle("waits", isTrouble);
  const last = waits.at(-1);
  for (const button of document.querySelectorAll("button.undo")) {
    const line = button.querySelector("small") ?? button.querySelector("span").appendChild(newLine());
    if (!drawn.has(button)) drawn.set(button, { disabled: button.disabled, text: line.textContent });
    const was = drawn.get(button);
    button.disabled = last ? Boolean(last.undo) : was.disabled;
    const waiting = last?.undo ? "" : last && shortly(last);
    line.textContent = waiting ?? was.text;
    if (!line.textContent) line.remove();
  }
}
// "Ben: 0", as there is little room.
function shortly({ says = {}, what }) {
  const short = Object.entries(says).map(([name, text]) => {
    const player = document.querySelector(`#line-${name.split("_")[1]} .name`);
    return player ? `${player.textContent}: ${text.split(": ").at(-1)}` : text;
  });
  return short.join(", ") || what;
}
function newLine() {
  const line = document.createElement("small");
  line.ariaHidden = "true";
  return line;
}
