// Which pad of a panel is open, and which touches count.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clicked,
  drawn,
  entered,
  handled,
  isWhole,
  lifted,
  picked,
  touched,
  typed,
  UNTOUCHED,
} from "../../static/playing/pads.js";
import { contacts } from "./fingers.js";

const BIDS = "/g/KEY/hands/1/bids";
const TRICKS = "/g/KEY/hands/1/tricks";
const KEY = { name: "bid_0", value: "1" };
const HERE = { x: 100, y: 600 };
const ELSEWHERE = { x: 200, y: 600 };

// A panel with pads for 0, 1 and 2, of which these are done; the server opened the pad of 0.
function page(done, { shown = "0", first = "0", ...more } = {}) {
  const lines = ["0", "1", "2"];
  const pads = lines.map((id) => ({ id, isDone: done.includes(id) }));
  return { panel: BIDS, pads, lines, shown, first, isCount: false, ...more };
}
// The state of an opened page that shows its first pad.
const opened = (shown = page([])) => drawn(UNTOUCHED, shown);

test("a page that is opened shows the first player without a number", () => {
  assert.equal(opened(page([])).open, "0");
  assert.equal(opened(page(["0"])).open, "1");
});

test("a page that was closed while a tap waits goes on behind that tap when it is opened again", () => {
  const state = entered(opened(), page(["0"]));
  assert.equal(state.open, "1");
  assert.equal(opened(page(["0"])).open, state.open);
});

test("where all have a number, the pad is open that the server opened", () => {
  assert.equal(opened(page(["0", "1", "2"], { first: "2" })).open, "2");
});

test("a panel without lines, such as that of the trump, has no pad of a player", () => {
  const trump = { panel: `${BIDS}/trump`, pads: [], lines: [], shown: null, first: null, isCount: false };
  assert.equal(opened(trump).open, null);
  assert.equal(entered(opened(trump), trump).open, null);
});

test("a pad without a line is passed over for the one that the server opened", () => {
  assert.equal(opened(page([], { lines: ["1", "2"], first: "2" })).open, "2");
});

test("a tap on a key passes on to the next player without a number", () => {
  const state = entered(opened(), page(["0", "1"]));
  assert.equal(state.open, "2");
});

test("the last number passes on to nobody until the answer comes", () => {
  const whole = page(["0", "1", "2"], { shown: "2" });
  const state = entered(opened(page(["0", "1"])), whole);
  assert.equal(state.open, "2");
  assert.equal(drawn(state, { ...whole, first: "0" }).open, "2");
});

test("a tap on a line opens its pad, also one with a number, until a key is tapped", () => {
  const done = page(["0", "1"], { shown: "2" });
  const state = picked(opened(done), BIDS, "0");
  assert.equal(state.open, "0");
  assert.equal(drawn(state, done).open, "0");
  assert.equal(entered(state, { ...done, shown: "0" }).open, "2");
});

test("a pad whose keys are tapped more than once stays open", () => {
  const extras = page(["0", "1", "2"], { isCount: true });
  const state = picked(opened(extras), BIDS, "1");
  assert.equal(entered(state, extras).open, "1");
});

test("news of the same panel leaves the pad open that somebody opened", () => {
  const state = picked(opened(), BIDS, "2");
  assert.equal(drawn(state, page(["0"], { first: "1" })).open, "2");
});

test("another panel opens its own pad, whichever was opened before", () => {
  const state = picked(opened(), BIDS, "2");
  const tricks = page([], { panel: TRICKS });
  assert.equal(drawn(state, tricks).open, "0");
  assert.equal(drawn(drawn(state, tricks), page([])).open, "0");
});

test("a number that is refused leaves its pad empty, which opens again", () => {
  const state = entered(opened(), page(["0"]));
  assert.equal(drawn(state, page([], { shown: "1" })).open, "0");
});

const playing = page([], { panel: TRICKS, shown: null, first: null });

test("no pad is open while the hand is played, until one is opened here, there, or by the server", () => {
  const paused = drawn(opened(page(["0", "1", "2"])), playing);
  assert.equal(paused.open, null);
  assert.equal(drawn(paused, playing).open, null);
  assert.equal(picked(paused, TRICKS, "1").open, "1");
  assert.equal(drawn(paused, { ...page(["0"], { first: null }), panel: TRICKS }).open, "1");
  assert.equal(drawn(paused, { ...playing, first: "0" }).open, "0");
});

test("counting goes on until the panel changes, also if its only number was undone", () => {
  const begun = entered(picked(opened(playing), TRICKS, "0"), {
    ...page(["0"], { first: null }),
    panel: TRICKS,
  });
  assert.equal(begun.open, "1");
  assert.equal(drawn(begun, playing).open, "0");
  assert.equal(drawn(drawn(begun, page([])), playing).open, null);
});

