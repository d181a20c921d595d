// Following a game: asks for news while somebody looks at the page.
import { recall, remember } from "../showing/memory.js";
import { board, isShown, read, shownParts, shownState } from "../showing/parts.js";
import { shortTime } from "../showing/times.js";
import { announce, announceShown, lacksFigures, openView } from "../showing/views.js";
import { draw } from "./draw.js";

// News reaches a follower's page within a second and a half, including the transfer, while taps come; otherwise within
// three while the game is in progress.
export const OFTEN = 1000;
export const EVERY = 2500;
// How long after the last tap the next one is likely to follow.
const LIVELY = 20 * 1000;
// A page looks so often whether it is time to ask.
export const LOOKS = 500;
// After so much silence a page asks less often, until something happens or somebody looks at it again.
const SILENCE = 2 * 60 * 1000;
const SELDOM = 10 * 1000;
// How long a page that shows the end polls for a rematch.
const REMATCH = 30 * 60 * 1000;
const is = (name) => name in board().dataset;
const strip = () => document.getElementById("follow");
const looks = () => board().dataset.role === "looks";
// Only if the phone supports it, and not with reduced motion.
const buzz = () => !matchMedia("(prefers-reduced-motion: reduce)").matches && navigator.vibrate?.(80);
const newest = () => document.querySelector("[data-news]")?.dataset.news;

// How often a page polls: often while bids and tricks are entered, seldom after a long silence.
export function createPace(now, tappedAt = 0) {
  // When the game last changed, when somebody turned to this page, and when it last asked.
  let changedAt = Math.min(tappedAt, now());
  let turnedAt = now();
  let askedAt = now();
  let seen = null;
  function wait(isLive, follows) {
    const since = now() - changedAt;
    if (!isLive) return EVERY;
    if (follows && since < LIVELY) return OFTEN;
    return Math.min(since, now() - turnedAt) > SILENCE ? SELDOM : EVERY;
  }
  return {
    asks() {
      askedAt = now();
    },
    wakes() {
      turnedAt = now();
    },
    // `state` is that of the game on this page, `isLive` whether it is in progress and the server answers, `follows`
    // whether only others enter anything.
    isTurn(state, isLive, follows) {
      if (seen !== null && state !== seen) changedAt = now();
      seen = state;
      // A timer may be early.
      return now() - askedAt > wait(isLive, follows) - LOOKS / 2;
    },
  };
}

// Without the server a link would lead to the browser's own message: instead, the page says what to do.
function stay(event) {
  const link = event.target.closest("#board a[href]:not([href^='#'], .back, #count)");
  if (!link || !document.querySelector("#board:is(.waits, [data-ahead]), [data-state=lost]")) return;
  event.preventDefault();
  event.stopPropagation();
  const { extras, later } = { ...strip().dataset, ...board().dataset };
  announceShown(link.matches("#more [href*='=extras']") ? extras : later);
}

