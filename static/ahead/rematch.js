// A game that begins on this phone. Until the server has stored it, its address has the number of the tap that
// starts it (`startOf` in saving/entries.js).

import { read } from "../showing/parts.js";
import { blankFor } from "./fold.js";
import { baseOf } from "./games.js";

// The newest game to which the waiting records lead, and the records that belong to it.
export function newest(game, waits) {
  const start = waits.findLast((record) => record.starts && baseOf(record) !== game.base);
  const begun = start ? { ...beginning(game.plan, start.first), base: baseOf(start) } : game;
  const isIn = ({ path, starts }) => path.startsWith(`${begun.base}/`) && !starts;
  return { ...begun, records: waits.filter(isIn) };
}
// The sheet ahead of a rematch and the game before its first entry; the seat `first` deals first.
export function beginning(plan, first) {
  const { hands, last, stamps } = plan.again;
  const seat = (one) => (one + first) % plan.players.length;
  const turned = Object.entries(hands).map(([n, hand]) => [
    n,
    { ...hand, dealer: seat(hand.dealer), order: hand.order.map(seat) },
  ]);
  const stamp = stamps[first];
  const totals = plan.players.map(() => 0);
  const now = { ...blankFor(totals), n: 1, totals, breaks: [], stamp, revision: "0" };
  return { plan: { ...plan, hands: Object.fromEntries(turned), last, stamp }, now };
}

// Turns the page of a game into the page of its rematch.
const sheets = new Map();
export function turnTo(base, before, { steps }) {
  const rows = document.getElementById("rows");
  sheets.set(before, [...rows.children]);
  rows.replaceChildren(...(sheets.get(base) ?? []));
  for (const total of document.querySelectorAll("[id^=total-]")) total.classList.remove("ahead");
  const there = document.getElementById("steps");
  if (!there.firstElementChild) there.replaceWith(read(steps).root);
  delete document.getElementById("board").dataset.over;
}
// Gives the rematch its real address, in all links and forms of the page.
export function moveTo(address, bases) {
  for (const element of document.querySelectorAll("[action], [href], [hx-get], [data-poll]"))
    for (const name of ["action", "href", "hx-get", "data-poll"]) {
      const value = element.getAttribute(name);
      const base = bases.find((one) => value?.startsWith(one) && /^([/?#]|$)/.test(value.slice(one.length)));
      if (base) element.setAttribute(name, value.replace(base, address));
    }
  const { dataset } = document.getElementById("board");
  delete dataset.now;
  Object.assign(dataset, { revision: 0, ahead: address });
  history.replaceState(null, "", address + location.hash);
  // The phone then stores the page.
  dataset.rows = document.getElementById("rows").children.length;
}
