// The turn to send: one open page sends at a time, and all pages know what was answered. A transaction of
// IndexedDB is a lock between pages even over plain http. The storage of the records is not, because pages
// see changes late.

// Milliseconds after which a page that does not renew its turn loses it.
const TURN = 3000;
// How many answered records are remembered.
const MOST = 60;
const TABLE = "turn";

// Returns `update(change)`: the value that all pages share becomes `change(old value)`, with no other page
// writing at the same time. Fails if the database is closed to this page, or hangs.
export function openShared(clock, factory) {
  let opened = null;
  let isHanging = false;
  const open = () =>
    new Promise((resolve, reject) => {
      const request = factory().open("scorekeeper", 1);
      request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
      request.onsuccess = () => resolve(request.result);
      request.onerror = reject;
    });
  async function write(change) {
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
  }
  // In WebKit the transaction of a page that is left at that moment may never end, and all later ones wait for it.
  return (change) =>
    new Promise((resolve, reject) => {
      if (isHanging) return reject();
      const timer = clock.after(TURN, () => {
        isHanging = true;
        reject();
      });
      write(change)
        .then(resolve, reject)
        .finally(() => {
          clock.stop(timer);
          isHanging = false;
        });
    });
}

// `left`: the place where a closing page leaves a note, { get, set }.
export function createTurn(shared, tab, clock, left) {
  // For a page without a database.
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
  // Returns the wait for another page, in milliseconds; with 0 this page has the turn. `done`: the records
  // answered last.
  async function take() {
    const now = clock.now();
    const state = await update((stored) => {
      const isFree = !stored.tab || stored.tab === tab || stored.tab === left.get();
      // If the phone's clock was set back, a turn may have more time left than it should.
      const rest = isFree ? 0 : stored.until - now;
      return rest > 0 && rest <= TURN ? stored : { ...stored, tab, until: now + TURN };
    });
    isMine = state.tab === tab;
    if (isMine && left.get() === tab) left.set("");
    return { wait: isMine ? 0 : Math.max(state.until - now, 1), done: state.done ?? [] };
  }
  const added = (done = [], some = []) => [...done, ...some].slice(-MOST);
  // Ends the turn, with the record's answer if there was one: `isDone` if no page has to send it again.
  // Returns whether no page had noted this before.
  async function end(record, isDone) {
    let isNew = true;
    await update(({ done = [], ...stored }) => {
      isNew = !done.some(({ id }) => id === record?.id);
      return {
        ...stored,
        done: added(done, isDone && isNew ? [record] : []),
        tab: stored.tab === tab ? null : stored.tab,
      };
    });
    isMine = false;
    return isNew;
  }
  // No page sends these any more.
  const note = (some) => update(({ done, ...stored }) => ({ ...stored, done: added(done, some) }));
  // The next page need not wait.
  function leave() {
    if (isMine) left.set(tab);
  }
  return { take, end, note, leave };
}
