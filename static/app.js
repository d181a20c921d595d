// What the pages do beyond their forms; everything works without it.

import { moveSeats } from "./pages/seats.js";
import { shareLinks } from "./pages/share.js";
import { ask } from "./saving/ask.js";
import { createBar } from "./saving/bar.js";
import { entryOf, fill, pathOf } from "./saving/entries.js";
import { createOutbox } from "./saving/outbox.js";
import { createLease, createRecords, isOurs, newId } from "./saving/records.js";
import { draw, looks, read } from "./showing/draw.js";
import { follow, keepAwake, rememberWho } from "./showing/follow.js";
import { watchParts } from "./showing/parts.js";
import { sayAnswer, tellTimes } from "./showing/said.js";

const byId = (id) => document.getElementById(id);
const clock = {
  now: Date.now,
  after: (wait, then) => setTimeout(then, wait),
  stop: (timer) => clearTimeout(timer),
  id: newId,
};
const storage = () => window.localStorage;
// Milliseconds that an answer is waited for: what htmx waits too.
const patience = () => JSON.parse(document.querySelector("meta[name=htmx-config]").content).timeout;
const isHere = ({ page }) => page === location.pathname;

const records = createRecords(storage);
const touched = new Set();
let asked = null;
let aborter = null;

// What the outbox lets the page do.
const page = {
  // What was refused is drawn where somebody sees it.
  shows: (record) => isHere(record) && !document.hidden,
  changed,
  busy(isBusy) {
    document.querySelector("main").setAttribute("aria-busy", isBusy);
    for (const form of isBusy ? [] : document.querySelectorAll("form[inert]")) form.inert = false;
  },
  async post(record) {
    let token = document.querySelector("[name=csrf_token]")?.value;
    if (!token) {
      // The page where it was entered has one.
      const answer = await ask(record.page, { patience: patience() });
      if (!answer.ours || answer.status >= 400) return answer;
      token = tokenIn(answer);
    }
    const numbers = {
      csrf_token: token,
      tap: record.id,
      knows: record.knows.join(" "),
      undoes: record.undoes ?? "",
    };
    asked = looks();
    aborter = new AbortController();
    return ask(record.path, {
      aborter,
      fields: [...record.fields, ...Object.entries(numbers), ...seen(record)],
      patience: patience(),
    });
  },
  giveUp: () => aborter?.abort(),
  renew(answer) {
    for (const input of document.querySelectorAll("[name=csrf_token]")) input.value = tokenIn(answer);
  },
  draw(record, answer) {
    sayAnswer(answer.header("HX-Trigger"));
    const onward = answer.header("HX-Redirect");
    if (onward && !isHere(record)) bar.saved(onward);
    else if (onward) goOn(onward);
    else if (isHere(record) && draw(read(answer.html), asked, true)) drawn();
    else following.now();
  },
  sentence: ({ html }) => read(html).content.querySelector("h1")?.textContent.trim() ?? "",
};
const tokenIn = ({ html }) => read(html).content.querySelector("[name=csrf_token]")?.value ?? "";
// Of a board that shows its revision and nothing else, only what is new is sent.
function seen(record) {
  const board = byId("board");
  if (!board || "mixed" in board.dataset || !isHere(record)) return [];
  return [
    ["seen", board.dataset.seen],
    ["open", board.dataset.panel],
  ];
}
function goOn(address) {
  const isSamePage = new URL(address, location.href).pathname === location.pathname;
  if (!isSamePage) return location.assign(address);
  // A place on the same page would ask for nothing, and end a reload that does.
  history.replaceState(null, "", address);
  history.scrollRestoration = "manual";
  location.reload();
}

const lease = createLease(storage, newId(), clock);
const outbox = createOutbox({ records, lease, page, clock });
const bar = createBar(byId("unsaved"), (button, shown) => {
  if (button === "try") outbox.hurry();
  for (const { id } of button === "try" ? [] : shown) outbox[button](id);
  // The form shows what is saved again.
  if (button === "discard" && shown.some((record) => isHere(record) && !record.ended)) location.reload();
});
const parts = watchParts({ drawn, unanswered: () => bar.unanswered() });
const following = follow({
  asks: (address, aborter) => ask(address, { patience: patience(), aborter }),
  isQuiet: () => !parts.areAsked() && outbox.isQuiet(location.pathname),
  drawn,
});

function changed() {
  const state = outbox.state();
  bar.draw(state, { isKept: records.isKept, isHere });
  // What the panel shows after an Undo, only its answer knows.
  const panel = byId("panel");
  if (panel) panel.inert = state.waits.some((record) => record.undo && isHere(record));
}
function drawn() {
  touched.clear();
  show();
  changed();
}
// What is not saved yet, for whatever reason, stands in its form as it was entered.
function show() {
  const { waits, asks } = outbox.state();
  fill([...asks.map(({ record }) => record), ...waits].filter(isHere), touched);
  tellTimes();
}
function tap(panel) {
  outbox.put(entryOf(panel, null, touched));
}

document.addEventListener("change", ({ target }) => {
  const panel = target.closest("form#panel");
  if (!panel) return;
  touched.add(target.name);
  tap(panel);
});
// What waits may be mended.
document.addEventListener("input", ({ target: { form } }) => {
  if (!form || form.closest("#board")) return;
  const sent = outbox.state().waits.findLast((record) => isHere(record) && record.path === pathOf(form));
  if (sent) outbox.put(entryOf(form, sent.button, touched));
});
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  // What saves nothing is htmx's, or where that is not there a page's.
  if (event.defaultPrevented || !form.elements.csrf_token || submitter?.matches("[hx-post]")) return;
  event.preventDefault();
  if (!form.closest("#board")) form.inert = true;
  outbox.put(entryOf(form, submitter, touched));
});
addEventListener("storage", ({ key, newValue }) => {
  if (!isOurs(key)) return;
  changed();
  // Another page sent it.
  if (newValue === null) following.now();
  outbox.standBy();
});
// What was on its way is asked for again by the next page.
addEventListener("pagehide", lease.release);
addEventListener("online", outbox.hurry);
addEventListener("pageshow", outbox.send);
document.addEventListener("visibilitychange", () => document.hidden || outbox.send());
addEventListener("beforeunload", (event) => {
  if (outbox.state().waits.some(({ id }) => !records.isKept(id))) event.preventDefault();
});

// With scripts a tap saves: no buttons for that.
document.documentElement.classList.add("live");
show();
// Chips that were tapped before this ran.
const early = [...document.querySelectorAll("form#panel input[type=radio]")].filter(
  (chip) => chip.checked && !chip.defaultChecked,
);
for (const chip of early) touched.add(chip.name);
if (early.length) tap(byId("panel"));
changed();
outbox.send();
moveSeats();
shareLinks();
keepAwake();
rememberWho();
