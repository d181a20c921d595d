// What was tapped is kept, sent in order, and never ends in silence.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lane, retryDelay, supersedes, verdict } from "../../static/saving/outbox.js";
import {
  bid,
  correction,
  FakeClock,
  FakePage,
  FakeStorage,
  foreign,
  GAME,
  ours,
  score,
  undo,
} from "./fakes.js";

const TOKEN = ours(422, { "X-Refused": "token" });
const HOUR = 3_600_000;

const VERDICTS = [
  ["lost", foreign],
  ...[200, 204, 303].map((status) => ["saved", ours(status)]),
  ...[409, 422].map((status) => ["refused", ours(status)]),
  ...[400, 403, 404, 405, 410, 413, 414, 415].map((status) => ["final", ours(status)]),
  ...[429, 500, 503].map((status) => ["later", ours(status)]),
  ["token", TOKEN],
];
for (const [meaning, answer] of VERDICTS) {
  test(`an answer of ${answer.ours ? `ours with ${answer.status}` : "somebody else"} means ${meaning}`, () => {
    assert.equal(verdict(answer), meaning);
  });
}

test("what is entered in a game rests on what was entered in it before", () => {
  assert.equal(lane(`${GAME}/hands/2/bids`), GAME);
  assert.equal(lane(`/app${GAME}/rules`), `/app${GAME}`);
  assert.equal(lane("/book/name"), "/book/name");
});

test("pauses grow up to a minute, and are never shorter than we are asked for", () => {
  assert.deepEqual(
    [1, 2, 3, 9].map((tries) => retryDelay(tries, null)),
    [3000, 6000, 12000, 60000],
  );
  assert.equal(retryDelay(1, "90"), 90000);
});

test("a panel that nobody sent yet is overtaken by the next tap on it, a scored one by no bid", () => {
  assert.ok(supersedes(bid(0, 2), bid(0, 1)));
  assert.ok(!supersedes(bid(0, 2), { ...bid(0, 1), tried: true }));
  assert.ok(!supersedes(bid(0, 2), { ...bid(0, 1), scores: true }));
  assert.ok(!supersedes(bid(0, 2), correction()));
  assert.ok(supersedes(correction(), { ...correction(), tried: true }));
  assert.ok(!supersedes(correction(), { ...correction(), sending: true }));
});

test("a tap that is answered is kept no longer", async () => {
  const page = new FakePage();
  await page.outbox.appendEntry(bid(0, 1));
  assert.deepEqual(page.drawn, [["Bid 1", 200]]);
  assert.equal(page.storage.length, 0);
});

test("a tap is in the storage before it is sent", async () => {
  const page = new FakePage();
  const release = page.hold();
  page.outbox.appendEntry(bid(0, 1));
  assert.equal(page.storage.length, 2);
  await release();
  assert.equal(page.storage.length, 0);
});

test("taps go out one at a time, in their order", async () => {
  const page = new FakePage();
  const release = page.hold();
  for (const entry of [bid(0, 1), score(), undo()]) page.outbox.appendEntry(entry);
  assert.deepEqual(page.whats, ["Bid 1"]);
  await release();
  await page.clock.pass(0);
  assert.deepEqual(page.whats, ["Bid 1", "Score hand", "Undo"]);
});

test("each tap has a number of its own, and a repeated one keeps it", async () => {
  const page = new FakePage({ answers: [foreign, ours()] });
  page.outbox.appendEntry(bid(0, 1));
  await page.clock.pass(3000);
  page.outbox.appendEntry(bid(0, 2));
  await page.clock.pass(0);
  const [first, again, second] = page.sent.map((record) => record.id);
  assert.equal(first, again);
  assert.notEqual(again, second);
});

