// The state of the game after the entries that wait on this phone, computed from numbers that the server sent
// ahead. The server decides which amounts, limits and hands apply (`rules/ahead.py`).

import { breaksAfter } from "./places.js";

const PANEL = /\/hands\/(\d+)\/(?:trump|bids|tricks|whole)$/;
const sum = (numbers) => numbers.reduce((all, number) => all + (number ?? 0), 0);
const count = (text) => (text === "-" || text === "." ? null : Number.parseInt(text, 36));
const word = (text) => (text === "-" ? null : text);

// The root's `data-now`: the hand in play and the totals.
export function parseNow(text) {
  const [n, turned, trump, bids, tricks, negated, sums, lowest, noted, stamp] = text.split(" ");
  const [totals, ...breaks] = sums.split("/").map((numbers) => numbers.split(",").map(Number));
  return {
    n: Number(n),
    turned: word(turned),
    trump: word(trump),
    bids: [...bids].map(count),
    tricks: [...tricks].map(count),
    negated: count(negated),
    totals,
    breaks,
    // Null until the hand has begun; -1 if its hook binds nobody.
    lowest: count(lowest),
    // The extra points of each seat, as long as the hand is in play.
    noted: word(noted)?.split(",").map(Number),
    stamp,
  };
}

// `now` is the state that the page showed; `records` are those that wait, in order. Returns the new state, with
// the hands scored since as `rows`; `over` if the game is over, `stuck` if only the server can continue it.
export function fold(now, plan, records) {
  const undone = new Set(records.map(({ undoes }) => undoes).filter(Boolean));
  // `now.undone` is the entry that was saved after this state.
  const isThere = (id) => id && (id === now.undone || records.some((record) => record.id === id));
  let state = { ...now, rows: [], over: false, stuck: !plan.hands[now.n] };
  for (const { id, path, undoes, fields } of records) {
    const number = Number(PANEL.exec(path)?.[1]);
    // The game already contains this entry, or it was undone.
    if (number < now.n || undone.has(id) || isThere(undoes)) continue;
    if (number !== state.n || state.over || state.stuck) return { ...state, stuck: true };
    state = entered(plan, state, new Map(fields));
  }
  return state;
}
function entered(plan, state, fields) {
  const next = { ...state, bids: [...state.bids], tricks: [...state.tricks] };
  if (fields.has("turned")) {
    next.turned = fields.get("turned");
    next.trump = plan.cards[next.turned]?.trump ?? fields.get("named") ?? null;
  }
  for (const [name, value] of fields) {
    const [, kind, seat] = /^(bid|tricks)_(\d+)$/.exec(name) ?? [];
    if (kind && value !== "") next[kind === "bid" ? "bids" : "tricks"][seat] = Number(value);
  }
  for (const pile of fields.get("made")?.split(" ") ?? []) {
    const [seat, number] = pile.split("-").map(Number);
    next.tricks[seat] = number;
  }
  if (fields.get("negated")) next.negated = Number(fields.get("negated"));
  return fields.has("score") || fields.has("made") ? scored(plan, next) : next;
}
function scored(plan, state) {
  if (!isReady(plan, state)) return { ...state, stuck: true };
  const tricks = state.tricks.map((number, seat) => number ?? rest(plan, state).get(seat) ?? null);
  const gains = state.totals.map((_, seat) => gain(plan, state, seat));
  const points = gains.map((gained, seat) => gained + (state.noted?.[seat] ?? 0));
  const totals = state.totals.map((total, seat) => total + points[seat]);
  const { rows, stamp, ...hand } = { ...state, tricks, totals };
  const n = state.n + 1;
  const over = state.n === plan.last || (plan.target !== null && Math.max(...totals) >= plan.target);
  const stuck = !over && !plan.hands[n];
  const breaks = breaksAfter(plan, hand, points);
  return { ...blankFor(totals), n, totals, breaks, stamp, rows: [...rows, { ...hand, gains }], over, stuck };
}

