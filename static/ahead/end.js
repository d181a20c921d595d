// Draws the end of a game from the numbers that wait on this phone: winners and podium. The rest of the result
// comes from the server.

import { textOf } from "../playing/moments.js";
import { read } from "../showing/parts.js";
import { crestOf, icon, make, suit } from "./elements.js";
import { hidden, pageToken } from "./panel.js";
import { stepsOf } from "./places.js";
import { put } from "./sentences.js";

// The number of places with a step on the podium.
const STANDS = 3;
const byId = (id) => document.getElementById(id);

export function showEnd(plan, state, rematch) {
  const { words, players } = plan;
  // A page that opens at the end has no lines from which to take the crests.
  if (!byId("line-0")) byId("play").replaceChildren(read(plan.panels.tricks).content);
  const steps = stepsOf(plan, state);
  const tops = steps[0].seats;
  const isAlone = tops.length === 1;
  const result = resultOf(plan);
  const [finale, title, ranks] = [".finale", "h2", ".ranks"].map((which) => result.querySelector(which));
  if (isAlone) finale.classList.add(crestOf(tops[0]).shade);
  if (tops.length === 2) finale.prepend(...tops.map((seat) => make("i", `half ${crestOf(seat).shade}`)));
  for (let spark = 0; spark < 6; spark += 1) finale.querySelector(".sky").append(icon("spark", "spark"));
  const winners = result.querySelector(".wincards");
  // The width of the names, as on the panel.
  for (const names of [winners, ranks]) names.classList.add(/\bw\d+\b/.exec(plan.panels.tricks));
  winners.classList.add(`n${tops.length}`);
  winners.append(...tops.map((seat) => winnerOf(plan, steps, seat, isAlone)));
  title.className = isAlone ? "vh" : "verdict";
  const verdict = isAlone ? words.wins : plan.draws ? words.draw : words.shared;
  title.textContent = put(verdict, { name: players[tops[0]], total: textOf(steps[0].total) });
  if (players.length > 1) showPodium(plan, steps, ranks);
  byId("head").textContent = words.ended;
  byId("steps").replaceChildren();
  result.append(...again(plan, state, rematch));
  byId("play").replaceChildren(result);
  scrollTo(0, 0);
}
// One step for each player, if that makes at most three.
function showPodium(plan, steps, ranks) {
  const best = steps.filter(({ position }) => position <= STANDS);
  const isOneEach = best.flatMap(({ seats }) => seats).length <= STANDS;
  const each = ({ seats, ...step }) => seats.map((seat) => ({ ...step, seats: [seat] }));
  const stands = isOneEach ? best.flatMap(each) : best;
  const [podium, also] = ranks.children;
  podium.classList.add(`n${stands.length}`);
  podium.append(...stands.map((step) => standOf(plan, step)));
  const rest = steps.filter(({ position }) => position > STANDS).flatMap(each);
  also.append(...rest.map((step) => placeOf(plan, step)));
}
function standOf(plan, { position, total, seats }) {
  const shade = seats.length === 1 ? ` ${crestOf(seats[0]).shade}` : "";
  const step = make("span", "step", make("b", "", textOf(total)), " ", place(plan, position));
  const line = make("li", `p${position}${shade}`, ...seats.map((seat) => nameOf(plan, seat)), step);
  return Object.assign(line, { value: position });
}
function placeOf(plan, { position, total, seats: [seat] }) {
  const line = make(
    "li",
    "",
    place(plan, position),
    " ",
    nameOf(plan, seat),
    " ",
    make("b", "", textOf(total)),
  );
  return Object.assign(line, { value: position });
}
const place = ({ words }, position) =>
  Object.assign(make("i", "", position), { role: "img", ariaLabel: words.places[position - 1] });
function nameOf(plan, seat) {
  const { shade, crest } = crestOf(seat);
  crest.classList.add(shade);
  return make("span", "nm", crest, boldOf(plan, seat));
}
const boldOf = ({ players }, seat) => make("b", "name", players[seat]);
function winnerOf(plan, [{ total }, next], seat, isAlone) {
  const { shade, crest } = crestOf(seat);
  const points = isAlone && next ? total - next.total : null;
  const margin = points === 0 ? plan.words.tie : put(plan.words.lead, { points });
  const lead = points === null ? "" : make("small", "", margin);
  const card = isAlone && byId("wizard") ? suit("wizard") : "";
  const bold = make("strong", "", textOf(total));
  return make(
    "li",
    `wincard ${shade}`,
    crest,
    card,
    boldOf(plan, seat),
    " ",
    bold,
    lead,
    crest.cloneNode(true),
  );
}
// The player to the left of the last dealer deals first.
function again({ words, players, hands, again: next }, { rows }, address) {
  if (!next) return [];
  const first = (hands[rows.at(-1).n].dealer + 1) % players.length;
  const token = hidden("csrf_token", pageToken());
  const form = make("form", "", token, make("button", "main", words.rematch));
  form.setAttribute("action", address);
  form.dataset.first = first;
  return [make("p", "about", put(words.first, { name: players[first] })), make("div", "act", form)];
}
function resultOf({ words, panels }) {
  const { content } =
    read(`<section id="over" class="result" aria-labelledby="result"><div class="back-up"></div>
    <div class="ending"><div class="finale"><div class="sky" aria-hidden="true"></div><ul class="wincards"></ul><h2 id="result"></h2></div>
    <div class="ranks"><ol class="podium"></ol><ol class="also"></ol></div></div><p class="about"></p></section>`);
  const undo = read(panels.tricks).content.querySelector(".undo");
  undo.disabled = false;
  content.querySelector(".back-up").append(undo);
  content.querySelector(".about").textContent = words.later;
  return content.firstElementChild;
}
