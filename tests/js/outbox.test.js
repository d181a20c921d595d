// Taps are stored, sent in order, and never lost silently.
import assert from "node:assert/strict";
import { test } from "node:test";
import { retryDelay, verdict } from "../../static/saving/ask.js";
import { joined, lane } from "../../static/saving/entries.js";
import {
  bid,
  correction,
  FakeClock,
  FakePage,
  FakeStorage,
  foreign,
  GAME,
  hand,
  newGame,
  ours,
  score,
  settled,
  start,
  undo,
} from "./fakes.js";

const TOKEN = ours(422, { "X-Refused": "token" });
const HOUR = 3_600_000;

// This many pages of one phone.
function pages(count, more = {}) {
  const [storage, clock] = [new FakeStorage(), new FakeClock()];
  return Array.from({ length: count }, () => new FakePage({ storage, clock, ...more }));
}

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

const known = (entry, more) => ({ ...entry, id: entry.what, knows: [], ...more });
const entered = (record) =>
  record && [record.fields.map(([name, value]) => `${name}=${value}`).join(" "), record.knows];

test("what was tapped on a panel and not sent yet goes out with the next tap on it", () => {
  const both = joined(known(bid(0, 1)), known(bid(1, 2)));
  assert.deepEqual(entered(both), ["bid_0=1 bid_1=2 revision=4 touched=bid_0 bid_1", ["Bid 1"]]);
  assert.equal(both.what, "Bid 1, Bid 2");
  const again = joined(known(bid(0, 1)), known(bid(0, 2)));
  assert.deepEqual(entered(again), ["bid_0=2 revision=4 touched=bid_0", ["Bid 1"]]);
});

test("what may have arrived, is scored, or rests on another save goes out by itself", () => {
  const [one, two] = [known(bid(0, 1)), known(bid(0, 2))];
  assert.equal(joined({ ...one, tried: true }, two), null);
  assert.equal(joined({ ...one, scores: true }, two), null);
  assert.equal(joined(one, known(bid(1, 2), { scores: true })), null);
  assert.equal(joined(known(correction()), two), null);
  assert.equal(
    joined(
      {
        ...one,
        fields: [
          ["revision", "5"],
          ["touched", "bid_0"],
        ],
      },
      two,
    ),
    null,
  );
  const trump = (touched) =>
    known(
      bid(0, 1, {
        fields: [
          ["revision", "4"],
          ["touched", touched],
        ],
      }),
    );
  assert.equal(joined(trump("turned"), trump("named")), null);
  assert.ok(joined(trump("turned"), trump("turned")));
});

test("a form that is mended while it waits goes out once, also where its answer was lost", () => {
  const mended = joined(known(correction(), { tried: true }), known(correction(), { id: "mended" }));
  assert.deepEqual([mended.id, mended.knows], ["mended", ["Correct hand 1"]]);
});

test("a tap that is answered is kept no longer", async () => {
  const page = new FakePage();
  await page.outbox.appendEntry(bid(0, 1));
  assert.deepEqual(page.drawn, [["Bid 1", 200]]);
  assert.equal(page.storage.taps, 0);
});

test("a tap is in the storage before it is sent", async () => {
  const page = new FakePage();
  const release = page.hold();
  page.outbox.appendEntry(bid(0, 1));
  assert.equal(page.storage.taps, 1);
  assert.deepEqual(page.whats, []);
  await settled();
  assert.deepEqual(page.whats, ["Bid 1"]);
  await release();
  assert.equal(page.storage.taps, 0);
});

test("taps go out one at a time, in their order", async () => {
  const page = new FakePage();
  const release = page.hold();
  for (const entry of [bid(0, 1), score(), undo()]) page.outbox.appendEntry(entry);
  await settled();
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
  await settled();
  for (const number of [1, 2, 1]) page.outbox.appendEntry(bid(1, number));
  await release();
  await page.clock.pass(0);
  assert.deepEqual(page.whats, ["Bid 0", "Bid 1"]);
});

