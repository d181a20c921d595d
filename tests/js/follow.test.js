// How often a page that follows asks for news.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPace, EVERY, LOOKS, OFTEN } from "../../static/playing/follow.js";
import { FakeClock } from "./fakes.js";

const MINUTE = 60_000;

// A page that shows a game, whose timer asks when it may.
function follower(clock, tappedAt) {
  const page = {
    pace: createPace(clock.now, tappedAt),
    state: "first",
    isLive: true,
    follows: true,
    asked: 0,
  };
  const tick = () => {
    if (page.pace.isTurn(page.state, page.isLive, page.follows)) {
      page.pace.asks();
      page.asked += 1;
    }
    clock.after(LOOKS, tick);
  };
  clock.after(LOOKS, tick);
  return page;
}
// The number of questions meanwhile.
async function asked(page, clock, milliseconds) {
  const before = page.asked;
  await clock.pass(milliseconds);
  return page.asked - before;
}

test("a page that is opened just after a tap asks every second at once, also with a clock that is late", async () => {
  for (const ahead of [0, MINUTE]) {
    const clock = new FakeClock();
    await clock.pass(MINUTE);
    const page = follower(clock, clock.now() + ahead);
    assert.equal(await asked(page, clock, 15_000), 15_000 / OFTEN);
    await clock.pass(5_000);
    assert.equal(await asked(page, clock, 10_000), 10_000 / EVERY);
  }
});

test("while taps come a follower asks every second, and twenty seconds after the last one as usual", async () => {
  const clock = new FakeClock();
  const page = follower(clock);
  assert.equal(await asked(page, clock, 10_000), 10_000 / EVERY);
  for (let tap = 0; tap < 5; tap += 1) {
    page.state = `tap ${tap}`;
    assert.equal(await asked(page, clock, 15_000), 15_000 / OFTEN);
  }
  await clock.pass(5_000);
  assert.equal(await asked(page, clock, MINUTE), MINUTE / EVERY);
});

test("the phone that keeps score asks for news of others as usual", async () => {
  const clock = new FakeClock();
  const page = Object.assign(follower(clock), { follows: false });
  for (let hand = 0; hand < 5; hand += 1) {
    page.state = `hand ${hand}`;
    assert.equal(await asked(page, clock, MINUTE), MINUTE / EVERY);
  }
});

test("after two minutes of silence a page asks every ten seconds until something happens", async () => {
  const clock = new FakeClock();
  const page = follower(clock);
  assert.equal(await asked(page, clock, 2 * MINUTE), (2 * MINUTE) / EVERY);
  assert.equal(await asked(page, clock, MINUTE), 6);
  page.state = "news";
  assert.equal(await asked(page, clock, 10_000), 10_000 / OFTEN);
});

test("whoever looks at the page again waits for news as at the beginning", async () => {
  const clock = new FakeClock();
  const page = follower(clock);
  await clock.pass(10 * MINUTE);
  page.pace.wakes();
  assert.equal(await asked(page, clock, 10_000), 10_000 / EVERY);
});

test("a page without an answer, or with the end of a game, asks as often as ever", async () => {
  const clock = new FakeClock();
  const page = follower(clock);
  page.isLive = false;
  await clock.pass(10 * MINUTE);
  assert.equal(await asked(page, clock, MINUTE), MINUTE / EVERY);
});

test("of taps one to two seconds apart, five followers see half within 0.7 s and 95 % within 1.3 s", async () => {
  const clock = new FakeClock();
  // The transfer is left out: on a local network it takes some hundredths of a second.
  const lags = [];
  let tapped = { number: 0, at: clock.now() };
  function begin(shift) {
    const pace = createPace(clock.now);
    let shown = 0;
    const tick = () => {
      if (pace.isTurn(shown, true, true)) {
        pace.asks();
        if (tapped.number > 1 && shown !== tapped.number) lags.push(clock.now() - tapped.at);
        shown = tapped.number;
      }
      clock.after(LOOKS, tick);
    };
    clock.after(shift, tick);
  }
  for (let page = 0; page < 5; page += 1) begin(97 * page);
  await clock.pass(MINUTE);
  for (let number = 1; number <= 101; number += 1) {
    tapped = { number, at: clock.now() };
    await clock.pass(1000 + ((number * 379) % 1000));
  }
  lags.sort((one, other) => one - other);
  const at = (share) => lags[Math.floor(share * lags.length)];
  assert.equal(lags.length, 500);
  assert.ok(at(0.5) <= 600 && at(0.95) <= 1000, `${at(0.5)} ${at(0.95)}`);
});
