// Filters the names of an event during typing.
import { folded } from "../ahead/names.js";
import { early } from "../saving/entries.js";

const list = document.querySelector(".names");
const field = document.querySelector("[type=search]");
const none = document.querySelector(".none");
// "Müller" is found as "muller" and as "mueller", and "Mueller" by "müller".
const UMLAUTS = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };
const writtenOut = (text) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüøå]/g, (letter) => UMLAUTS[letter]);
const spellings = (text) => [text, writtenOut(text)].map((one) => folded(one).trim());
const lines = [...(list?.children ?? [])].map((line) => ({
  line,
  names: spellings(line.querySelector(".name").textContent),
  number: line.querySelector(".no").textContent,
}));

function filter() {
  const wanted = spellings(field.value);
  for (const { line, names, number } of lines)
    line.hidden = !wanted.some((one) => number.startsWith(one) || names.some((name) => name.includes(one)));
  none.hidden = lines.some(({ line }) => !line.hidden);
}

// A list that the server has filtered lacks names; without the search they come back.
if (field && list && !field.defaultValue) {
  field.addEventListener("input", filter);
  if (early("[type=search]").length) filter();
}