// `asks(address, aborter, headers)` returns an answer; `isQuiet()` is true if no record of this page waits or is being
// sent; `drawn()` is called after each drawing.
export function follow({ asks, isQuiet, drawn }) {
  let asking = null;
  let isPaused = false;
  // A kept page shows the time when it was stored, until the server answers, and then whose turn it is.
  const { kept } = document.documentElement.dataset;
  let isStale = Boolean(kept);
  let shown = kept ? new Date(kept) : new Date();
  let playedAt = Date.now();
  const pace = createPace(Date.now, new Date(board()?.dataset.at ?? 0));
  // Which phones keep score; answers to taps do not say it.
  let pencils = board()?.dataset.pencils;
  // Drawn for each tab, so that the server can count them without knowing phones, and kept when it is reloaded.
  const page = recall("sessionStorage", "page") ?? Math.random();
  remember("sessionStorage", "page", page);

  function state(name) {
    const before = strip().dataset.state;
    if (before === name) return;
    strip().dataset.state = name;
    if (before === "lost") announce("");
    strip().querySelector(".time").textContent = shortTime(shown, new Date());
    if (name === "lost") announce(strip().querySelector(".lost").textContent);
  }
  function rest() {
    const { at } = board().dataset;
    if (at) strip().querySelector(".at").textContent = shortTime(new Date(at), new Date());
    strip().classList.toggle("tapped", at !== undefined);
    state(isPaused ? "paused" : is("over") ? "over" : "live");
  }

  // Never draws over an open question or a name that is being typed.
  function isFree() {
    const isTyped = document.activeElement?.matches("[data-poll] input[type=text]:not([readonly])");
    return isQuiet() && !isTyped && !document.querySelector(".clash form");
  }
  async function poll() {
    if (asking || (isPaused && !lacksFigures()) || document.hidden || !board() || !isFree()) return;
    const asked = shownState();
    const mine = new AbortController();
    asking = mine;
    pace.asks();
    const answer = await asks(address(), mine, own());
    if (asking !== mine) return;
    asking = null;
    if (answer.ours && answer.status === 404) location.replace(board().dataset.gone || location.href);
    else if (!answer.ours || answer.status >= 400) state("lost");
    else {
      showFollowers(Number(answer.header("X-Followers")));
      heard(answer.html, asked);
    }
  }
  const own = () => looks() && { "X-Page": page };
  function address() {
    const found = new URL(board().dataset.poll, location.href);
    const seen = isStale ? "" : board().dataset.seen;
    // A page that opens its Standings gets an answer even if nothing is new.
    const asks = lacksFigures() ? { view: "evening" } : { seen, ...openView() };
    for (const [name, value] of Object.entries({ ...asks, parts: shownParts() }))
      found.searchParams.set(name, value);
    return found;
  }
  function heard(html, asked) {
    shown = new Date();
    // Takes back the warning, before the news is announced.
    rest();
    if (html && isFree() && !news(read(html), asked)) setTimeout(poll);
    // Without news it shows the saved values, without entries that another page could not save.
    if (!html && isFree()) drawn();
    rest();
  }
  // The dot in the head, which is drawn again and again, takes the number from the style of the page.
  function showFollowers(count) {
    document.documentElement.style.setProperty("--followers", `"${count || ""}"`);
    strip().querySelector(".followers span").textContent = count;
    strip().classList.toggle("followed", count > 0);
  }
  function tell(fresh, turn, text) {
    const isMine = fresh.turn && fresh.turn !== turn;
    const before = pencils;
    pencils = fresh.pencils || before;
    // The page itself does not show who keeps score.
    if (before && pencils !== before) announceShown(strip().dataset.phones);
    else announce(isMine ? fresh.turn : text);
    if (isMine) buzz();
  }
  // Draws the game with the changes of others and announces the news; false if the page changed meanwhile.
  function news(answer, asked) {
    const { role, turn, next, told } = board().dataset;
    const known = newest();
    if (answer.root.dataset.role !== role) {
      remember("sessionStorage", "said", strip().dataset[answer.root.dataset.role]);
      location.reload();
      return true;
    }
    if (!isShown(asked) || !draw(answer, asked, false)) return false;
    isStale = false;
    drawn();
    const fresh = board().dataset;
    // Only news leads on to the rematch: somebody who opens an old game wants to see that one.
    if (fresh.next && !next && role === "looks") {
      location.replace(fresh.next);
      return true;
    }
    tell(fresh, turn, newest() === known ? "" : newest());
    // The page itself does not show what was corrected.
    if (fresh.told && fresh.told !== told) announceShown(fresh.told);
    return true;
  }
  function stop() {
    asking?.abort();
    asking = null;
  }
  function now() {
    stop();
    pace.wakes();
    poll();
  }
  function isTurn() {
    return pace.isTurn(board().dataset.seen, strip().dataset.state === "live", looks());
  }

  // A timed game looks different each minute, even without news.
  function tick() {
    for (const clock of document.querySelectorAll("[data-ends]")) {
      const minutes = Math.max(0, Math.ceil((new Date(clock.dataset.ends) - Date.now()) / 60000));
      if (clock.dataset.minutes !== undefined && Number(clock.dataset.minutes) !== minutes) isStale = true;
      clock.dataset.minutes = minutes;
    }
  }
  function pauseOrGoOn() {
    isPaused = !isPaused;
    stop();
    rest();
    if (!isPaused) now();
  }

  // Once the game is over, only a rematch can come, and only to a phone that follows.
  function isAwaited() {
    if (!is("over")) playedAt = Date.now();
    const isSoon = Date.now() - playedAt < REMATCH;
    return isSoon && (!is("over") || (looks() && !is("next")));
  }

  const open = () => lacksFigures() && now();

  document.addEventListener("click", stay, true);
  if (!strip() || !board() || globalThis.site) return { now: () => {}, open: () => {} };
  if (kept) {
    state("lost");
    // A page with waiting taps shows a later state.
    // A follower's page shows the line of its own.
    const say = looks() ? announce : announceShown;
    say(isQuiet() ? strip().querySelector(".lost").textContent : "");
    setTimeout(now);
  } else {
    rest();
    announceShown(recall("sessionStorage", "said"));
  }
  remember("sessionStorage", "said", null);
  setInterval(() => {
    tick();
    if (board() && isTurn() && (isAwaited() || lacksFigures())) poll();
  }, LOOKS);
  document.addEventListener("visibilitychange", () => document.hidden || now());
  addEventListener("hashchange", open);
  addEventListener("online", now);
  addEventListener("pageshow", ({ persisted }) => persisted && now());
  strip().querySelector(".pause")?.addEventListener("click", pauseOrGoOn);
  return { now, open };
}

// The screen stays on if the browser allows it, and the page says whether it does.
export function keepAwake() {
  let lock = null;
  // A correction may have replaced the board.
  const say = (state) => strip()?.setAttribute("data-awake", state);
  async function wake() {
    if (document.hidden || lock) return;
    if (!navigator.wakeLock) {
      say(isSecureContext ? "never" : "http");
      return;
    }
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => {
        lock = null;
        say("off");
      });
      say("on");
    } catch {
      say("off");
    }
  }
  if (!strip() || !board()) return;
  wake();
  document.addEventListener("visibilitychange", wake);
  // Some browsers allow it only after a tap.
  document.addEventListener("click", wake);
}

// The answer to "Who are you?", stored for this game, and by name for later ones.
export function rememberWho() {
  // A form may have replaced the game with another page.
  if (!board()) return;
  const { me, name, asks } = board().dataset;
  const key = `me ${location.pathname}`;
  if (me !== undefined) remember("localStorage", key, me);
  if (name) remember("localStorage", "me", name);
  if (asks === undefined) return;
  const known = recall("localStorage", key);
  if (known !== null && !new URLSearchParams(location.search).has("me"))
    return location.replace(`?me=${known}${location.hash}`);
  const mine = document.querySelector(
    `#whom [data-name="${CSS.escape(recall("localStorage", "me") ?? "")}"]`,
  );
  mine?.classList.add("was");
  mine?.closest("ul").prepend(mine.parentElement);
}
