// The part of the service worker of a site of plain files that answers the addresses of the program. It comes before
// worker.js, which opens the files of the site, and itself decides nothing: the program is the one of a server.

{
  // From site.py: the folders of Python and of the program, the languages of the site, the one at its root, how the
  // addresses of the program begin, and all static files.
  const { python, version, languages, first, paths, files } = self.program;
  const { scope } = registration;
  const root = new URL(scope).pathname;
  const DATA = ["scorekeeper.sqlite3", "cookies.json"];
  const FILE = /^(?:static|program)\/|^(?:[\w-]+\/)?(?:new\/ahead\/|manifest\.webmanifest$)|^sw\.js$/;
  const PAD = /^\?~/;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

  // The page of the program that a request is for, and the language of the page of the site that asks for it; null for
  // a file of the site.
  function pageOf({ url, mode }) {
    const { origin, pathname, search } = new URL(url);
    if (origin !== location.origin || !pathname.startsWith(root)) return null;
    const place = pathname.slice(root.length);
    if (FILE.test(place)) return null;
    const [, tag, rest] = /^(?:([\w-]+)\/)?(.*)$/.exec(place);
    const isTag = languages.includes(tag);
    const path = (isTag ? rest : place).replace(/\/$/, "");
    // Whatever else lies at this host is not the program's.
    if (!paths.includes(path.split("/")[0])) return null;
    const language = isTag ? tag : place.endsWith("/") ? first : "";
    // A game that began on this phone is a page of the site; what it asks is asked of the form that begins games.
    const isPad = path === "g" && PAD.test(search);
    if (isPad && mode === "navigate") return null;
    return { language, path: isPad ? "new" : path, query: isPad ? "" : search.slice(1) };
  }

  // Several sites may lie at one host. An earlier version did not think of them.
  const ours = `program ${root} `;
  const name = ours + version;
  const EARLIER = /^program \w+$/;
  const at = (file) => new URL(`program/${file}`, scope).href;
  const addressOf = (file) => at(`${file === "program.bin" ? version : python}/${file}`);
  const SNAPSHOT = at(`${version}/snapshot`);

  // While it is installed, a worker fetches the program, starts it, and keeps a snapshot of its memory. The worker before
  // it serves the pages until then.
  async function install() {
    const cache = await caches.open(name);
    if (await cache.match(SNAPSHOT)) return;
    const before = registration.active?.scriptURL.endsWith("?program");
    const { saveData, type } = navigator.connection ?? {};
    // Nobody asked for the next version.
    if (before && (saveData || type === "cellular")) throw Error("The line is metered");
    await cache.addAll(files.map((file) => new URL(file, scope).href));
    const program = await self.startPython({ get: (file) => fetched(cache, addressOf(file)), kept: {} });
    await cache.put(SNAPSHOT, new Response(program.shoot()));
  }
  // Python stays the same in most versions. Files are compressed on the host, under another name, because few hosts do it.
  async function fetched(cache, url) {
    await cache.put(url, (await caches.match(url)) ?? (await unpacked(url)));
    return cache.match(url);
  }
  async function unpacked(url) {
    const { ok, body } = await fetch(`${url}.packed`);
    if (!ok) throw Error("The host has no such file");
    return new Response(body.pipeThrough(new DecompressionStream("gzip")), {
      headers: { "Content-Type": url.endsWith(".wasm") ? "application/wasm" : "application/octet-stream" },
    });
  }
  // The stores of this site's program by an earlier version; they stay until its data are taken over.
  async function earlier() {
    const found = [];
    for (const key of (await caches.keys()).filter((one) => EARLIER.test(one))) {
      const [first] = await (await caches.open(key)).keys();
      // A site may lie below this one.
      if (first?.url.startsWith(`${scope}static/`)) found.push(key);
    }
    return found;
  }
  async function forget() {
    const old = (await caches.keys()).filter((key) => key.startsWith(ours) && key !== name);
    await Promise.all(old.map((key) => caches.delete(key)));
  }
  addEventListener("install", (event) => event.waitUntil(install()));
  addEventListener("activate", (event) => event.waitUntil(forget()));

  // See saving/ask.js.
  const FULL = [507, [["X-Scorekeeper", "1"]], ""];
  let running = null;
  async function start() {
    const cache = await caches.open(name);
    // The browser may have deleted it.
    await install();
    const before = await earlier();
    const data = await self.openData(before.length > 0);
    await Promise.all(before.map((key) => caches.delete(key)));
    const snapshot = await cache.match(SNAPSHOT);
    const [kept, memory] = await Promise.all([data.read(), snapshot.arrayBuffer()]);
    const get = (file) => cache.match(addressOf(file));
    const program = await self.startPython({ get, kept, snapshot: new Uint8Array(memory) });
    return { data, program };
  }
  // After a failure it starts again from what is stored.
  function run() {
    running ??= start().catch((problem) => {
      running = null;
      throw problem;
    });
    return running;
  }
  async function answer(event, page) {
    const { request } = event;
    const { host, protocol } = location;
    const headers = { ...Object.fromEntries(request.headers), "accept-language": navigator.languages.join() };
    // The browser adds this after this worker. A form of another site comes as a navigation of that site.
    headers["sec-fetch-site"] = isFromHere(request) ? "same-origin" : "cross-site";
    const body = request.method === "POST" ? new Uint8Array(await request.arrayBuffer()) : new Uint8Array();
    const mine = run();
    const { data, program } = await mine;
    const address = { ...page, root: root.slice(0, -1), host, scheme: protocol.slice(0, -1), zone: timeZone };
    let said;
    try {
      said = program.answer(request.method, address, headers, body);
      const now = DATA.filter(program.has).map((name) => [name, program.read(name)]);
      await data.write(Object.fromEntries(now));
    } catch (problem) {
      const isFull = problem?.name === "QuotaExceededError";
      // Reading goes on.
      if (!(isFull && said && request.method === "GET")) {
        // What is not on the disk was not said; the phone sends it again, to a program that starts anew.
        if (running === mine) running = null;
        if (!isFull) throw problem;
        said = FULL;
      }
    }
    const [status, fields, content] = said;
    const given = new Headers(fields.filter(([name]) => name.toLowerCase() !== "set-cookie"));
    const onward = given.get("Location");
    if (onward && status < 400) return Response.redirect(new URL(onward, request.url), status);
    return new Response([204, 304].includes(status) ? null : content, { status, headers: given });
  }
  const isFromHere = ({ referrer, mode, method }) =>
    mode !== "navigate" || method !== "POST" || referrer.startsWith(`${location.origin}/`);

  // If the program does not start, the pad goes on as without it.
  async function alone({ request }) {
    if (request.mode !== "navigate" || request.method !== "GET") return Response.error();
    const kept = await caches.match(request.url, { ignoreSearch: true });
    if (kept) return kept;
    // At another address, the links of the first page would lead nowhere.
    return new URL(request.url).pathname === root ? fetch(scope) : Response.redirect(scope);
  }
  addEventListener("fetch", (event) => {
    const page = pageOf(event.request);
    if (!page) return;
    event.stopImmediatePropagation();
    event.respondWith(answer(event, page).catch(() => alone(event)));
  });
  // The pages of the program are drawn here, and need not be kept.
  addEventListener("message", ({ data }) => {
    data.keep = data.keep.filter((url) => !pageOf({ url, mode: "navigate" }) || url.endsWith("/"));
  });
}
