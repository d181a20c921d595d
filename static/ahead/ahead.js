// Continues the game while the server does not answer. The current state is what the page showed last plus the
// entries that wait on this phone, so a reload, a second tab and an Undo draw the same.

import { here, isOfHand, startOf } from "../saving/entries.js";
import { lifted } from "../saving/finger.js";
import { newId } from "../saving/records.js";
import { board, leaveParts } from "../showing/parts.js";
import { announce, announceShown } from "../showing/views.js";
import { leave } from "./blank.js";
import { make } from "./elements.js";
import { showEnd } from "./end.js";
import { fold, isReady, parseNow, phase } from "./fold.js";
import { baseOf, forgetGame, keepGame, knownGame } from "./games.js";
import { hidden, showNumbers, showPanel } from "./panel.js";
import { beginning, moveTo, newest, turnTo } from "./rematch.js";
import { put, scoredLine, unscoredLine, waitsLine } from "./sentences.js";
import { showSheet } from "./sheet.js";
import { createUndo } from "./undo.js";

// Only on a site of plain files (site.js).
const { site } = globalThis;

// The time after which the page continues without an answer, in milliseconds.
const SOON = 1500;
const NOT_ENTERED = ["revision", "touched", "drawn", "score", "made"];
const TYPED = "#panel .typed input";
const byId = (id) => document.getElementById(id);
const isAhead = () => "ahead" in (board()?.dataset ?? {});

// Whether the browser stores nothing for this page, as with cookies blocked.
function isClosed() {
  try {
    return window.localStorage === null;
  } catch {
    return true;
  }
}

