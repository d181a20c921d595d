// The size of names that the server has not seen, computed from the widths of letters that it sends
// (`drawing/names.py`).

import { lettersOf } from "./names.js";

const JOINTS = /[ -]+$/;

export function createFitting({ advances, steps, room }) {
  const pairs = Object.entries(advances).flatMap(([advance, letters]) =>
    [...letters].map((letter) => [letter, Number(advance)]),
  );
  const widths = new Map(pairs);
  const widthOf = (text) =>
    lettersOf(text.normalize("NFD")).reduce((all, letter) => all + widthOfLetter(letter), 0);
  // A family is as wide as one of them.
  function widthOfLetter(letter) {
    const advances = [...letter].map(advanceOf);
    return letter > "\u2000" ? Math.max(...advances) : advances.reduce((all, each) => all + each);
  }
  // The width of a letter that the typeface lacks is estimated.
  function advanceOf(letter) {
    if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(letter)) return 0;
    return widths.get(letter) ?? (letter > "\u2000" ? 1.4 : 1.1);
  }
  // The class for the widest of the names.
  function classOf(names) {
    const widest = Math.max(...names.map(widthOf));
    const step = steps.find((each) => each >= widest) ?? steps.at(-1);
    return `w${Math.round(100 * step)}`;
  }
  // The first letters that fit, with a full stop and whatever distinguishes the name from others.
  function cut(name, mark = "") {
    const letters = lettersOf(name);
    for (let length = letters.length; length > 0; length -= 1) {
      const text = `${letters.slice(0, length).join("").replace(JOINTS, "")}.${mark}`;
      if (widthOf(text) <= room) return text;
    }
    return mark || letters[0];
  }
  // Each name in full, or shortened to the width of a column; equal short names get the number of their seat.
  function short(names) {
    const shown = names.map((name) => (widthOf(name) <= room ? name : cut(name)));
    const isAlike = (text, at) =>
      text !== names[at] && shown.some((one, seat) => seat !== at && one === text);
    return shown.map((text, at) => (isAlike(text, at) ? cut(names[at], `${at + 1}`) : text));
  }
  return { classOf, short };
}
