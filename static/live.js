// Following a game, keeping the screen on, and sharing; the pages work without it.
(() => {
  "use strict";
  // News is on the page within three seconds, its way from the server included.
  const EVERY = 2500;
  const PATIENCE = 10000;
  // What the eye or the finger rests on: numbers to tap, and the sheet; what stands over it changes.
  const STILL = "form#panel, form#panel input[type=radio], details, .sheet, .sheet [id], [data-poll]:not(#board) [id]";
  const { clockTime, isQuiet, keepIn, keptIn } = window.page;
  const byId = (id) => document.getElementById(id);
  const follow = byId("follow");
  const board = () => document.querySelector("[data-poll]");
  const is = (name) => name in board().dataset;

  // What is new is asked for while somebody looks and nothing of one's own is on its way.
  let asking = null;
  let paused = false;
  let stale = false;
  let shown = new Date();

  function state(name) {
    const before = follow.dataset.state;
    if (before === name) return;
    follow.dataset.state = name;
    if (before === "lost") say("");
    follow.querySelector(".time").textContent = clockTime(shown);
    if (name === "lost") say(follow.querySelector(".lost").textContent);
  }
  function rest() {
    state(paused ? "paused" : is("over") ? "over" : "live");
  }
  async function poll() {
    if (asking || paused || document.hidden || !board() || !isFree()) return;
    const address = new URL(board().dataset.poll, location);
    address.searchParams.set("seen", stale ? "" : board().dataset.seen);
    // What is on the page beside its revision, only the whole board can be drawn with.
    if (is("mixed") || tappedOn(board()).length) address.searchParams.set("whole", "");
    const asked = looks();
    const mine = asking = new AbortController();
    const timer = setTimeout(() => mine.abort(), PATIENCE);
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: mine.signal });
      if (answer.status === 404) return location.replace(board().dataset.gone || location);
      if (!answer.ok) throw new Error(answer.status);
      const html = await answer.text();
      if (looks() !== asked) setTimeout(poll);
      else if (html) draw(html);
      shown = new Date();
      rest();
    } catch {
      if (asking === mine && !paused) state("lost");
    } finally {
      clearTimeout(timer);
      if (asking === mine) asking = null;
    }
  }
  // An answer says what is new to the page as it was when it asked, and not to any other.
  const looks = () => JSON.stringify(board().dataset);
  // A question that waits for an answer, and a name that is typed, are not drawn over.
  function isFree() {
    const typed = document.activeElement && document.activeElement.matches("[data-poll] input[type=text]:not([readonly])");
    return isQuiet() && !typed && !document.querySelector(".clash form");
  }
  function now() {
    if (asking) asking.abort();
    asking = null;
    poll();
  }

  // The new page in place of the old one: nothing moves under the eyes of who reads, what is
  // open stays open, and a number that was tapped and not saved yet stays tapped.
  function draw(html) {
    const old = board();
    const { root: fresh, parts } = window.drawing.read(html);
    if (!fresh || !fresh.dataset.poll || !isFree()) return;
    if (fresh.dataset.role !== old.dataset.role) {
      keepIn("sessionStorage", "said", follow.dataset[fresh.dataset.role]);
      return location.reload();
    }
    if (parts ? tappedOn(old).length : !carry(old, fresh)) return;
    if (!parts) stale = false;
    const { panel, turn, news } = { ...old.dataset };
    const stays = (part) => parts ? part.isConnected : fresh.querySelector(`#${part.id}`);
    const anchor = [...old.querySelectorAll(STILL)].find((part) => part.getBoundingClientRect().bottom > 60 && stays(part));
    const top = anchor && anchor.getBoundingClientRect().top;
    if (parts) window.drawing.drawParts(old, fresh, parts);
    else window.drawing.drawWhole(old, fresh);
    const form = document.querySelector("form#panel");
    if (form && board().dataset.panel !== panel) form.classList.add("fresh");
    const now = anchor && byId(anchor.id);
    if (now && scrollY > 0) scrollBy(0, now.getBoundingClientRect().top - top);
    if (fresh.dataset.turn && fresh.dataset.turn !== turn) say(fresh.dataset.turn);
    else say(fresh.dataset.news !== news ? fresh.dataset.news : "");
  }
  const tappedOn = (old) => [...old.querySelectorAll("#panel input[type=radio]")].filter((chip) => chip.checked && !chip.defaultChecked);
  function carry(old, fresh) {
    const tapped = tappedOn(old);
    const again = tapped.map((chip) => fresh.querySelector(`#${chip.id}:not(:disabled)`));
    if (again.includes(null)) return false;
    for (const chip of again) chip.checked = true;
    // The server compares with what was shown when they were tapped.
    const revision = tapped.length && fresh.querySelector("#panel [name=revision]");
    if (revision) revision.value = old.querySelector("#panel [name=revision]").value;
    return true;
  }
  function say(text) {
    byId("status").textContent = text;
  }

  // A timed game looks different each minute, without any news.
  function tick() {
    for (const clock of document.querySelectorAll("[data-ends]")) {
      const minutes = Math.max(0, Math.ceil((new Date(clock.dataset.ends) - Date.now()) / 60000));
      if (clock.dataset.minutes !== undefined && Number(clock.dataset.minutes) !== minutes) stale = true;
      clock.dataset.minutes = minutes;
    }
  }

  // The screen stays on where the browser can, and the page says whether it does.
  let held = null;
  async function wake() {
    if (document.hidden || held) return;
    if (!navigator.wakeLock) {
      follow.dataset.awake = isSecureContext ? "never" : "http";
      return;
    }
    try {
      held = await navigator.wakeLock.request("screen");
      held.addEventListener("release", () => { held = null; follow.dataset.awake = "off"; });
      follow.dataset.awake = "on";
    } catch {
      follow.dataset.awake = "off";
    }
  }

  // Which player looks on is in the address, and remembered for when one comes back.
  function remember() {
    const place = `me ${location.pathname}`;
    const me = new URLSearchParams(location.search).get("me");
    if (me !== null) keepIn("localStorage", place, me || null);
    else if (keptIn("localStorage", place)) location.replace(`?me=${keptIn("localStorage", place)}`);
  }

  if (follow && board()) {
    rest();
    if (board().dataset.role === "looks" && byId("whom")) remember();
    const said = keptIn("sessionStorage", "said");
    if (said) { say(said); keepIn("sessionStorage", "said", null); }
    setInterval(() => { tick(); if (board() && !is("over")) poll(); }, EVERY);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) { now(); wake(); } });
    addEventListener("online", now);
    addEventListener("pageshow", (event) => { if (event.persisted) now(); });
    follow.querySelector(".pause").addEventListener("click", () => {
      paused = !paused;
      if (asking) asking.abort();
      rest();
      if (!paused) now();
    });
    wake();
    // Some browsers allow it only after a tap.
    document.addEventListener("click", wake);
  }

  // Links are copied, or given to the phone's own share sheet.
  document.documentElement.classList.toggle("shares", Boolean(navigator.share));
  document.addEventListener("focusin", ({ target }) => {
    if (target.matches(".address input")) target.select();
  });
  document.addEventListener("click", async ({ target }) => {
    const { copy, share, done } = target.dataset;
    const field = byId(copy || share);
    if (!field) return;
    if (share) return navigator.share({ url: field.value, title: document.title }).catch(() => {});
    field.focus();
    let copied = false;
    try {
      await navigator.clipboard.writeText(field.value);
      copied = true;
    } catch {
      copied = document.execCommand("copy");
    }
    if (copied) say(done);
  });
})();
