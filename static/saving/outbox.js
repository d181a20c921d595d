// What was tapped waits here until it is answered, in the order of the taps, one at a time: the one
// place that decides what is sent when. Of the page it knows only what `page` does for it.

const AGAIN = 3000;
const LONGEST_PAUSE = 60000;
const HOUR = 3600000;
// How often who sends says that it is still there.
const BEAT = 1000;
// How long the page that was tapped has the first turn: others hear of a tap before its lease.
const FIRST = 500;
// More the server does not read.
const KNOWN = 40;

// What an answer means for what was sent.
export function verdict(answer) {
  if (!answer.ours) return "lost";
  const { status } = answer;
  if (status === 429 || status >= 500) return "later";
  if (status < 400) return "saved";
  if (answer.header("X-Refused") === "token") return "token";
  return status === 409 || status === 422 ? "refused" : "final";
}

// The game that an address belongs to, else the address itself: what is entered there rests on
// what was entered there before.
export const lane = (path) => (/^.*?\/g\/[^/]+/.exec(path) ?? [path])[0];

// How long to wait before the next try, in milliseconds.
export function pause(tries, retryAfter) {
  return Math.max(Number(retryAfter) * 1000 || 0, Math.min(AGAIN * 2 ** (tries - 1), LONGEST_PAUSE));
}

// Whether a new record says all that the last one says; what may be saved already stays.
export function supersedes(record, last) {
  if (last.path !== record.path) return false;
  return record.panel ? !last.tried && (!last.scores || record.scores) : !last.sending;
}

export function createOutbox({ records, lease, page, clock }) {
  let sending = null;
  let timer = null;
  let tries = 0;
  // What was left from before did not get through then.
  let isTrouble = records.all().length > 0;
  let isHurried = false;
  // Whether the last answer was that it is saved.
  let isSaved = false;
  let renewed = null;
  const approved = new Set();
  const own = [];

  // Why a record is not sent by itself: it "ended", its answer is shown "elsewhere", or it "asks".
  function stop(record) {
    if (record.ended) return "ended";
    if (record.held === "elsewhere") return page.shows(record) ? null : "elsewhere";
    const isOld = !record.lasting && clock.now() - record.at > HOUR;
    return (record.held || isOld) && !approved.has(record.id) ? "asks" : null;
  }
  const waiting = () => records.all().filter((record) => !stop(record));
  const inLane = (path) => waiting().filter((record) => lane(record.path) === lane(path));

  // An entry: { path, page, fields, what, panel, scores, undo, lasting, secret }.
  function put(entry) {
    const before = inLane(entry.path);
    const last = before.at(-1);
    const isSame =
      last && last.path === entry.path && JSON.stringify(last.fields) === JSON.stringify(entry.fields);
    if (!isSame && !(entry.undo && before.some((record) => record.undo))) add(entry, before, last);
    return send();
  }
  function add(entry, before, last) {
    const mine = own.filter((record) => lane(record.path) === lane(entry.path));
    const knows = [...new Set([...mine, ...before].map((record) => record.id))].slice(-KNOWN);
    const order = Math.max(clock.now(), ...records.all().map((record) => record.order + 1));
    const record = { ...entry, id: clock.id(), at: clock.now(), order, knows };
    // It says again what the same form said that could not be saved.
    for (const older of records.all().filter((one) => one.path === entry.path && stop(one))) {
      records.remove(older.id);
    }
    // What it takes back has no number of the server's yet, so the tap's own says it.
    if (entry.undo && last) record.undoes = last.id;
    // A panel says nothing of what another page shows.
    const says = !record.panel || own.some(({ id }) => id === last?.id);
    if (last && says && supersedes(record, { ...last, sending: last.id === sending })) records.remove(last.id);
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
  // Somebody asks for it, or the network is back: what is waited for may never come.
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
    // A new token that is refused too will not do better at once.
    if (what === "token" && renewed === record.id) what = "later";
    renewed = what === "token" ? record.id : null;
    isTrouble = what === "lost" || what === "later";
    isSaved = what === "saved";
    tries = what === "later" ? tries + 1 : 0;
    const waits = {
      lost: () => (isHurried ? 0 : AGAIN),
      later: () => pause(tries, answer.header("Retry-After")),
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
      const isSeen = page.shows(record);
      putAside(record);
      if (isSeen) page.draw(record, answer);
    },
    final(record, answer) {
      records.change({ ...record, ended: { status: answer.status, said: page.sentence(answer) } });
    },
  };
  // It is seen where it was entered, now or when that page is opened. What was tapped after it
  // rested on it, and is sent only where somebody says so; a panel says all of itself again.
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
  // For the page to show: what waits, whether it cannot be sent, and what needs somebody.
  function state() {
    const all = records.all().map((record) => ({ record, stop: stop(record) }));
    const waits = all.filter((one) => !one.stop).map((one) => one.record);
    return { waits, isTrouble: isTrouble && waits.length > 0, isSaved, asks: all.filter((one) => one.stop) };
  }
  const isQuiet = (path) => !inLane(path).length;
  const standBy = () => later(FIRST);
  return { put, send, standBy, hurry, approve, discard, state, isQuiet };
}
