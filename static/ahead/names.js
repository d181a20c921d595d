// Names as the server compares and cuts them (`rules/people.py`).

const LETTERS = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ς: "σ",
  "\u0345": "ι",
};
const APOSTROPHES = /[`´ʹʻʼ՚׳‘’‛′ꞌ]/g;
const DASHES = /[֊־\u2010-\u2015\u2212⸺⸻]/g;
const ACCENTS = /[\u0300-\u0333\u0339-\u0344\u0346-\u036f\u0653-\u065f]/g;
const signs = (text) => text.replace(APOSTROPHES, "'").replace(DASHES, "-");

// "Weiß" is "weiss", "Łukasz" is "lukasz", "O’Neil" is "o'neil".
export function folded(name) {
  const plain = signs(name)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(ACCENTS, "");
  const typed = Array.from(signs(plain), (letter) => LETTERS[letter] ?? letter).join("");
  return typed.split(/\s+/).filter(Boolean).join(" ") || name;
}

// What changes the letter before it: marks, vowels of Thai, Lao and Korean, joiners, skin tones, letters of flags.
const ADDED = String.raw`[\p{M}\u0e33\u0eb3\u1160-\u11ff\u200c\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]`;
const LETTER = new RegExp(String.raw`(?:[\u{1f1e6}-\u{1f1ff}]{2}|[^])(?:${ADDED}|\u200d+[^]?)*`, "gu");

// The letters as people see them; Intl.Segmenter is newer than the browsers that we promise.
export const lettersOf = (text) => text.match(LETTER) ?? [];
