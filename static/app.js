// Adds scripts to the pages, all of which also work without them.

import { ask } from "./saving/ask.js";
import { createBar } from "./saving/bar.js";
import {
  early,
  entryOf,
  fill,
  fillForm,
  formOf,
  hasText,
  here,
  pathOf,
  startOf,
  TAPPED,
  unfold,
} from "./saving/entries.js";
import { createOutbox } from "./saving/outbox.js";
import { createRecords, isOurs, newId } from "./saving/records.js";
import { createTurn, openShared } from "./saving/turn.js";
import { recall, remember } from "./showing/memory.js";
import { board, keptParts, read, shownParts, shownState } from "./showing/parts.js";
import { showLocalTimes } from "./showing/times.js";
import { announceAnswer, markTab, openView, showInPlay } from "./showing/views.js";

// A browser without these would lay out no card: its pages work as without scripts (docs/browsers.md).
if (!CSS.supports("(width: 1cqw) and selector(:has(a))")) throw Error("This browser is too old");

const byId = (id) => document.getElementById(id);
const clock = {
  now: Date.now,
  after: (wait, then) => setTimeout(then, wait),
  stop: (timer) => clearTimeout(timer),
  id: newId,
};
const storage = () => window.taps ?? localStorage;
const isKeptPage = "kept" in document.documentElement.dataset;
// The timeout for an answer, in milliseconds; htmx has the same.
const { timeout: patience } = JSON.parse(document.querySelector("meta[name=htmx-config]").content);
const isHere = ({ page }) => page === here();

// Forms that show what is recorded, and no other text.
const inStep = new WeakSet();
const isOwn = (form) =>
  form.elements.csrf_token && !form.closest("#board") && !inStep.has(form) && hasText(form);
// Whether somebody is typing something else on this page, which no answer may replace.
const isTypedOver = (record) => !inStep.has(formOf(record)) && [...document.forms].some(isOwn);

const records = createRecords(storage);
let asked = null;
// Where the last tap was: an answer leads back to its result, unless another view was opened meanwhile.
let view = location.hash;
let aborter = null;
let ahead = null;
let draw = null;
let isPrepared = false;
let isAheadHere = false;

// The functions of the page that the outbox calls.
const page = {
  // A refusal is drawn only where the user can see it, and never over other text.
  shows: (record) => isHere(record) && !document.hidden && !isTypedOver(record),
  changed,
  busy(isBusy) {
    document.querySelector("main").setAttribute("aria-busy", isBusy);
    for (const form of isBusy ? [] : document.querySelectorAll("form[inert]")) form.inert = false;
  },
  async post(record, hasMore) {
    let token = document.querySelector("[name=csrf_token]")?.value;
    if (!token) {
      // The page where the record was entered has a token.
      const answer = await ask(record.page, { patience });
      if (!answer.ours || answer.status >= 400) return answer;
      token = tokenIn(answer);
      page.renew(answer);
    }
    const numbers = {
      csrf_token: token,
      tap: record.id,
      knows: record.knows.join(" "),
      undoes: record.undoes ?? "",
      // A tap has the time of the table.
      ago: Math.max(0, Math.round((Date.now() - record.at) / 1000)),
      // Then no board is needed.
      more: hasMore ? 1 : "",
    };
    asked = { ...shownState(), view };
    aborter = new AbortController();
    return ask(record.path, {
      aborter,
      fields: [...record.fields, ...Object.entries(numbers), ...shown(record)],
      patience,
    });
  },
  giveUp: () => aborter?.abort(),
  renew(answer) {
    for (const input of document.querySelectorAll("[name=csrf_token]")) input.value = tokenIn(answer);
  },
  draw(record, answer) {
    const fresh = read(answer.html);
    if (isHere(record) && ahead?.holds(record, answer, fresh.root)) return;
    const onward = answer.header("HX-Redirect");
    const isFree = isHere(record) && !isTypedOver(record);
    if (isFree && !onward && !draw) return bringDraw(record, answer);
    announceAnswer(answer.header("HX-Trigger"));
    if (onward && !isFree) bar.saved(onward);
    else if (onward) ahead?.becomes(record, onward) || openPage(onward);
    else if (isFree && draw(fresh, asked, true)) {
      // A refused entry in the game is corrected on another page.
      if (record.answers && fresh.main) history.replaceState(null, "", record.path);
      answered();
    } else following?.now();
  },
  sentence({ html }) {
    const { content } = read(html);
    return (content.querySelector(".problems p") ?? content.querySelector("h1"))?.textContent.trim() ?? "";
  },
};
// The first page draws hardly ever an answer, so it does not load what does.
async function bringDraw(record, answer) {
  try {
    ({ draw } = await import("./playing/draw.js"));
  } catch {
    // The line is gone again: the page itself shows what was refused.
    return openPage(record.path);
  }
  page.draw(record, answer);
}
const tokenIn = ({ html }) => read(html).content.querySelector("[name=csrf_token]")?.value ?? "";
// The page of a game is sent only the parts that it does not show.
function shown(record) {
  if (!byId("board") || !isHere(record)) return [];
  return Object.entries({
    parts: shownParts(),
    kept: keptParts(),
    open: board().dataset.panel,
    ...openView(),
  });
}
function openPage(address) {
  // Nobody goes back to a form that began a game or an event.
  if (new URL(address, location).pathname !== location.pathname)
    return byId("start") ? location.replace(address) : location.assign(address);
  // A new fragment alone loads nothing, and would stop a reload that does.
  history.replaceState(null, "", address);
  history.scrollRestoration = "manual";
  location.reload();
}