// Which contacts { down, up, x, y, key } on keys do not count; each that does moves on to the next player's pad.
function ignored(some, isCount = false) {
  let [state, seat] = [opened(), 0];
  return some.map(({ down, up, key = 1, ...spot }) => {
    const under = { name: `bid_${seat}`, value: `${key}` };
    state = lifted(touched(state, spot, under, down, isCount), up);
    const { isTwice } = clicked(state, spot, under);
    state = handled(state, isTwice);
    if (!isTwice) seat += 1;
    return isTwice;
  });
}

test("of 10,000 taps on key after key none is lost, and one that comes twice counts once", () => {
  for (const seed of [1, 2, 3]) {
    for (const scan of [1000 / 240, 1000 / 120, 1000 / 60]) {
      const some = contacts(10000, { seed, scan });
      const out = ignored(some);
      assert.ok(some.filter(({ isAgain }) => isAgain).length > 4000);
      assert.deepEqual(
        some.filter(({ isAgain }, place) => isAgain !== out[place]),
        [],
      );
    }
  }
});

// A tap, and another this many milliseconds after it came down, which stays for so long.
const pair = (after, stays = 60) =>
  [1000, 1000 + after].map((down) => ({ ...HERE, down, up: down + (down > 1000 ? stays : 60) }));

test("two taps of one key are one up to 300 ms, wherever on the key; slower ones are two", () => {
  for (const after of [80, 165, 250, 300]) {
    const [first, again] = pair(after);
    for (const x of [HERE.x, HERE.x + 40]) assert.deepEqual(ignored([first, { ...again, x }]), [false, true]);
  }
  assert.deepEqual(ignored(pair(333)), [false, false]);
});

test("what is drawn in the place of a key takes no tap of a slow finger, but one that was meant", () => {
  const tap = (after, spot) => {
    const before = handled(touched(opened(), HERE, KEY, 1000));
    return clicked(touched(before, spot, null, 1000 + after), spot, null)?.isTwice ?? false;
  };
  assert.deepEqual(
    [250, 620, 900, 1100].map((after) => tap(after, HERE)),
    [true, true, true, false],
  );
  assert.equal(tap(620, ELSEWHERE), false);
});

test("two taps of a key that counts are two, but a finger that bounces counts once", () => {
  assert.deepEqual(ignored(pair(160), true), [false, false]);
  assert.deepEqual(ignored(pair(100, 15), true), [false, true]);
});

test("a finger that stayed long bounces too", () => {
  const [first, again] = [
    [0, 400],
    [500, 515],
  ].map(([down, up]) => ({ ...HERE, down, up }));
  assert.deepEqual(ignored([first, again]), [false, true]);
});

test("after a second touch that did not count, or a touch elsewhere, the next one counts however soon", () => {
  const [first, again] = pair(110);
  assert.deepEqual(ignored([first, again, { ...HERE, down: 1180, up: 1240 }]), [false, true, false]);
  const other = { ...ELSEWHERE, key: 2, down: 1040, up: 1060 };
  assert.deepEqual(ignored([first, other, again]), [false, false, false]);
});

test("the tap is right where the finger came down on the key that is clicked", () => {
  const state = touched(opened(), HERE, KEY, 1000);
  assert.equal(clicked(state, HERE, { ...KEY }).isRight, true);
});

test("the tap is that of the key on which the finger came down, whatever is there now", () => {
  const state = touched(opened(), HERE, KEY, 1000);
  for (const now of [{ ...KEY, name: "bid_1" }, null])
    assert.deepEqual(clicked(state, HERE, now), { key: KEY, isTwice: false, isRight: false });
});

test("a key that comes under a finger which came down on none is not tapped", () => {
  const state = touched(opened(), HERE, null, 1000);
  assert.deepEqual(clicked(state, HERE, KEY), { key: null, isTwice: false, isRight: false });
});

test("a click on no key, or one that no touch began, is left to the browser", () => {
  const state = touched(opened(), HERE, KEY, 1000);
  assert.equal(clicked(state, ELSEWHERE, null), null);
  assert.equal(clicked(touched(opened(), HERE, null, 1000), HERE, null), null);
  assert.equal(clicked(handled(state), HERE, KEY), null);
});

test("digits make up a number that the pad has, and begin anew where it has none", () => {
  const texts = Array.from({ length: 16 }, (_, number) => `${number}`);
  const after = (digits) => [...digits].reduce((state, digit) => typed(state, digit, texts), opened()).typed;
  assert.deepEqual(["1", "12", "17", "0"].map(after), ["1", "12", "7", "0"]);
  assert.equal(typed(opened(), "9", ["0", "1"]).typed, "");
});

test("a number is whole where no other digit can follow", () => {
  const texts = Array.from({ length: 16 }, (_, number) => `${number}`);
  assert.deepEqual(
    ["0", "1", "2", "15"].map((text) => isWhole(text, texts)),
    [true, false, true, true],
  );
});

test("a pad that passes on forgets the digits that were typed on it", () => {
  const state = typed(opened(), "1", ["0", "1"]);
  assert.equal(picked(state, BIDS, "1").typed, "");
  assert.equal(entered(state, page(["0"])).typed, "");
});
