// Which pad of a panel is open, and which touches count: values alone, which `panel.js` shows on the page.
//
// A state: the address of the `panel`; `picked`, the pad that somebody opened, or null where the pads pass on by
// themselves; the pad that is `open`; when they `passed` on, and where the finger was; the `spot` where it came
// down last, and until it is lifted its `touch`; the digits that are `typed`.

// A finger that comes down in the same place so soon after the pad passed on is a double tap.
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

// A tap on a player's line opens their pad; it stays until a key is tapped.
export const picked = (state, panel, pad, now) => passedOn({ ...state, panel, picked: pad, open: pad }, now);

// The page was drawn: after an entry, an answer, a refusal or news. `page`: the address of its `panel`; its `pads`,
// { id, isDone }; those that have `lines`; which one it shows as open (`shown`), and which one the server opened
// (`first`).
export function drawn(state, { panel, pads, lines, shown, first }, now) {
  const stays = state.panel === panel ? state.picked : null;
  const wanted = stays ?? pads.find(({ isDone }) => !isDone)?.id;
  const open = lines.includes(wanted) ? wanted : first;
  const next = { ...state, panel, picked: stays, open };
  // An answer shows the server's for a moment: that is no passing on.
  return open === null || [shown, state.open].includes(open) ? next : passedOn(next, now);
}

// A key was tapped: the pad passes on, but for one whose keys are tapped more than once (`isCount`). Where all are
// done and no answer came yet, it stays.
export function entered(state, page, now) {
  const stays = page.pads.every(({ isDone }) => isDone) ? page.shown : null;
  return drawn(page.isCount ? state : { ...state, panel: page.panel, picked: stays }, page, now);
}

// A finger came down on a key, { name, value }, or elsewhere (null).
export function touched(state, spot, key, now) {
  // After a touch elsewhere no tap is the second of a double one.
  const passed = isNear(spot, state.passed?.spot) ? state.passed : null;
  return { ...state, passed, spot, touch: { key, isSecond: passed !== null && now - passed.at < SOON } };
}
export const lifted = (state) => ({ ...state, touch: null });

// Whose a click is: null where the browser is right, else { key }, that on which the finger came down, whatever is
// there now; null for none, and `isSecond` for the second tap of a double one. `target`: the key that was clicked.
export function clicked({ touch, spot: place }, spot, target) {
  // Where another pad came under a finger, the browser clicks on what holds both.
  if (!touch || !(target || (touch.key && isNear(spot, place)))) return null;
  const isSecond = touch.isSecond && touch.key !== null;
  const key = isSecond ? null : touch.key;
  return { key, isSecond, isRight: key !== null && isSame(key, target) };
}

// A digit, where the keys have these texts.
export const typed = (state, digit, texts) => ({
  ...state,
  typed: [state.typed + digit, digit].find((text) => texts.includes(text)) ?? "",
});
// Whether no other digit can follow.
export const isWhole = (text, texts) => text * 10 > texts.at(-1) || text === "0";
