// Taps wait here until the server answers, in their order, one at a time. This module alone decides what is
// sent when; it knows the page only through `page`.

const AGAIN = 3000;
const LONGEST_PAUSE = 60000;
const HOUR = 3600000;
// How often the sending page renews its lease.
const BEAT = 1000;
// The page that was tapped goes first: other pages hear of the tap before they see its lease.
const FIRST = 500;
// The server reads no more.
const KNOWN = 40;

// Classifies the answer to a record.
export function verdict(answer) {
  if (!answer.ours) return "lost";
  const { status } = answer;
  if (status === 429 || status >= 500) return "later";
  if (status < 400) return "saved";
  if (answer.header("X-Refused") === "token") return "token";
  return status === 409 || status === 422 ? "refused" : "final";
}

// The game that an address belongs to, or the address itself. Records of one lane depend on each other.
export const lane = (path) => (/^.*?\/g\/[^/]+/.exec(path) ?? [path])[0];

// Returns how long to wait before the next try, in milliseconds.
export function retryDelay(tries, retryAfter) {
  return Math.max(Number(retryAfter) * 1000 || 0, Math.min(AGAIN * 2 ** (tries - 1), LONGEST_PAUSE));
}

// Whether a new record contains everything in the last one; a record that may already be saved stays.
export function supersedes(record, last) {
  if (last.path !== record.path) return false;
  return record.panel ? !last.tried && (!last.scores || record.scores) : !last.sending;
}

// Whether a later tap on the same panel says again all that was tapped for this record.
export function repeats(later, record) {
  if (!later.panel || later.path !== record.path || later.order <= record.order) return false;
  const touched = ({ fields }) => fields.find(([name]) => name === "touched")[1].split(" ");
  return touched(record).every((name) => touched(later).includes(name));
}

export function createOutbox({ records, lease, page, clock }) {
  let sending = null;
  let timer = null;
  let tries = 0;
  // Records left from an earlier page did not get through.
  let isTrouble = records.all().length > 0;
  let isHurried = false;
  // Whether the last answer confirmed a save.
  let isSaved = false;
  let renewed = null;
  const approved = new Set();
  const own = [];

  // Why a record is held back: it "ended", its answer is shown "elsewhere", or it "asks" the user.
  function stop(record) {
    if (record.ended) return "ended";
    if (record.held === "elsewhere") return page.shows(record) ? null : "elsewhere";
    const isOld = !record.lasting && clock.now() - record.at > HOUR;
    return (record.held || isOld) && !approved.has(record.id) ? "asks" : null;
  }
  const waiting = () => records.all().filter((record) => !stop(record));
  const inLane = (path) => waiting().filter((record) => lane(record.path) === lane(path));

  // An entry: { path, page, fields, what, panel, scores, undo, lasting, secret }.
  function appendEntry(entry) {
    const before = inLane(entry.path);
    const last = before.at(-1);
    const isSame =
      last && last.path === entry.path && JSON.stringify(last.fields) === JSON.stringify(entry.fields);
    if (!isSame && !(entry.undo && before.some((record) => record.undo))) add(entry, before, last);
    return send();
  }
  function add(entry, before, last) {
    const mine = own.filter((record) => lane(record.path) === lane(entry.path));
    // It names the revision of what waits before it, which a page before this one may have entered. The newest
    // come last: the server reads no more than these.
    const ids = [...mine, ...before].flatMap(({ id, knows }) => [...knows, id]).reverse();
    const knows = [...new Set(ids)].slice(0, KNOWN).reverse();
    const order = Math.max(clock.now(), ...records.all().map((record) => record.order + 1));
    const record = { ...entry, id: clock.id(), at: clock.now(), order, knows };
    // It replaces records of the same form that could not be saved.
    for (const older of records.all().filter((one) => one.path === entry.path && stop(one))) {
      records.remove(older.id);
    }
    // The save that it undoes has no revision yet, so it names the tap.
    if (entry.undo && last) record.undoes = last.id;
    // A panel says nothing of what another page shows.
    const says = !record.panel || own.some(({ id }) => id === last?.id);
    if (last && says && supersedes(record, { ...last, sending: last.id === sending }))
      records.remove(last.id);
    own.push(record);
    records.add(record);
    page.changed();
  }

  async function send() {
    if (sending) return;
    clock.stop(timer);
    const [record] = waiting();
    const wait = record && lease.take();
    if (wait) return later(wait);
    if (!record) return page.changed();
    sending = record.id;
    records.change({ ...record, tried: true });
    page.busy(true);
    const stopHolding = hold();
    const answer = await page.post(record);
    stopHolding();
    sending = null;
    try {
      settle(record, answer);
    } finally {
      page.busy(false);
      page.changed();
    }
  }
  // Called by a tap or when the network is back: the pending answer may never come.
  function hurry() {
    isHurried = sending !== null;
    return isHurried ? page.giveUp() : send();
  }
  function hold() {
    let beat = clock.after(BEAT, again);
    function again() {
      lease.take();
      beat = clock.after(BEAT, again);
    }
    return () => {
      clock.stop(beat);
      lease.release();
    };
  }
  function later(wait) {
    clock.stop(timer);
    timer = clock.after(wait, send);
  }
  function settle(record, answer) {
    let what = verdict(answer);
    // If the new token is refused too, another one at once would not help.
    if (what === "token" && renewed === record.id) what = "later";
    renewed = what === "token" ? record.id : null;
    isTrouble = what === "lost" || what === "later";
    isSaved = what === "saved";
    tries = what === "later" ? tries + 1 : 0;
    const waits = {
      lost: () => (isHurried ? 0 : AGAIN),
      later: () => retryDelay(tries, answer.header("Retry-After")),
    };
    later(waits[what]?.() ?? 0);
    isHurried = false;
    outcomes[what]?.(record, answer);
  }
  const outcomes = {
    token: (_, answer) => page.renew(answer),
    saved(record, answer) {
      records.remove(record.id);
      page.draw(record, answer);
    },
    refused(record, answer) {
      // Of two answers that ask the same, the second would take the place of the first under the finger.
      const isSeen = page.shows(record) && !inLane(record.path).some((later) => repeats(later, record));
      putAside(record);
      if (isSeen) page.draw(record, answer);
    },
    final(record, answer) {
      records.change({ ...record, ended: { status: answer.status, said: page.sentence(answer) } });
    },
  };
  // A refusal is shown on its own page, now or when that page is opened. Later taps depended on it, so they
  // are sent only if the user agrees; a panel always sends itself whole.
  function putAside(record) {
    if (page.shows(record)) records.remove(record.id);
    else records.change({ ...record, held: "elsewhere" });
    for (const next of inLane(record.path)) {
      if (next.order > record.order && next.path !== record.path) records.change({ ...next, held: "asks" });
    }
  }

  function approve(id) {
    approved.add(id);
    return send();
  }
  function discard(id) {
    records.remove(id);
    page.changed();
  }
  // For the page to show: the waiting records, whether sending fails, and the records that need the user.
  function state() {
    const all = records.all().map((record) => ({ record, stop: stop(record) }));
    const waits = all.filter((one) => !one.stop).map((one) => one.record);
    return { waits, isTrouble: isTrouble && waits.length > 0, isSaved, asks: all.filter((one) => one.stop) };
  }
  const isQuiet = (path) => !inLane(path).length;
  const standBy = () => later(FIRST);
  return { appendEntry, send, standBy, hurry, approve, discard, state, isQuiet };
}
