// The phone's storage with those records alone that this page may show and send: it may hold a hundred games, and those
// of another site at the same host.
const PREFIX = "scorekeeper tap ";

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
