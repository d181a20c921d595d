// The bar at the top: unsaved taps, with buttons to save or discard them.

import { clockTime, shortTime } from "../showing/times.js";
import { lane } from "./entries.js";

const SHORTLY = 4000;

// `act(name, records)` carries out a button: try, approve or discard.
export function createBar(bar, act) {
  let shown = [];
  let hiding = 0;
  let isTrouble = false;
  const part = (name) => bar.querySelector(name);

  function show(kind) {
    clearTimeout(hiding);
    bar.className = kind;
    bar.hidden = !kind;
  }
  // `state` comes from the outbox; `isHere(record)` is true on the page where the record was entered.
  function draw({ waits, isTrouble: isNow, isSaved, asks }, { isKept, isHere }) {
    const wasTrouble = isTrouble;
    isTrouble = isNow;
    if (isNow) return again(waits.every((record) => isKept(record.id)));
    const [first] = asks;
    if (first) return ask(first, asks, isHere);
    // A record that is being sent has no result to show yet.
    if (waits.length && wasTrouble) isTrouble = true;
    else if (["saved", "unanswered"].some((kind) => bar.classList.contains(kind))) return;
    else if (wasTrouble && isSaved) saved();
    else show("");
  }
  function again(isKept) {
    show(isKept ? "again" : "again unkept");
  }
  function saved(address = "") {
    part(".time").textContent = clockTime(new Date());
    part(".open").href = address;
    show(address ? "saved open-there" : "saved");
    hiding = setTimeout(() => show(""), address ? 4 * SHORTLY : SHORTLY);
  }
  function unanswered() {
    if (bar.className && !bar.classList.contains("saved")) return;
    show("unanswered");
    hiding = setTimeout(() => show(""), SHORTLY);
  }
  // Refused records of the same game are shown together.
  function ask({ record, stop }, asks, isHere) {
    const alike = asks.filter((one) => one.stop === stop && lane(one.record.path) === lane(record.path));
    shown = (stop === "ended" ? alike : [asks[0]]).map((one) => one.record);
    const what = shown.map((one) => one.what).join(", ");
    part(".what").textContent = `${what} · ${shortTime(new Date(record.at), new Date())}`;
    part(".message").textContent = record.ended ? record.ended.said : "";
    part(".open").href = record.page;
    show(isHere(record) || record.secret ? stop : `${stop} open-there`);
  }
  for (const name of ["try", "approve", "discard"]) {
    part(`[value=${name}]`).addEventListener("click", () => act(name, shown));
  }
  return { draw, saved, unanswered };
}