test("taps on two pages go out together where none was sent, in the order of the taps", async () => {
  const [one, two] = pages(2);
  const release = one.hold();
  one.outbox.appendEntry(bid(0, 1));
  await settled();
  one.outbox.appendEntry(bid(0, 0));
  two.outbox.appendEntry(bid(1, 1));
  await release();
  await one.clock.pass(3000);
  assert.deepEqual([...one.whats, ...two.whats], ["Bid 1", "Bid 0, Bid 1"]);
});

test("of two pages that see the records late the later tap still stands", async () => {
  const [one, two] = pages(2);
  const [b1, b2] = [bid(0, 1), bid(0, 0)];
  const release = two.hold();
  two.outbox.appendEntry(b1);
  const early = one.records.all()[0];
  one.clock.time += 1;
  await settled();
  two.outbox.appendEntry(b2);
  await release();
  await one.clock.pass(0);
  assert.deepEqual(two.whats, ["Bid 1", "Bid 0"]);
  // The first page sees the older tap only now: it is answered, and so is one that nobody knew.
  one.records.add(early);
  one.records.add({ ...early, id: "another", order: early.order - 1 });
  await one.outbox.send();
  assert.deepEqual(one.whats, []);
  assert.equal(one.storage.taps, 0);
});

test("what one page sends no other page takes away or brings back", async () => {
  const [one, two] = pages(2);
  const release = one.hold();
  one.outbox.appendEntry(bid(0, 1));
  await settled();
  two.outbox.appendEntry(bid(0, 0));
  assert.deepEqual(two.waits, ["Bid 1", "Bid 0"]);
  await release();
  await one.clock.pass(3000);
  assert.deepEqual([...one.whats, ...two.whats], ["Bid 1", "Bid 0"]);
  const known = [...one.sent, ...two.sent].at(-1).knows;
  assert.ok(known.includes(one.sent[0].id));
});

test("a tap knows what was answered on other pages since its own was drawn, and no more", async () => {
  const [one, two] = pages(2, {
    answers: [5, 6].map((revision) => ours(200, { "X-Revision": `${revision}` })),
  });
  await one.outbox.appendEntry(bid(0, 1));
  one.clock.time += 1;
  await two.outbox.appendEntry(bid(1, 1));
  assert.deepEqual(two.sent[0].knows, [one.sent[0].id]);
  const later = bid(2, 1);
  later.fields[1] = ["revision", "5"];
  one.clock.time += 1;
  await one.outbox.appendEntry(later);
  assert.deepEqual(one.sent[1].knows, [two.sent[0].id]);
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
    assert.equal(page.storage.taps, 0);
  });
}

test("pauses are short again once a tap was saved", async () => {
  const page = new FakePage({ answers: [ours(503), ours(503), ours(503), ours()] });
  page.outbox.appendEntry(bid(0, 1));
  await page.clock.pass(3000 + 6000 + 12000);
  assert.equal(page.storage.taps, 0);
  page.answers = [ours(503), ours()];
  page.outbox.appendEntry(bid(1, 1));
  await page.clock.pass(3000);
  assert.equal(page.storage.taps, 0);
});

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
    assert.equal(page.storage.taps, 0);
  });
}

test("after a new secret key the entry is sent again with the new token, by itself", async () => {
  for (const entry of [bid(0, 1), undo()]) {
    const page = new FakePage({ answers: [TOKEN, ours()] });
    page.outbox.appendEntry(entry);
    await page.clock.pass(0);
    assert.deepEqual(page.whats, [entry.what, entry.what]);
    assert.equal(page.renewed, 1);
    assert.equal(page.storage.taps, 0);
  }
});

test("a new token that is refused too, as with cookies blocked, is a refusal to show at once", async () => {
  for (const entry of [bid(0, 1), correction(1, { draft: true }), { ...start(), bare: true }]) {
    const page = new FakePage({ answers: [TOKEN], at: entry.page });
    page.outbox.appendEntry(entry);
    await page.clock.pass(HOUR / 2);
    assert.deepEqual([page.sent.length, page.waits, page.drawn], [2, [], [[entry.what, 422]]]);
    assert.equal(page.outbox.state().isTrouble, false);
  }
});

