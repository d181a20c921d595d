// The phone's storage with those records alone that this page may show and send: it may hold a hundred games, and those
// of another site at the same host.
const PREFIX = "scorekeeper tap ";

// Whether an address of a record lies in the site with this folder, and not in another one below it.
export const isIn = (folder, { page, starts = page }) =>
  starts.startsWith(folder) &&
  document.documentElement.dataset.own.split(" ").includes(starts.slice(folder.length).split(/[/?#]/, 1)[0]);

export function boxOf(store, isOurs) {
  const isMine = (text) => text && isOurs(JSON.parse(text));
  const mine = new Set();
  const notice = (key) => key?.startsWith(PREFIX) && mine[isMine(store.getItem(key)) ? "add" : "delete"](key);
  for (const key of Object.keys(store)) notice(key);
  addEventListener("storage", ({ key }) => (key === null ? mine.clear() : notice(key)));
  return {
    get length() {
      return mine.size;
    },
    key: (index) => [...mine][index],
    getItem: (key) => store.getItem(key),
    setItem(key, text) {
      store.setItem(key, text);
      // What this page wrote is its own, even if it belongs to the game that it opens next.
      if (key.startsWith(PREFIX)) mine.add(key);
    },
    removeItem(key) {
      store.removeItem(key);
      mine.delete(key);
    },
  };
}
