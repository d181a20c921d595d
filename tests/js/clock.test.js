// Clocks of rounds.
import assert from "node:assert/strict";
import { test } from "node:test";
import { leftAt, phaseAt, serverTime, setClock } from "../../static/pages/clock.js";

const END = Date.UTC(2026, 10, 28, 11, 45);

for (const [left, text] of [
  [105 * 60_000, "105:00"],
  [38 * 60_000 + 24_000, "38:24"],
  [900, "00:01"],
  [400, "00:00"],
  [-5000, "00:00"],
]) {
  test(`${left} milliseconds before the end the clock shows ${text}`, () => {
    assert.equal(leftAt(END, END - left), text);
  });
}

test("a page is another from the warning on, and when the time is up", () => {
  const clock = { ends: String(END), warns: String(END - 300_000) };
  const moments = [END - 300_001, END - 300_000, END - 1, END, END + 60_000];
  assert.deepEqual(
    moments.map((now) => phaseAt(clock, now)),
    ["", "soon", "soon", "up", "up"],
  );
});

test("the clock of the server counts, not that of the phone", () => {
  setClock(Date.now() + 3_600_000);
  assert.ok(Math.abs(serverTime() - Date.now() - 3_600_000) < 1000);
});

test("a difference of less than the seconds of an answer moves no clock", () => {
  const before = serverTime() - Date.now();
  setClock(serverTime() + 900);
  assert.ok(Math.abs(serverTime() - Date.now() - before) < 100);
});
