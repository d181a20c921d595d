// The state of the pads of a panel, as pure values: which pad is open, and which touches count. `panel.js`
// shows it on the page. A state contains the address of the `panel`; `picked`, the pad that somebody opened,
// or null while the pads move on automatically; whether the tricks are `counted` here, or the hand is still
// being played, without an open pad; the `open` pad; the `touch` of the finger, { key, spot, at, up }, until its
// click, and the one `before`; the digits that are `typed`.

// A finger that bounces off the glass is back in the same place within this time after it was lifted: in
// milliseconds, and pixels. The next player's bid can come as soon, but not so soon after the last touch came
// down, and a person stays on the glass for longer (docs/speed.md).
const BOUNCE = { gap: 126, beat: 110, contact: 30, place: 24 };

export const UNTOUCHED = {
  panel: null,
  picked: null,
  counted: false,
  open: null,
  touch: null,
  before: null,
  typed: "",
};

const isNear = (spot, place) => Math.hypot(spot.x - place.x, spot.y - place.y) < BOUNCE.place;
const isSame = (key, other) => key.name === other?.name && key.value === other.value;

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

// A finger came down on a key, { name, value }, or elsewhere (null), and was lifted.
export const touched = (state, spot, key, at) => ({
  ...state,
  before: state.touch ?? state.before,
  touch: { key, spot, at, up: at },
});
export const lifted = (state, up) => ({ ...state, touch: state.touch && { ...state.touch, up } });
// Its click was handled. After a bounce, the next touch counts.
export function handled(state, isBounce = false) {
  if (!state.touch) return state;
  const before = isBounce ? null : { ...state.touch, isSoon: isSoon(state) };
  return { ...state, before, touch: null };
}

// Whether the finger was back in the same place so soon that it may have bounced.
const isSoon = ({ before, touch }) =>
  before !== null && isNear(touch.spot, before.spot) && touch.at - before.up < BOUNCE.gap;
function bounces(state) {
  const { before, touch } = state;
  if (!isSoon(state)) return false;
  // If the touch before may have been a bounce itself, this one may be the next player's bid.
  return touch.up - touch.at < BOUNCE.contact || (touch.at - before.at < BOUNCE.beat && !before.isSoon);
}

// The target of a click: null if the browser is right, otherwise { key }, the key on which the finger came
// down, whatever is there now. `key` is null for none; `isBounce` marks a click that does not count.
// `target` is the key that was clicked.
export function clicked(state, spot, target) {
  const { touch } = state;
  if (!touch) return null;
  if (bounces(state)) return { key: null, isBounce: true, isRight: false };
  // If another pad appeared under a finger, the browser clicks on the element that contains both.
  if (!(target || (touch.key && isNear(spot, touch.spot)))) return null;
  const { key } = touch;
  return { key, isBounce: false, isRight: key !== null && isSame(key, target) };
}

// A digit, for keys with these texts.
export const typed = (state, digit, texts) => ({
  ...state,
  typed: [state.typed + digit, digit].find((text) => texts.includes(text)) ?? "",
});
// Whether no other digit can follow.
export const isWhole = (text, texts) => text * 10 > texts.at(-1) || text === "0";
