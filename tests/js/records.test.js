// The taps in a phone's storage, even if the storage fails.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRecords, isOurs, newId } from "../../static/saving/records.js";
import { bid, closed, correction, FakePage, FakeStorage, foreign, ours } from "./fakes.js";

const record = (id, order, more = {}) => ({ ...bid(0, 1), id, order, knows: [], ...more });
const ids = (records) => records.all().map(({ id }) => id);

test("a tap's number has the shape that the server asks for, and comes once", () => {
  const numbers = Array.from({ length: 1000 }, newId);
  for (const number of numbers) assert.match(number, /^[A-Za-z0-9_-]{22}$/);
  assert.equal(new Set(numbers).size, 1000);
});

test("each record is kept by itself and removed by itself", () => {
  const storage = new FakeStorage();
  const [one, two] = [createRecords(() => storage), createRecords(() => storage)];
  one.add(record("a", 2));
  two.add(record("b", 1));
  assert.deepEqual(ids(one), ["b", "a"]);
  one.remove("b");
  two.gone("scorekeeper tap b");
  assert.deepEqual(ids(two), ["a"]);
});

test("what others keep in the storage is let alone", () => {
  const storage = new FakeStorage();
  storage.setItem("me /g/KEY", "2");
  storage.setItem("scorekeeper tap broken", "{");
  assert.deepEqual(ids(createRecords(() => storage)), []);
  assert.ok(isOurs("scorekeeper tap a"));
  assert.ok(!isOurs("me /g/KEY"));
});

test("what was sent and removed by another page does not come back", () => {
  const storage = new FakeStorage();
  const [one, two] = [createRecords(() => storage), createRecords(() => storage)];
  one.add(record("a", 1));
  two.remove("a");
  one.gone("scorekeeper tap a");
  one.change({ ...record("a", 1), tried: true });
  assert.deepEqual(ids(one), []);
});

test("what a page entered is kept by it when the storage is cleared, and written again", () => {
  const storage = new FakeStorage();
  const records = createRecords(() => storage);
  records.add(record("a", 1));
  storage.held.clear();
  assert.deepEqual(ids(records), ["a"]);
  assert.ok(!records.isKept("a"));
  records.restore();
  assert.ok(records.isKept("a"));
});

test("in a full storage the newest tap of a panel is the one that is kept", () => {
  const size = JSON.stringify(record("a", 1)).length;
  const storage = new FakeStorage(size + 20);
  const records = createRecords(() => storage);
  records.add(record("a", 1));
  records.add(record("b", 2));
  assert.deepEqual(ids(records), ["a", "b"]);
  assert.deepEqual([records.isKept("a"), records.isKept("b")], [false, true]);
  assert.deepEqual(ids(createRecords(() => storage)), ["b"]);
});

test("what does not fit at all takes no room from what is kept", () => {
  const storage = new FakeStorage(JSON.stringify(record("a", 1)).length + 20);
  const records = createRecords(() => storage);
  records.add(record("a", 1));
  records.add(record("b", 2, { what: "B".repeat(1000) }));
  assert.deepEqual([records.isKept("a"), records.isKept("b")], [true, false]);
});

test("what another form keeps makes no room", () => {
  const storage = new FakeStorage(JSON.stringify(record("a", 1, correction())).length + 20);
  const records = createRecords(() => storage);
  records.add({ ...record("a", 1), ...correction() });
  records.add(record("b", 2));
  assert.deepEqual([records.isKept("a"), records.isKept("b")], [true, false]);
});

test("with a closed storage taps are kept by the page, in order, and sent", async () => {
  const page = new FakePage({ storage: closed, answers: [foreign, ours()] });
  page.outbox.appendEntry(bid(0, 1));
  page.outbox.appendEntry(correction());
  await page.clock.pass(0);
  assert.deepEqual(page.waits, ["Bid 1", "Correct hand 1"]);
  assert.ok(page.outbox.state().waits.every(({ id }) => !page.records.isKept(id)));
  await page.clock.pass(3000);
  assert.deepEqual(page.whats, ["Bid 1", "Bid 1", "Correct hand 1"]);
  assert.deepEqual(page.waits, []);
});

test("no address that grants something, and no token, gets into the storage", async () => {
  const page = new FakePage({ answers: [foreign] });
  page.outbox.appendEntry(correction(1, { path: "/link/SECRET", page: "/link/SECRET", secret: true }));
  page.outbox.appendEntry(bid(0, 1));
  await page.clock.pass(0);
  const held = [...page.storage.held.values()].join();
  assert.ok(!held.includes("SECRET"));
  assert.ok(!held.includes("csrf_token"));
  assert.deepEqual(page.waits, ["Correct hand 1", "Bid 1"]);
});
