// The one way to ask the server, for saves and for what is new.

// Every answer of ours has it. Whatever comes without, on a public network or from a proxy that
// found the server gone, is no answer.
export const isOurAnswer = (header) => header("X-Scorekeeper") !== null;
export const LOST = Object.freeze({ ours: false });

// `fields` ([name, value] pairs) are posted; without them it is a question.
// An answer: { ours, status, html, header(name) }, or LOST.
export async function ask(
  address,
  { fields = null, patience = 10000, aborter = new AbortController(), fetch = globalThis.fetch } = {},
) {
  const timer = setTimeout(() => aborter.abort(), patience);
  try {
    const response = await fetch(address, {
      method: fields ? "POST" : "GET",
      body: fields && new URLSearchParams(fields),
      headers: { "HX-Request": "true" },
      cache: "no-store",
      // Ours sends no one elsewhere; a sign-in page does.
      redirect: "manual",
      signal: aborter.signal,
    });
    const header = (name) => response.headers.get(name);
    if (!isOurAnswer(header)) return LOST;
    return { ours: true, status: response.status, html: await response.text(), header };
  } catch {
    return LOST;
  } finally {
    clearTimeout(timer);
  }
}
