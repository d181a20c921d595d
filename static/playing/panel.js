// The panel of a game: shows the state of its pads, and reports touches and keys to it. Without scripts, a
// tap on a player's line opens their pad.

import { early } from "../saving/entries.js";
import { again, redraw } from "../showing/parts.js";
import { announce, isDrawn } from "../showing/views.js";
import {
  clicked,
  drawn,
  entered,
  handled,
  isWhole,
  lifted,
  markPlay,
  picked,
  touched,
  typed,
  UNTOUCHED,
} from "./pads.js";

// The time for which the pad says that a bounce was counted once.
const SAID = 1500;
const KEY = ".key input";
const byId = (id) => document.getElementById(id);
const all = (which) => [...document.querySelectorAll(`#panel ${which}`)];
const spotOf = ({ clientX: x, clientY: y }) => ({ x, y });

// The page as the state needs it.
function read() {
  const lines = all("[name=pad]");
  const isDone = (pad) => !pad.querySelector(KEY) || pad.querySelector(":checked") !== null;
  const panel = byId("panel");
  return {
    // Panels that the phone draws itself have one address for the whole hand.
    panel: panel && `${panel.getAttribute("action")} ${panel.dataset.kind ?? ""}`,
    pads: all("[id^=pad-]").map((pad) => ({ id: pad.id.replace("pad-", ""), isDone: isDone(pad) })),
    lines: lines.map(({ value }) => value),
    // A hidden bid closes its pad: the next player may have a phone to bid on.
    shown: all('.pad > [value=""]')[0] ? null : (lines.find(({ checked }) => checked)?.value ?? null),
    first: lines.find(({ defaultChecked }) => defaultChecked)?.value ?? null,
    isCount: all(".count").length > 0,
  };
}

// A player's line shows the number of their pad.
function write(pad) {
  const [kind, seat] = pad.querySelector("input").name.split("_");
  const slot = document.querySelector(`#line-${seat} .${kind === "bid" ? "bid" : "took"} b`);
  const text = (pad.querySelector(":checked") ?? pad.querySelector(".offered input"))?.value ?? "";
  if (!slot || slot.textContent === text) return;
  redraw(slot);
  slot.textContent = text;
}

function sayTwice() {
  const { dataset } = document.querySelector(".pads") ?? document.body;
  dataset.twice = byId("follow").dataset.twice;
  announce(dataset.twice);
  setTimeout(() => delete dataset.twice, SAID);
}

// A hand that fits its screen gets a fixed height: then a change lays out only what it concerns. Otherwise browsers
// lay out each player's line, whose text depends on its height, several times.
const heights = new ResizeObserver(() => {
  const [felt, dock] = all(":is(.felt, .dock)");
  if (!felt) return;
  const { classList } = document.querySelector(".hand");
  const top = scrollY;
  classList.add("fits");
  const isWithin = felt.clientHeight > 0 && felt.scrollHeight <= felt.clientHeight;
  // Unlike scrollHeight, this does not change while something inside moves.
  const bottom = (thing) => thing.getBoundingClientRect().bottom;
  classList.toggle("fits", isWithin && bottom(dock) < bottom(byId("panel")) + 1);
  // Without the fixed height the page is longer again, but browsers have moved it to where it ended.
  if (top !== scrollY) scrollTo(0, top);
});
let watched = null;
function watchHeight() {
  const [felt, dock] = all(":is(.felt, .dock)");
  if (felt === watched) return;
  heights.disconnect();
  watched = felt;
  if (!felt) return document.querySelector(".fits")?.classList.remove("fits");
  heights.observe(felt);
  heights.observe(dock);
}

