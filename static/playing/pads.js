// The state of the pads of a panel, as pure values: which pad is open, and which touches count. `panel.js` shows it on the
// page; only the last function looks at the page itself. A state contains the address of the `panel`; `picked`, the pad
// that somebody opened, or null while the pads move on automatically; whether the tricks are `counted` here, or the hand
// is still being played, without an open pad; the `open` pad; the `touch` of the finger, { key, spot, at, up }, until its
// click, and the one `before`; the digits that are `typed`.

// Two touches of one key are one tap if the second came down within this time after the first came down, or was lifted:
// in milliseconds. Keys that are meant to be tapped several times only leave out a finger that bounces off the glass.
// One key is the same place, in pixels, or the same number on the pad that moved on (docs/speed.md). What is drawn in
// the place of a key may score the hand, so it takes no tap of a slow finger either, for so long ("other").
const TWICE = { beat: 320, gap: 126, bounce: 120, other: 1000, place: 24 };

export const UNTOUCHED = {
  panel: null,
  picked: null,
  counted: false,
  open: null,
  touch: null,
  before: null,
  typed: "",
};

const isNear = (spot, place) => Math.hypot(spot.x - place.x, spot.y - place.y) < TWICE.place;
const isSame = (key, other) => key.name === other?.name && key.value === other.value;
// "bid_0" and "bid_1" are of one kind.
const kind = (key) => key?.name.replace(/\d+/, "");

// A tap on a player's line opens their pad, which stays open until a key is tapped.
export const picked = (state, panel, pad) => ({
  ...state,
  panel,
  picked: pad,
  counted: true,
  open: pad,
  typed: "",
});

// The page was drawn: after an entry, an answer, a refusal or news. `page` contains the address of its
// `panel`; its `pads`, { id, isDone }; those that have `lines`; the open one on the page (`shown`), and the one
// that the server opened (`first`).
export function drawn(state, { panel, pads, lines, first }) {
  const before = state.panel === panel ? state : UNTOUCHED;
  const stays = before.picked;
  // Until somebody counts the tricks, here or elsewhere, the server opens no pad either.
  const counted = before.counted || first !== null || pads.some(({ isDone }) => isDone);
  const wanted = stays ?? (counted ? pads.find(({ isDone }) => !isDone)?.id : null);
  const open = lines.includes(wanted) ? wanted : first;
  return { ...state, panel, picked: stays, counted, open, typed: open === state.open ? state.typed : "" };
}

// A key was tapped: the pad moves on, unless its keys are tapped several times (`isCount`). If all are done
// and no answer has come yet, it stays.
export function entered(state, page) {
  const stays = page.pads.every(({ isDone }) => isDone) ? page.shown : null;
  return drawn(page.isCount ? state : { ...state, panel: page.panel, picked: stays }, page);
}

// A finger came down on a key, { name, value }, or elsewhere (null), and was lifted; `isCount`: each tap is meant.
export const touched = (state, spot, key, at, isCount = false) => ({
  ...state,
  before: state.touch ?? state.before,
  touch: { key, spot, at, up: at, isCount },
});
export const lifted = (state, up) => ({ ...state, touch: state.touch && { ...state.touch, up } });
// Its click was handled. After a second touch that did not count, the next one does.
export const handled = (state, isTwice = false) =>
  state.touch ? { ...state, before: isTwice ? null : state.touch, touch: null } : state;

function isTwice({ before, touch }) {
  if (!before) return false;
  const [{ key }, { key: last }] = [touch, before];
  const beat = touch.at - before.at;
  const isHere = isNear(touch.spot, before.spot);
  const isNext = key !== null && key.name !== last?.name && kind(key) === kind(last);
  const isLike = isNext && key.value === last.value;
  // Near the edge of a key a finger only bounces to another number.
  if (touch.isCount || (isNext && !isLike)) return isHere && beat < TWICE.bounce;
  if (isHere && last && !key) return beat < TWICE.other;
  return (isHere || isLike) && (beat < TWICE.beat || touch.at - before.up < TWICE.gap);
}

// The target of a click: null if the browser is right, otherwise { key }, the key on which the finger came
// down, whatever is there now. `key` is null for none; `isTwice` marks a click that does not count.
// `target` is the key that was clicked.
export function clicked(state, spot, target) {
  const { touch } = state;
  if (!touch) return null;
  if (isTwice(state)) return { key: null, isTwice: true, isRight: false };
  // If another pad appeared under a finger, the browser clicks on the element that contains both.
  if (!(target || (touch.key && isNear(spot, touch.spot)))) return null;
  const { key } = touch;
  return { key, isTwice: false, isRight: key !== null && isSame(key, target) };
}

// A digit, for keys with these texts.
export const typed = (state, digit, texts) => ({
  ...state,
  typed: [state.typed + digit, digit].find((text) => texts.includes(text)) ?? "",
});
// Whether no other digit can follow.
export const isWhole = (text, texts) => text * 10 > texts.at(-1) || text === "0";

// Says in an attribute of the page whether the hand is played, without a pad: until somebody opens one, or tricks come in.
const PLAYED = '.tricks:not(:has(.took b:not(:empty), [name="pad"]:checked))';
export function markPlay() {
  const panel = document.getElementById("panel");
  panel?.closest(".hand")?.toggleAttribute("data-plays", panel.matches(PLAYED));
}
