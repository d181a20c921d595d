// Short animations at the end of a hand or of a game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawingTime, numberOf, numbersBetween, pointsOf, textOf } from "../../static/playing/moments.js";

test("a total passes numbers from the old one to the new one, up or down, each of them once", () => {
  for (const [from, to] of [
    [10, 40],
    [20, -30],
    [0, 3],
  ]) {
    const numbers = numbersBetween(from, to);
    assert.deepEqual([numbers[0], numbers.at(-1)], [from, to]);
    assert.deepEqual(
      numbers,
      [...new Set(numbers)].toSorted((one, other) => (to > from ? one - other : other - one)),
    );
  }
});

test("a number is written as the page writes it", () => {
  for (const number of [0, 120, -30]) assert.equal(numberOf(textOf(number)), number);
  assert.equal(textOf(-30), "−30");
});

test("the points of a curve are read from its path", () => {
  assert.deepEqual(pointsOf("M30 145l18-7 18 3"), [
    { x: 30, y: 145 },
    { x: 48, y: 138 },
    { x: 66, y: 141 },
  ]);
});

test("a longer curve takes longer to draw, and none takes five seconds", () => {
  assert.ok(drawingTime(3) < drawingTime(10));
  assert.ok(drawingTime(60) < 5000);
});