const left = {
  get: () => recall("localStorage", "page left"),
  set: (tab) => remember("localStorage", "page left", tab),
};
const turn = createTurn(
  openShared(clock, () => indexedDB),
  newId(),
  clock,
  left,
);
const outbox = createOutbox({ records, turn, page, clock });
const bar = createBar(byId("unsaved"), (button, shown) => {
  if (button === "try") outbox.hurry();
  if (button === "put") return putBack(shown.at(-1));
  for (const { id } of button === "try" ? [] : shown) outbox[button](id);
  // After a discard the form shows the saved values.
  if (button === "discard" && shown.some((record) => isHere(record) && !record.ended)) location.reload();
});
// A game that began on this phone, at a temporary address.
const isBegun = startOf(here());
if (isBegun) await import("./ahead/blank.js").then(({ openBlank }) => openBlank(records)).catch(() => {});
// Other pages lack the elements of a game, and the parts that htmx loads.
const loads = (name, needed) => (needed ? import(`./playing/${name}.js`) : {});
const [
  { draw: drawing },
  { watchParts },
  { watchPanel },
  { showWaits },
  { follow, keepAwake, rememberWho },
  { watchMoments },
] = await Promise.all([
  loads("draw", !document.querySelector(".home")),
  loads("parts", document.querySelector("[hx-get], [hx-post]")),
  ...["panel", "undo", "follow", "moments"].map((name) => loads(name, board())),
]);
draw = drawing;
const panel = watchPanel?.(tap);
const showMoment = watchMoments?.();
const parts = watchParts?.({
  drawn(isAnswer) {
    outbox.decided(here(), isAnswer);
    answered();
  },
  unanswered: () => bar.unanswered(),
});
const following = follow?.({
  asks: (address, aborter, headers) => ask(address, { patience, aborter, headers }),
  isQuiet: () => !parts?.areAsked() && outbox.isQuiet(here()),
  drawn,
});

function changed() {
  const state = outbox.state();
  const isFree = (record) => formOf(record)?.matches(":not(#board *, [inert])");
  // Everybody in the hall sees a wall: what the desk has not saved is shown at the desk.
  if (!document.querySelector(".wall")) bar.draw(state, { isKept: records.isKept, isHere, isFree });
  const here = state.waits.filter(isHere);
  showWaits?.(here, state.isTrouble && here.length > 0);
  const goesOn = document.querySelector("[data-now], [data-over][data-role=keeps], #start");
  // A kept page shows an earlier hand than the phone knows, until it is drawn anew.
  const isEarlier = isKeptPage && goesOn && !isAheadHere;
  // Only the answer to an Undo knows the next state of the panel.
  const form = byId("panel");
  if (form) form.inert = isEarlier || here.some((record) => record.undo);
  ahead?.changed();
  if (goesOn) prepare();
}
// Loaded a little later than everything else, and in memory when the line dies.
function prepare() {
  if (isPrepared) return;
  isPrepared = true;
  setTimeout(
    async () => {
      const file = board() ? "ahead" : "start";
      const { createAhead } = await import(`./ahead/${file}.js`).catch(() => ({}));
      ahead = createAhead?.({
        ...records,
        ...outbox,
        ask: (address) => ask(address, { patience }),
        drawn,
      });
      isAheadHere = true;
      changed();
    },
    isBegun || isKeptPage ? 0 : 300,
  );
}
function drawn() {
  show();
  changed();
  showMoment?.();
}
function answered() {
  drawn();
  openScript();
  following?.open();
}
// Everything that is not saved yet is shown in its form as it was entered.
function show() {
  const { waits, asks } = outbox.state();
  // Taps after a refused score stay.
  const refused = asks.map(({ record }) => record).filter(({ ended, scores }) => !(ended && scores));
  const here = [...refused, ...waits].filter(isHere);
  fill(here.filter((record) => !takeForm(record, here)));
  // The answer to an earlier tap.
  if (here.some((record) => record.panel)) panel?.leaveOffers();
  panel?.show();
  rememberWho?.();
  markTab();
  showLocalTimes();
}
// Text goes only into a form without any; the newest of a form goes there. Returns whether it is a form with text.
function takeForm(record, all) {
  const form = formOf(record);
  if (!form || form.closest("#board")) return false;
  const isLast = all.findLast(({ path }) => path === record.path) === record;
  if (isLast && !isOwn(form)) put(form, record);
  return true;
}
function put(form, record) {
  fillForm(form, record);
  inStep.add(form);
  outbox.place(record.id);
  unfold(form);
}
// What was typed since is kept.
function putBack(record) {
  const form = formOf(record);
  if (hasText(form)) outbox.setAside(entryOf(form, null, new Set()));
  put(form, record);
  for (const input of form.querySelectorAll("[hx-trigger]"))
    input.dispatchEvent(new Event("input", { bubbles: true }));
  inStep.add(form);
  changed();
  outbox.send();
}
function tap(form, ...names) {
  enter(entryOf(form, null, new Set(names)));
}
function enter(entry) {
  view = location.hash;
  outbox.appendEntry(entry);
}