// `state()` returns the records by their state in the outbox, `all()` all records; `change` and `discard` change
// one, `appendEntry` adds one; `ask` requests an address from the server; `drawn()` is called after each new panel;
// `isKept` is false for a record for which the storage had no room.
export function createAhead(tools) {
  const { ask, state: outboxState, all, change, discard, appendEntry, drawn, isKept } = tools;
  let base = here();
  let { plan, now } = knownGame(base) ?? { plan: null, now: null };
  let asked = "";
  let since = 0;
  let timer = 0;
  // The number of records that waited when sending began.
  let most = 0;
  let isDrawing = false;
  // The address of the game that the page shows: its own, or that of a rematch.
  let shown = base;
  // Whether the sheet ahead is that of a blank page, which has no stamp of the game.
  let isBlank = startOf(base) !== undefined;

  document.addEventListener("focusout", ({ target }) => target.matches(TYPED) && lifted().then(changed));
  // Stored for later pages.
  const keep = () => keepGame({ base, plan, now });
  const waits = () => outboxState().waits.filter(({ page }) => page === base);
  // The entry that waits last, and the view that was open when it was made.
  let entered = { id: waits().at(-1)?.id };
  const taken = createUndo({ last: () => waits().at(-1), change, discard, appendEntry, changed });
  const isStale = () => Number(board().dataset.revision) < Number(now?.revision);
  const isBehind = ({ revision }) => Number(revision) < Number(board()?.dataset.revision);
  // The answer to a tap that was saved before this script ran does not tell the state.
  if (now && !board()?.dataset.now && isBehind(now)) now = null;

  // The state from a page or an answer, to which the waiting entries are added.
  function know({ now: text, revision }) {
    // A kept page may be older than the state that the phone has stored.
    if (!text || Number(revision) < Number(now?.revision)) return;
    const isSame = revision === now?.revision;
    now = { ...parseNow(text), revision, undone: isSame ? now.undone : undefined };
    if (isBlank && plan && !startOf(base)) plan = { ...plan, stamp: now.stamp };
    if (!isSame) keep();
  }
  // After a tap of this page that no other phone's tap preceded, the page can compute the new state.
  function follow(record, { role, now: text, revision } = {}) {
    if (role !== "keeps" || text || !record.panel || record.whole) return;
    const next = plan?.hands && revision - now?.revision <= 1 && fold(now, plan, [record]);
    if (!next || next.stuck) {
      // The next sheet ahead contains it.
      plan = null;
      asked = "";
    } else if (!next.over) {
      now = { ...next, rows: [], revision };
      keep();
    }
  }
  const isKnown = () => "over" in board().dataset || (now && plan?.stamp === now.stamp && !isBlank);
  async function fetchPlan() {
    if (isKnown() || asked === now?.stamp) return;
    asked = now?.stamp;
    const answer = await ask(`${base}/ahead`);
    if (!answer.ours) asked = "";
    if (!answer.ours || answer.status !== 200) return;
    const { now: text, revision, ...fetched } = JSON.parse(answer.html);
    if (isBehind({ revision })) {
      asked = "";
      return fetchPlan();
    }
    plan = fetched;
    isBlank = false;
    know({ now: text, revision });
    keep();
  }

  // Whether the next entry is the Undo of this one. Only the state before it leads on without the server.
  const isUndone = ({ id }) => waits().some(({ undoes }) => undoes === id);

  // Called after each entry, answer and drawing.
  function changed() {
    if (isDrawing || !board() || opensRematch()) return;
    if (!isAhead()) {
      know(board().dataset);
      followRematch();
    }
    clearTimeout(timer);
    const records = waits();
    noteView(records.at(-1)?.id);
    taken.check();
    if (isSent()) return leave();
    since = records.length ? since || Date.now() : 0;
    if (isLate(records)) goOn(records);
    else if (records.length) timer = setTimeout(() => lifted().then(changed), SOON - (Date.now() - since));
    else fetchPlan();
    sayWaits(records);
  }
  function noteView(id) {
    if (id !== entered.id) entered = { id, view: location.hash };
  }
  // Another page has sent the rematch that this page showed.
  function followRematch() {
    const next = shown !== base && document.querySelector("#over a.main");
    shown = base;
    if (next) location.assign(next.href);
  }
  // On a site a rematch has a page of its own, like any other new game.
  function opensRematch() {
    const next = site && all().find((one) => one.starts && !one.page);
    if (next) location.assign(baseOf(next));
    return next;
  }
  function noteStanding(plan, state) {
    if (!site) return;
    const start = all().find(isOwnStart);
    const { over, n } = state;
    const standing = over ? byId("result").textContent : n > 1 ? scoredLine(plan, state) : "";
    if (start && start.standing !== standing) change({ ...start, standing, over });
    if (state.rows.length) site.persist();
  }
  // Another page has sent the start of the game, or somebody discarded it.
  const isSent = () => startOf(base) && !all().some(isOwnStart);
  const isOwnStart = (record) => record.starts && baseOf(record) === base;
  function isLate(records) {
    if (isAhead()) return true;
    return records.length ? outboxState().isTrouble || Date.now() - since >= SOON : isStale();
  }
  // The bar is calm while the game can continue.
  function sayWaits(records) {
    const bar = byId("unsaved");
    const [text] = bar.getElementsByTagName("span");
    text.dataset.trouble ??= text.textContent;
    const isAgain = bar.classList.contains("again");
    // The waiting records may belong to another game.
    const isShown = isAhead() && isAgain && records.length > 0;
    const isFull = isAgain && !records.every(({ id }) => isKept(id));
    const saysFull = isFull || bar.classList.contains("full");
    text.textContent = isShown ? barLine(records, saysFull) : text.dataset.trouble;
    bar.classList.toggle("ahead", isShown && !isFull);
    // Without a service worker, the page could not be opened again.
    bar.classList.toggle("unkept", isFull || (isShown && !site && !navigator.serviceWorker));
  }
  function barLine(records, isFull) {
    const { isTrouble } = outboxState();
    most = isTrouble ? records.length : Math.max(most, records.length);
    if (!isTrouble) return put(plan.words.saving, { number: most - records.length + 1, all: most });
    // On a site the start of a game is no news.
    const entered = records.filter(({ starts }) => !site || !starts);
    if (!entered.length) return byId("unsaved").querySelector("span").dataset.trouble;
    if (!isFull) return waitsLine(plan, entered);
    return isClosed() ? plan.words.closed : plan.words.full;
  }
  function goOn(records) {
    if (!now || !plan?.hands || plan.stamp !== now.stamp || document.querySelector(".clash form")) return;
    // The panel in which somebody types is replaced afterwards.
    if (document.activeElement?.matches(TYPED)) return;
    const game = newest({ base, plan, now }, records);
    const before = board().dataset.ahead ?? base;
    // Only the server knows the state of a game whose rematch has begun.
    if (before !== base && !records.length) return;
    const state = { ...fold(game.now, game.plan, game.records), revision: game.now.revision };
    if (state.stuck) return;
    isDrawing = true;
    if (before !== game.base) turnTo(game.base, before, plan);
    const isNew = show(game, state);
    isDrawing = false;
    if (isNew) drawn();
  }
  // Returns whether the panel has changed.
  function show({ base: address, plan, records }, state) {
    const kind = state.over ? "over" : phase(plan, state);
    const place = { address: `${address}/hands/${state.n}`, kind };
    // What the page said when it opened is old, and the bar says it.
    if (!isAhead() && records.length) announce("");
    const isNew = kind === "over" ? !byId("over") : !isShown(place);
    if (isNew && kind === "over") showEnd(plan, state, `${address}/rematch`);
    else if (isNew) open(plan, state, place, records);
    showSheet(plan, state);
    if (kind !== "over") showNumbers(plan, state, kind);
    Object.assign(board().dataset, { ahead: address, later: plan.words.corrects });
    shown = address;
    taken.show(byId("panel"), plan.words);
    leaveLinks();
    leaveParts();
    noteStanding(plan, state);
    return isNew;
  }
  // Whether the page shows this panel, drawn here or by the server.
  function isShown({ address, kind }) {
    const panel = byId("panel");
    if (panel?.getAttribute("action") === `${address}/whole`) return panel.dataset.kind === kind;
    const step = kind === "named" ? "trump" : kind;
    const isNamed = Boolean(panel?.querySelector("#trumps [type=hidden]"));
    return panel?.getAttribute("action") === `${address}/${step}` && isNamed === (kind === "named");
  }
  function open(plan, state, { address: hand, kind }, records) {
    const address = `${hand}/whole`;
    showPanel(plan, state, kind, address);
    const panel = byId("panel");
    // The other entries of this hand that wait are sent again with each tap.
    const mine = records.filter((record) => isOfHand(record, { path: address }));
    for (const [name, value] of new Map(mine.flatMap(({ fields }) => fields))) {
      const isField = !NOT_ENTERED.includes(name) && !panel.querySelector(`[name="${name}"]`);
      if (isField) panel.prepend(hidden(name, value));
    }
    showHand();
  }
  // The result of a tap is shown from its top, unless another view was opened since.
  function showHand() {
    const isElsewhere = location.hash && location.hash !== "#hand";
    if (isElsewhere && location.hash !== entered.view) return;
    if (isElsewhere) location.hash = "hand";
    scrollTo(0, 0);
  }
  // Other pages come from the server.
  function leaveLinks() {
    // One line names them all but the one that says more. The buttons that end the game name the hand that the server
    // knows.
    const lines = [
      ...document.querySelectorAll(
        "#more :is(.tiles a, li:has(> a:not([href*='=extras']), #ending)):not([hidden])",
      ),
    ];
    const names = lines.map((line) => line.querySelector("b, summary").textContent).join(" · ");
    for (const line of lines) line.remove();
    if (names) byId("more").append(make("p", "needs", make("b", "", plan.words.server), " ", names));
  }

  // Whether to ignore an answer, with the `root` of its board, because the page is ahead of it.
  function holds(record, answer, { dataset: root } = {}) {
    if (answer.status >= 400) {
      // The form that started the game shows the reason.
      if (isOwnStart(record)) location.reload();
      return isOwnStart(record);
    }
    if (isAhead() && isUndone(record)) {
      now = { ...now, undone: record.id };
      keep();
      return true;
    }
    follow(record, root);
    const isEmpty = answer.status === 204;
    if (!isEmpty && !isAhead()) return false;
    know(isEmpty ? { now: answer.header("X-Now"), revision: answer.header("X-Revision") } : (root ?? {}));
    return isEmpty || waits().length > 0;
  }
  // Whether a tap on the button that scores the hand is only answered with what is missing. Otherwise, and while there
  // is a connection, the server says it.
  function refuses(button) {
    const isAway = isAhead() || outboxState().isTrouble || !navigator.onLine;
    if (button?.name !== "score" || !isAway || !now || !plan?.hands || plan.stamp !== now.stamp) return false;
    const game = newest({ base, plan, now }, waits());
    const state = fold(game.now, game.plan, game.records);
    if (state.stuck || state.over || phase(game.plan, state) !== "tricks") return false;
    const isMissing = !isReady(game.plan, state);
    if (isMissing) announceShown(unscoredLine(game.plan, state));
    return isMissing;
  }
  // Takes back the last tap on this phone, unless it has been sent: then only the server can.
  function undo() {
    const last = waits().at(-1);
    if (!isAhead() || !(last?.panel || last?.starts) || isOwnStart(last)) return false;
    byId("panel")?.setAttribute("action", "");
    byId("over")?.remove();
    return taken.undo(last);
  }
  // The values of the game that a form starts; undefined if only the server can start it.
  function starting({ dataset: { first } }) {
    if (!first || !plan?.again) return {};
    if (site) return anew(all().find(isOwnStart), first);
    return { starts: base.replace(/[^/]+$/, ""), first: Number(first), players: plan.players };
  }
  // The start of a game of a site with another first dealer; it has no page yet.
  function anew({ id, order, at, standing, tried, ...start }, first) {
    const fresh = { dealer: first, token: newId() };
    const fields = start.fields.map(([name, value]) => [name, fresh[name] ?? value]);
    return { ...start, fields, first: Number(first), page: "" };
  }
  // Whether the page stays, because more entries wait, and becomes the page of the game that it started.
  function becomes(record, address) {
    const before = base;
    const isOwn = isOwnStart(record);
    forgetGame(baseOf(record));
    if (isOwn) base = address;
    // On a site the program draws what follows.
    if (site || !isAhead() || !record.starts || !outboxState().waits.some(({ page }) => page === address))
      return false;
    if (!isOwn) ({ plan, now } = beginning(plan, record.first));
    moveTo(address, [before, baseOf(record)]);
    base = address;
    shown = base;
    keep();
    return true;
  }
  return { changed, holds, refuses, undo, starting, becomes };
}
