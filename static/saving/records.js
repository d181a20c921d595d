// Taps and forms without an answer yet, each as one record in the phone's storage.

import { joined } from "./entries.js";

const PREFIX = "scorekeeper tap ";
const ORDER = "newest order";
export const isOurs = (key) => key === null || key.startsWith(PREFIX);

// Returns an id that no other tap has: 132 random bits.
export function newId() {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return [...crypto.getRandomValues(new Uint8Array(22))].map((byte) => letters[byte % 64]).join("");
}

// What this page entered it keeps as well: the storage may be full or closed to it, or cleared.
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
  // The order of a new tap: later than that of any other, also of one that was answered before the phone's clock
  // was set back.
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
    // An address that grants something stays out of the storage.
    if (record.secret) return false;
    try {
      storage().setItem(PREFIX + record.id, JSON.stringify(record));
      return true;
    } catch {
      return false;
    }
  }
  // A newer tap gets the room of earlier ones of its form where it can say all that they do.
  function add(record) {
    mine.set(record.id, record);
    if (record.secret || keep(record)) return;
    const earlier = all().filter((one) => one.path === record.path && one.id !== record.id);
    for (const older of earlier) {
      mine.set(older.id, older);
      forget(older.id);
    }
    const whole = earlier.reduceRight((later, older) => later && joined(older, later), record);
    // What is stored goes only for a record that says all of it.
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
  // Writes again what a storage that was full or cleared does not have.
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
