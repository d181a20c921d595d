// How often a page that follows asks for news.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPace, EVERY, LOOKS, OFTEN } from "../../static/playing/follow.js";
import { FakeClock } from "./fakes.js";

const MINUTE = 60_000;

// A page that shows a game, whose timer asks when it may.
function follower(clock) {
  const page = { pace: createPace(clock.now), state: "first", isLive: true, follows: true, asked: 0 };
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
