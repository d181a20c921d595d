// Undo and Redo of what waits on this phone.

import { namesOf, without } from "../saving/entries.js";
import { make } from "./elements.js";

// `last()` returns the record that was entered last.
export function createUndo({ last, change, discard, appendEntry, changed }) {
  // The records that Undo changed, as they were, the newest last, and the fields of the record that it left.
  let undone = [];
  let after = "";
  let line;
  const fields = () => JSON.stringify(last()?.fields);

  function remember(records) {
    undone = records;
    after = fields();
    changed();
  }
  // Returns whether no save has to undo the record: the server may have one that was sent, and undoes all of it.
  function undo(record) {
    const left = record.whole && withoutLast(record);
    if (record.tried) {
      if (left) setTimeout(appendEntry, 0, { ...left, order: undefined, tried: false });
      return false;
    }
    const before = undone;
    if (left) change(left);
    else discard(record.id);
    remember(record.panel ? [...before, record] : []);
    return true;
  }
  function redo() {
    const before = undone.slice(0, -1);
    appendEntry(undone.at(-1));
    remember(before);
  }
  // Any other entry ends it.
  function check() {
    if (after !== fields()) undone = [];
  }
  // Shows Redo in place of the server's.
  function show(panel, words) {
    if (!panel) return;
    // An Undo that waits stops nothing.
    panel.inert = false;
    const shown = panel.querySelector(".undone");
    // A button that is replaced under a finger loses the tap.
    if (undone.length && shown === line) return;
    shown?.remove();
    if (!undone.length) return;
    line ??= lineWith(words.redo);
    panel.querySelector(".undo").after(line);
  }
  function lineWith(word) {
    const button = make("button", "", word);
    button.type = "button";
    button.onclick = redo;
    return make("p", "undone ready", button);
  }
  return { undo, check, show };
}

// The record of a hand without its last tap; null if nothing is left.
function withoutLast(record) {
  if (record.scores) {
    const fields = record.fields.filter(([name]) => name !== "score" && name !== "made");
    return { ...record, scores: false, fields };
  }
  const last = namesOf(record).at(-1);
  const { [last]: _, ...says } = record.says;
  const left = without(record, [last]);
  return left && { ...left, says };
}
