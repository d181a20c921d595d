// The only module that calls the server, for saves and for news.

// Every answer of this server has this header. An answer without it comes from elsewhere: the sign-in page of
// a public network, or a proxy that cannot reach the server.
export const isOurAnswer = (header) => header("X-Scorekeeper") !== null;
export const LOST = Object.freeze({ ours: false });

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
    return { ours: true, status: response.status, html: await response.text(), header };
  } catch {
    return LOST;
  } finally {
    clearTimeout(timer);
  }
}
