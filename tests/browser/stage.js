// What a script finds on a page in each of some sizes. The page is loaded once, into a frame of the last size, and laid
// out for each; it is drawn only if its scripts observe sizes, which they are told when it is.
async ({ address, sizes, prepare, script, value, patience }) => {
  const OBSERVED = ".felt, #guide";
  const frame = document.createElement("iframe");
  const size = ([width, height]) => Object.assign(frame, { width, height });
  const drawn = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  const made = (code) => new frame.contentWindow.Function(`return (${code})`)();
  const end = performance.now() + patience;
  async function until(isSo, what) {
    while (!isSo()) {
      if (performance.now() > end) throw new Error(`never ${what}: ${address}`);
      await drawn();
    }
  }
  size(sizes.at(-1));
  // Another page may be that of another phone: this one remembers nothing of it.
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  const loaded = new Promise((go) => frame.addEventListener("load", go));
  frame.src = address;
  document.body.replaceChildren(frame);
  await loaded;
  const page = frame.contentDocument;
  await until(() => page.documentElement.classList.contains("live"), "live");
  await until(() => page.fonts.status === "loaded", "drawn");
  await drawn();
  made(prepare)();
  const isObserved = page.querySelector(OBSERVED) !== null;
  const look = made(script);
  const found = [];
  for (const each of sizes) {
    size(each);
    if (isObserved) await drawn();
    found.push(look(value));
  }
  return found;
};
