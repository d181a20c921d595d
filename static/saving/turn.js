// One open page sends at a time, and all of them know what was answered. A transaction of IndexedDB is a lock
// between pages over plain http too; the storage of the records is none, since pages see it late.

// Milliseconds after which a page that no longer renews its turn loses it.
const TURN = 3000;
// So many answered records are remembered.
const MOST = 60;
const TABLE = "turn";

// Returns `update(change)`: what all pages share becomes `change(what it was)`, which no other page can do at the
// same time. Fails where the database is closed to this page, or hangs.
export function openShared(clock, factory) {
  let opened = null;
  const open = () =>
    new Promise((resolve, reject) => {
      clock.after(TURN, reject);
      const request = factory().open("scorekeeper", 1);
      request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
      request.onsuccess = () => resolve(request.result);
      request.onerror = reject;
    });
  return async (change) => {
    opened ??= open();
    try {
      const transaction = (await opened).transaction(TABLE, "readwrite");
      const table = transaction.objectStore(TABLE);
      return await new Promise((resolve, reject) => {
        let state;
        table.get(0).onsuccess = ({ target }) => {
          state = change(target.result ?? {});
          table.put(state, 0);
        };
        transaction.oncomplete = () => resolve(state);
        transaction.onabort = reject;
      });
    } catch (problem) {
      // After the storage was cleared it can be opened again.
      opened = null;
      throw problem;
    }
  };
}

// `left`: where a page that goes away says so at once, { get, set }.
export function createTurn(shared, tab, clock, left) {
  // Of a page that is alone with it.
  let alone = {};
  let isMine = false;

  async function update(change) {
    try {
      return await shared(change);
    } catch {
      alone = change(alone);
      return alone;
    }
  }
  // Returns how long to wait for another page, in milliseconds; with 0 it is this page's turn now. `done`: the
  // records that were answered last.
  async function take() {
    const now = clock.now();
    const state = await update((held) => {
      const isFree = !held.tab || held.tab === tab || held.tab === left.get();
      // More than one turn is left where the phone's clock was set back.
      const rest = isFree ? 0 : held.until - now;
      return rest > 0 && rest <= TURN ? held : { ...held, tab, until: now + TURN };
    });
    isMine = state.tab === tab;
    if (isMine && left.get() === tab) left.set("");
    return { wait: isMine ? 0 : Math.max(state.until - now, 1), done: state.done ?? [] };
  }
  const added = (done = [], some = []) => [...done, ...some].slice(-MOST);
  // Ends the turn, after the record's answer if there was one: `isDone` if no page has to send it again. Returns
  // whether none had noted that before.
  async function end(record, isDone) {
    let isNew = true;
    await update(({ done = [], ...held }) => {
      isNew = !done.some(({ id }) => id === record?.id);
      return {
        ...held,
        done: added(done, isDone && isNew ? [record] : []),
        tab: held.tab === tab ? null : held.tab,
      };
    });
    isMine = false;
    return isNew;
  }
  // No page sends these any more.
  const note = (some) => update(({ done, ...held }) => ({ ...held, done: added(done, some) }));
  // The next page need not wait.
  function leave() {
    if (isMine) left.set(tab);
  }
  return { take, end, note, leave };
}
