// The sentences of a hand, with the numbers of this phone in the placeholders that the server left for them.

import { textOf } from "../playing/moments.js";
import { handOf, namesOf } from "../saving/entries.js";
import { left, rest } from "./fold.js";

export const sum = (numbers) => numbers.reduce((all, number) => all + (number ?? 0), 0);
export const isBlank = (numbers) => numbers.every((number) => number === null);
export const signed = (number) => (number > 0 ? `+${number}` : textOf(number));
export const put = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const HYPHEN = /(\p{L})-(?=\p{L})/gu;
// Names must not break at a hyphen.
export const together = (text) => text.replace(HYPHEN, "$1-\u2060");
const plural = new Intl.PluralRules(document.documentElement.lang);
// The plural form of a sentence for a number.
export const counted = (forms, number, values) => put(forms[plural.select(number)], { number, ...values });
// The sentence for this number of players, with their names.
export const named = (texts, names, values) => put(texts[names.length - 1], { ...names, ...values });

export function sumLine(plan, state, kind, offered) {
  const { words } = plan;
  if (kind === "trump") return state.rows.length ? scoredLine(plan, state) : "";
  if (kind === "named") return words.named[state.turned] ?? "";
  if (kind === "bids" && isBlank(state.bids))
    return words.preset[state.n] ?? (words.noTrump[`${state.turned} ${state.trump}`] || words.none);
  if (kind === "bids" || isBlank(state.tricks)) return bidsLine(plan, state);
  return offered.size ? restLine(plan, offered) : tricksLine(plan, state);
}
export function bidsLine({ words, hands }, { n, bids }) {
  const { cards, order } = hands[n];
  const all = sum(bids);
  const isOpen = order.some((seat) => bids[seat] === null);
  const text = all > cards ? words.over : isOpen ? words.soFar : all < cards ? words.under : words.even;
  return put(text, { sum: all, cards, number: Math.abs(all - cards) });
}
function restLine({ words, players }, offered) {
  const names = [...offered.keys()].map((seat) => players[seat]);
  const tricks = sum([...offered.values()]);
  return tricks ? put(words.rest, { name: names[0], tricks }) : named(words.nothing, names);
}
// Why the tricks do not score the hand yet.
export function unscoredLine(plan, state) {
  const [offered, number] = [rest(plan, state), left(plan, state)];
  const isOpen = (seat) => state.tricks[seat] === null && !offered.has(seat);
  const names = plan.hands[state.n].order.filter(isOpen).map((seat) => plan.players[seat]);
  if (names.length && number >= 0) return named(plan.words.missing, names);
  return plan.negates && (!number || offered.size) ? plan.words.negated : tricksLine(plan, state);
}
export function tricksLine(plan, state) {
  const { words, players, dummies } = plan;
  const number = left(plan, state);
  const pile = state.tricks[state.negated];
  if (number < 0) return counted(words.many, -number);
  if (pile) return put(words.pile, { name: players[state.negated], tricks: pile, number: pile - 1 });
  const isWhole = plan.hands[state.n].order.every((seat) => state.tricks[seat] !== null);
  if (dummies && isWhole) return counted(words.dummy, number);
  return number === 0 && !dummies ? words.entered : counted(words.left, number);
}
// "Hand 5 scored. Ann leads with 120."
export function scoredLine({ words, players }, { n, totals }) {
  const best = Math.max(...totals);
  const leaders = players.filter((_, seat) => totals[seat] === best);
  return put(words.scored, { number: n - 1, outcome: named(words.leads, leaders, { total: textOf(best) }) });
}
// "No connection. To be saved later: 3 hands and 2 taps."
export function waitsLine({ words }, records) {
  const hands = new Set(records.filter(({ scores }) => scores).map(handOf));
  const others = records.filter((record) => !hands.has(handOf(record)));
  const taps = others.reduce((all, record) => all + (namesOf(record).length || 1), 0);
  const counts = [
    [words.hands, hands.size],
    [words.taps, taps],
  ].filter(([, number]) => number);
  return named(
    words.waits,
    counts.map(([forms, number]) => counted(forms, number).replace(" ", "\u00a0")),
  );
}
