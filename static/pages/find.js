// Filters the names of an event during typing.
import { early } from "../saving/entries.js";

const list = document.querySelector(".names");
const field = document.querySelector("[type=search]");
const none = document.querySelector(".none");
// "Weiß" is found as "weiss", "Łukasz" as "lukasz".
const LETTERS = { ß: "ss", ł: "l", ø: "o", đ: "d", ı: "i", æ: "ae", œ: "oe" };
const folded = (text) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßłøđıæœ]/g, (letter) => LETTERS[letter])
    .trim();
const lines = [...(list?.children ?? [])].map((line) => ({
  line,
  name: folded(line.querySelector(".name").textContent),
  number: line.querySelector(".no").textContent,
}));

function filter() {
  const wanted = folded(field.value);
  for (const { line, name, number } of lines)
    line.hidden = !name.includes(wanted) && !number.startsWith(wanted);
  none.hidden = lines.some(({ line }) => !line.hidden);
}

// A list that the server has filtered lacks names; without the search they come back.
if (field && list && !field.defaultValue) {
  field.addEventListener("input", filter);
  if (early("[type=search]").length) filter();
}
