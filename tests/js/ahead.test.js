// What a page asks of the script that continues without the server: a game's, or that of New game.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const app = readFileSync(fileURLToPath(new URL("../../static/app.js", import.meta.url)), "utf8");
const asked = [...new Set([...app.matchAll(/\bahead\?\.(\w+)\(/g)].map(([, name]) => name))];
const nothing = () => null;
// A page without a game and without a form.
Object.assign(globalThis, {
  document: {
    ...{ addEventListener: nothing, getElementById: nothing, querySelector: nothing },
    documentElement: { lang: "en" },
  },
  location: { pathname: "/new" },
  window: {},
});
globalThis.addEventListener = nothing;

for (const file of ["ahead", "start"]) {
  test(`ahead/${file}.js answers everything that a page asks of it`, async () => {
    assert.ok(asked.includes("starting"));
    const { createAhead } = await import(`../../static/ahead/${file}.js`);
    const ahead = createAhead({ state: () => ({ waits: [] }), all: () => [] });
    assert.deepEqual(
      asked.filter((name) => typeof ahead[name] !== "function"),
      [],
    );
  });
}

test("a page goes on with the newest of the games that began on it, and with that one's entries", async () => {
  const { newest } = await import("../../static/ahead/rematch.js");
  const plan = {
    players: ["Ann", "Ben", "Cleo"],
    again: { hands: { 1: { dealer: 0, order: [1, 2, 0] } }, last: 1, stamps: ["a", "b", "c"] },
  };
  const begins = (id, first) => ({ id, starts: "/g/", first, path: "/g/KEY/rematch" });
  const enters = (id) => ({ id: `of ${id}`, path: `/g/~${id}/hands/1/whole` });
  const waits = [begins("one", 0), enters("one"), begins("two", 2), enters("two")];
  const game = newest({ base: "/g/KEY", plan }, waits);
  assert.deepEqual([game.base, game.plan.stamp, game.records], ["/g/~two", "c", [enters("two")]]);
  assert.deepEqual(game.plan.hands[1], { dealer: 2, order: [0, 1, 2] });
  const own = newest({ base: "/g/~two", plan }, waits.slice(2));
  assert.deepEqual([own.base, own.plan, own.records], ["/g/~two", plan, [enters("two")]]);
});
