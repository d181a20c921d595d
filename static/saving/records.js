// What was tapped or sent and is not answered yet: each a record of its own, in the phone's storage.

const PREFIX = "scorekeeper tap ";
const SENDS = "scorekeeper sends";
// Milliseconds after which who says nothing any more sends nothing any more.
const LEASE = 3000;
export const isOurs = (key) => key === null || key.startsWith(PREFIX);

// A number that no other tap has: 132 random bits.
export function newId() {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return [...crypto.getRandomValues(new Uint8Array(22))].map((byte) => letters[byte % 64]).join("");
}

// Storage may be full, or closed to this page: then the page alone keeps what does not fit.
export function createRecords(storage) {
  const unkept = new Map();

  function stored() {
    const found = [];
    try {
      const box = storage();
      for (let place = 0; place < box.length; place += 1) {
        const key = box.key(place);
        if (key.startsWith(PREFIX)) found.push(parsed(box.getItem(key)));
      }
    } catch {
      /* Closed. */
    }
    return found.filter((record) => record !== null && !unkept.has(record.id));
  }
  // In the order of the taps, of whichever page.
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
  // The newest tap says all that the earlier ones of its form say, so it gets their room.
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

// Of all pages that are open one sends at a time. A page that was killed holds nobody up for long;
// where two send after all, each tap's number lets it count once.
export function createLease(storage, tab, clock) {
  function holder() {
    try {
      return parsed(storage().getItem(SENDS));
    } catch {
      return null;
    }
  }
  // Milliseconds until another page's turn ends; 0: it is this page's turn now.
  function take() {
    const held = holder();
    const left = held && held.tab !== tab ? held.until - clock.now() : 0;
    // More than one turn is left where the phone's clock was set back.
    if (left > 0 && left <= LEASE) return left;
    try {
      storage().setItem(SENDS, JSON.stringify({ tab, until: clock.now() + LEASE }));
    } catch {
      /* Then nobody else can see what this page keeps either. */
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
