// Draws the sheet of a game from the numbers that wait on this phone.

import { textOf } from "../playing/moments.js";
import { read } from "../showing/parts.js";
import { faceOf } from "./around.js";
import { icon, isNews, make, suit } from "./elements.js";
import { counted, put, signed } from "./sentences.js";

const byId = (id) => document.getElementById(id);

// The rows of the hands that were played here, of the hand in play, and the totals.
export function showSheet(plan, state) {
  for (const row of state.rows) showRow(plan, row, scoredRow);
  // A page that was kept before a hand was scored lacks its numbers.
  for (const row of document.querySelectorAll(`#rows .in-play:not(#row-${state.n})`)) {
    row.className = "";
    for (const cell of row.querySelectorAll("td")) cell.textContent = "…";
  }
  const { rows, ...hand } = state;
  if (!state.over) showRow(plan, hand, openRow);
  const best = Math.max(...state.totals);
  const places = state.totals.map((_, seat) => byId(`total-${seat}`));
  // Before the first hand that counts, nobody leads.
  const isLed = state.rows.length > 0 || places.some((place) => place.classList.contains("ahead"));
  for (const [seat, total] of state.totals.entries()) {
    const place = places[seat];
    const isFront = isLed && total === best;
    if (!isNews(place, total, isFront)) continue;
    place.textContent = textOf(total);
    place.classList.toggle("ahead", isFront);
    if (isFront) place.prepend(make("span", "vh", `${plan.words.front} `));
  }
}
function showRow(plan, hand, draw) {
  const number = hand.n;
  const there = byId(`row-${number}`);
  if (there && !isNews(there, hand, plan.stamp)) return;
  const row = draw(plan, hand);
  isNews(row, hand, plan.stamp);
  const { cards } = plan.hands[number];
  const size = row.querySelector(".size");
  size.textContent = number;
  if (plan.target === null && cards !== number) size.append(make("small", "", `·${cards}`));
  row.id = `row-${number}`;
  if (there) there.replaceWith(row);
  else byId("rows").append(row);
}
function scoredRow(plan, row) {
  const place = rowIn(plan.rows.scored);
  const { cards, dealer } = plan.hands[row.n];
  const trump = plan.rows.card ? `, ${plan.words.suits[row.trump ?? plan.hands[row.n].trump]}` : "";
  place.querySelectorAll("th .vh")[1].textContent = counted(plan.words.size, cards) + trump;
  showTrump(plan, place, row);
  const deals = place.querySelector(".cell > .vh");
  for (const [seat, cell] of [...place.querySelectorAll("td")].entries()) {
    if (seat === dealer) cell.querySelector(".cell")?.append(deals);
    if (row.bids[seat] !== null || row.noted?.[seat]) showCell(plan, row, seat, cell);
    else showOut(cell);
  }
  return place;
}
function showCell(plan, row, seat, cell) {
  const isNegated = row.negated === seat;
  const [bid, took] = [row.bids[seat], row.tricks[seat]];
  const isMade = (bid ?? 0) === took - isNegated;
  const deals = seat === plan.hands[row.n].dealer;
  cell.className = `${isMade ? "made" : "missed"}${deals ? " deals" : ""}`;
  cell.querySelector("b").textContent = textOf(row.totals[seat]);
  cell.querySelector(".entry").lastChild.textContent = `${bid}/${took}`;
  const counts = isNegated && make("span", "negated", put(plan.words.counts, { number: took - 1 }));
  if (counts) cell.querySelector(".entry").append(" ", counts);
  const points = cell.querySelector(".points");
  points.textContent = signed(row.gains[seat]);
  const more = row.noted?.[seat];
  if (more) points.before(make("span", more > 0 ? "penalty gain" : "penalty", signed(more)));
  if (bid === null) for (const one of cell.querySelectorAll(".entry, .points")) one.remove();
}
function showOut(cell) {
  cell.className = "out";
  cell.textContent = "–";
}
function openRow(plan, state) {
  const { order, dealer } = plan.hands[state.n];
  const place = rowIn(plan.rows.open);
  showTrump(plan, place, state);
  for (const [seat, cell] of [...place.querySelectorAll("td")].entries()) {
    const [bid, took] = [state.bids[seat], state.tricks[seat]];
    cell.replaceChildren();
    cell.className = seat === dealer ? "deals" : "";
    const more = state.noted?.[seat];
    if (!order.includes(seat) && !more) showOut(cell);
    else if (took !== null) cell.append(make("b", "", `${bid}/${took}`));
    else if (bid !== null) cell.append(make("b", "", bid), make("small", "", plan.words.bid));
    if (more) cell.append(make("span", "penalty", signed(more)));
  }
  return place;
}
// Outside a table the browser would drop the row.
const rowIn = (html) => read(`<table>${html}</table>`).content.querySelector("tr");
function showTrump(plan, place, hand) {
  place.querySelector(".turned-up")?.remove();
  const face = faceOf(plan, hand);
  if (!plan.rows.card || !face) return;
  const card = byId(face.card) ? suit(face.card) : "–";
  const from = face.after ? icon(face.after, "from") : null;
  place.querySelector(".hand, a").append(make("span", "turned-up", card, from));
}