// `tap(form, ...names)` saves the values of the fields with these names.
export function watchPanel(tap) {
  const saveLeft = watchTyped(tap);
  let state = UNTOUCHED;
  let hasFocus = false;
  // Whether the last entry came from the keyboard: the next key goes to the next pad.
  let isTyping = false;
  // The key that got the focus automatically; keys offered later get it instead.
  let put = null;

  const openPad = () => byId(state.open === null ? "trumps" : `pad-${state.open}`);
  const putFocus = () => hasFocus && focusOn(openPad() ?? byId("count"));
  function become(next, focus = putFocus) {
    state = next;
    all("[id^=pad-]").forEach(write);
    const line = state.open !== null && byId(`at-${state.open}`);
    if (line) line.checked = true;
    markPlay();
    focus();
  }
  // The focus stays on the pad, or while the hand is played on the way to it, unless a line or a button has it.
  function focusOn(pad) {
    const at = document.activeElement;
    const isPut = put && at === again(put);
    if (!pad || (pad.contains(at) && !isPut) || !at.matches(`body, #count, ${KEY}`)) return;
    const keys = [":checked", ".offered input", ".mark input", `${KEY}:enabled`];
    put = keys.map((which) => pad.querySelector(which)).find(Boolean) ?? pad;
    put.focus({ preventScroll: true });
  }
  // The frame that shows a tap or an answer lays out the page, which the focus would do once more.
  const focusLater = () => requestAnimationFrame(() => setTimeout(putFocus));
  function show() {
    watchHeight();
    become(drawn(state, read()), focusLater);
  }
  // A tap on a player's line, or the button that opens the first pad of tricks.
  function pick({ value }) {
    become(picked(state, read().panel, value));
  }
  function count(event) {
    // A refused score leads to what is missing, away from the line that was tapped.
    if (event.target.closest("[name=score]")) state.picked = null;
    if (!event.target.closest("#count")) return;
    event.preventDefault();
    pick(all("[name=pad]")[0]);
  }
  // Points left, and the line tapped, before this script ran.
  function catchUp() {
    saveLeft();
    early("#panel [name=pad]")
      .filter(({ checked }) => checked)
      .forEach(pick);
  }
  // The panel's offers do not include an entry that waits; its answer updates them.
  function leaveOffers() {
    for (const offer of all("#ways > *")) {
      redraw(offer);
      offer.remove();
    }
  }
  // A tap on a key.
  function enter() {
    leaveOffers();
    become(entered(state, read()), isTyping ? putFocus : focusLater);
  }

  function touch(event) {
    isTyping = false;
    const key = event.target.closest(".key")?.querySelector("input");
    const isCount = event.target.closest(".count:not(.once), .by-ten") !== null;
    const it = key ? { name: key.name, value: key.value } : null;
    state = touched(state, spotOf(event), it, event.timeStamp, isCount);
  }
  function click(event) {
    const { target } = event;
    const tap = clicked(state, spotOf(event), target.matches(KEY) ? target : null);
    if (!tap) return;
    state = handled(state, tap.isTwice);
    if (tap.isTwice) sayTwice();
    if (tap.isRight) return;
    event.preventDefault();
    event.stopPropagation();
    const key = tap.key && again(tap.key);
    // Changes by the event itself are undone after it.
    if (key && !key.disabled && !key.checked) setTimeout(() => key.click());
  }
  // Arrows only move. Enter and Space choose, and so does a number, even if nothing has the focus.
  function press(event) {
    const { key } = event;
    isTyping = true;
    const isDigit = /^\d$/.test(key);
    const target = isDigit && event.target === document.body ? firstKey() : event.target;
    state = handled(state);
    if (!target?.matches?.(KEY) || event.ctrlKey || event.metaKey || event.altKey) return;
    // Those of its pad that can be tapped; none if the pad is hidden.
    const keys = [...target.closest("[role=group]").querySelectorAll("input:enabled")].filter(isDrawn);
    if (key.startsWith("Arrow")) go(keys, keys.indexOf(target), key);
    else if (key === "Enter") choose(target);
    else if (isDigit) type(key, keys);
    else return;
    event.preventDefault();
  }
  const go = (keys, at, key) =>
    (/Right|Down/.test(key) ? (keys[at + 1] ?? keys[0]) : keys.at(at - 1)).focus();
  const firstKey = () => !byId("panel")?.inert && openPad()?.querySelector(KEY);
  // Enter on a selected number moves on.
  function choose(target) {
    const isDone = target.checked || target.matches(".offered > *");
    const next = isDone ? document.querySelector("#panel .main:not(.waits, .plain, #count)") : target;
    next?.click();
  }
  // Cards and players are counted from 1.
  function type(digit, keys) {
    const isNumber = ({ name }) => name.includes("_") || name === "void";
    const texts = keys.map((key, place) => (isNumber(key) ? key.value : `${place + 1}`));
    state = typed(state, digit, texts);
    const { typed: text } = state;
    const found = keys[texts.indexOf(text)];
    found?.focus();
    if (isWhole(text, texts)) found?.click();
  }

  document.addEventListener("pointerdown", touch, true);
  for (const name of ["pointerup", "pointercancel"])
    document.addEventListener(name, ({ timeStamp }) => (state = lifted(state, timeStamp)), true);
  // A browser lays out the page to remove what has the focus: cheap only before a tap has changed it.
  document.addEventListener("mouseup", ({ target }) => {
    const at = document.activeElement;
    if (target.closest("#panel") && at.matches(`${KEY}, #foot :is([name=score], [name=made])`)) at.blur();
  });
  document.addEventListener("click", click, true);
  document.addEventListener("click", count);
  document.addEventListener("keydown", press, true);
  document.addEventListener("focusin", ({ target }) => {
    hasFocus = target.closest("#panel") !== null;
    // Tab moves from pad to pad.
    const line = byId(target.closest(".pad")?.id.replace("pad", "at"));
    if (line?.name !== "pad" || line.checked) return;
    line.checked = true;
    pick(line);
  });
  return { show, pick, enter, leaveOffers, catchUp };
}

// Extra points and their reason are saved together, when both fields have lost the focus; a reason waits for its
// points. Returns a function that saves what was left before this script ran.
function watchTyped(tap) {
  function left(fields, focused) {
    if (!fields || fields.contains(focused)) return;
    const [points, reason] = fields.querySelectorAll("[type=text]");
    if (!points.value && points.defaultValue) reason.value = "";
    const changed = [points, reason].filter((input) => input.value !== input.defaultValue);
    if (!changed.length || (reason.value && !points.value)) return;
    for (const input of changed) input.defaultValue = input.value;
    tap(points.form, ...changed.map(({ name }) => name));
  }
  document.addEventListener("focusout", ({ target, relatedTarget }) =>
    left(target.closest("#panel .typed"), relatedTarget),
  );
  // A tap beside the points is a whole entry; a change by the keyboard waits for the reason.
  document.addEventListener(
    "change",
    ({ isTrusted, target }) => isTrusted || left(target.closest("#panel .typed"), null),
  );
  import("../pages/points.js").catch(() => {});
  return () => {
    for (const fields of all(".typed")) left(fields, document.activeElement);
  };
}