test("a tap knows the numbers of those before it, answered or not", async () => {
  const page = new FakePage();
  await page.outbox.appendEntry(bid(0, 1));
  const release = page.hold();
  page.outbox.appendEntry(bid(1, 0));
  page.outbox.appendEntry(score());
  page.outbox.appendEntry(correction(1, { path: "/g/OTHER/hands/1" }));
  await release();
  await page.clock.pass(0);
  const [one, two, three, other] = page.sent;
  assert.deepEqual(three.knows, [one.id, two.id]);
  assert.deepEqual(other.knows, []);
});

test("a tap there and back before it was sent is one entry", async () => {
  const page = new FakePage();
  const release = page.hold();
  page.outbox.appendEntry(bid(0, 0));
  for (const number of [1, 2, 1]) page.outbox.appendEntry(bid(1, number));
  await release();
  await page.clock.pass(0);
  assert.deepEqual(page.whats, ["Bid 0", "Bid 1"]);
});

test("a tap is never overtaken by one on another page, which says nothing of it", async () => {
  const storage = new FakeStorage();
  const clock = new FakeClock();
  const [one, two] = [new FakePage({ storage, clock }), new FakePage({ storage, clock })];
  const release = one.hold();
  one.outbox.appendEntry(bid(0, 1));
  one.outbox.appendEntry(bid(0, 0));
  two.outbox.appendEntry(bid(1, 1));
  await release();
  await clock.pass(3000);
  assert.deepEqual([...one.whats, ...two.whats], ["Bid 1", "Bid 0", "Bid 1"]);
});

test("the same tap twice is one entry", async () => {
  const page = new FakePage({ answers: [foreign] });
  page.outbox.appendEntry(bid(0, 1));
  page.outbox.appendEntry(bid(0, 1));
  await page.clock.pass(0);
  assert.deepEqual(page.waits, ["Bid 1"]);
});

test("undo takes back the tap that waits before it, by its number", async () => {
  const page = new FakePage({ answers: [foreign] });
  page.outbox.appendEntry(bid(0, 1));
  page.outbox.appendEntry(undo());
  page.outbox.appendEntry(undo());
  await page.clock.pass(0);
  page.answers = [ours()];
  await page.clock.pass(3000);
  assert.deepEqual(page.whats, ["Bid 1", "Bid 1", "Undo"]);
  assert.equal(page.sent[2].undoes, page.sent[0].id);
});

test("undo of what was answered names the save that the page shows", async () => {
  const page = new FakePage();
  await page.outbox.appendEntry(bid(0, 1));
  await page.outbox.appendEntry(undo());
  assert.equal(page.sent[1].undoes, undefined);
});

test("without an answer it is tried again every three seconds", async () => {
  const page = new FakePage({ answers: [foreign] });
  page.outbox.appendEntry(bid(0, 1));
  await page.clock.pass(9000);
  assert.equal(page.sent.length, 4);
  assert.equal(page.outbox.state().isTrouble, true);
  assert.equal(page.drawn.length, 0);
});

for (const status of [500, 503]) {
  test(`our own ${status} is tried again with growing pauses`, async () => {
    const page = new FakePage({ answers: [ours(status)] });
    page.outbox.appendEntry(bid(0, 1));
    await page.clock.pass(3000 + 6000 + 12000);
    assert.equal(page.sent.length, 4);
    await page.clock.pass(23_000);
    assert.equal(page.sent.length, 4);
    page.answers = [ours()];
    await page.clock.pass(1000);
    assert.equal(page.storage.length, 0);
  });
}

for (const [name, entry] of [
  ["correction", correction()],
  ["tap", bid(0, 1)],
]) {
  test(`a ${name} is kept while somebody else answers, and saved when we do`, async () => {
    const page = new FakePage({ answers: [foreign], at: entry.page });
    page.outbox.appendEntry(entry);
    await page.clock.pass(30_000);
    assert.deepEqual(page.waits, [entry.what]);
    page.answers = [ours()];
    await page.clock.pass(3000);
    assert.deepEqual(page.drawn, [[entry.what, 200]]);
  });
}

