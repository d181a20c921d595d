// The pads of the players: which one is open, which touches count, and how keys choose. Without scripts a tap
// on a player's line opens their pad.

import { again } from "../showing/draw.js";
import { announce } from "../showing/messages.js";

// A finger that comes down in the same place so soon after the pad passed on is a double tap.
const SOON = 300;
const PLACE = 24;
// How long the pad says that the second tap of such a one was not entered.
const SAID = 1500;
const KEY = ".key input";
const byId = (id) => document.getElementById(id);

export function watchPads() {
  let picked = null;
  let down = null;
  let spot = null;
  // When the pad passed on, and where the finger was.
  let passed = { at: 0, spot: null };
  let typed = "";
  let isIn = false;
  // The pad that was open last: an answer sets the server's for a moment.
  let last = "";
  // The key that got the focus by itself; what is offered later gets it instead.
  let put = null;

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
      if (open.id !== last) pass();
    }
    last = open?.id;
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
    passed = { at: performance.now(), spot };
    typed = "";
  }
  const openPad = (panel) =>
    panel?.querySelector(
      `#${panel.querySelector("[name=pad]:checked")?.id.replace("at", "pad") ?? "trumps"}`,
    );
  // The focus stays on the pad; a line or a button that has it keeps it.
  function focusOn(panel) {
    const pad = openPad(panel);
    const at = document.activeElement;
    const isPut = put && at === again(put);
    if (!pad || (pad.contains(at) && !isPut) || (at !== document.body && !at.matches(KEY))) return;
    put = [":checked", ".offered input", ".mark input", "input:enabled"]
      .map((which) => pad.querySelector(which))
      .find(Boolean);
    put?.focus({ preventScroll: true });
  }
  // A tap on a player's line.
  function pick({ id, form }) {
    picked = { id, path: form.getAttribute("action") };
    pass();
  }
  // The pad passes on, but for one whose keys are tapped more than once.
  function entered() {
    if (!document.querySelector("#panel .count")) picked = isFull() ? openLine() : null;
    // What it offers does not know of this entry; the answer brings it again.
    for (const offer of document.querySelectorAll("#panel [name=made]")) offer.remove();
    show();
  }

  // Where all have a number and no answer came yet, the pad stays.
  const isFull = () =>
    [...document.querySelectorAll("#panel [id^=pad-]")].every((pad) => pad.querySelector(":checked"));
  function openLine() {
    const line = document.querySelector("#panel [name=pad]:checked");
    return line && { id: line.id, path: line.form.getAttribute("action") };
  }
  const isThere = ({ clientX: x, clientY: y }, place) =>
    place && Math.hypot(x - place.x, y - place.y) < PLACE;
  function touch(event) {
    // After a touch elsewhere no tap is the second of a double one.
    if (!isThere(event, passed.spot)) passed.spot = null;
    const isAgain = passed.spot && event.timeStamp - passed.at < SOON;
    spot = { x: event.clientX, y: event.clientY };
    down = { key: event.target.closest(".key")?.querySelector("input"), isAgain };
  }
  function sayTwice() {
    const { dataset } = document.querySelector(".pads");
    dataset.twice = byId("follow").dataset.twice;
    announce(dataset.twice);
    setTimeout(() => delete dataset.twice, SAID);
  }
  // The tap counts for the key on which the finger came down, whatever is there now.
  function release(event) {
    const { target } = event;
    // Where another pad came under a finger, the browser clicks on what holds both.
    if (!down || !(target.matches(KEY) || (down.key && isThere(event, spot)))) return;
    if (down.isAgain && down.key) sayTwice();
    const key = !down.isAgain && down.key && again(down.key);
    down = null;
    if (key && key === target) return;
    event.preventDefault();
    if (!key || key.disabled || key.checked) return;
    // What the event began is undone after it.
    setTimeout(() => key.click());
  }
  // Arrows only move; Enter and Space choose, and so does a number, also where nothing has the focus.
  function press(event) {
    const { key } = event;
    const isDigit = /^\d$/.test(key);
    const target = isDigit && event.target === document.body ? firstKey() : event.target;
    down = null;
    if (!target?.matches?.(KEY) || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = keysWith(target);
    if (key.startsWith("Arrow")) go(keys, target, key);
    else if (key === "Enter") choose(target);
    else if (isDigit) type(key, keys);
    else return;
    event.preventDefault();
  }
  function go(keys, from, key) {
    const step = ["ArrowRight", "ArrowDown"].includes(key) ? 1 : -1;
    keys.at((keys.indexOf(from) + step) % keys.length).focus();
  }
  const firstKey = () => openPad(document.querySelector("#panel:not([inert])"))?.querySelector(KEY);
  // The keys of its pad that can be tapped; none where the pad is not shown.
  const keysWith = (key) =>
    [...key.closest("[role=group]").querySelectorAll("input:enabled")].filter((one) => one.checkVisibility());
  // Enter on a number that stands already goes on.
  function choose(target) {
    const isDone = target.checked || target.matches(".offered > *");
    const next = isDone ? document.querySelector("#panel .main:not(.waits, .plain)") : target;
    next?.click();
  }
  // Cards and players are counted from 1.
  function type(digit, keys) {
    const isNumber = ({ name }) => name.includes("_") || name === "void";
    const texts = keys.map((key, place) => (isNumber(key) ? key.value : `${place + 1}`));
    typed = [typed + digit, digit].find((text) => texts.includes(text)) ?? "";
    const found = keys[texts.indexOf(typed)];
    found?.focus();
    if (typed * 10 > texts.at(-1) || typed === "0") found?.click();
  }

  document.addEventListener("pointerdown", touch, true);
  document.addEventListener("click", release, true);
  document.addEventListener("keydown", press, true);
  document.addEventListener("focusin", ({ target }) => {
    isIn = Boolean(target.closest("#panel"));
    // Tab goes from pad to pad.
    const line = target.matches(KEY) && byId(target.closest(".pad").id.replace("pad", "at"));
    if (line?.name !== "pad" || line.checked) return;
    line.checked = true;
    pick(line);
  });
  return { show, pick, entered };
}

// What Undo says and whether it can be tapped, as it was drawn.
const drawn = new WeakMap();
// While taps wait Undo names the last of them, which it takes back, and what counts the taps is not shown as it was.
// After it was tapped it waits too.
export function showWaits(waits, isTrouble) {
  byId("board")?.classList.toggle("waits", isTrouble);
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
  const short = Object.entries(says).map(([name, said]) => {
    const player = document.querySelector(`#line-${name.split("_")[1]} .name`);
    return player ? `${player.textContent}: ${said.split(": ").at(-1)}` : said;
  });
  return short.join(", ") || what;
}
function newLine() {
  const line = document.createElement("small");
  line.ariaHidden = "true";
  return line;
}
