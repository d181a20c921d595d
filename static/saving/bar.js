// The bar at the top: unsaved taps, with buttons to save or discard them.

import { clockTime, shortTime } from "../showing/times.js";
import { lane } from "./entries.js";

const SHORTLY = 4000;

// `act(name, records)` carries out a button: try, approve or discard.
export function createBar(bar, act) {
  let shown = [];
  let hiding = 0;
  let isTrouble = false;
  // The bar says why a mere button was refused, for the only time.
  let isTold = false;
  const part = (name) => bar.querySelector(name);

  function show(kind) {
    clearTimeout(hiding);
    bar.className = kind;
    bar.hidden = !kind;
  }
  // `state` comes from the outbox; `isHere(record)` is true on the page where the record was entered, and
  // `isFree(record)` if its form is there too.
  function draw({ waits, isTrouble: isNow, isFull, isSaved, asks }, { isKept, ...page }) {
    const wasTrouble = isTrouble;
    isTrouble = isNow;
    if (isNow) {
      isTold = false;
      show("again");
      bar.classList.toggle("full", isFull);
      bar.classList.toggle("unkept", !waits.every(({ id }) => isKept(id)));
      return;
    }
    if (isTold) return;
    if (asks.length) return ask(asks, page);
    // A record that is being sent has no result to show yet.
    if (waits.length && wasTrouble) isTrouble = true;
    else if (bar.matches(".saved, .unanswered")) return;
    else if (wasTrouble && isSaved) saved();
    else show("");
  }
  function saved(address = "") {
    // The first page shows the totals from before.
    if (!address && document.querySelector(".home")) return location.reload();
    part(".time").textContent = clockTime(new Date());
    part(".open").href = address;
    show(address ? "saved open-there" : "saved");
    hiding = setTimeout(show, address ? 4 * SHORTLY : SHORTLY, "");
  }
  function unanswered() {
    if (bar.className && !bar.matches(".saved")) return;
    show("unanswered");
    hiding = setTimeout(show, SHORTLY, "");
  }
  // Records of a game that were refused, or wait until a question is answered, are shown together.
  function ask(asks, { isHere, isFree }) {
    const { record, stop, isOnce, isPlaced } = asks.find((one) => !one.isPlaced) ?? asks[0];
    const isAlike = (one) => one.stop === stop && lane(one.record.path) === lane(record.path);
    shown = stop === "elsewhere" ? [record] : asks.filter(isAlike).map((one) => one.record);
    const what = [...new Set([record.what, shown.at(-1).what])].join(" … ");
    part(".what").textContent = `${what} · ${shortTime(new Date(record.at), new Date())}`;
    part(".message").textContent = record.ended?.said ?? record.said ?? "";
    part(".open").href = record.page;
    const more = isHere(record) || record.secret ? "put-back" : "open-there";
    show(more === "put-back" && (isPlaced || !isFree(record)) ? stop : `${stop} ${more}`);
    if (!isOnce || document.hidden) return;
    isTold = true;
    act("told", [record]);
  }
  for (const name of ["try", "approve", "put", "discard"]) {
    part(`[value=${name}]`).addEventListener("click", () => {
      isTold = false;
      // Waiting records are discarded one by one, the last first, because the others can still be saved.
      act(name, name === "discard" && bar.matches(".asks") ? shown.slice(-1) : shown);
    });
  }
  return { draw, saved, unanswered };
}
