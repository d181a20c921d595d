// Stores pages on the phone, to open them while no server answers, and offers to install the app.

import { ask } from "../saving/ask.js";
import { here } from "../saving/entries.js";
import { createRecords, newId } from "../saving/records.js";
import { recall, remember } from "../showing/memory.js";
import { board, read } from "../showing/parts.js";
import { announce } from "../showing/views.js";
import { newestGame } from "./games.js";
import { noteWatched, showWatched } from "./watched.js";

// Only on a site of plain files (site.js).
const { site } = globalThis;

const AGAIN = 5000;
const SHORTLY = 4000;
// Two folders above this one.
const HOME = site?.home ?? new URL("../../../", import.meta.url);
const [version] = import.meta.url.split("/").slice(-3);
const html = document.documentElement;
const worker = navigator.serviceWorker;
const isInstalled = navigator.standalone || matchMedia("(display-mode: standalone)").matches;
// Days on pages of the server are those of the phone too: http/languages.py reads its zone.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
// biome-ignore lint/suspicious/noDocumentCookie: Firefox has no cookieStore.
document.cookie = `zone=${timeZone};path=/;max-age=34560000;samesite=lax`;
// The page of a game, from any page about it.
const game = () => /^.*\/g\/[^/]+/.exec(here())?.[0];
const whole = (address) => new URL(address, HOME).href;
// With the follower's answer to "Who are you?".
const who = ({ me } = board().dataset) => (me === undefined ? "" : `?me=${me}`);

async function send(addresses, anew = false) {
  const { active } = await worker.ready;
  active.postMessage({ keep: addresses.map(whole), anew });
}
// Stores the page of the game as it is now.
function keepPage() {
  if (board()?.id === "board" && worker && !site) send([location.pathname + who()]);
}
// Runs whenever a page opens. A change of the language, of light or dark, or of the book changes all pages.
function keepPages() {
  const looks = `${html.lang} ${document.querySelector("[name=color-scheme]").content}`;
  const isAnew = recall("localStorage", "kept in") !== looks || location.pathname === `${HOME.pathname}book`;
  remember("localStorage", "kept in", looks);
  const shown = board()?.id === "board" ? [location.pathname + who()] : [];
  send(site?.kept() ?? ["new", "", ...shown], isAnew);
}
// A visitor who plays no game downloads nothing.
async function register() {
  const isPlaying = board() || (site && document.getElementById("start"));
  if (!isPlaying && !isInstalled && !(await worker.getRegistration())) return;
  const own = new URL("sw.js", HOME).href;
  // A page of a site's program keeps its worker; one of another app at this host is not ours.
  const now = worker.controller?.scriptURL;
  const registration = await worker.register(
    (await site?.worker()) ?? (now?.split("?")[0] === own ? now : own),
  );
  // A new version takes over the pages that are open.
  worker.addEventListener("controllerchange", keepPages);
  worker.addEventListener("message", keepSeen);
  if (worker.controller && (site || !html.dataset.kept)) keepPages();
  // A page about a game may change or delete it.
  const about = game();
  if (about && !board())
    addEventListener("pagehide", () => registration.active?.postMessage({ keep: [whole(about)] }));
}
// Stores the game again when its follower has changed, and otherwise what the page shows.
let last = {};
function keepChanged() {
  const { me, seen } = board()?.dataset ?? {};
  if (last.seen && me !== last.me) keepPage();
  else if (seen !== last.seen) keepSeen();
  last = { me, seen };
}

