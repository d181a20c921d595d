// Draws the panel of a hand from what the server sent ahead and the numbers that wait on this phone. Panels,
// sentences and decisions of the rules come from the server; this module only puts numbers into them.

import { textOf } from "../playing/moments.js";
import { markPlay } from "../playing/pads.js";
import { fillPad, read } from "../showing/parts.js";
import { setText, showCard, showFoot, showRace, showSteps } from "./around.js";
import { crestOf, icon, isNews, make, write } from "./elements.js";
import { due, forbidden, gain, left, rest } from "./fold.js";
import { counted, isBlank, put, scoredLine, signed, sum, sumLine, together } from "./sentences.js";

const byId = (id) => document.getElementById(id);

// The token of the forms on the page; empty on a kept page that has none yet.
export const pageToken = () => document.querySelector("[name=csrf_token]")?.value ?? "";

// Replaces the head and the panel of the page with those of this hand, without entries.
export function showPanel(plan, state, kind, address) {
  const { cards, dealer, order } = plan.hands[state.n];
  const token = pageToken();
  showHead(plan, state);
  byId("play").replaceChildren(read(plan.panels[kind]).content);
  const panel = byId("panel");
  panel.setAttribute("action", address);
  panel.dataset.kind = kind;
  panel.dataset.what = put(plan.words.hand, { number: state.n });
  for (const input of panel.querySelectorAll("[name=csrf_token]")) input.value = token;
  panel.querySelector("[name=revision]").value = state.revision;
  panel.prepend(hidden("drawn", `${cards}-${dealer}`));
  if (kind === "named") showNaming(plan, state, byId("trumps"));
  const out = outOf(plan, state.n);
  for (const seat of [...order, ...out]) {
    const [line, pad] = [byId(`line-${seat}`), byId(`pad-${seat}`)];
    line.parentNode.append(line);
    showTags(plan, state, kind, line, seat);
    if (!pad) continue;
    pad.parentNode.append(pad);
    showKeys(plan, pad, cards);
  }
  for (const seat of out) showOut(seat);
  for (const end of ["line-dummy", "pad-negated"].map(byId)) end?.parentNode.append(end);
  const last = panel.querySelector(".colhead b");
  if (last && state.rows.length) last.textContent = put(plan.words.hand, { number: state.n - 1 });
  else last?.remove();
  panel.querySelector(".undo").disabled = false;
  panel.classList.add("fresh");
}
// Who plays the game, but not this hand.
const outOf = ({ players, away, hands }, n) =>
  [...players.keys()].filter((seat) => ![...hands[n].order, ...away].includes(seat));
// A line without numbers and without a pad.
function showOut(seat) {
  const line = byId(`line-${seat}`);
  const parts = [...line.children].filter((one) => !one.matches("input, .slot"));
  line.replaceWith(Object.assign(make("div", `out ${line.className}`, ...parts), { id: line.id }));
  byId(`pad-${seat}`)?.remove();
}
// The dealer names the trump.
function showNaming({ hands, players, words }, { n, turned }, pad) {
  const { dealer } = hands[n];
  const { shade, crest } = crestOf(dealer);
  pad.className = `pad table ${shade}`;
  pad.querySelector("[type=hidden]").value = turned;
  crest.setAttribute("class", `crest ${shade}`);
  pad.querySelector("b").replaceChildren(crest, put(words.names, { name: players[dealer] }));
}
function showHead(plan, state) {
  const { n } = state;
  const { cards, dealer } = plan.hands[n];
  const head = read(plan.head).content.firstElementChild;
  const values = { number: n, size: counted(plan.words.size, cards), name: plan.players[dealer] };
  const walk = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) walk.currentNode.data = put(walk.currentNode.data, values);
  head.dataset.news = state.rows.length ? scoredLine(plan, state) : byId("head").dataset.news;
  byId("head").replaceWith(head);
}
// A field with an earlier entry, so that the hand is sent as a whole.
export function hidden(name, value) {
  return Object.assign(document.createElement("input"), { type: "hidden", name, value });
}
function showKeys(plan, pad, cards) {
  const keys = pad.querySelector(".keys");
  const kind = "bids" in keys.dataset ? "bids" : "tricks";
  keys.className = `keys ${plan.grids[cards]}`;
  keys.replaceChildren();
  keys.dataset[kind] = cards + 1;
  fillPad(keys);
}
function showTags(plan, state, kind, line, seat) {
  const { words } = plan;
  const { dealer, order } = plan.hands[state.n];
  const place = line.querySelector(".tags");
  const isFront = state.n > 1 && state.totals[seat] === Math.max(...state.totals);
  const opens = !isTrump(kind) && seat === order[0];
  const role = make("span", opens && kind === "tricks" ? "role first" : "role");
  role.textContent = seat === dealer ? words.deals : opens ? words.opens : "";
  place.replaceChildren();
  if (!order.includes(seat)) place.append(make("span", "role", words.out), " ");
  if (state.noted?.[seat]) place.append(extra("b", words, state.noted[seat]), " ");
  if (role.textContent) place.append(role, " ");
  if (isFront) place.append(make("span", "leads", icon("spark", "spark"), words.front));
}

