// A site of plain files (docs/site.md): its pages are those of a server that never answers. Only they have this script,
// before all others.

import { createRecords } from "../saving/records.js";
import { recall, remember } from "../showing/memory.js";
import { announceShown } from "../showing/views.js";
import { boxOf, isIn } from "./box.js";
import { baseOf, forgetGame } from "./games.js";

const html = document.documentElement;
const files = globalThis.fetch;
// What only a server answers leaves the phone no more than without a connection, until the program on this phone
// answers it (program/answers.js).
let isAnswered = false;
globalThis.fetch = (address, given) =>
  given?.headers?.["HX-Request"] && !isAnswered
    ? Promise.reject(TypeError("A site has no server."))
    : files(address, given);

// A file is opened for every game, so the number of a game is in the query: "/g/?~NUMBER".
const here = () => location.pathname + (/^\?~[\w-]+/.exec(location.search) ?? "");
Object.defineProperty(globalThis, "here", { get: here });

const isHere = (record) => record.page === here() || (Boolean(record.starts) && baseOf(record) === here());
let box = null;
Object.defineProperty(globalThis, "taps", { get: () => (box ??= boxOf(localStorage, isHere)) });

// The files from which this page was made, for the phone to keep.
const used = new Set();
async function read(file) {
  const answer = await files(file).catch(() => {});
  if (!answer?.ok) return;
  used.add(file);
  const sheet = await answer.json();
  if (!sheet.base) return sheet;
  const base = await read(new URL(`${sheet.base}.json`, file).href);
  return base && changed(base, sheet.change);
}
// The blank pages of a game are in a file for each deck and number of players; of one deck whole, of the other what
// differs. `address` names the game and its house rules: "new/ahead/wizard-suits?hook&not1".
async function blanks(address, players) {
  const { href, search } = new URL(address);
  const sheet = await read(`${href.slice(0, href.length - search.length)}-${players}.json`);
  if (!sheet) return;
  const { games, switches, which, changes, words } = sheet;
  const chosen = new URLSearchParams(search);
  const at = switches.reduce((sum, name, bit) => sum + (chosen.has(name) ? 2 ** bit : 0), 0);
  games[players] = changed(games[players], changes[which[at]]);
  return { games, words };
}
// The value with what differs: of a text how much of its start and end stays, and what is between; of an object its
// values, or another object in its place.
function changed(value, change) {
  if (change === undefined) return value;
  if (value?.constructor === Object && Array.isArray(change)) return change[0];
  if (typeof value === "string" && Array.isArray(change)) {
    const [start, end, text] = change;
    return value.slice(0, start) + text + value.slice(value.length - end);
  }
  if (change?.constructor !== Object) return change;
  const all = Object.entries(change).map(([name, one]) => [name, changed(value[name], one)]);
  return { ...value, ...Object.fromEntries(all) };
}
const folderOf = () => new URL("ahead/", location.href.replace(/[?#].*/, ""));
// The address of the blank pages for the choices of the form of a new game.
function blanksOf(form) {
  const [variant, cards] = ["variant", "cards"].map(
    (name) => form.querySelector(`[name=${name}]:checked`).value,
  );
  const rules = [...form.querySelectorAll(".setup [type=checkbox]:checked")].map(({ name }) => name);
  return `${folderOf()}${variant}-${cards}${rules.length ? `?${rules.join("&")}` : ""}`;
}
// The numbers of players for whom there is a file; the file for others says why there is none.
const counts = (form) => form.querySelector("[name=variant]:checked").dataset.counts.split(" ");
function countFor(form, players) {
  const all = counts(form);
  return Number([`${players}`, "4", all[0]].find((one) => all.includes(one)));
}
function filesFor(form) {
  const { variant, cards } = form.elements;
  const decks = [...cards].map(({ value }) => value);
  const one = (deck, count) => `${folderOf()}${variant.value}-${deck}-${count}.json`;
  return counts(form).flatMap((count) => decks.map((deck) => one(deck, count)));
}
// A start waits for good. Each has a token of its own, even if its page comes back from the browser's memory.
const waiting = ({ id, fields }) => ({
  lasting: true,
  fields: fields.map(([name, value]) => [name, name === "token" ? id : value]),
});
// The folder of the pages in this language, and the address of the service worker at the root of the site.
const home = new URL(".", document.querySelector("[rel=manifest]").href);
const root = new URL(html.dataset.root, location.href);
// At another address it answers the addresses of the program too.
const ANSWERS = "?program";
// Other sites may lie at this host. An earlier version did not think of them.
const PROGRAM = `program ${root.pathname.replace(/[^/]*$/, "")}`;
const [LOADS, FAILED] = ["loads", "failed"];
const isProgram = () => navigator.serviceWorker?.controller?.scriptURL === root.href + ANSWERS;
// A browser may refuse to store anything.
const stage = () => html.dataset.program && (recall("localStorage", PROGRAM) ?? (isProgram() ? LOADS : null));
// A page that was loaded past the program's worker keeps it too.
async function worker() {
  const { active } = (await navigator.serviceWorker.getRegistration(root)) ?? {};
  const isThere = html.dataset.program && active?.scriptURL === root.href + ANSWERS;
  return root.href + (isThere || stage() === LOADS ? ANSWERS : "");
}
// What opens without a line: the pages of this language, the first one of the site, and what this page has used.
const PAGES = ["", "new/", "g/", "language/"];
const kept = () => [...PAGES.map((page) => `${home}${page}`), new URL(".", root).href, ...used];

let isAsked = false;
// Asks the browser never to delete the games, at the first hand; then the program is loaded.
function persist() {
  if (!isAsked) navigator.storage?.persist?.().catch(() => {});
  isAsked = true;
  const { saveData, type } = navigator.connection ?? {};
  // What failed once is not fetched again unless somebody asks.
  const mayLoad = navigator.onLine && !saveData && type !== "cellular";
  if (mayLoad && stage() !== FAILED) loadProgram();
}

// The program itself on this phone: a service worker that answers its addresses. While it fetches and starts the
// program, the one before it goes on. Returns whether the next page is the program's.
let loading = null;
let isSaid = false;
function loadProgram() {
  if (!html.dataset.program || !navigator.serviceWorker) return;
  // Pages that open meanwhile ask for the same worker.
  if (!loading) remember("localStorage", PROGRAM, LOADS);
  loading ??= answered().then(
    (isHere) => {
      isAnswered = isHere;
      // What waits is handed over, as to a server that answers again.
      if (isHere) dispatchEvent(new Event("online"));
      return true;
    },
    async () => {
      loading = null;
      const isReached = await files(root, { method: "HEAD", cache: "no-store" }).catch(() => {});
      // A worker that is there may start the next time, and a line that broke is tried again at the next hand.
      if (!isProgram()) remember("localStorage", PROGRAM, isReached ? FAILED : null);
      if (!isSaid) announceShown(html.dataset.program);
      isSaid = true;
    },
  );
  return loading;
}
async function answered() {
  const { serviceWorker } = navigator;
  const { installing, active } = await serviceWorker.register(root.href + ANSWERS);
  // A page that was loaded past its worker gets none: the next page has it.
  if (!serviceWorker.controller && active?.scriptURL.endsWith(ANSWERS)) return false;
  await new Promise((resolve, reject) => {
    const check = () => isProgram() && resolve();
    serviceWorker.addEventListener("controllerchange", check);
    installing?.addEventListener("statechange", () => installing.state === "redundant" && reject());
    check();
  });
  const { ok } = await files(new URL("new", root), { headers: { "HX-Request": "true" } });
  if (!ok) throw Error("The program does not answer");
  return true;
}
if (stage() === LOADS) loadProgram();

// The lines of the first page for the games of this phone, the newest first. A game is deleted with all its records.
function list(place) {
  const records = createRecords(() => localStorage);
  place.line ??= place.firstElementChild;
  const isOurs = (one) => one.players && one.starts && isIn(new URL(".", root).pathname, one);
  const starts = records.all().filter(isOurs);
  place.replaceChildren(...starts.reverse().map(lineOf));
  place.hidden = !starts.length;
  function lineOf(start) {
    const line = place.line.cloneNode(true);
    const names = start.players.join(", ");
    const day = new Date(start.at).toLocaleDateString(html.lang, { day: "numeric", month: "short" });
    for (const [which, text] of Object.entries({ ".date": day, b: names, small: start.standing ?? "" }))
      line.querySelector(which).textContent = text;
    line.querySelector(`.go span:nth-child(${start.over ? 1 : 2})`).remove();
    line.querySelector("a").href = baseOf(start);
    const button = line.querySelector("button");
    button.ariaLabel = button.dataset.label.replace("{name}", names);
    button.onclick = () => confirm(button.dataset.asks.replace("{name}", names)) && remove(start);
    line.hidden = false;
    return line;
  }
  function remove(start) {
    const isIts = ({ id, page }) => id === start.id || page === baseOf(start);
    for (const { id } of records.all().filter(isIts)) records.remove(id);
    forgetGame(baseOf(start));
    list(place);
  }
}

document.addEventListener("click", ({ target }) => {
  const { hreflang } = target.closest("a[hreflang]") ?? {};
  if (hreflang) localStorage.setItem("language", hreflang);
});

// What only the program draws is a tap away.
const place = document.querySelector("#program");
if (place && navigator.serviceWorker) {
  const said = place.querySelector("[data-loads]");
  const names = said.textContent;
  place.hidden = false;
  place.querySelector("button").onclick = async () => {
    navigator.storage?.persist?.().catch(() => {});
    said.textContent = said.dataset.loads;
    const isThere = await loadProgram();
    said.textContent = names;
    if (isThere) location.assign(new URL(".", root));
  };
}

globalThis.site = { blanks, blanksOf, countFor, filesFor, home, kept, list, persist, waiting, worker };