document.addEventListener("change", ({ target }) => {
  const form = target.closest(TAPPED);
  if (!form || target.closest(".typed")) return;
  if (target.name === "pad") return panel?.pick(target);
  panel?.enter();
  tap(form, target.name);
});
// A waiting record can still be edited.
document.addEventListener("input", ({ target: { form } }) => {
  if (!form || form.closest("#board")) return;
  // The user is correcting the fields that these messages are about.
  form.querySelector(".problems")?.replaceChildren();
  const isSent = (record) => inStep.has(form) && isHere(record) && record.path === pathOf(form);
  const sent = outbox.state().waits.findLast(isSent);
  if (sent) enter(entryOf(form, sent.button, new Set()));
  else inStep.delete(form);
});
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  // Buttons that save nothing are left to htmx, or without it to the browser.
  if (event.defaultPrevented || !form.elements.csrf_token || submitter?.matches("[hx-post]")) return;
  // A file is too large for the phone's storage, and can be selected again.
  if (form.matches("[enctype]")) return;
  event.preventDefault();
  if ((form.id === "undo-form" && ahead?.undo()) || ahead?.refuses(submitter)) return;
  // Enter leaves a field but not the page.
  if (document.activeElement.matches("#panel .typed input")) return document.activeElement.blur();
  if (!form.closest("#board")) form.inert = true;
  inStep.add(form);
  enter({ ...entryOf(form, submitter, new Set()), ...ahead?.starting(form) });
});
addEventListener("storage", ({ key, newValue }) => {
  if (!isOurs(key)) return;
  if (key && newValue === null) records.gone(key);
  changed();
  // Another page sent the record, or it was refused; the news tells which.
  if (newValue === null) following?.now();
  else show();
  outbox.standBy();
});
// The next page sends any record that has no answer yet.
addEventListener("pagehide", () => {
  document.activeElement?.blur();
  turn.leave();
});
addEventListener("hashchange", markTab);
// WebKit answers media queries anew only before a layout, which it leaves out if it has measured a container meanwhile,
// and keeps the size of what it has stretched; Firefox keeps that of letters in a container that grew when the typeface
// came (docs/browsers.md). The width of tabs, which no text has, asks for a layout of everything.
const layOut = () => document.documentElement.style.tabSize++;
addEventListener("resize", layOut);
addEventListener("pageshow", layOut);
addEventListener("hashchange", showInPlay);
addEventListener("pageshow", showInPlay);
// A tap on the tab that is open scrolls to its top first, and one that unfolds something scrolls to that; what an
// answer draws unfolded moves nothing.
document.addEventListener("click", ({ target }) => {
  if (target.closest(".tabs a")) setTimeout(showInPlay);
  setTimeout(() => target.closest("summary")?.parentNode.scrollIntoView({ block: "nearest" }));
});
addEventListener("online", outbox.hurry);
addEventListener("pageshow", outbox.send);
document.addEventListener("visibilitychange", () => document.hidden || outbox.send());
addEventListener("beforeunload", (event) => {
  if (outbox.state().waits.some(({ id }) => !records.isKept(id))) event.preventDefault();
});

// The script of a page, also of one that an answer draws; if it does not load, the page works without it.
async function openScript() {
  const { script } = document.querySelector("[data-script]")?.dataset ?? {};
  if (script) await import(`./pages/${script}.js`).catch(() => {});
}
await openScript();

// With scripts a tap saves, so these buttons are not needed.
document.documentElement.classList.add("live");
// Everything done in the panel before this script ran. Waiting records are left out, because they also fill in what their page
// showed of other players.
const tapped = early("#panel .key input").filter(({ checked }) => checked);
panel?.catchUp();
show();
// Before the first attempt to send has failed.
if (isKeptPage) changed();
showInPlay();
for (const key of tapped) key.checked = true;
if (tapped.length) {
  tap(tapped[0].form, ...tapped.map(({ name }) => name));
  panel?.enter();
}
changed();
outbox.send();
following?.open();
keepAwake?.();
// Last of all, so that a first visit waits for none of it.
import("./ahead/keep.js").catch(() => {});
if (document.querySelector("[method=post] [type=text], textarea"))
  import("./pages/typed.js").then(({ keepTyped }) => keepTyped(inStep)).catch(() => {});
if (!("popover" in document.body)) import("./pages/popovers.js").catch(() => {});
import("./pages/share.js").then(({ shareLinks }) => shareLinks()).catch(() => {});
