// Taps and forms without an answer yet, each as one record in the phone's storage.

import { joined } from "./entries.js";

const PREFIX = "scorekeeper tap ";
const ORDER = "newest order";
export const isOurs = (key) => key === null || key.startsWith(PREFIX);

// Returns a unique id for a tap: 132 random bits.
export function newId() {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return [...crypto.getRandomValues(new Uint8Array(22))].map((byte) => letters[byte % 64]).join("");
}

// The page also keeps its own records in memory, because the storage may be full, closed or cleared.
export function createRecords(storage) {
  const mine = new Map();
  let newest = 0;

  function stored() {
    const found = [];
    try {
      const box = storage();
      for (let index = 0; index < box.length; index += 1) {
        const key = box.key(index);
        if (key.startsWith(PREFIX)) found.push(parsed(box.getItem(key)));
      }
    } catch {
      /* Closed. */
    }
    return found.filter((record) => record !== null);
  }
  const byId = (records) => new Map(records.map((record) => [record.id, record]));
  // In the order of the taps, from all pages.
  const all = () =>
    [...new Map([...mine, ...byId(stored())]).values()].sort((one, other) => one.order - other.order);
  // The order of a new tap: after all others, including those answered before the phone's clock was set back.
  function nextOrder(now) {
    newest = Math.max(now, newest + 1, ...all().map(({ order }) => order + 1));
    try {
      newest = Math.max(newest, Number(storage().getItem(ORDER)) + 1);
      storage().setItem(ORDER, String(newest));
    } catch {
      /* Full or closed. */
    }
    return newest;
  }
  const isKept = (id) => stored().some((record) => record.id === id);

  function keep(record) {
    // An address that grants a right is never stored.
    if (record.secret) return false;
    try {
      storage().setItem(PREFIX + record.id, JSON.stringify(record));
      return true;
    } catch {
      return false;
    }
  }
  // If the storage is full, a newer tap replaces earlier ones of its form that it contains.
  function add(record) {
    mine.set(record.id, record);
    if (record.secret || keep(record)) return;
    const earlier = all().filter((one) => one.path === record.path && one.id !== record.id);
    for (const older of earlier) {
      mine.set(older.id, older);
      forget(older.id);
    }
    const whole = earlier.reduceRight((later, older) => later && joined(older, later), record);
    // A stored record is removed only for one that contains all of it.
    if (whole && keep(whole)) mine.set(record.id, whole);
    else earlier.forEach(keep);
  }
  function forget(id) {
    try {
      storage().removeItem(PREFIX + id);
    } catch {
      /* Closed. */
    }
  }
  function remove(id) {
    mine.delete(id);
    forget(id);
  }
  function change(record) {
    if (mine.has(record.id)) mine.set(record.id, record);
    if (isKept(record.id)) keep(record);
  }
  // Another page removed this one.
  const gone = (key) => mine.delete(key.slice(PREFIX.length));
  // Writes records again that are missing after the storage was full or cleared.
  function restore() {
    for (const record of mine.values()) if (!isKept(record.id)) keep(record);
  }
  return { all, nextOrder, add, change, remove, gone, restore, isKept };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