for (const status of [403, 404, 413]) {
  test(`our own ${status} is final, and stays until it is read`, async () => {
    const page = new FakePage({ answers: [ours(status)] });
    await page.outbox.appendEntry(bid(0, 1));
    await page.clock.pass(HOUR);
    assert.equal(page.sent.length, 1);
    assert.deepEqual(page.asks, ["ended: Bid 1"]);
    const [{ record }] = page.outbox.state().asks;
    assert.deepEqual(record.ended, { status, said: "This page does not exist" });
    assert.deepEqual(record.fields, bid(0, 1).fields);
    page.outbox.discard(record.id);
    assert.equal(page.storage.length, 0);
  });
}

test("after a new secret key the entry is sent again with the new token, by itself", async () => {
  for (const entry of [bid(0, 1), undo()]) {
    const page = new FakePage({ answers: [TOKEN, ours()] });
    page.outbox.appendEntry(entry);
    await page.clock.pass(0);
    assert.deepEqual(page.whats, [entry.what, entry.what]);
    assert.equal(page.renewed, 1);
    assert.equal(page.storage.length, 0);
  }
});

test("a new token that is refused too is tried with pauses", async () => {
  const page = new FakePage({ answers: [TOKEN] });
  page.outbox.appendEntry(bid(0, 1));
  await page.clock.pass(2999);
  assert.equal(page.sent.length, 2);
  assert.deepEqual(page.waits, ["Bid 1"]);
});

test("what is refused is shown on its page, and is over then", async () => {
  const page = new FakePage({ answers: [ours(409)] });
  await page.outbox.appendEntry(bid(0, 1));
  assert.deepEqual(page.drawn, [["Bid 1", 409]]);
  assert.equal(page.storage.length, 0);
});

test("what is refused on another page waits for its own, and says so", async () => {
  const storage = new FakeStorage();
  const clock = new FakeClock();
  const game = new FakePage({ storage, clock, answers: [foreign] });
  await game.outbox.appendEntry(bid(0, 1));
  const other = new FakePage({ storage, clock, at: "/", answers: [ours(409)] });
  await other.outbox.send();
  await clock.pass(0);
  assert.deepEqual(other.asks, ["elsewhere: Bid 1"]);
  assert.deepEqual(other.drawn, []);
  const again = new FakePage({ storage, clock, answers: [ours(409)] });
  await again.outbox.send();
  assert.deepEqual(again.drawn, [["Bid 1", 409]]);
  assert.deepEqual(again.asks, []);
});

test("what was tapped after something refused asks, and goes out when somebody says so", async () => {
  const page = new FakePage();
  const release = page.hold();
  page.answers = [ours(422), ours()];
  page.outbox.appendEntry(score());
  page.outbox.appendEntry(bid(0, 0, { path: `${GAME}/end`, panel: false, what: "End after hand 1" }));
  await release();
  await page.clock.pass(HOUR);
  assert.deepEqual(page.whats, ["Score hand"]);
  assert.deepEqual(page.asks, ["asks: End after hand 1"]);
  await page.outbox.approve(page.outbox.state().asks[0].record.id);
  assert.deepEqual(page.drawn.at(-1), ["End after hand 1", 200]);
});

test("a panel that was refused says all of itself again with the next tap", async () => {
  const page = new FakePage();
  const release = page.hold();
  page.answers = [ours(422), ours()];
  page.outbox.appendEntry(bid(0, 9));
  page.outbox.appendEntry(bid(1, 1));
  await release();
  await page.clock.pass(0);
  assert.deepEqual(page.whats, ["Bid 9", "Bid 1"]);
});

test("a refused panel is shown once, where a later tap on it says all of it again", async () => {
  for (const [touched, shown] of [
    [[0, 1], [["Bid 1", 409]]],
    [
      [1],
      [
        ["Bid 9", 409],
        ["Bid 1", 409],
      ],
    ],
  ]) {
    const page = new FakePage();
    const release = page.hold();
    page.answers = [ours(409)];
    page.outbox.appendEntry(bid(0, 9));
    page.outbox.appendEntry(bid(1, 1, { touched }));
    await release();
    await page.clock.pass(0);
    assert.deepEqual(page.drawn, shown);
    assert.equal(page.storage.length, 0);
  }
});