test("what is refused is shown on its page until the user has decided, and again on the next one", async () => {
  const [page, next, other] = pages(3, { answers: [ours(409)] });
  await page.outbox.appendEntry(bid(0, 1));
  assert.deepEqual(page.drawn, [["Bid 1", 409]]);
  assert.deepEqual([page.waits, page.asks], [[], []]);
  await page.clock.pass(HOUR);
  assert.equal(page.sent.length, 1);
  other.at = "/";
  assert.deepEqual(other.asks, ["elsewhere: Bid 1"]);
  await next.outbox.send();
  assert.deepEqual(next.drawn, [["Bid 1", 409]]);
  next.answers = [ours()];
  await next.outbox.appendEntry(bid(0, 2, { path: `${GAME}/hands/1` }));
  await page.clock.pass(HOUR);
  assert.equal(page.storage.taps, 0);
  assert.equal(page.sent.length, 1);
});

test("a question that is answered without a tap is over", async () => {
  const page = new FakePage({ answers: [ours(409)] });
  await page.outbox.appendEntry(bid(0, 1));
  page.outbox.decided(GAME);
  assert.equal(page.storage.taps, 0);
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

test("what a later tap on the panel says again is refused with that one alone", async () => {
  const page = new FakePage();
  const release = page.hold();
  page.answers = [ours(409)];
  page.outbox.appendEntry(bid(0, 9));
  await settled();
  page.outbox.appendEntry(bid(0, 1));
  await release();
  await page.clock.pass(0);
  assert.deepEqual(page.drawn, [["Bid 1", 409]]);
});

test("a refused tap asks when the later ones on its panel are through, one question after the other", async () => {
  for (const [answer, drawn] of [
    [ours(409), ["Bid 9", 409]],
    [ours(), ["Bid 9", 200]],
  ]) {
    const page = new FakePage();
    const release = page.hold();
    page.answers = [ours(409), ours(409), answer];
    page.outbox.appendEntry(bid(0, 9));
    await settled();
    page.outbox.appendEntry(bid(1, 1));
    await release();
    await page.clock.pass(HOUR);
    assert.deepEqual(page.drawn, [["Bid 1", 409]]);
    assert.deepEqual(page.asks, ["elsewhere: Bid 9"]);
    page.outbox.decided(GAME);
    await page.outbox.send();
    assert.deepEqual(page.drawn.at(-1), drawn);
    assert.deepEqual(page.sent.at(-1).fields, bid(0, 9).fields);
  }
});

for (const more of [{}, { hand: true }])
  test(`a refused answer to a question of a ${more.hand ? "hand" : "tap"} waits for the page of its hand`, async () => {
    const [page, other] = pages(2);
    page.answers = [ours(422)];
    page.outbox.appendEntry(correction(1, { page: GAME, answers: true, ...more }));
    await settled();
    assert.deepEqual(page.drawn, [["Correct hand 1", 422]]);
    if (more.hand) page.outbox.decided(GAME);
    assert.deepEqual(page.asks, []);
    await other.clock.pass(HOUR);
    await other.outbox.send();
    assert.deepEqual(other.sent, []);
    assert.deepEqual(other.asks, ["elsewhere: Correct hand 1"]);
  });

test("a score that is refused says so, also where a later tap repeats its numbers", async () => {
  const page = new FakePage();
  const release = page.hold();
  page.answers = [ours(422), ours()];
  page.outbox.appendEntry(score());
  await settled();
  page.outbox.appendEntry(bid(0, 1, { path: score().path }));
  await release();
  await page.clock.pass(HOUR);
  assert.deepEqual(page.whats, ["Score hand", "Bid 1"]);
  assert.deepEqual(page.asks, ["ended: Score hand"]);
});

test("a score that is refused is over once that is said, and waits for an answer only where another phone scored", async () => {
  for (const [status, waits] of [
    [422, 0],
    [409, 1],
  ]) {
    const page = new FakePage({ answers: [ours(status)] });
    await page.outbox.appendEntry(score());
    assert.deepEqual([page.drawn, page.storage.taps], [[["Score hand", status]], waits]);
  }
});

test("taps that are refused are asked for with their whole hand, where that waits", async () => {
  const page = new FakePage();
  const release = page.hold();
  page.answers = [ours(409), ours(409)];
  page.outbox.appendEntry(bid(0, 1, { path: `${GAME}/hands/1/trump` }));
  await settled();
  page.outbox.appendEntry(bid(0, 1));
  for (const number of [1, 2])
    page.outbox.appendEntry(
      bid(0, 1, { path: `${GAME}/hands/${number}/whole`, whole: true, what: `Hand ${number}` }),
    );
  await release();
  await page.clock.pass(HOUR);
  assert.deepEqual(page.whats, ["Bid 1", "Hand 1"]);
  assert.deepEqual(page.drawn.length, 1);
  assert.deepEqual(page.asks, ["asks: Hand 2"]);
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
  assert.equal(page.storage.taps, 0);
});

test("a tap goes out from any page of the app", async () => {
  const storage = new FakeStorage();
  const clock = new FakeClock();
  await new FakePage({ storage, clock, answers: [foreign] }).outbox.appendEntry(bid(0, 1));
  const share = new FakePage({ storage, clock, at: `${GAME}/share` });
  await share.outbox.send();
  assert.deepEqual(share.whats, ["Bid 1"]);
  assert.equal(storage.taps, 0);
});

test("of two pages one sends at a time, and both keep all", async () => {
  const storage = new FakeStorage();
  const clock = new FakeClock();
  const [one, two] = [new FakePage({ storage, clock }), new FakePage({ storage, clock })];
  const release = one.hold();
  one.outbox.appendEntry(bid(0, 1));
  await settled();
  two.outbox.appendEntry(bid(1, 0));
  assert.deepEqual(two.whats, []);
  assert.deepEqual(two.waits, ["Bid 1", "Bid 0"]);
  await clock.pass(9000);
  assert.deepEqual(two.whats, []);
  await release();
  await clock.pass(3000);
  assert.deepEqual([...one.whats, ...two.whats], ["Bid 1", "Bid 0"]);
  assert.equal(storage.taps, 0);
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

test("what the scripts of an earlier release left in the storage is sent", async () => {
  const storage = new FakeStorage();
  const older = {
    ...bid(1, 2, { touched: [0, 1] }),
    id: "older",
    order: 1,
    at: 1_000_000_000,
    knows: ["answered"],
  };
  older.fields.unshift(["bid_0", "1"]);
  const { says, ...record } = older;
  storage.setItem("scorekeeper tap older", JSON.stringify(record));
  storage.setItem(
    "scorekeeper tap newer",
    JSON.stringify({ ...record, id: "newer", order: 2, knows: ["older"] }),
  );
  const page = new FakePage({ storage });
  await page.outbox.send();
  await page.clock.pass(0);
  assert.deepEqual(
    page.sent.map(({ id, fields, what }) => [id, fields, what]),
    [["newer", record.fields, record.what]],
  );
  assert.deepEqual(page.sent[0].knows, ["answered", "older"]);
  assert.equal(storage.taps, 0);
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

for (const [where, next] of [
  ["the same page", (page) => page],
  ["a reloaded page", ({ storage, clock }) => new FakePage({ storage, clock })],
]) {
  test(`after the clock was set back, a tap on ${where} still takes the place of one that was answered`, async () => {
    const page = new FakePage();
    await page.outbox.appendEntry(bid(0, 13));
    page.clock.time -= 5000;
    const after = next(page);
    await after.outbox.appendEntry(bid(0, 0));
    assert.deepEqual(
      [...new Set([...page.sent, ...after.sent])].map(({ what }) => what),
      ["Bid 13", "Bid 0"],
    );
  });
}

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
  assert.equal(page.storage.taps, 0);
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
  await settled();
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

const STARTED = ours(200, { "HX-Redirect": "/g/NEW" });
// A page on which a rematch began without a server, and hands of it wait.
async function away(hands = 2, more = {}) {
  const [page] = pages(1, { answers: [foreign], ...more });
  page.outbox.appendEntry(start());
  const [{ id }] = page.outbox.state().waits;
  for (let number = 1; number <= hands; number += 1) page.outbox.appendEntry(hand(id, number));
  await settled();
  page.sent = [];
  return page;
}
const paths = (page) => page.records.all().map(({ path }) => path);
const HANDS = [1, 2].map((number) => `/g/NEW/hands/${number}/whole`);

test("hands of a game that began here are sent to its address, in order, after its start", async () => {
  const page = await away();
  page.answers = [STARTED, ours()];
  await page.clock.pass(10000);
  assert.deepEqual(
    page.sent.map(({ path }) => path),
    [`${GAME}/rematch`, ...HANDS],
  );
  assert.deepEqual(paths(page), []);
});

test("a game that follows one without an address goes to the page of that one", async () => {
  const page = await away(1);
  const [{ id }] = page.records.all();
  page.outbox.appendEntry({ ...start(), path: `/g/~${id}/rematch` });
  page.outbox.appendEntry(hand(page.records.all().at(-1).id, 1, { what: "Next" }));
  page.answers = [STARTED, ours(), ours(200, { "HX-Redirect": "/g/LAST" }), ours()];
  await page.clock.pass(10000);
  const last = ["/g/NEW/rematch", "/g/LAST/hands/1/whole"];
  assert.deepEqual(
    page.sent.map(({ path }) => path),
    [`${GAME}/rematch`, HANDS[0], ...last],
  );
  assert.deepEqual(
    page.sent.map((record) => record.page),
    [GAME, "/g/NEW", "/g/NEW", "/g/LAST"],
  );
});

// Remembers what the phone holds after each step.
class Steps extends FakeStorage {
  steps = [];
  saved = new Set();
  note() {
    const shared = structuredClone(this.shared);
    this.steps?.push({ held: new Map(this.held), shared, saved: new Set(this.saved) });
  }
  get shared() {
    return this.all;
  }
  set shared(all) {
    this.all = all;
    this.note();
  }
  setItem(name, value) {
    super.setItem(name, value);
    this.note();
  }
  removeItem = (name) => {
    this.held.delete(name);
    this.note();
  };
}
const saves = (page, saved) => {
  page.post = async ({ path }) => {
    saved.add(path);
    return path.endsWith("rematch") ? STARTED : ours();
  };
};

test("a game that began here is saved whole if the phone dies between any two steps", async () => {
  const page = await away(2, { storage: new Steps() });
  const { steps } = page.storage;
  steps.length = 0;
  saves(page, page.storage.saved);
  await page.clock.pass(10000);
  assert.ok(steps.length > 10);
  for (const { held, shared, saved } of steps) {
    const storage = Object.assign(new FakeStorage(), { held, shared });
    const next = new FakePage({ storage, clock: page.clock });
    saves(next, saved);
    next.outbox.send();
    await page.clock.pass(20000);
    assert.deepEqual([...saved].filter((path) => path.includes("/hands/")).sort(), HANDS);
    assert.equal(storage.taps, 0);
  }
});

test("a start that is refused is shown with what follows it, and goes only with all of it", async () => {
  const page = await away();
  page.answers = [ours(403), ours()];
  await page.clock.pass(10000);
  assert.deepEqual(page.asks, ["ended: Rematch, Hand 1, Hand 2"]);
  assert.deepEqual(page.waits, []);
  assert.equal(page.storage.taps, 3);
  page.outbox.discard(page.outbox.state().asks[0].record.id);
  assert.equal(page.storage.taps, 0);
});

test("what follows a start that is refused follows the next one", async () => {
  const page = await away();
  page.answers = [ours(422), STARTED, ours()];
  await page.clock.pass(10000);
  assert.deepEqual([page.asks, page.drawn], [[], [["Rematch", 422]]]);
  page.sent = [];
  page.outbox.appendEntry(start());
  await page.clock.pass(10000);
  assert.deepEqual(
    page.sent.map(({ path }) => path),
    [`${GAME}/rematch`, ...HANDS],
  );
});

// Two new games in a row, each with a hand.
async function twoGames(more) {
  const page = new FakePage({ answers: [foreign], ...more });
  for (const who of ["Ann", "Ben"])
    page.outbox.appendEntry(hand(newGame(page, who), 1, { what: `${who}: Hand 1` }));
  await settled();
  page.sent = [];
  return page;
}
const GAMES = { Ann: "/g/ANN", Ben: "/g/BEN" };
function serves(page, saved) {
  page.post = async ({ path, fields }) => {
    const address = GAMES[fields.find(([name]) => name === "name")?.[1]];
    saved.add(address ?? path);
    return address ? ours(200, { "HX-Redirect": address }) : ours();
  };
}

const BOTH = ["/g/ANN", "/g/ANN/hands/1/whole", "/g/BEN", "/g/BEN/hands/1/whole"];

test("two new games in a row are started and played in order, also if the phone dies between any two steps", async () => {
  const page = await twoGames({ storage: new Steps() });
  const { steps } = page.storage;
  steps.length = 0;
  serves(page, page.storage.saved);
  await page.clock.pass(10000);
  assert.deepEqual([...page.storage.saved], BOTH);
  assert.ok(steps.length > 20);
  for (const { held, shared, saved } of steps) {
    const storage = Object.assign(new FakeStorage(), { held, shared });
    const next = new FakePage({ storage, clock: page.clock });
    serves(next, saved);
    next.outbox.send();
    await page.clock.pass(20000);
    assert.deepEqual([[...saved], storage.taps], [BOTH, 0]);
  }
});

test("a new game that is refused holds back its own hands, and no other game", async () => {
  const page = await twoGames();
  page.answers = [ours(422), ours(200, { "HX-Redirect": "/g/BEN" }), ours()];
  await page.clock.pass(10000);
  assert.deepEqual(page.asks, ["elsewhere: Ann, Ann: Hand 1"]);
  assert.deepEqual(
    page.sent.map(({ path }) => path),
    ["/new", "/new", "/g/BEN/hands/1/whole"],
  );
});

test("another new game takes the place of none that was refused", async () => {
  const page = await twoGames();
  page.answers = [ours(422), foreign];
  await page.clock.pass(10000);
  newGame(page, "Cem");
  assert.deepEqual(page.asks, ["elsewhere: Ann, Ann: Hand 1"]);
  assert.deepEqual(page.waits, ["Ben", "Ben: Hand 1", "Cem"]);
});

test("a refused start that is corrected takes its hands along", async () => {
  const page = await twoGames();
  const [{ page: at }] = page.records.all();
  page.answers = [ours(422), foreign];
  await page.clock.pass(10000);
  const fields = [["name", "Anne"]];
  page.outbox.appendEntry(bid(0, 0, { path: "/new", page: at, fields, panel: false, what: "Anne" }));
  const { id } = page.records.all().find(({ what }) => what === "Anne");
  assert.deepEqual(page.asks, []);
  assert.ok(paths(page).includes(`/g/~${id}/hands/1/whole`));
});

test("a start waits for the user after an hour, but not if it was played on", async () => {
  for (const hands of [0, 1]) {
    const page = await away(hands);
    page.answers = [foreign];
    await page.clock.pass(2 * HOUR);
    assert.deepEqual(page.asks, hands ? [] : ["asks: Rematch"]);
  }
});

const played = (number, more = {}) =>
  bid(0, number, {
    path: `${GAME}/hands/${number}/whole`,
    whole: true,
    hand: true,
    what: `Hand ${number}`,
    ...more,
  });

test("a hand that is asked about goes with an answer only, and asks after any other tap", async () => {
  for (const [decide, left] of [
    [(page) => page.outbox.appendEntry(bid(1, 1)), ["asks: Hand 1"]],
    [(page) => page.outbox.decided(GAME), ["asks: Hand 1"]],
    [(page) => page.outbox.decided(GAME, true), []],
    [(page) => page.outbox.appendEntry(played(1, { panel: false, whole: false, answers: true })), []],
  ]) {
    const page = new FakePage({ answers: [ours(409), ours()] });
    await page.outbox.appendEntry(played(1));
    assert.deepEqual([page.drawn, page.asks], [[["Hand 1", 409]], []]);
    await decide(page);
    assert.deepEqual(page.asks, left);
  }
});

test("a hand that may not be saved yet asks, and goes out when somebody says so", async () => {
  const page = new FakePage({ answers: [ours(422), ours()] });
  await page.outbox.appendEntry(played(2));
  assert.deepEqual(page.drawn, [["Hand 2", 422]]);
  await page.outbox.appendEntry(bid(0, 1));
  assert.deepEqual(page.asks, ["asks: Hand 2"]);
  await page.outbox.approve(page.outbox.state().asks[0].record.id);
  await page.clock.pass(0);
  assert.deepEqual([page.drawn.at(-1), page.asks], [["Hand 2", 200], []]);
});

const button = () =>
  bid(0, 0, {
    path: "/e/KEY/desk/publish",
    page: "/e/KEY",
    panel: false,
    lasting: false,
    bare: true,
    what: "Publish",
  });
const list = (names, more = {}) =>
  bid(0, 0, {
    path: "/e/KEY/add",
    page: "/e/KEY/add",
    fields: [["names", names]],
    panel: false,
    lasting: false,
    draft: true,
    what: names,
    ...more,
  });

test("a mere button that was refused is over: shown once on its page, or told once on another", async () => {
  const [page, other] = pages(2, { at: "/e/KEY", answers: [ours(409)] });
  await page.outbox.appendEntry(button());
  assert.deepEqual([page.drawn, page.asks, page.storage.taps], [[["Publish", 409]], [], 0]);
  await other.outbox.send();
  assert.deepEqual(other.sent, []);

  for (const status of [409, 422, 404]) {
    page.answers = [ours(status)];
    page.at = "/join";
    await page.outbox.appendEntry(button());
    const [{ record, stop, isOnce }] = page.outbox.state().asks;
    assert.deepEqual([stop, isOnce, record.ended.said], ["ended", true, "This page does not exist"]);
    page.outbox.told(record.id);
    assert.equal(page.storage.taps, 0);
  }
});

test("a button that starts a game whose hands wait is never over by itself", async () => {
  const page = new FakePage({ answers: [foreign] });
  await page.outbox.appendEntry({ ...start(), bare: true });
  const [{ id }] = page.records.all();
  page.outbox.appendEntry(hand(id));
  page.answers = [ours(404)];
  await page.clock.pass(3000);
  assert.deepEqual(
    page.outbox.state().asks.map(({ isOnce }) => isOnce),
    [false],
  );
});

test("a draft is never sent again by itself, and stays beside what is sent without it", async () => {
  const [page, other] = pages(2, { at: "/e/KEY/add", answers: [ours(422)] });
  await page.outbox.appendEntry(list("Old"));
  assert.deepEqual(page.drawn, [["Old", 422]]);
  page.outbox.decided("/e/KEY/add");
  await other.outbox.send();
  await other.clock.pass(HOUR);
  assert.deepEqual([other.sent, other.asks], [[], ["elsewhere: Old"]]);
  assert.equal(other.outbox.state().asks[0].record.said, "This page does not exist");
  other.answers = [ours()];
  await other.outbox.appendEntry(list("New"));
  assert.deepEqual([other.whats, other.asks], [["New"], ["elsewhere: Old"]]);
});

test("a draft that stands in the form is replaced by what is sent from it", async () => {
  for (const places of [false, true]) {
    const [page, next] = pages(2, { at: "/e/KEY/add", answers: [ours(422)] });
    await page.outbox.appendEntry(list("Old"));
    const sender = places ? next : page;
    if (places) next.outbox.place(page.records.all()[0].id);
    sender.answers = [ours()];
    await sender.outbox.appendEntry(list("New"));
    assert.equal(page.storage.taps, 0);
  }
});

test("a draft that is sent again as the server drew it is one still", async () => {
  const [page, next] = pages(2, { at: "/e/KEY/add", answers: [ours(422)] });
  await page.outbox.appendEntry(list("Old"));
  await page.outbox.appendEntry(list("Old", { bare: true, draft: false, fields: [["names", "Old "]] }));
  assert.deepEqual(next.asks, ["elsewhere: Old"]);
});

test("what was typed is kept as a draft when another is put back over it", async () => {
  const [page, next] = pages(2, { at: "/e/KEY/add", answers: [ours(422)] });
  await page.outbox.appendEntry(list("Old"));
  const [old] = page.records.all();
  next.outbox.setAside(list("Typed"));
  next.outbox.place(old.id);
  assert.deepEqual(next.asks, ["elsewhere: Old", "elsewhere: Typed"]);
  next.outbox.setAside(list("Older"));
  assert.deepEqual(next.asks, ["elsewhere: Older", "elsewhere: Typed"]);
  await next.clock.pass(HOUR);
  assert.deepEqual(next.sent, []);
});
