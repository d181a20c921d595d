// Draws the surroundings of a panel's lines and pads: the steps, the card of the trump, the race and the foot.

import { textOf } from "../playing/moments.js";
import { crestOf, icon, isNews, make, suit } from "./elements.js";
import { due, isReady, ways } from "./fold.js";
import { bidsLine, counted, isBlank, put, together, tricksLine } from "./sentences.js";

const byId = (id) => document.getElementById(id);

// The card that shows the trump, and the card after which it was named; null until one is turned up.
export function faceOf(plan, { n, turned, trump }) {
  const shown = trump ?? plan.hands[n].trump;
  if (turned === null) return shown && { card: shown, after: "" };
  const isNamed = plan.cards[turned].trump === null;
  return isNamed
    ? { card: trump ?? turned, after: trump ? turned : "" }
    : { card: plan.cards[turned].face, after: "" };
}

// A lane for each player, towards the number of points that ends the game.
export function showRace({ players, target }, { totals }, race) {
  const [start, length] = race
    .querySelector(".lane")
    .getAttribute("d")
    .match(/\d+/g)
    .filter((_, at) => at !== 1);
  for (const [seat, path] of race.querySelectorAll(".run").entries()) {
    const run = Math.round((length * Math.min(Math.max(totals[seat], 0), target)) / target);
    path.setAttribute("d", path.getAttribute("d").replace(/h.*/, `h${run}`));
    const crest = path.nextElementSibling;
    crest.setAttribute("x", Number(start) + run - crest.getAttribute("width") / 2);
  }
  const lanes = players.map((name, seat) => `${name} ${textOf(totals[seat])}`).join(", ");
  race.ariaLabel = race.ariaLabel.slice(0, race.ariaLabel.indexOf(`${players[0]} `)) + lanes;
}
export function showSteps(plan, state, kind) {
  for (const [step, text] of [
    ["bids", isBlank(state.bids) ? plan.words.none : bidsLine(plan, state)],
    ["tricks", tricksLine(plan, state)],
  ]) {
    const place = document.querySelector(`#step-${step} .vh`);
    if (place) place.textContent = text;
  }
  for (const step of document.querySelectorAll("#steps a")) {
    const isOpen = step.id === `step-${kind === "named" ? "trump" : kind}`;
    if (isOpen) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
  }
}
export function showFoot(plan, state, kind) {
  const { words, players } = plan;
  const seat = due(plan, state);
  if (kind === "bids") {
    const text = seat === null ? "" : state.bids[seat] === null ? words.next : words.change;
    setText("#foot .next", together(put(text, { name: players[seat] })));
  }
  if (kind !== "tricks") return;
  const button = document.querySelector("#foot [name=score]");
  button.classList.toggle("waits", !isReady(plan, state));
  const begun = !isBlank(state.tricks);
  const found = ways(plan, state);
  // Several players may have missed: no guess, but a question.
  const whose = !begun && found.length > 1;
  const off = whose && Math.abs(found[0].tricks[found[0].seat] - state.bids[found[0].seat]);
  const question =
    whose && make("p", "whose", make("b", "", counted(words.whose, off)), ` ${words.whoseScores}`);
  byId("ways").replaceChildren(
    ...(whose ? [question] : []),
    ...found.map((way) => wayButton(plan, way, begun, whose)),
  );
  if (begun) byId("count")?.remove();
}
function wayButton({ words, players }, { seat, tricks }, begun, whose) {
  const isAll = seat === null;
  const { shade, crest } = isAll ? {} : crestOf(seat);
  const button = make("button", isAll ? "quiet made" : `quiet made for-${seat} ${shade}`);
  button.name = "made";
  button.value = tricks.flatMap((number, one) => (number === null ? [] : `${one}-${number}`)).join(" ");
  const values = { pile: `${players[seat]}\u00a0${tricks[seat]}`, number: tricks[seat] };
  const [paused, entered] = isAll
    ? [words.allMade, begun ? words.othersAsBid : words.allAsBid]
    : [words.restAsBid, words.tookAsBid].map((text) => put(text, values));
  if (whose) {
    const took = make("small", "", put(words.wayTook, values));
    button.append(make("span", "paused", crest, make("b", "", players[seat]), " ", took));
  } else if (!begun) button.append(make("span", "paused", icon("icon-check"), paused));
  button.append(make("span", "counted", icon("icon-check"), entered));
  return button;
}

// The card of the trump, above the panel and in the middle of the table.
export function showCard(plan, state) {
  const face = faceOf(plan, state);
  for (const place of document.querySelectorAll("#step-trump, #trump-now .tcard, .felt > .tcard")) {
    if (!isNews(place, face)) continue;
    const isNamed = place.querySelector(".vh");
    place.className = face ? `tcard suited ${face.card}` : "tcard back";
    place.classList.toggle("middle", place.matches(".felt > *"));
    const from = face?.after ? make("span", "from", suit(face.after)) : null;
    const card = face ? cardOf(face.card) : icon("spark", "spark");
    const name = plan.words.trump[face?.card ?? ""] ?? "";
    place.replaceChildren(...[card, from, isNamed ? make("span", "vh", name) : null].filter(Boolean));
  }
}
// A dash means no trump.
function cardOf(card) {
  return byId(card) ? suit(card) : Object.assign(make("span", "", "–"), { ariaHidden: "true" });
}
export function setText(which, text) {
  const place = document.querySelector(`#panel ${which}`);
  if (place) place.textContent = text;
}
