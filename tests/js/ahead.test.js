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
