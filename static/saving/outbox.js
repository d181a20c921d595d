// The outbox: taps wait here until the server answers, and are sent in order, one at a time. Only this module
// decides what is sent when; it knows the page only through `page`.

import { AGAIN, FULL, retryDelay, verdict } from "./ask.js";
import {
  fieldOf,
  isCorrection,
  joined,
  lane,
  namesOf,
  repeats,
  startOf,
  without,
  withTaps,
} from "./entries.js";
import { lifted } from "./finger.js";

const HOUR = 3600000;
// How often the sending page renews its lease.
const BEAT = 1000;
// The page that was tapped goes first, because other pages hear of the tap before they see its lease.
const FIRST = 500;
// The server reads no more than this.
const KNOWN = 40;

// The data about an answered record that all pages share.
function noted({ id, order, path, secret, starts, ...record }, answer) {
  const revision = Number(answer?.header?.("X-Revision")) || Number.POSITIVE_INFINITY;
  const onward = starts && answer?.header?.("HX-Redirect");
  return { id, order, path: secret ? "" : path, names: namesOf(record), revision, onward };
}

export function createOutbox({ records, turn, page, clock }) {
  let isSending = false;
  let timer = null;
  let tries = 0;
  // Records from an earlier page were not sent successfully.
  let isTrouble = records.all().length > 0;
  let isHurried = false;
  let isFull = false;
  // Whether the last answer confirmed a save.
  let isSaved = false;
  let renewed = null;
  const approved = new Set();
  // Records whose answer is drawn on this page, for the user to decide.
  const drawn = new Set();
  // Drafts whose text was put into their form on this page.
  const placed = new Set();

  // The reason why a record is held back: it "ended", its answer is "drawn" here or shown "elsewhere", or it
  // "asks" the user. Entries in a game that has no address yet "follow" the record that starts it.
  function stop(record, all = records.all()) {
    const start = startOf(record.path);
    if (!start) return ownStop(record, all);
    const first = all.find(({ id }) => id === start);
    return first ? stop(first, all) && "follows" : "ended";
  }
  // A game that was played on began.
  const isOld = ({ id, at, lasting }, all) =>
    !lasting && clock.now() - at > HOUR && !all.some(({ path }) => startOf(path) === id);
  function ownStop(record, all) {
    if (record.ended) return "ended";
    if (drawn.has(record.id)) return "drawn";
    if (record.held === "elsewhere") {
      const asksAgain = !isDraft(record) && page.shows(record) && !questions(record.path).length;
      return asksAgain ? null : "elsewhere";
    }
    return (record.held || isOld(record, all)) && !approved.has(record.id) ? "asks" : null;
  }
  // A draft is never sent again by itself; a start is, with the hands that follow it.
  const isDraft = ({ draft, starts }) => draft && !starts;
  const questions = (path) =>
    records.all().filter((one) => drawn.has(one.id) && lane(one.path) === lane(path));
  const waiting = () => records.all().filter((record, _, all) => !stop(record, all));
  const inLane = (path) => waiting().filter((record) => lane(record.path) === lane(path));

  // An entry: { path, page, fields, what, panel, scores, undo, lasting, secret }.
  function appendEntry(entry) {
    const before = inLane(entry.path);
    const last = before.at(-1);
    const isSame =
      last && last.path === entry.path && JSON.stringify(last.fields) === JSON.stringify(entry.fields);
    const whole = entry.whole && before.find(({ path, tried }) => path === entry.path && !tried);
    if (whole) add(withTaps(entry, whole), before, last);
    else if (!isSame && !(entry.undo && before.some((record) => record.undo))) add(entry, before, last);
    if (whole) drop([whole]);
    return send();
  }
  function add(entry, before, last) {
    // It names the revision of the records that wait before it, which an earlier page may have entered.
    const knows = newest(before.flatMap(({ id, knows: earlier }) => [...earlier, id]));
    const now = clock.now();
    const isHere = (older) => older.path === entry.path && (!older.starts || older.page === entry.page);
    const again = records.all().find((older) => older.starts && isHere(older));
    // Records that followed a start that was refused, or is corrected while it waits, follow this one.
    const { starts, first, order = records.nextOrder(now), at = now } = again ?? entry;
    const record = { ...entry, id: clock.id(), at, order, knows, starts, first };
    // The save that it undoes has no revision yet, so it names the tap.
    if (entry.undo && last) record.undoes = last.id;
    records.add(record);
    // It replaces entries in the same place that could not be saved, and answers the open question.
    // A draft that is not in the form is no part of what was sent.
    const isLeft = (older) => isDraft(older) && !drawn.has(older.id) && !placed.has(older.id);
    const isSame = (older) => isHere(older) && !isLeft(older) && (!older.panel || repeats(record, older));
    const replaced = records.all().filter((older) => older.id !== record.id && stop(older) && isSame(older));
    // The server drew the refused text into the form, where it no longer counts as changed.
    if (replaced.some(isDraft)) records.change({ ...record, bare: false, draft: true });
    if (again) moveOn(again.id, entry.page, `${again.starts}~${record.id}`);
    decided(entry.path, entry.answers);
    drop(replaced);
    page.changed();
  }
  // The newest come last; the server reads no more than these.
  const newest = (ids) => [...new Set(ids.reverse())].slice(0, KNOWN).reverse();
  function drop(some) {
    for (const { id } of some) records.remove(id);
    if (some.length) turn.note(some.map((record) => noted(record)));
  }
  // The user was shown the open questions and went on. A hand played on this phone goes only with an answer
  // to its question; after any other tap it asks in the bar, or waits in the form of its correction.
  function decided(path, isAnswer = false) {
    const open = questions(path).filter((record) => !isDraft(record));
    const left = open.filter(({ hand }) => hand && !isAnswer);
    for (const record of left) if (!isCorrection(record)) ask(record);
    drop(open.filter((record) => !left.includes(record)));
  }
  function ask(record) {
    drawn.delete(record.id);
    approved.delete(record.id);
    records.change({ ...record, held: "asks" });
  }
  // The records that follow a start, directly or through other starts.
  const followers = (start) =>
    records
      .all()
      .filter(({ path }) => startOf(path) === start)
      .flatMap((one) => [one, ...followers(one.id)]);
  // Before the start is removed, its game's address is written into the records that follow it.
  function moveOn(start, page, address) {
    for (const one of followers(start)) {
      const path = startOf(one.path) === start ? one.path.replace(lane(one.path), address) : one.path;
      records.change({ ...one, page, path });
    }
  }

  async function send() {
    if (isSending) return;
    clock.stop(timer);
    if (!waiting().length) return page.changed();
    isSending = true;
    try {
      const { wait, done } = await turn.take();
      if (wait) return later(wait);
      tidy(done);
      const record = next(done);
      if (record) await post(record);
      else await turn.end();
    } finally {
      isSending = false;
      page.busy(false);
      page.changed();
    }
  }
  // No other page can send or remove a record now.
  function tidy(done) {
    for (const { id, onward } of done) {
      if (onward) moveOn(id, onward, onward);
      records.remove(id);
    }
    records.restore();
  }
  // The record that an Undo names is sent on its own.
  const isUndone = ({ id }) => waiting().some(({ undoes }) => undoes === id);
  // The first waiting record, with those that can be sent with it.
  function next(done) {
    const [first] = waiting();
    if (!first) return null;
    const left = isUndone(first) ? first : withoutLater(first, done);
    const both = left && withSecond(left);
    if (left && !both) return knowing(left, done);
    if (both) records.change(both);
    records.remove(first.id);
    return next(done);
  }
  // Another page may have sent a later tap before this one was seen.
  function withoutLater(first, done) {
    const later = done.filter(({ path, order }) => path === first.path && order > first.order);
    return without(
      first,
      later.flatMap(({ names }) => names),
    );
  }
  function withSecond(first) {
    const [, second] = inLane(first.path);
    return second && !isUndone(first) && !isUndone(second) ? joined(first, second) : null;
  }
  // It knows the earlier taps of this phone on any page, unless its own page shows them.
  function knowing(record, done) {
    const shown = Number(fieldOf(record, "revision"));
    const isSince = ({ path, order, revision }) =>
      lane(path) === lane(record.path) && order < record.order && !(revision <= shown);
    return { ...record, knows: newest([...record.knows, ...done.filter(isSince).map(({ id }) => id)]) };
  }
  async function post(first) {
    const record = { ...first, tried: true };
    records.change(record);
    page.busy(true);
    const stopRenewing = renewing();
    const hasMore = inLane(record.path).some(({ order }) => order > record.order);
    const answer = await page.post(record, hasMore);
    stopRenewing();
    const isNew = await turn.end(noted(record, answer), verdict(answer) === "saved");
    // Since the answer came, a finger may have come down.
    await lifted();
    settle(record, answer, isNew);
  }
  function renewing() {
    let beat = clock.after(BEAT, again);
    function again() {
      turn.take();
      beat = clock.after(BEAT, again);
    }
    return () => clock.stop(beat);
  }
  // Called after a tap or when the network is back, because the pending answer may never come.
  function hurry() {
    isHurried = isSending;
    return isHurried ? page.giveUp() : send();
  }
  function later(wait) {
    clock.stop(timer);
    timer = clock.after(wait, send);
  }
  // `isNew`: no other page has handled its answer.
  function settle(record, answer, isNew) {
    let what = verdict(answer);
    // If the new token is refused too, the browser blocks cookies, and no other one helps.
    if (what === "token" && renewed === record.id) what = "refused";
    renewed = what === "token" ? record.id : null;
    isTrouble = what === "lost" || what === "later";
    isFull = answer.status === FULL;
    isSaved = what === "saved";
    tries = what === "later" ? tries + 1 : 0;
    const waits = {
      lost: () => (isHurried ? 0 : AGAIN),
      later: () => retryDelay(tries, answer.header("Retry-After")),
    };
    later(waits[what]?.() ?? 0);
    isHurried = false;
    if (isNew || what === "saved") outcomes[what]?.(record, answer);
  }
  const outcomes = {
    token: (_, answer) => page.renew(answer),
    saved(record, answer) {
      tidy([noted(record, answer)]);
      page.draw(record, answer);
    },
    // The refusal is shown on its own page, now or when that page opens, and kept until the user has decided.
    // Later taps depended on it, so they are sent only if the user agrees; those of the same panel are added
    // to it.
    refused(record, answer) {
      const rest = behind(record);
      // The hand as a whole asks once for everything in it.
      const whole = rest.find((one) => one.whole && repeats(one, record));
      if (whole) return drop([record, ...rest.filter((one) => repeats(whole, one))]);
      const same = rest.filter(({ panel, path }) => panel && path === record.path);
      for (const one of rest) if (!same.includes(one)) ask(one);
      if (same.some((one) => repeats(one, record))) return drop([record]);
      if (same.length && record.scores) return outcomes.final(record, answer);
      return same.length ? putLast(record, same) : say(record, answer);
    },
    final(record, answer) {
      records.change({ ...record, ended: { status: answer.status, said: page.sentence(answer) } });
    },
  };
  // A mere button that was refused is over once somebody was told so, and so is the one that scores a hand, of which
  // each number is a tap of its own.
  const isMere = ({ bare, scores, whole }, { status }) => bare || (scores && !whole && status === 422);
  const isOver = (record, answer) => isMere(record, answer) && !followers(record.id).length;
  // The records that depend on this one; those that the user agreed to are asked for again.
  function behind({ path, order, starts }) {
    // No other new game depends on one.
    const isLater = (one) => one.order > order && one.held !== "elsewhere" && !(starts && one.starts);
    const rest = inLane(path).filter(isLater);
    for (const { id } of rest) approved.delete(id);
    return rest;
  }
  const say = (record, answer) => (isOver(record, answer) ? over : question)(record, answer);
  function over(record, answer) {
    if (!page.shows(record)) return outcomes.final(record, answer);
    drop([record]);
    page.draw(record, answer);
  }
  function question(record, answer) {
    const corrects = isCorrection(record);
    // A hand may be right once the one before it is entered.
    const isEarly = record.hand && !corrects && answer.status === 422;
    if (isEarly) ask(record);
    // From the game too, a correction is refused on its own page.
    else {
      const said = isDraft(record) ? page.sentence(answer) : "";
      records.change({ ...record, held: "elsewhere", said, page: corrects ? record.path : record.page });
    }
    if (!page.shows(record)) return;
    if (!isEarly) drawn.add(record.id);
    page.draw(record, answer);
  }
  // Drawing their answers would replace the question.
  function putLast(record, others) {
    const left = without(record, others.flatMap(namesOf));
    records.change({ ...left, held: "elsewhere", order: others.at(-1).order + 1 });
  }

  function approve(id) {
    approved.add(id);
    return send();
  }
  function discard(id) {
    drop([...records.all().filter((record) => record.id === id), ...followers(id)]);
    page.changed();
  }
  // Somebody has read why these ended.
  const told = (id) => discard(id);
  // The text of this draft stands in its form.
  function place(id) {
    const record = records.all().find((one) => one.id === id);
    if (record && stop(record)) placed.add(id);
  }
  // What was typed into the form of a draft is kept as a draft too, before another one takes its place.
  function setAside(entry) {
    const before = records.all().find(({ id, path }) => path === entry.path && placed.delete(id));
    const now = clock.now();
    const fresh = { id: clock.id(), at: now, order: records.nextOrder(now), knows: [], held: "elsewhere" };
    if (before) records.change({ ...before, ...entry });
    else records.add({ ...entry, ...fresh });
  }
  // For the page to show: the waiting records, whether sending fails, and the records that need the user.
  function state() {
    const all = records.all().map((record, _, list) => ({ record, stop: stop(record, list) }));
    const waits = all.filter((one) => !one.stop).map((one) => one.record);
    const asks = all.filter((one) => one.stop && !["drawn", "follows"].includes(one.stop)).map(named);
    return { waits, isTrouble: isTrouble && waits.length > 0, isFull, isSaved, asks };
  }
  // A start names the records that follow it.
  function named({ record, stop: why }) {
    const what = [record, ...followers(record.id)].map((one) => one.what).join(", ");
    const isOnce = record.ended && isOver(record, record.ended);
    return { record: { ...record, what }, stop: why, isOnce, isPlaced: placed.has(record.id) };
  }
  // The server knows nothing of a game that has no address yet.
  const isQuiet = (path) => !startOf(path) && !inLane(path).length;
  const standBy = () => later(FIRST);
  return {
    ...{ appendEntry, send, standBy, hurry, approve, discard, told, decided, state, isQuiet },
    ...{ place, setAside },
  };
}
