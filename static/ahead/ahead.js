// Goes on with the hands to come while the server does not answer. The game as it stands is what the page
// showed last, and the entries that wait on this phone: a reload, a second tab and an Undo draw the same.

import { isOfHand, namesOf, without } from "../saving/entries.js";
import { board, leaveParts } from "../showing/draw.js";
import { recall, remember } from "../showing/memory.js";
import { fold, parseNow, phase } from "./fold.js";
import { hidden, showNumbers, showPanel } from "./panel.js";
import { showEnd, showSheet } from "./sheet.js";

// How long an answer may take before the page goes on by itself, in milliseconds.
const SOON = 1500;
const NOT_ENTERED = ["revision", "touched", "drawn", "score", "made"];
const byId = (id) => document.getElementById(id);
const isAhead = () => "ahead" in (board()?.dataset ?? {});

// `state()`: the records as the outbox sees them; `change` and `discard` change one; `ask` gets an address from
// the server; `drawn()` is called after each new panel.
export function createAhead({ ask, state: outboxState, change, discard, drawn }) {
  const base = location.pathname;
  const known = recall("localStorage", "ahead");
  let { plan, now } = known?.base === base ? known : { plan: null, now: null };
  let asked = "";
  let since = 0;
  let timer = 0;
  let isDrawing = false;

  // For the time after this page was closed; a phone plays one game at a time.
  const keep = () => remember("localStorage", "ahead", { base, plan, now });
  const waits = () => outboxState().waits.filter(({ page }) => page === base);
  const isStale = () => Number(board().dataset.revision) < Number(now?.revision);

  // What a page or an answer says of the game is what the waiting entries add to.
  function know({ now: text, revision }) {
    // A page that was kept on the phone may be older than what it knows.
    if (!text || Number(revision) < Number(now?.revision)) return;
    const isSame = revision === now?.revision;
    now = { ...parseNow(text), revision };
    if (!isSame) keep();
  }
  // After an own tap that nobody else's came before, the page knows what follows from it.
  function follow(record, revision) {
    const next = plan?.hands && now && fold(now, plan, [record]);
    if (!next || next.stuck) {
      // The next sheet ahead brings it along.
      plan = null;
      asked = "";
    } else if (!next.over) {
      now = { ...next, rows: [], revision };
      keep();
    }
  }
  async function fetchPlan() {
    if (!now || plan?.stamp === now.stamp || asked === now.stamp) return;
    asked = now.stamp;
    const answer = await ask(`${base}/ahead`);
    if (!answer.ours) asked = "";
    if (!answer.ours || answer.status !== 200) return;
    const { now: text, revision, ...fetched } = JSON.parse(answer.html);
    plan = fetched;
    know({ now: text, revision });
    keep();
  }

  // Called after each entry, answer and drawing.
  function changed() {
    if (isDrawing || !board()) return;
    if (!isAhead()) know(board().dataset);
    clearTimeout(timer);
    const records = waits();
    since = records.length ? since || Date.now() : 0;
    if (isLate(records)) goOn(records);
    else if (records.length) timer = setTimeout(changed, SOON - (Date.now() - since));
    else fetchPlan();
    sayWaits(records);
  }
  function isLate(records) {
    if (isAhead()) return true;
    return records.length ? outboxState().isTrouble || Date.now() - since >= SOON : isStale();
  }
  // The bar is calm while the game goes on.
  function sayWaits(records) {
    const bar = byId("unsaved");
    const hands = new Set(records.map(({ path }) => /\/hands\/\d+/.exec(path)?.[0]).filter(Boolean));
    const [text] = bar.getElementsByTagName("span");
    text.dataset.trouble ??= text.textContent;
    const line = isAhead() && bar.classList.contains("again") ? plan.words.waits[hands.size] : "";
    bar.classList.toggle("ahead", Boolean(line));
    text.textContent = line || text.dataset.trouble;
  }
  function goOn(records) {
    if (!now || !plan?.hands || plan.stamp !== now.stamp || document.querySelector(".clash form")) return;
    const state = { ...fold(now, plan, records), revision: now.revision };
    if (state.stuck) return;
    isDrawing = true;
    const isNew = show(state, records);
    isDrawing = false;
    if (isNew) drawn();
  }
  // Returns whether the panel is another one.
  function show(state, records) {
    const kind = state.over ? "over" : phase(plan, state);
    const address = `${base}/hands/${state.n}/whole`;
    const isNew = kind === "over" ? !byId("over") : !isShown(kind, state, address);
    if (isNew && kind === "over") showEnd(plan, state);
    else if (isNew) open(state, kind, address, records);
    showSheet(plan, state);
    if (kind !== "over") showNumbers(plan, state, kind);
    board().dataset.ahead = "";
    leaveParts();
    return isNew;
  }
  // Whether the page shows this panel, drawn here or by the server.
  function isShown(kind, state, address) {
    const panel = byId("panel");
    if (panel?.getAttribute("action") === address) return panel.dataset.kind === kind;
    const step = kind === "named" ? "trump" : kind;
    const isNamed = Boolean(panel?.querySelector("#trumps [type=hidden]"));
    return (
      panel?.getAttribute("action") === `${base}/hands/${state.n}/${step}` && isNamed === (kind === "named")
    );
  }
  function open(state, kind, address, records) {
    showPanel(plan, state, kind, address);
    const panel = byId("panel");
    // What else of this hand waits is sent again with each tap.
    const mine = records.filter((record) => isOfHand(record, { path: address }));
    for (const [name, value] of new Map(mine.flatMap(({ fields }) => fields))) {
      const isField = !NOT_ENTERED.includes(name) && !panel.querySelector(`[name="${name}"]`);
      if (isField) panel.prepend(hidden(name, value));
    }
    // Other pages of the hand come from the server.
    for (const link of document.querySelectorAll("#head a, #steps a, #foot a:not(#count), .felt > a"))
      for (const name of ["href", "hx-get"]) link.removeAttribute(name);
  }

  // Whether an answer, with the `root` of its board, is not drawn, because the page is ahead of it.
  function holds(record, answer, { dataset: root } = {}) {
    const isRefused = answer.status >= 400;
    if (!isRefused && root?.role === "keeps" && !root.now && record.panel && !record.whole)
      follow(record, root.revision);
    if (answer.status === 204)
      know({ now: answer.header("X-Now") ?? undefined, revision: answer.header("X-Revision") });
    else if (!isAhead() || !waits().length || isRefused) return false;
    else know(root ?? {});
    return true;
  }
  // Takes back the last tap on this phone, if no try to send it was made; otherwise only the server can.
  function undo() {
    const last = waits().at(-1);
    if (!isAhead() || !last?.panel || last.tried) return false;
    const left = last.whole && withoutLast(last);
    if (left) change(left);
    else discard(last.id);
    byId("panel")?.setAttribute("action", "");
    byId("over")?.remove();
    changed();
    return true;
  }
  return { changed, holds, undo };
}

// The record of a hand without its last tap; null if nothing is left.
function withoutLast(record) {
  if (record.scores) {
    const fields = record.fields.filter(([name]) => name !== "score" && name !== "made");
    return { ...record, scores: false, fields };
  }
  const last = namesOf(record).at(-1);
  const { [last]: _, ...says } = record.says;
  const left = without(record, [last]);
  return left && { ...left, says };
}
