// The pads of the players: which one is open, which touches count, and how keys choose. Without scripts a tap
// on a player's line opens their pad.

import { again } from "./draw.js";

// A finger that comes down in the same place so soon after the pad passed on is a double tap.
const SOON = 300;
const PLACE = 24;
const KEY = ".key input";
const numberOf = ({ name, value }) => `${name}-${value}`;
const byId = (id) => document.getElementById(id);

export function watchPads() {
  let picked = null;
  let down = null;
  let spot = null;
  let passedAt = 0;
  let typed = "";
  let isIn = false;
  let placed = "";

  // Draws what follows from the keys: the numbers in the lines, and whose pad is open.
  function show() {
    const panel = byId("panel");
    const pads = [...(panel?.querySelectorAll("[id^=pad-]") ?? [])];
    const free = pads.find((pad) => !write(pad));
    if (picked?.path !== panel?.getAttribute("action")) picked = null;
    const lines = [...(panel?.querySelectorAll("[name=pad]") ?? [])];
    const open =
      lines.find(({ id }) => id === (picked?.id ?? free?.id.replace("pad", "at"))) ??
      lines.find((line) => line.defaultChecked);
    if (open && !open.checked) {
      open.checked = true;
      pass();
    }
    if (isIn) focusOn(panel);
  }
  // Whether the pad has a number; the player's line shows it.
  function write(pad) {
    const chosen = pad.querySelector(":checked");
    const [kind, seat] = pad.querySelector("input").name.split("_");
    const slot = document.querySelector(`#line-${seat} .${kind === "bid" ? "bid" : "took"} b`);
    const text = (chosen ?? pad.querySelector(".offered input"))?.value ?? "";
    if (slot && slot.textContent !== text) slot.textContent = text;
    return chosen;
  }
  function pass() {
    passedAt = performance.now();
    typed = "";
  }
  const openPad = (panel) =>
    byId(panel?.querySelector("[name=pad]:checked")?.id.replace("at", "pad") ?? "trumps");
  // The focus stays on the pad, on the key that is most likely meant until somebody moves it; a line or a
  // button that has it keeps it.
  function focusOn(panel) {
    const pad = openPad(panel);
    const at = document.activeElement;
    const isMoved = pad?.contains(at) && numberOf(at) !== placed;
    if (!pad || isMoved || (at !== document.body && !at.matches(KEY))) return;
    const key = [":checked", ".offered input", ".mark input", "input:enabled"]
      .map((which) => pad.querySelector(which))
      .find(Boolean);
    placed = key && numberOf(key);
    key?.focus({ preventScroll: true });
  }
  // A tap on a player's line.
  function pick({ id, form }) {
    picked = { id, path: form.getAttribute("action") };
    pass();
  }
  function entered() {
    picked = null;
    show();
  }

  const isThere = ({ clientX: x, clientY: y }) => spot && Math.hypot(x - spot.x, y - spot.y) < PLACE;
  function touch(event) {
    const isAgain = isThere(event) && event.timeStamp - passedAt < SOON;
    spot = { x: event.clientX, y: event.clientY };
    down = { key: event.target.closest(".key")?.querySelector("input"), isAgain };
  }
  // The tap counts for the key on which the finger came down, whatever is there now.
  function release(event) {
    const { target } = event;
    // Where another pad came under a finger, the browser clicks on what holds both.
    if (!down || !(target.matches(KEY) || (down.key && isThere(event)))) return;
    const key = !down.isAgain && down.key && again(down.key);
    down = null;
    if (key && key === target) return;
    event.preventDefault();
    if (!key || key.disabled || key.checked) return;
    // What the event began is undone after it.
    setTimeout(() => key.click());
  }
  // Arrows only move; Enter and Space choose, and so does a number.
  function press(event) {
    const { target, key } = event;
    down = null;
    if (!target.matches?.(KEY) || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = [...target.closest("[role=group]").querySelectorAll("input:enabled")];
    if (key.startsWith("Arrow")) {
      const step = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
      keys.at((keys.indexOf(target) + step) % keys.length).focus();
    } else if (key === "Enter") choose(target);
    else if (/^\d$/.test(key) && target.name.includes("_")) type(key, keys);
    else return;
    event.preventDefault();
  }
  // Enter on a number that stands already goes on.
  function choose(target) {
    const isDone = target.checked || target.matches(".offered > *");
    const next = isDone ? document.querySelector("#panel .main:not(.waits, .plain)") : target;
    next?.click();
  }
  function type(digit, keys) {
    const find = (text) => keys.find(({ value }) => value === text);
    const found = find(typed + digit) ?? find(digit);
    if (!found) return;
    typed = found.value;
    found.focus();
    if (typed * 10 > keys.at(-1).value || typed === "0") found.click();
  }

  document.addEventListener("pointerdown", touch, true);
  document.addEventListener("click", release, true);
  document.addEventListener("keydown", press, true);
  document.addEventListener("focusin", ({ target }) => {
    isIn = Boolean(target.closest("#panel"));
    // Tab goes from pad to pad.
    const line = target.matches(KEY) && byId(target.closest("[role=group]").id.replace("pad", "at"));
    if (line?.name !== "pad" || line.checked) return;
    line.checked = true;
    pick(line);
  });
  return { show, pick, entered };
}
