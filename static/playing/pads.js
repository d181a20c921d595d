// The state of the pads of a panel, as pure values: which pad is open, and which touches count. `panel.js`
// shows it on the page. A state contains the address of the `panel`; `picked`, the pad that somebody opened,
// or null while the pads move on automatically; the `open` pad; the time when they `passed` on, and where the
// finger was; the `spot` where the finger last came down, and its `touch` until it is lifted; the digits that
// are `typed`.

// A second touch in the same place within this time after the pad moved on is a double tap.
const SOON = 300;
const PLACE = 24;

export const UNTOUCHED = {
  panel: null,
  picked: null,
  open: null,
  passed: null,
  spot: null,
  touch: null,
  typed: "",
};

const passedOn = (state, now) => ({ ...state, passed: { at: now, spot: state.spot }, typed: "" });
const isNear = (spot, place) => Boolean(place) && Math.hypot(spot.x - place.x, spot.y - place.y) < PLACE;
const isSame = (key, other) => key.name === other?.name && key.value === other.value;

// A tap on a player's line opens their pad, which stays open until a key is tapped.
export const picked = (state, panel, pad, now) => passedOn({ ...state, panel, picked: pad, open: pad }, now);

// The page was drawn: after an entry, an answer, a refusal or news. `page` contains the address of its
// `panel`; its `pads`, { id, isDone }; those that have `lines`; the open one on the page (`shown`), and the
// one that the server opened (`first`).
export function drawn(state, { panel, pads, lines, shown, first }, now) {
  const stays = state.panel === panel ? state.picked : null;
  const wanted = stays ?? pads.find(({ isDone }) => !isDone)?.id;
  const open = lines.includes(wanted) ? wanted : first;
  const next = { ...state, panel, picked: stays, open };
  // An answer briefly shows the server's pad; this does not count as moving on.
  return open === null || [shown, state.open].includes(open) ? next : passedOn(next, now);
}

// A key was tapped: the pad moves on, unless its keys are tapped several times (`isCount`). If all are done
// and no answer has come yet, it stays.
export function entered(state, page, now) {
  const stays = page.pads.every(({ isDone }) => isDone) ? page.shown : null;
  return drawn(page.isCount ? state : { ...state, panel: page.panel, picked: stays }, page, now);
}

// A finger came down on a key, { name, value }, or elsewhere (null).
export function touched(state, spot, key, now) {
  // After a touch elsewhere, no tap counts as a second one.
  const passed = isNear(spot, state.passed?.spot) ? state.passed : null;
  return { ...state, passed, spot, touch: { key, isSecond: passed !== null && now - passed.at < SOON } };
}
export const lifted = (state) => ({ ...state, touch: null });

// The target of a click: null if the browser is right, otherwise { key }, the key on which the finger came
// down, whatever is there now. `key` is null for none; `isSecond` marks the second tap of a double tap.
// `target` is the key that was clicked.
export function clicked({ touch, spot: place }, spot, target) {
  // If another pad appeared under a finger, the browser clicks on the element that contains both.
  if (!touch || !(target || (touch.key && isNear(spot, place)))) return null;
  const isSecond = touch.isSecond && touch.key !== null;
  const key = isSecond ? null : touch.key;
  return { key, isSecond, isRight: key !== null && isSame(key, target) };
}

// A digit, for keys with these texts.
export const typed = (state, digit, texts) => ({
  ...state,
  typed: [state.typed + digit, digit].find((text) => texts.includes(text)) ?? "",
});
// Whether no other digit can follow.
export const isWhole = (text, texts) => text * 10 > texts.at(-1) || text === "0";
