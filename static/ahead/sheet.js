// Draws the sheet and the end of a game from the numbers that wait on this phone.

import { textOf } from "../playing/moments.js";
import { read } from "../showing/draw.js";
import { icon, make, suit } from "./elements.js";
import { crestOf, faceOf, hidden } from "./panel.js";
import { counted, put, signed } from "./sentences.js";

const byId = (id) => document.getElementById(id);

// The rows of the hands that were played here, of the hand in play, and the totals.
export function showSheet(plan, state) {
  for (const row of state.rows) showRow(plan, row.n, scoredRow(plan, row));
  if (!state.over) showRow(plan, state.n, openRow(plan, state));
  const best = Math.max(...state.totals);
  for (const [seat, total] of state.totals.entries()) {
    const place = byId(`total-${seat}`);
    const isFront = total === best && state.rows.length > 0;
    place.textContent = textOf(total);
    if (!state.rows.length) continue;
    place.classList.toggle("ahead", isFront);
    if (isFront) place.prepend(make("span", "vh", `${plan.words.front} `));
  }
}
function showRow(plan, number, row) {
  const { cards } = plan.hands[number];
  const size = row.querySelector(".size");
  size.textContent = number;
  if (plan.target === null && cards !== number) size.append(make("small", "", `·${cards}`));
  row.id = `row-${number}`;
  const there = byId(row.id);
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
    if (row.bids[seat] !== null) showCell(plan, row, seat, cell);
    else showOut(cell);
  }
  return place;
}
function showCell(plan, row, seat, cell) {
  const isNegated = row.negated === seat;
  const isMade = row.bids[seat] === row.tricks[seat] - isNegated;
  const deals = seat === plan.hands[row.n].dealer;
  cell.className = `${isMade ? "made" : "missed"}${deals ? " deals" : ""}`;
  cell.querySelector("b").textContent = textOf(row.totals[seat]);
  cell.querySelector(".entry").lastChild.textContent = `${row.bids[seat]}/${row.tricks[seat]}`;
  const { eight } = plan.rows;
  const sign = make("span", "negated", "−1", suit(eight));
  if (isNegated) cell.querySelector(".entry").append(sign);
  cell.querySelector(".points").textContent = signed(row.gains[seat]);
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
    if (!order.includes(seat)) showOut(cell);
    else if (took !== null) cell.append(make("b", "", `${bid}/${took}`));
    else if (bid !== null) cell.append(make("b", "", bid), make("small", "", plan.words.bid));
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

// The winners and all places; the rest of the result comes from the server.
export function showEnd(plan, state, rematch) {
  const { words, players, away } = plan;
  const seats = [...players.keys()].filter((seat) => !away.includes(seat));
  const places = seats.sort((one, other) => state.totals[other] - state.totals[one]);
  const best = state.totals[places[0]];
  const tops = places.filter((seat) => state.totals[seat] === best);
  const isDraw = tops.length > 1 && plan.draws;
  const result = resultOf(plan);
  // The width of the names, as on the panel.
  result.querySelector(".ranks").classList.add(/\bw\d+\b/.exec(plan.panels.tricks));
  const [winners, others] = result.querySelectorAll("ul, ol");
  winners.className = `wincards n${tops.length}`;
  for (const seat of tops) winners.append(lineOf(plan, state, seat, "wincard"));
  for (const seat of places.length > tops.length ? places : []) {
    const line = lineOf(plan, state, seat, "");
    line.value = 1 + places.filter((one) => state.totals[one] > state.totals[seat]).length;
    line.prepend(make("i", "", line.value));
    others.append(line);
  }
  if (tops.length === 1) result.querySelector(".finale").classList.add(crestOf(tops[0]).shade);
  const names = tops.map((seat) => players[seat]);
  const verdict = isDraw ? words.draw : words.wins[tops.length - 1];
  result.querySelector("h2").textContent = put(verdict, { ...names, total: textOf(best) });
  byId("head").textContent = words.ended;
  byId("steps").replaceChildren();
  result.append(...again(plan, state, rematch));
  byId("play").replaceChildren(result);
  scrollTo(0, 0);
}
// The player to the left of the last dealer deals first.
function again({ words, players, hands, again: next }, { rows }, address) {
  if (!next) return [];
  const first = (hands[rows.at(-1).n].dealer + 1) % players.length;
  const token = hidden("csrf_token", document.querySelector("[name=csrf_token]")?.value ?? "");
  const form = make("form", "", token, make("button", "main", words.rematch));
  form.setAttribute("action", address);
  form.dataset.first = first;
  return [make("p", "about", put(words.first, { name: players[first] })), make("div", "act", form)];
}
function resultOf({ words, panels }) {
  const { content } =
    read(`<section id="over" class="result" aria-labelledby="result"><div class="back-up"></div>
    <div class="ending"><div class="finale"><ul></ul><h2 id="result" class="verdict"></h2></div>
    <div class="ranks"><ol class="also"></ol></div></div><p class="about"></p></section>`);
  const undo = read(panels.tricks).content.querySelector(".undo");
  undo.disabled = false;
  content.querySelector(".back-up").append(undo);
  content.querySelector(".about").textContent = words.later;
  return content.firstElementChild;
}
function lineOf({ players }, { totals }, seat, kind) {
  const { shade, crest } = crestOf(seat);
  const name = make("b", "name", players[seat]);
  const line = make(
    "li",
    `${kind} ${shade}`.trim(),
    crest,
    name,
    " ",
    make("strong", "", textOf(totals[seat])),
  );
  return line;
}
