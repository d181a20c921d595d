// Names as the server compares them (`rules/people.py`).

const LETTERS = { ł: "l", ø: "o", đ: "d", ð: "d", ħ: "h", ŧ: "t", ı: "i", æ: "ae", œ: "oe", ß: "ss", ς: "σ", "\u0345": "ι" };
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
  const typed = signs(plain).replace(/[łøđðħŧıæœßς\u0345]/g, (letter) => LETTERS[letter]);
  return typed.split(/\s+/).filter(Boolean).join(" ") || name;
}
