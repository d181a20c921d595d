// The guide of the demo: a bubble beside the element to tap next, and a ring around that.
import { recall, remember } from "../showing/memory.js";
import { announce, isDrawn } from "../showing/views.js";

const SKIPPED = `guide ${location.pathname}`;
// Distances in pixels: from the bubble to its surroundings, from the target to the ring, and the least length of the
// tip.
const EDGE = 8;
const RING = 5;
const SHORTEST = 9;
const guide = () => document.getElementById("guide");
let said = "";

function show() {
  const bubble = guide();
  if (!bubble) return;
  // The first sentence whose element is on the page.
  const steps = [...bubble.querySelectorAll("[data-target]")].map((step) => {
    const target = document.querySelector(step.dataset.target);
    return { step, seen: target?.closest("label") ?? target };
  });
  const found = steps.find(({ seen }) => seen && isDrawn(seen));
  for (const { step } of found ? steps : []) step.hidden = step !== found.step;
  const { seen } = found ?? {};
  const isShown = Boolean(seen) && !recall("sessionStorage", SKIPPED);
  bubble.classList.toggle("shown", isShown);
  if (!isShown) return;
  place(bubble, seen.getBoundingClientRect(), seen.closest(".pads, .act").getBoundingClientRect());
  const line = found.step.textContent;
  if (line !== said) announce(line);
  said = line;
}

// Places the bubble above the pad, left of it or, if neither has room, below the ring: the pad's head and Undo stay
// visible, and the tip touches the ring. Beside the pad it points above the number of a key.
function place(bubble, ring, pad) {
  const { width, height } = bubble.querySelector("p").getBoundingClientRect();
  // Fixed elements may be positioned in a box around the page instead of the screen.
  const origin = bubble.getBoundingClientRect();
  const over = pad.top - EDGE - height;
  const side = over > EDGE ? "above" : pad.left - EDGE - width > EDGE ? "beside" : "below";
  const middle = ring.left + ring.width / 2;
  const left = side === "beside" ? pad.left - EDGE - width : middle - width / 2;
  const shown = Math.max(EDGE, Math.min(left, innerWidth - EDGE - width));
  const top = {
    above: over,
    beside: Math.max(EDGE, ring.top + ring.height / 5 - height / 2),
    below: ring.bottom + RING + SHORTEST,
  }[side];
  const reach = { above: ring.top - over - height, beside: ring.left - shown - width, below: 0 }[side] - RING;
  const places = {
    "--ring-left": ring.left - origin.left,
    "--ring-top": ring.top - origin.top,
    "--ring-width": ring.width,
    "--ring-height": ring.height,
    "--left": shown - origin.left,
    "--top": top - origin.top,
    "--tip": middle - shown,
    "--reach": Math.max(SHORTEST, reach),
  };
  for (const [name, value] of Object.entries(places)) bubble.style.setProperty(name, `${value}px`);
  bubble.dataset.side = side;
}

let frame = 0;
function showSoon() {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(show);
}
new MutationObserver(showSoon).observe(document.querySelector("main"), { childList: true, subtree: true });
for (const event of ["resize", "scroll", "hashchange", "pageshow"]) addEventListener(event, showSoon);
document.addEventListener("change", showSoon);
// A typeface that arrives late moves what the ring is around.
document.fonts.addEventListener("loadingdone", showSoon);
document.addEventListener("click", ({ target }) => {
  showSoon();
  if (!target.closest("#guide button")) return;
  remember("sessionStorage", SKIPPED, true);
  show();
});
showSoon();
