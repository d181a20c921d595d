// A phone without a browser: its storage, its clock, and a server with given answers.
import { createOutbox } from "../../static/saving/outbox.js";
import { createRecords, isOurs } from "../../static/saving/records.js";
import { createTurn } from "../../static/saving/turn.js";

export class FakeStorage {
  constructor(room = Number.POSITIVE_INFINITY) {
    this.held = new Map();
    this.room = room;
    this.shared = {};
    this.left = "";
  }
  get length() {
    return this.held.size;
  }
  // The number of taps that wait in it.
  get taps() {
    return [...this.held.keys()].filter(isOurs).length;
  }
  key = (place) => [...this.held.keys()][place] ?? null;
  getItem = (name) => this.held.get(name) ?? null;
  removeItem = (name) => this.held.delete(name);
  setItem(name, value) {
    const others = [...this.held].filter(([held]) => held !== name);
    const size = others.reduce((sum, [, text]) => sum + text.length, value.length);
    if (size > this.room) throw new Error("QuotaExceededError");
    this.held.set(name, value);
  }
}

export const closed = () => {
  throw new Error("SecurityError");
};

export class FakeClock {
  constructor() {
    this.time = 1_000_000_000;
    this.timers = new Map();
    this.ids = 0;
  }
  now = () => this.time;
  id() {
    this.ids += 1;
    return `tap${String(this.ids).padStart(13, "0")}`;
  }
  after(wait, then) {
    const timer = Symbol("timer");
    this.timers.set(timer, { due: this.time + wait, then });
    return timer;
  }
  stop = (timer) => this.timers.delete(timer);
  // Let this much time pass, and run its timers.
  async pass(milliseconds) {
    const end = this.time + milliseconds;
    for (;;) {
      await settled();
      const due = [...this.timers]
        .filter(([, timer]) => timer.due <= end)
        .sort(([, a], [, b]) => a.due - b.due)[0];
      if (!due) break;
      this.timers.delete(due[0]);
      this.time = Math.max(this.time, due[1].due);
      due[1].then();
    }
    this.time = end;
  }
}
export const settled = () => new Promise((resolve) => setImmediate(resolve));

// Answers of ours, and of somebody else.
export function ours(status = 200, headers = {}, html = "<div id=board></div>") {
  return { ours: true, status, html, header: (name) => headers[name] ?? null };
}
export const foreign = { ours: false };

export const GAME = "/g/KEY";
export function bid(seat, number, more = {}) {
  const fields = [
    [`bid_${seat}`, String(number)],
    ["revision", "4"],
    ["touched", (more.touched ?? [seat]).map((one) => `bid_${one}`).join(" ")],
  ];
  const rest = {
    what: `Bid ${number}`,
    says: { [`bid_${seat}`]: `Bid ${number}` },
    panel: true,
    scores: false,
    undo: false,
    lasting: true,
    secret: false,
  };
  return { path: `${GAME}/hands/1/bids`, page: GAME, fields, ...rest, ...more };
}
export const score = () => bid(0, 0, { path: `${GAME}/hands/1/tricks`, scores: true, what: "Score hand" });
export const undo = () =>
  bid(0, 0, { path: `${GAME}/undo`, fields: [["target", "4"]], panel: false, undo: true, what: "Undo" });
export function correction(number = 1, more = {}) {
  const path = `${GAME}/hands/${number}`;
  return bid(0, 0, {
    path,
    page: path,
    panel: false,
    lasting: false,
    what: `Correct hand ${number}`,
    ...more,
  });
}

export const start = () =>
  bid(0, 0, {
    path: `${GAME}/rematch`,
    fields: [],
    panel: false,
    lasting: false,
    starts: "/g/",
    what: "Rematch",
  });
// A new game that continues at an address of this phone, as `ahead/start.js` records it.
export function newGame(page, who) {
  page.outbox.appendEntry(
    bid(0, 0, {
      path: "/new",
      page: "/new",
      fields: [["name", who]],
      panel: false,
      lasting: false,
      what: who,
    }),
  );
  const record = page.records.all().at(-1);
  page.records.change({ ...record, starts: "/g/", page: `/g/~${record.id}`, first: 0 });
  return record.id;
}
// A hand of the game that this tap starts.
export const hand = (tap, number = 1, more = {}) =>
  bid(0, 0, { path: `/g/~${tap}/hands/${number}/whole`, whole: true, what: `Hand ${number}`, ...more });

// A page of the app: `at` is its address, `answers` are the server's in turn, the last one forever.
export class FakePage {
  constructor({ storage = new FakeStorage(), clock = new FakeClock(), at = GAME, answers = [ours()] } = {}) {
    Object.assign(this, {
      storage,
      clock,
      at,
      answers,
      sent: [],
      drawn: [],
      renewed: 0,
      holds: null,
      isKilled: false,
    });
    const reach = typeof storage === "function" ? storage : () => storage;
    this.records = createRecords(reach);
    // Like transactions of IndexedDB: one after the other, never at the same time.
    const shared = async (change) => {
      if (storage === closed) return closed();
      await null;
      storage.shared = change(storage.shared);
      return storage.shared;
    };
    const left = {
      get: () => storage.left,
      set: (tab) => {
        storage.left = tab;
      },
    };
    // A killed page does nothing.
    const alive = { ...clock, now: clock.now, id: () => clock.id(), stop: clock.stop };
    alive.after = (wait, then) => clock.after(wait, () => this.isKilled || then());
    this.turn = createTurn(shared, clock.id(), clock, left);
    this.outbox = createOutbox({ records: this.records, turn: this.turn, clock: alive, page: this });
  }
  shows = (record) => record.page === this.at;
  changed = () => {};
  busy = () => {};
  renew = () => {
    this.renewed += 1;
  };
  sentence = () => "This page does not exist";
  draw = (record, answer) => this.drawn.push([record.what, answer.status]);
  giveUp() {
    this.answers = [foreign, ...this.answers];
    this.release?.();
  }
  async post(record) {
    this.sent.push(record);
    if (this.holds) await this.holds;
    return this.answers.length > 1 ? this.answers.shift() : this.answers[0];
  }
  // The questions, by their texts.
  get whats() {
    return this.sent.map((record) => record.what);
  }
  get waits() {
    return this.outbox.state().waits.map((record) => record.what);
  }
  get asks() {
    return this.outbox.state().asks.map(({ record, stop }) => `${stop}: ${record.what}`);
  }
  // The server holds back its answer until the returned function is called.
  hold() {
    let release;
    this.holds = new Promise((resolve) => {
      release = resolve;
    });
    this.release = release;
    return async () => {
      this.holds = null;
      release();
      await settled();
    };
  }
}
