// The service worker: it opens stored pages while no server answers. It stores only pages that the server drew for
// this purpose, without token and without links that grant a right. It never answers a save or a poll.

// The server writes `version` and `files`, the names of the static files, before this script. In a site of plain files
// `site` is the hash of its pages: they never change, so the phone asks for each once.
const { version, files, site } = self;
// The most pages that are stored.
const MOST = site ? 400 : 20;
const { scope } = registration;
// Several sites may lie at one host.
const ours = site ? `scorekeeper ${new URL(scope).pathname} ${site}` : `scorekeeper ${version}`;
const folder = new URL("static/", scope).href;
// A page has one address, whatever seat or panel its query names.
const anyhow = { ignoreSearch: true, ignoreVary: true };
const isOurs = ({ headers }) => headers.has("X-Scorekeeper");
const isGone = (answer) => isOurs(answer) && [404, 410].includes(answer.status);

addEventListener("install", (event) => {
  skipWaiting();
  const urls = files.map((file) => `${folder + version}/${file}`);
  event.waitUntil(caches.open(ours).then((cache) => cache.addAll(urls)));
});
// Pages wait for this event, so it sends no request. Earlier versions enabled the preload of navigations: when it fails,
// Firefox shows its own error page, whatever this worker answers.
addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([registration.navigationPreload?.disable(), clients.claim()]));
});

// Another program, or another site, may have caches at the same host.
async function versions() {
  const found = (await caches.keys()).filter((key) => key.startsWith("scorekeeper "));
  const isHere = async (key) =>
    key === ours || (await (await caches.open(key)).keys())[0]?.url.startsWith(folder);
  const kept = site && (await Promise.all(found.map(isHere)));
  return kept ? found.filter((_, at) => kept[at]) : found;
}
// The stored pages of all versions; in each version, the newest comes last.
async function pages() {
  const found = [];
  for (const key of await versions())
    for (const { url } of await (await caches.open(key)).keys())
      if (!url.startsWith(folder)) found.push({ key, url });
  return found;
}
async function remove(url) {
  for (const key of await versions()) await (await caches.open(key)).delete(url, anyhow);
}
async function keep(url) {
  if (site && (await (await caches.open(ours)).match(url, anyhow))) return;
  const answer = await fetch(url, { headers: { "X-Keep": 1 }, redirect: "manual", cache: "no-store" });
  if (isGone(answer)) await remove(url);
  if (site ? !answer.ok : !answer.headers.has("X-Kept")) return;
  // Removes the old page only when the new one has arrived.
  const page = new Response(await answer.blob(), answer);
  await remove(url);
  await (await caches.open(ours)).put(url, page);
  // Pages that belong to it never change.
  for (const one of (answer.headers.get("X-Kept") ?? "").split(" "))
    if (one[1] && !(await caches.match(one, anyhow))) await keep(one);
}
// Stores these pages, and again those of an earlier version, or all. A version's files stay as long as its pages.
async function keepAll(urls, isAnew) {
  const again = (await pages()).filter(({ key }) => isAnew || key !== ours);
  for (const url of new Set([...again.map((page) => page.url), ...urls])) await keep(url).catch(() => {});
  const left = await pages();
  for (const { url } of left.slice(0, -MOST)) await remove(url);
  // Caches have the order of their age: a newer version may be there already, and has no page yet.
  const all = await versions();
  for (const one of all.slice(0, all.indexOf(ours)))
    if (!left.some(({ key }) => key === one)) await caches.delete(one);
}
addEventListener("message", (event) => {
  // Its page may have changed meanwhile.
  event.waitUntil(keepAll(event.data.keep, event.data.anew).then(() => event.source.postMessage(0)));
});

async function open(event) {
  const file = site && (await caches.match(event.request.url, anyhow));
  if (file) return file;
  const asked = fetch(event.request);
  event.waitUntil(asked.catch(() => {}));
  // A game that began on the phone opens in place of the form that starts it.
  const begun = /g\/~[^/]*$/;
  const { url } = event.request;
  const kept = await caches.match(url.replace(begun, "new"), anyhow);
  if (kept && begun.test(url)) return kept;
  // The browser's own error page tries again by itself.
  if (!kept) return asked;
  const late = new Promise((resolve) => setTimeout(resolve, 5000));
  const answer = await Promise.race([asked, late]).catch(() => {});
  if (answer && isGone(answer)) event.waitUntil(remove(url));
  // A proxy answers in place of a server that it cannot reach.
  return !answer || (answer.status >= 500 && !isOurs(answer)) ? kept : answer;
}
// A style sheet of light or dark pages is the stored one without the phone's setting, as http/languages.py makes it.
async function file(url) {
  const [, scheme] = /\.(light|dark)\.css$/.exec(url) ?? [];
  const kept = await caches.match(scheme ? url.replace(`.${scheme}.css`, ".css") : url, anyhow);
  if (!kept || !scheme) return kept;
  const style = await kept.text();
  const fixed = style.replace(/\(prefers-color-scheme:\s*dark\)/g, scheme === "dark" ? "screen" : "not all");
  return new Response(`${fixed}@media screen{:root{color-scheme:${scheme}}}`, {
    headers: { "Content-Type": "text/css" },
  });
}
addEventListener("fetch", (event) => {
  const { url, mode, method } = event.request;
  if (mode === "navigate" && method === "GET") event.respondWith(open(event));
  else if (url.startsWith(folder) || (site && url.endsWith(".json")))
    event.respondWith(file(url).then((kept) => kept ?? fetch(event.request)));
});
