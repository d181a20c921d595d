// Taps and forms without an answer yet, each as one record in the phone's storage.

const PREFIX = "scorekeeper tap ";
const SENDS = "scorekeeper sends";
// Milliseconds after which a page that no longer renews its lease loses it.
const LEASE = 3000;
export const isOurs = (key) => key === null || key.startsWith(PREFIX);

// Returns an id that no other tap has: 132 random bits.
export function newId() {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return [...crypto.getRandomValues(new Uint8Array(22))].map((byte) => letters[byte % 64]).join("");
}

// Storage may be full or closed to this page: then the page itself keeps what does not fit.
export function createRecords(storage) {
  const unkept = new Map();

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
    return found.filter((record) => record !== null && !unkept.has(record.id));
  }
  // In the order of the taps, from all pages.
  const all = () => [...stored(), ...unkept.values()].sort((one, other) => one.order - other.order);

  function keep(record) {
    try {
      storage().setItem(PREFIX + record.id, JSON.stringify(record));
      unkept.delete(record.id);
      return true;
    } catch {
      unkept.set(record.id, record);
      return false;
    }
  }
  // The newest tap contains all that earlier ones of its form do, so it may take their space.
  function add(record) {
    // An address that grants something stays out of the storage.
    if (record.secret) unkept.set(record.id, record);
    if (record.secret || keep(record)) return;
    const earlier = all().filter((one) => one.path === record.path && one.id !== record.id);
    for (const older of earlier) {
      forget(older.id);
      unkept.set(older.id, older);
    }
    if (!keep(record)) earlier.forEach(keep);
  }
  function forget(id) {
    try {
      storage().removeItem(PREFIX + id);
    } catch {
      /* Closed. */
    }
  }
  function remove(id) {
    unkept.delete(id);
    forget(id);
  }
  function change(record) {
    if (record.secret) unkept.set(record.id, record);
    else if (all().some((one) => one.id === record.id)) keep(record);
  }
  return { all, add, change, remove, isKept: (id) => !unkept.has(id) };
}

// One open page sends at a time. A page that was killed holds up the others only for a short time; if two
// pages do send the same tap, its id makes it count once.
export function createLease(storage, tab, clock) {
  function holder() {
    try {
      return parsed(storage().getItem(SENDS));
    } catch {
      return null;
    }
  }
  // Returns milliseconds until another page's turn ends; 0: it is this page's turn now.
  function take() {
    const held = holder();
    const left = held && held.tab !== tab ? held.until - clock.now() : 0;
    // More than one turn is left where the phone's clock was set back.
    if (left > 0 && left <= LEASE) return left;
    try {
      storage().setItem(SENDS, JSON.stringify({ tab, until: clock.now() + LEASE }));
    } catch {
      /* Then no other page can see this page's records either. */
    }
    return 0;
  }
  function release() {
    try {
      if (holder()?.tab === tab) storage().removeItem(SENDS);
    } catch {
      /* Closed. */
    }
  }
  return { take, release };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