const extra = (tag, words, points) =>
  make(tag, "penalty", make("span", "vh", `${words.noted} `), signed(points));

// Shows everything that follows from the numbers so far.
export function showNumbers(plan, state, kind) {
  const offered = kind === "tricks" ? rest(plan, state) : new Map();
  for (const seat of [...plan.hands[state.n].order, ...outOf(plan, state.n)]) {
    showLine(plan, state, kind, seat, offered);
    const pad = byId(`pad-${seat}`);
    if (pad) showPad(plan, state, kind, seat, pad, offered);
  }
  if (kind === "tricks") {
    const at = byId("at-negated");
    if (at) at.defaultChecked = state.tricks.every((took) => took !== null);
    for (const key of document.querySelectorAll("#pad-negated input"))
      key.defaultChecked = Number(key.value) === state.negated;
    const unclaimed = plan.hands[state.n].order.every((seat) => state.tricks[seat] !== null);
    setText("#line-dummy .slot b", unclaimed ? left(plan, state) : "");
  }
  // Until the first bid the sum says how the last hand ended.
  const isLast = kind === "bids" && lastOf(state, kind) && !plan.words.preset[state.n];
  showSum(plan, state, isLast ? "trump" : kind, offered);
  showSteps(plan, state, kind);
  showFoot(plan, state, kind);
  showCard(plan, state);
  const race = document.querySelector("#race svg");
  if (race) showRace(plan, state, race);
  markPlay();
}
const isTrump = (kind) => kind === "trump" || kind === "named";
// The hand that the lines show until something is entered in the next one.
const lastOf = ({ turned, bids, rows }, kind) =>
  isTrump(kind) || (kind === "bids" && turned === null && isBlank(bids)) ? rows.at(-1) : null;

function showLine(plan, state, kind, seat, offered) {
  const line = byId(`line-${seat}`);
  const { bid, took, points, noted, isMade, counted } = lineOf(plan, state, kind, seat, offered);
  const mark = isMade ? "made" : "missed";
  line.classList.toggle("rest", offered.has(seat));
  write(line.querySelector(".total"), textOf(state.totals[seat]));
  if (isNews(line, points, noted, mark)) {
    line.querySelector(".pts")?.remove();
    const stamp = make("b", `pts ${mark}`, signed(points));
    if (noted) stamp.append(" ", extra("span", plan.words, noted));
    if (points !== null) line.querySelector(".totals").append(" ", stamp);
  }
  if (bid !== undefined) showSlot(plan, line, "bid", bid);
  // Before the first hand no line has a number.
  else for (const slot of line.querySelectorAll(".slot")) slot.remove();
  if (took === undefined) return;
  const slot = showSlot(plan, line, "took", took);
  slot.classList.remove("made", "missed");
  if (points !== null) slot.classList.add(mark);
  slot.querySelector("small")?.remove();
  const small = make("small", "", put(plan.words.counts, { number: counted }));
  if (took && counted !== took) slot.append(" ", small);
}
// Whether the player plays this hand, and played the `last` one if its numbers are shown.
const playsIn = ({ hands }, n, seat, last) => hands[n].order.includes(seat) && last?.bids[seat] !== null;
// The numbers of a line; undefined where it shows none.
function lineOf(plan, state, kind, seat, offered) {
  const newest = lastOf(state, kind);
  const tricks = newest ? newest.tricks[seat] : (state.tricks[seat] ?? offered.get(seat) ?? null);
  const { bids, negated } = newest ?? state;
  const counted = tricks - (negated === seat);
  const last = isTrump(kind) ? newest : null;
  const points = kind === "tricks" ? gain(plan, state, seat) : null;
  const isIn = playsIn(plan, state.n, seat, last);
  return {
    bid: isIn && (last || !isTrump(kind)) ? (last ?? state).bids[seat] : undefined,
    took: isIn && (last || kind === "tricks") ? tricks : undefined,
    points: newest ? newest.gains[seat] : points,
    noted: (newest ?? state).noted?.[seat],
    isMade: bids[seat] === counted,
    counted,
  };
}
function showSlot(plan, line, kind, number) {
  const which = `.slot.${kind}`;
  if (!line.querySelector(which)) line.append(read(plan.panels.tricks).content.querySelector(which));
  const slot = line.querySelector(which);
  write(slot.querySelector("b"), number ?? "");
  return slot;
}