// A hand of these players without entries.
export function blankFor(players) {
  const nil = players.map(() => null);
  return { turned: null, trump: null, bids: nil, tricks: nil, negated: null, lowest: null };
}
export const left = (plan, { n, tricks }) => plan.hands[n].cards - sum(tricks);
// The piles that the other piles determine, by seat.
export function rest(plan, state) {
  const missing = plan.hands[state.n].order.filter((seat) => state.tricks[seat] === null);
  const number = left(plan, state);
  const isDecided = !plan.dummies && (number === 0 || (number > 0 && missing.length === 1));
  return new Map(isDecided ? missing.map((seat) => [seat, number]) : []);
}
// The points of a player without extra points, null until everything that they depend on is entered.
export function gain(plan, state, seat) {
  const took = state.tricks[seat] ?? rest(plan, state).get(seat);
  const bid = state.bids[seat];
  if (took === undefined || bid === null || (plan.negates && state.negated === null)) return null;
  const counted = took - (state.negated === seat);
  const over = counted - bid;
  // Five lines for a bid of 0, then five for any other: from two tricks under to two over.
  const line = (bid ? 7 : 2) + Math.max(-2, Math.min(2, over));
  const [fixed, trick, miss, card, square, each] = plan.points[line];
  const { cards } = plan.hands[state.n];
  return fixed + trick * counted + miss * Math.abs(over) + card * cards + square * counted ** 2 + each * bid;
}
// The bid that the hook forbids the dealer; null if there is none.
export function forbidden(plan, { n, bids, totals, lowest: begun }) {
  const { cards, dealer, order, lowest, leads } = plan.hands[n];
  const isAhead = (total, seat) => seat !== dealer && !plan.away.includes(seat) && total >= totals[dealer];
  const least = begun ?? (lowest === null || (leads && totals.some(isAhead)) ? -1 : lowest);
  const others = order.filter((seat) => seat !== dealer).map((seat) => bids[seat]);
  const number = cards - sum(others);
  return least < 0 || others.includes(null) || number < least || number > cards ? null : number;
}
// The seat that bids next: the dealer again if the dealer's bid may not stay.
export function due(plan, state) {
  const { dealer, order } = plan.hands[state.n];
  const next = order.find((seat) => state.bids[seat] === null);
  return next ?? (state.bids[dealer] === forbidden(plan, state) ? dealer : null);
}
export function phase(plan, state) {
  if (!plan.hands[state.n].trump && !state.trump) return state.turned ? "named" : "trump";
  return due(plan, state) === null ? "tricks" : "bids";
}
export function isReady(plan, state) {
  const { tricks, negated } = state;
  const [offered, number] = [rest(plan, state), left(plan, state)];
  if (phase(plan, state) !== "tricks" || number < 0) return false;
  const isWhole = plan.hands[state.n].order.every((seat) => tricks[seat] !== null || offered.has(seat));
  const isTaken = negated !== null && (negated < 0 || (tricks[negated] ?? number) > 0);
  return isWhole && (plan.dummies || !number || offered.size > 0) && (!plan.negates || isTaken);
}
// The shortcuts that score the hand from its bids: all as bid, or all but one `seat`. `tricks` are those of all
// players.
export function ways(plan, state) {
  const { cards, order } = plan.hands[state.n];
  const missing = order.filter((seat) => state.tricks[seat] === null);
  if (plan.dummies || !missing.length || rest(plan, state).size || phase(plan, state) !== "tricks") return [];
  const asBid = state.tricks.map((number, seat) => number ?? state.bids[seat]);
  const over = sum(asBid) - cards;
  const less = (but) => asBid.map((number, seat) => (seat === but ? number - over : number));
  const all = over ? missing.map((seat) => ({ seat, tricks: less(seat) })) : [{ seat: null, tricks: asBid }];
  return all.filter(({ seat, tricks }) => seat === null || tricks[seat] >= 0);
}