test("a correction older than an hour asks, a tap is compared by the server however old", async () => {
  const page = new FakePage({ answers: [foreign] });
  page.outbox.appendEntry(correction());
  page.outbox.appendEntry(bid(0, 1));
  await page.clock.pass(HOUR + 5000);
  const sent = page.sent.length;
  page.answers = [ours()];
  await page.clock.pass(5000);
  assert.deepEqual(page.whats.slice(sent), ["Bid 1"]);
  assert.deepEqual(page.asks, ["asks: Correct hand 1"]);
  await page.outbox.approve(page.outbox.state().asks[0].record.id);
  assert.equal(page.storage.length, 0);
});

test("a tap goes out from any page of the app", async () => {
  const storage = new FakeStorage();
  const clock = new FakeClock();
  await new FakePage({ storage, clock, answers: [foreign] }).outbox.appendEntry(bid(0, 1));
  const share = new FakePage({ storage, clock, at: `${GAME}/share` });
  await share.outbox.send();
  assert.deepEqual(share.whats, ["Bid 1"]);
  assert.equal(storage.length, 0);
});

test("of two pages one sends at a time, and both keep all", async () => {
  const storage = new FakeStorage();
  const clock = new FakeClock();
  const [one, two] = [new FakePage({ storage, clock }), new FakePage({ storage, clock })];
  const release = one.hold();
  one.outbox.appendEntry(bid(0, 1));
  two.outbox.appendEntry(bid(1, 0));
  assert.deepEqual(two.whats, []);
  assert.deepEqual(two.waits, ["Bid 1", "Bid 0"]);
  await clock.pass(9000);
  assert.deepEqual(two.whats, []);
  await release();
  await clock.pass(3000);
  assert.deepEqual([...one.whats, ...two.whats], ["Bid 1", "Bid 0"]);
  assert.equal(storage.length, 0);
});

test("a page that was killed while it sent holds the others up for three seconds", async () => {
  const storage = new FakeStorage();
  const clock = new FakeClock();
  const killed = new FakePage({ storage, clock });
  killed.hold();
  killed.outbox.appendEntry(bid(0, 1));
  killed.isKilled = true;
  const next = new FakePage({ storage, clock });
  next.outbox.send();
  await clock.pass(2999);
  assert.deepEqual(next.whats, []);
  await clock.pass(1);
  assert.deepEqual(next.whats, ["Bid 1"]);
});

test("another page's turn that a clock set back made endless is over", async () => {
  const storage = new FakeStorage();
  storage.setItem("scorekeeper sends", JSON.stringify({ tab: "other", until: 9_999_999_999_999 }));
  const page = new FakePage({ storage });
  await page.outbox.appendEntry(bid(0, 1));
  assert.equal(page.sent.length, 1);
});

test("a phone whose clock is set back still sends in the order of the taps", async () => {
  const page = new FakePage({ answers: [foreign] });
  page.outbox.appendEntry(bid(0, 1));
  await page.clock.pass(0);
  page.clock.time -= HOUR;
  page.outbox.appendEntry(score());
  page.answers = [ours()];
  await page.clock.pass(2 * HOUR);
  assert.deepEqual(page.whats.slice(-2), ["Bid 1", "Score hand"]);
});

test("nothing of a game is quiet while a tap of it waits", async () => {
  const page = new FakePage({ answers: [foreign] });
  assert.ok(page.outbox.isQuiet(GAME));
  await page.outbox.appendEntry(bid(0, 1));
  assert.ok(!page.outbox.isQuiet(GAME));
  assert.ok(page.outbox.isQuiet("/g/OTHER"));
});