// Writes what the page of a game shows into its kept page, so that a reload without the server shows nothing older.
let writing = Promise.resolve();
function keepSeen() {
  if (site) return;
  // Other pages have no kept page, or no board.
  writing = writing.then(write).catch(() => {});
}
async function write() {
  const { seen } = board().dataset;
  const cache = await caches.open(`scorekeeper ${version}`);
  const [page] = await cache.keys(location.pathname, { ignoreSearch: true });
  const answer = await cache.match(page);
  const text = await answer.text();
  const [, lang, at, before] = /lang="(.+?)" data-kept="(.+?)".* data-seen="(.+?)"/s.exec(text);
  // Another page may have written a newer state, or speak another language.
  if (lang !== html.lang || before.localeCompare(seen, lang, { numeric: true }) >= 0) return;
  const shown = text.replace(/<div id="board".*(?=<div id="follow")/s, () => boardIn(read(text).content));
  await cache.put(page, new Response(shown.replaceAll(at, new Date().toISOString()), answer));
}
// The board of this page as the server would draw it for this kept page: without token, without a link that grants a
// right or leads to a page that is not kept, and without saying that it is somebody's turn.
function boardIn(kept) {
  const copy = board().cloneNode(true);
  const find = (which) => copy.querySelector(which);
  delete copy.dataset.turn;
  // The page goes on without the server only with this. The answer to a tap of its own lacks it: the phone knows the state.
  if (kept.querySelector("[data-now]")) copy.dataset.now ??= "";
  for (const which of ["#keep", ".back"]) find(which).replaceWith(kept.querySelector(which));
  // A card that turns over, and a question about an entry, which waits on the phone.
  for (const passing of copy.querySelectorAll(".cardback, .clash")) passing.remove();
  const mine = find("#mine.called");
  if (mine) {
    mine.classList.remove("called");
    mine.dataset.hash = "";
    find("#mine h2 span").textContent = mine.ariaLabel;
  }
  return copy.outerHTML.replace(/(csrf_token" value=")[^"]+/g, "$1");
}

// Polls from a kept page until the server answers; then the page counts as an ordinary one.
let timer = null;
async function revive() {
  clearTimeout(timer);
  const answer = await ask(location.href);
  clearTimeout(timer);
  if (!("kept" in html.dataset)) return;
  if (!answer.ours || answer.status >= 500) {
    timer = setTimeout(revive, AGAIN);
    return;
  }
  delete html.dataset.kept;
  if (location.pathname === HOME.pathname) return location.reload();
  const token = read(answer.html).content.querySelector("[name=csrf_token]")?.value ?? "";
  for (const input of document.querySelectorAll("[name=csrf_token]")) input.value ||= token;
  if (!board()) announce("");
  if (worker) keepPages();
}
if (html.dataset.kept) {
  for (const input of document.querySelectorAll("#start [name=token]")) input.value ||= newId();
  if (!site) {
    addEventListener("online", revive);
    setTimeout(revive);
  }
}

// The browser's offer to install the app, behind a line of the page; iOS makes no offer, so the page explains the
// way.
let offer = null;
function showInstall() {
  for (const line of document.querySelectorAll("[data-install]"))
    line.hidden = isInstalled || !(line.dataset.install === "share" ? "standalone" in navigator : offer);
}
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = event;
  showInstall();
});
addEventListener("appinstalled", () => {
  offer = null;
  showInstall();
});
document.addEventListener("click", (event) => {
  if (!offer || !event.target.closest("[data-install=prompt]")) return;
  event.preventDefault();
  // The offer can be used once.
  offer.prompt();
  offer = null;
  showInstall();
});
// An installed app may share no cookie with the browser: before anything else it offers to bring the games.
const bring = document.getElementById("bring");
if (bring && isInstalled) bring.hidden = false;
bring?.addEventListener("submit", (event) => {
  event.preventDefault();
  const [link] = /link\/[\w-]+/.exec(bring.querySelector("input").value);
  location.assign(new URL(link, HOME));
});

// Lists games that began here, which the first page lacks until the server has stored them.
const begun = document.getElementById("begun");
function showBegun() {
  if (site) return site.list(begun);
  const starts = createRecords(() => window.taps ?? localStorage)
    .all()
    .filter(({ starts, players }) => starts && players);
  // The line leads to the newest game of its page.
  const pages = new Map(starts.map((start) => [start.page, start]));
  begun.replaceChildren(...[...pages.values()].map(lineOf));
}
function lineOf({ players, page, blanks }) {
  const line = begun.line.cloneNode(true);
  const [rematch, fresh] = line.querySelectorAll("b");
  (blanks ? rematch : fresh).remove();
  line.querySelector("small").textContent = players.join(", ");
  line.querySelector("a").href = page;
  line.hidden = false;
  return line;
}
if (begun) {
  [begun.line] = begun.children;
  showBegun();
  addEventListener("storage", showBegun);
}

// A kept page already says that no server answers; its bar says the same as the bar of a game.
const { plan } = newestGame() ?? {};
async function sayWaits() {
  const records = createRecords(() => window.taps ?? localStorage).all();
  if (site || board() || !html.dataset.kept || !plan || !records.length) return;
  for (const { page } of records) leaveFigures(document.querySelector(`a.continue[href="${page}"]`));
  const { waitsLine } = await import("./sentences.js");
  bar.querySelector("span").textContent = waitsLine(plan, records);
}

// The game has continued since the page was stored, so its figures are outdated.
function leaveFigures(link) {
  link?.removeAttribute("aria-label");
  for (const figure of link?.querySelectorAll("strong, .of b") ?? []) figure.remove();
}

// Asks the browser not to delete waiting records when the phone runs out of room.
const bar = document.getElementById("unsaved");
function showBar() {
  if (bar.hidden || site) return;
  navigator.storage?.persist?.().catch(() => {});
  const text = document.getElementById("more")?.dataset.paper;
  paper.textContent = text ? ` · ${text}` : "";
}
// Some games can be continued only by the server.
const paper = bar.querySelector("p").appendChild(document.createElement("span"));
paper.className = "for again";
// While there is no connection, "Try now" changes nothing in the bar by itself.
bar.addEventListener("click", async ({ target }) => {
  if (target.value !== "try") return;
  target.disabled = true;
  const answer = await ask(location.href);
  target.disabled = false;
  if (answer.ours && answer.status < 500) return;
  showNoAnswer(true);
  setTimeout(showNoAnswer, SHORTLY, false);
});
function showNoAnswer(isShown) {
  for (const { classList, style } of bar.querySelector("p").children)
    style.display = isShown ? (classList.contains("unanswered") ? "inline" : "none") : "";
}
new MutationObserver(showBar).observe(bar, { attributes: true, attributeFilter: ["hidden"] });
showBar();
sayWaits();

function changed() {
  keepChanged();
  showInstall();
}
changed();
if (board()?.dataset.role === "looks") noteWatched(game().split("/").pop());
showWatched();
new MutationObserver(changed).observe(document.body, {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ["data-seen", "data-me"],
});
if (worker) (window.requestIdleCallback ?? setTimeout)(() => register().catch(() => {}));
