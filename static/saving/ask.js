// The only module that calls the server, for saves and for news. It classifies the answers too.

import { lifted } from "./finger.js";

// Every answer of this server has this header. An answer without it comes from elsewhere: the sign-in page of
// a public network, or a proxy that cannot reach the server.
export const isOurAnswer = (header) => header("X-Scorekeeper");
export const LOST = Object.freeze({ ours: false });
// The shortest and the longest pause before a record is sent again, in milliseconds.
export const AGAIN = 3000;
const LONGEST_PAUSE = 60000;
// The program on this phone has no room to store an entry (program/answers.js).
export const FULL = 507;

// Posts `fields` ([name, value] pairs), or sends a GET without them; `headers` are added. Returns an answer { ours, status, html,
// header(name) }, or LOST.
export async function ask(
  address,
  {
    fields = null,
    headers = {},
    patience = 10000,
    aborter = new AbortController(),
    fetch = globalThis.fetch,
  } = {},
) {
  const timer = setTimeout(() => aborter.abort(), patience);
  try {
    const response = await fetch(address, {
      method: fields ? "POST" : "GET",
      body: fields && new URLSearchParams(fields),
      headers: { "HX-Request": "true", ...headers },
      cache: "no-store",
      // This server never redirects such a request; a sign-in page does.
      redirect: "manual",
      signal: aborter.signal,
    });
    const header = (name) => response.headers.get(name);
    if (!isOurAnswer(header)) return LOST;
    const html = await response.text();
    await lifted();
    return { ours: true, status: response.status, html, header };
  } catch {
    return LOST;
  } finally {
    clearTimeout(timer);
  }
}

// Classifies the answer to a record.
export function verdict(answer) {
  if (!answer.ours) return "lost";
  const { status } = answer;
  if (status === 429 || status >= 500) return "later";
  if (status < 400) return "saved";
  if (answer.header("X-Refused") === "token") return "token";
  return status === 409 || status === 422 ? "refused" : "final";
}

// Returns the wait before the next try, in milliseconds.
export function retryDelay(tries, retryAfter) {
  return Math.max(Number(retryAfter) * 1000 || 0, Math.min(AGAIN * 2 ** (tries - 1), LONGEST_PAUSE));
}
