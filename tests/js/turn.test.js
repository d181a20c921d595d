// The turn that pages share in a database, also if the database hangs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTurn, openShared } from "../../static/saving/turn.js";
import { FakeClock, settled } from "./fakes.js";

// A database with one value; while it `hangs`, its requests or its transactions have no answer yet.
class FakeDatabase {
  constructor(hangs = {}) {
    Object.assign(this, { hangs, value: undefined, held: [], opened: 0 });
  }
  open() {
    this.opened += 1;
    const request = { result: { transaction: () => this.transaction() } };
    if (!this.hangs.open) queueMicrotask(() => request.onsuccess());
    return request;
  }
  transaction() {
    const request = {};
    const transaction = { objectStore: () => ({ get: () => request, put: (value) => this.put(value) }) };
    const run = () => {
      request.onsuccess({ target: { result: this.value } });
      transaction.oncomplete();
    };
    if (this.hangs.transaction) this.held.push(run);
    else queueMicrotask(run);
    return transaction;
  }
  put(value) {
    this.value = value;
  }
  // The transaction before those that hang has ended.
  free() {
    this.hangs = {};
    for (const run of this.held.splice(0)) run();
  }
}
const left = { get: () => "", set() {} };
function pageAt(database, clock, tab) {
  return createTurn(
    openShared(clock, () => database),
    tab,
    clock,
    left,
  );
}
// What a promise gives within a second after it has waited three.
async function within(clock, promise) {
  const late = Symbol("late");
  let given = late;
  promise.then((value) => {
    given = value;
  });
  await clock.pass(3000);
  await settled();
  assert.notEqual(given, late);
  return given;
}

test("another page waits for the turn", async () => {
  const [clock, database] = [new FakeClock(), new FakeDatabase()];
  const [one, two] = ["one", "two"].map((tab) => pageAt(database, clock, tab));
  assert.equal((await one.take()).wait, 0);
  assert.equal((await two.take()).wait, 3000);
  await one.end();
  assert.equal((await two.take()).wait, 0);
});

for (const what of ["open", "transaction"])
  test(`a page sends within three seconds if ${what} hangs, and then at once`, async () => {
    const [clock, database] = [new FakeClock(), new FakeDatabase({ [what]: true })];
    const page = pageAt(database, clock, "one");
    assert.equal((await within(clock, page.take())).wait, 0);
    assert.equal(await page.end({ id: "a" }, true), true);
    assert.deepEqual((await page.take()).done, [{ id: "a" }]);
  });

test("a page shares the turn again once the database answers", async () => {
  const [clock, database] = [new FakeClock(), new FakeDatabase({ transaction: true })];
  const [one, two] = ["one", "two"].map((tab) => pageAt(database, clock, tab));
  await within(clock, one.take());
  await one.end();
  database.free();
  await settled();
  assert.equal((await one.take()).wait, 0);
  assert.equal((await two.take()).wait, 3000);
});
