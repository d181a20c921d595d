// A browser may forget a tap whose button was drawn again between the finger's coming down and its lifting (Safari
// does), or press what stands there then. So what an answer changes is drawn when the finger is off the glass.

// The longest wait for a finger that rests on the glass, and for the click after it was lifted, in milliseconds.
const REST = 450;
const CLICK = 60;
const PRESSED = "button, label, summary, a, input";
let down = null;
let timer = null;

function lift() {
  clearTimeout(timer);
  down?.resolve();
  down = null;
}
function press({ target, isTrusted }) {
  if (!isTrusted || !target.closest?.(PRESSED)) return;
  lift();
  down = {};
  down.lifted = new Promise((resolve) => {
    down.resolve = resolve;
  });
  timer = setTimeout(lift, REST);
}
function release() {
  clearTimeout(timer);
  timer = setTimeout(lift, CLICK);
}
globalThis.addEventListener?.("pointerdown", press, true);
for (const name of ["pointerup", "pointercancel"]) globalThis.addEventListener?.(name, release, true);
globalThis.addEventListener?.("click", () => setTimeout(lift), true);

// Ends when no finger is on the glass.
export const lifted = async () => down?.lifted;
