// New game while the server does not answer: the game continues at an address of this phone, if the phone has
// stored blank pages for what the table chose.

import { fieldOf, here, pathOf } from "../saving/entries.js";
import { keptBlanks, storedAt } from "./blank.js";
import { make } from "./elements.js";
import { folded } from "./names.js";
import { put } from "./sentences.js";

// Only on a site of plain files (site.js).
const { site } = globalThis;

const SOON = 1500;
const PLAIN = new Set(["variant", "cards"]);
const SEATS = new Set(["csrf_token", "token", "name", "colour", "dealer", "count"]);
// The form of an event starts no game.
const form = () => document.querySelector("#start form:has(.setup)");

export function createAhead({ state: outboxState, all, change, discard, isKept }) {
  // The time at which the waiting game was started; 0 while it is being changed.
  let since = Date.now();
  let timer = 0;

  document.addEventListener(
    "submit",
    ({ submitter }) => {
      since = submitter?.name === "start" ? Date.now() : 0;
    },
    true,
  );
  // Names that are being corrected start nothing.
  document.addEventListener("input", () => {
    since = 0;
  });
  document.addEventListener("change", keepBlanks);
  document.addEventListener("moved", keepBlanks, true);
  keepBlanks();

  // A refused start does not count; it is shown until it is corrected.
  const waiting = () =>
    outboxState().waits.findLast(
      (record) =>
        record.page === here() &&
        form() &&
        record.path === pathOf(form()) &&
        fieldOf(record, "start") &&
        !record.held,
    );
  function changed() {
    clearTimeout(timer);
    const start = since && waiting();
    if (!start) return;
    const left = SOON - (Date.now() - since);
    if (left > 0 && !outboxState().isTrouble) timer = setTimeout(changed, left);
    else goOn(start);
  }
  async function goOn({ id }) {
    since = 0;
    const blanks = await blanksFor(form());
    const start = waiting();
    if (start?.id !== id) return;
    const seats = seatsIn(form());
    const problem = problemOf(blanks, seats);
    if (problem) return refuse(problem);
    if (!blanks?.games[seats.players.length] || !isKept(id) || !opensPages()) return stay(id);
    const starts = start.path.replace(/[^/]*\/?$/, site ? "g/?" : "g/");
    const page = `${starts}~${id}`;
    change({ ...start, ...seats, starts, page, blanks: blanksOf(form()), ...site?.waiting(start) });
    // The hands that were played before the server refused this start.
    for (const one of all()) if (one.page === start.page) change({ ...one, page });
    location.replace(page);
  }
  // On a site nothing will ever take it.
  function stay(id) {
    if (site) discard(id);
    wait();
  }
  const opensPages = () => site ?? navigator.serviceWorker.controller;
  const never = () => false;
  return { changed, holds: never, refuses: never, undo: never, starting: () => ({}), becomes: never };
}

// The address of the blank pages for the choices of the form. House rules are omitted if all are off, so that all
// forms for a game have the same address.
export function blanksOf(start) {
  if (site) return site.blanksOf(start);
  const rules = start.querySelector(".setup");
  const isPlain =
    !rules.querySelector("[type=checkbox]:checked, [name=length]:checked:not([value=whole])") &&
    !start.querySelector(".is-custom :checked");
  const chosen = [...new FormData(start)].filter(([name, value]) =>
    isPlain ? PLAIN.has(name) : value && !SEATS.has(name),
  );
  return new URL(`${start.getAttribute("action")}/ahead/${new URLSearchParams(chosen)}`, location.href).href;
}
// Stores them while the server answers, to begin the game without it later.
async function keepBlanks() {
  const start = form();
  // A browser that blocks cookies refuses to say.
  const { active } = (start && (await navigator.serviceWorker?.getRegistration().catch(() => {}))) ?? {};
  if (!active) return;
  if (site) return active.postMessage({ keep: site.filesFor(start) });
  const address = blanksOf(start);
  if (!(await storedAt(address))) active.postMessage({ keep: [address] });
}
const blanksFor = (start) =>
  keptBlanks(blanksOf(start), site?.countFor(start, seatsIn(start).players.length || countIn(start)));
function seatsIn(start) {
  const seats = [...start.querySelectorAll(".seat")];
  const nameOf = (seat) => seat.querySelector("[name=name]").value.trim().replace(/\s+/g, " ");
  const names = seats.map(nameOf);
  const players = names.slice(0, names.findLastIndex(Boolean) + 1);
  const first = seats.findIndex((seat) => seat.querySelector("[name=dealer]").checked);
  return {
    players,
    first,
    shades: seats.slice(0, players.length).map((seat) => shadeOf(seat.querySelector(".flank"))),
  };
}
const shadeOf = (flank) => /\bs(\d+)\b/.exec(flank.className)[1] - 1;
// Two-Player Wizard asks for no number.
export const countIn = (start) =>
  start.querySelector(".most-2 :checked") ? 2 : Number(start.querySelector("[name=count]:checked").value);
// Without any name the server would seat Player 1 to the chosen number, or to 4, or two if not more can play.
function seatNobody(seats, { games, words }) {
  if (seats.players.length) return;
  const count = [countIn(form()), 4].find((one) => typeof games[one] !== "string") ?? 2;
  if (seats.first >= count) seats.first = 0;
  seats.players = Array.from({ length: count }, (_, seat) => put(words.player, { number: seat + 1 }));
  const flanks = [...form().querySelectorAll(".seat .flank")].slice(0, count);
  seats.shades = flanks.map(shadeOf);
}
function refuse(problem) {
  const place = form().querySelector(".problems");
  place.setAttribute("role", "alert");
  place.replaceChildren(make("p", "", problem));
}
// Only the server can start this game.
function wait() {
  const place = form().querySelector(".drew");
  place.textContent = place.dataset.later;
}
// The sentence with which the server would refuse the game; "" if there is none.
function problemOf(blanks, seats) {
  if (!blanks) return "";
  seatNobody(seats, blanks);
  const { games, words } = blanks;
  const { players, first } = seats;
  const game = games[players.length];
  const [empty, double] = [players.indexOf(""), players.findIndex(isDouble)];
  if (typeof game === "string") return game;
  if (empty >= 0) return put(words.empty, { seat: empty + 1 });
  if (double >= 0) return put(words.double, { name: players[double] });
  return first in players ? "" : words.dealer;
}
const isDouble = (name, at, all) => all.some((other, seat) => seat < at && folded(other) === folded(name));
