// The times that a page shows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clockTime, placeOf, shortTime, showLocalTimes } from "../../static/showing/times.js";

test("times are written as the phone writes them in the language of the page", () => {
  const phone = ["de-AT", "en-GB", "en"];
  assert.equal(placeOf("en", phone), "en-GB");
  assert.equal(placeOf("de", phone), "de-AT");
  assert.equal(placeOf("pt-BR", ["pt-PT"]), "pt-PT");
});

test("times are in the language of the page where the phone has another one", () => {
  assert.equal(placeOf("es", ["de-AT", "en"]), "es");
  assert.equal(placeOf("de", []), "de");
});

test("a time of day is shown without its date, a day without its time, any other moment with both", () => {
  const at = new Date(2026, 10, 22, 20, 14);
  const times = [{ clock: "" }, { day: "" }, {}].map((dataset) => ({ dataset, dateTime: at.toISOString() }));
  globalThis.navigator ??= { languages: ["de-AT"] };
  globalThis.document = { documentElement: { lang: "de" }, querySelectorAll: () => times };
  showLocalTimes();
  assert.deepEqual(
    times.map((time) => time.textContent),
    ["20:14", "22.11.2026", "22.11.2026, 20:14"],
  );
  assert.ok(
    times.every(({ dataset }) => "local" in dataset),
    "the style sheet shows them",
  );
});

test("a time of today is short, one of another day has its date", () => {
  globalThis.navigator ??= { languages: ["de-AT"] };
  globalThis.document = { documentElement: { lang: "de" } };
  const now = new Date(2026, 10, 22, 20, 14);
  const [today, before] = [new Date(2026, 10, 22, 0, 5), new Date(2026, 10, 21, 23, 55)];
  assert.equal(shortTime(today, now), clockTime(today));
  assert.match(shortTime(before, now), /21\.11\.2026/);
});

test("a time of day is written alike with its date and without", () => {
  const at = new Date(2026, 10, 22, 5, 4);
  globalThis.navigator ??= { languages: ["en-US"] };
  for (const lang of ["en", "cs", "de", "es", "fr", "hu", "it", "nl", "pl", "pt-BR"]) {
    const times = [{ dataset: {}, dateTime: at.toISOString() }];
    globalThis.document = { documentElement: { lang }, querySelectorAll: () => times };
    showLocalTimes();
    assert.match(times[0].textContent, new RegExp(`\\s${clockTime(at)}$`), lang);
  }
});
