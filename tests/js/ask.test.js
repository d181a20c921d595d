// Only answers of our own server count.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, LOST } from "../../static/saving/ask.js";

const OURS = { "X-Scorekeeper": "1" };
const answering =
  (status, headers, body = "") =>
  async () =>
    new Response(body, { status, headers });

for (const status of [200, 201, 302, 401, 403, 404, 413, 500, 502, 503, 511]) {
  test(`${status} without our mark is no answer`, async () => {
    const fetch = answering(status, { "Content-Type": "text/html" }, "<p>Log in first");
    assert.equal(await ask("/g/KEY", { fields: [], fetch }), LOST);
  });
}

test("an answer with our mark is given with its status, headers and text", async () => {
  const fetch = answering(409, { ...OURS, "Retry-After": "7" }, "<p>Look again");
  const answer = await ask("/g/KEY", { fetch });
  assert.deepEqual([answer.ours, answer.status, answer.html], [true, 409, "<p>Look again"]);
  assert.equal(answer.header("Retry-After"), "7");
});

test("an answer that is cut off is none", async () => {
  const body = new ReadableStream({ pull: (stream) => stream.error(new TypeError("cut")) });
  assert.equal(await ask("/g/KEY", { fetch: async () => new Response(body, { headers: OURS }) }), LOST);
});

test("no connection is no answer", async () => {
  assert.equal(await ask("/g/KEY", { fetch: () => Promise.reject(new TypeError("Failed to fetch")) }), LOST);
});

test("who does not answer is waited for no longer than patience allows", async () => {
  const fetch = (_, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", reject));
  assert.equal(await ask("/g/KEY", { fetch, patience: 5 }), LOST);
});

test("a save is posted as a form is, a question is not; neither is sent on elsewhere", async () => {
  const seen = [];
  const fetch = async (address, how) => {
    seen.push({ address, ...how });
    return new Response("", { headers: OURS });
  };
  await ask("/g/KEY/end", {
    fields: [
      ["hands", "2"],
      ["tap", "a"],
    ],
    fetch,
  });
  await ask("/g/KEY?seen=1.0", { fetch });
  assert.deepEqual(
    seen.map(({ method }) => method),
    ["POST", "GET"],
  );
  assert.equal(String(seen[0].body), "hands=2&tap=a");
  assert.ok(!seen[1].body);
  assert.ok(seen.every(({ redirect, headers }) => redirect === "manual" && headers["HX-Request"]));
});