test("a form that is sent again says what it could not save before", async () => {
  const page = new FakePage({ answers: [ours(404), ours()] });
  await page.outbox.appendEntry(correction());
  assert.deepEqual(page.asks, ["ended: Correct hand 1"]);
  await page.outbox.appendEntry(correction());
  assert.deepEqual(page.asks, []);
  assert.equal(page.storage.length, 0);
});

test("one undo at a time waits, whatever was sent since", async () => {
  const page = new FakePage({ answers: [foreign] });
  for (const entry of [undo(), correction(), undo()]) page.outbox.appendEntry(entry);
  await page.clock.pass(0);
  assert.deepEqual(page.waits, ["Undo", "Correct hand 1"]);
});

test("a tap knows what a page before it left waiting", async () => {
  const storage = new FakeStorage();
  const clock = new FakeClock();
  await new FakePage({ storage, clock, answers: [foreign] }).outbox.appendEntry(bid(0, 1));
  const page = new FakePage({ storage, clock });
  page.outbox.appendEntry(score());
  await clock.pass(3000);
  assert.deepEqual(page.sent[1].knows, [page.sent[0].id]);
});

test("a tap knows all that was known to what a page before it left waiting", async () => {
  const storage = new FakeStorage();
  const clock = new FakeClock();
  const before = new FakePage({ storage, clock, answers: [ours(), foreign] });
  await before.outbox.appendEntry(bid(0, 1));
  await before.outbox.appendEntry(bid(1, 1));
  const page = new FakePage({ storage, clock });
  page.outbox.appendEntry(bid(2, 1));
  await clock.pass(3000);
  const [first, second] = before.sent;
  assert.deepEqual(page.sent.at(-1).knows, [first.id, second.id]);
});

test("of a long evening a tap knows the newest, and the one that waits before it", async () => {
  const page = new FakePage();
  for (let number = 0; number < 60; number += 1) await page.outbox.appendEntry(bid(0, number));
  const release = page.hold();
  page.outbox.appendEntry(bid(1, 1));
  page.outbox.appendEntry(bid(2, 1));
  await release();
  await page.clock.pass(0);
  const earlier = page.sent.slice(-41, -1).map(({ id }) => id);
  assert.deepEqual(page.sent.at(-1).knows, earlier);
});

test("where nothing waits any more there is no trouble", async () => {
  const page = new FakePage({ answers: [foreign] });
  await page.outbox.appendEntry(bid(0, 1));
  page.outbox.discard(page.sent[0].id);
  assert.equal(page.outbox.state().isTrouble, false);
});

test("what is on its way is given up and sent again at once when the network is back", async () => {
  const page = new FakePage();
  page.hold();
  page.outbox.appendEntry(bid(0, 1));
  page.holds = null;
  page.outbox.hurry();
  await page.clock.pass(0);
  assert.deepEqual(page.whats, ["Bid 1", "Bid 1"]);
  assert.deepEqual(page.drawn, [["Bid 1", 200]]);
  page.answers = [foreign];
  page.outbox.appendEntry(bid(0, 2));
  await page.clock.pass(2999);
  assert.equal(page.sent.length, 3);
  page.outbox.hurry();
  assert.equal(page.sent.length, 4);
});

test("only what was saved is called saved after trouble", async () => {
  for (const [answer, isSaved] of [
    [ours(), true],
    [ours(409), false],
    [ours(404), false],
  ]) {
    const page = new FakePage({ answers: [foreign, answer] });
    page.outbox.appendEntry(bid(0, 1));
    await page.clock.pass(3000);
    assert.equal(page.outbox.state().isSaved, isSaved);
  }
});

test("a page that only hears of a tap lets the page that was tapped send first", async () => {
  const storage = new FakeStorage();
  const clock = new FakeClock();
  await new FakePage({ storage, clock, answers: [foreign] }).outbox.appendEntry(bid(0, 1));
  const other = new FakePage({ storage, clock });
  other.outbox.standBy();
  await clock.pass(499);
  assert.deepEqual(other.whats, []);
  await clock.pass(1);
  assert.deepEqual(other.whats, ["Bid 1"]);
});