function showPad(plan, state, kind, seat, pad, offered) {
  const { cards, dealer, order } = plan.hands[state.n];
  const no = kind === "bids" && seat === dealer ? forbidden(plan, state) : null;
  const numbers = state[kind === "bids" ? "bids" : "tricks"];
  for (const key of pad.querySelectorAll(".key")) {
    const [input, text] = [key.querySelector("input"), key.querySelector("span")];
    const value = Number(input.value);
    const isBid = kind === "tricks" && value === state.bids[seat];
    key.classList.toggle("forbidden", value === no);
    key.classList.toggle("mark", isBid);
    key.classList.toggle("offered", value === offered.get(seat));
    input.defaultChecked = value === numbers[seat];
    input.disabled = value === no && numbers[seat] !== no;
    if (isBid) {
      input.ariaLabel = put(plan.words.mark, { number: value });
      text.dataset.bid = plan.words.bid;
    }
    if (value === no) input.setAttribute("aria-describedby", "why");
    else input.removeAttribute("aria-describedby");
  }
  const name = plan.players[seat];
  const why = no === null ? "" : put(plan.words.forbidden, { name, number: no, cards });
  showPadHead(pad, headOf(plan, kind, seat, pad, offered), why, name);
  byId(`at-${seat}`).defaultChecked = seat === openOf(plan, state, kind, order);
}
function headOf(plan, kind, seat, pad, offered) {
  const number = offered.get(seat);
  if (!number && kind === "tricks") return pad.ariaLabel;
  const name = plan.players[seat];
  return number === undefined ? put(plan.words.asks, { name }) : counted(plan.words.last, number, { name });
}
function showPadHead(pad, head, why, name) {
  const title = pad.querySelector(".padhead b");
  if (!isNews(title, head, why)) return;
  title.replaceChildren(title.querySelector("svg"));
  // The reason already contains a long name.
  title.append(why && name.length > 9 ? make("span", "vh", name) : head);
  pad.querySelector(".why")?.remove();
  if (why) title.parentNode.append(" ", Object.assign(make("span", "why", together(why)), { id: "why" }));
}
// The pad that the page opens by itself; none while the hand is played.
function openOf(plan, state, kind, order) {
  if (kind === "bids") return due(plan, state) ?? order.at(-1);
  return isBlank(state.tricks) ? null : order.find((seat) => state.tricks[seat] === null);
}

function showSum(plan, state, kind, offered) {
  const { cards } = plan.hands[state.n];
  const place = byId("sum");
  const taken = kind === "tricks" ? state.tricks : state.bids;
  const number = left(plan, state);
  const dims = kind === "tricks" && number >= 0 && number < cards ? ` left-${number}` : "";
  place.className = `sum tone ${toneOf(plan, state, kind)}${dims}`;
  place.replaceChildren(make("b", "", together(sumLine(plan, state, kind, offered))));
  if (kind === "bids" || kind === "tricks")
    place.append(pips(plan, state.n, isBlank(taken) ? state.bids : taken));
}
function toneOf(plan, state, kind) {
  const { cards, dealer } = plan.hands[state.n];
  if (kind === "tricks" && left(plan, state) < 0) return "wrong";
  if (kind === "bids" && state.bids[dealer] !== null && due(plan, state) === dealer) return "wrong";
  if (kind !== "bids" && !(kind === "tricks" && isBlank(state.tricks))) return "";
  const over = sum(state.bids) - cards;
  return over === 0 ? "even" : over > 0 ? "over" : "under";
}
// A crest for each trick taken, and a shape for each one that is left.
function pips(plan, number, tricks) {
  const { cards, order } = plan.hands[number];
  const place = Object.assign(document.createElement("span"), { className: "pips", ariaHidden: "true" });
  const seats = order.flatMap((seat) => Array(tricks[seat] ?? 0).fill(seat));
  for (const seat of seats.slice(0, 2 * cards)) {
    const { shade, crest } = crestOf(seat);
    crest.classList.add(shade);
    place.append(cards > plan.crests ? make("i", "in") : crest);
  }
  for (let free = cards - seats.length; free > 0; free -= 1) place.append(make("i", ""));
  return place;
}
