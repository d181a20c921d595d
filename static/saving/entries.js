// Turns a form into an entry for the outbox, and shows waiting entries in their form again.

// The address of this page, by which its records are known (ahead/site.js).
export const here = () => window.here ?? location.pathname;
export const pathOf = (form) => form.getAttribute("action") || here();
export const formOf = (record) =>
  [...document.forms].find((form) => !form.matches("#undo-form, .clash *") && pathOf(form) === record.path);
// A form that saves every tap.
export const TAPPED = "form#panel";
const NUMBER = /^(bid|tricks)_/;
export const fieldOf = ({ fields }, asked) => fields.find(([name]) => name === asked)?.[1];
// Whether both are entries of the same hand.
export const isOfHand = (one, other) => handOf(one) !== undefined && handOf(one) === handOf(other);
export const handOf = ({ path }) => /^.*\/hands\/\d+(?=\/)/.exec(path)?.[0];
// The lane of a record: the game of its address, or the address itself. Records in one lane depend on each
// other.
export const lane = (path) => (/^.*?\/g\/[^/]+/.exec(path) ?? [path])[0];
// The number of the record that starts the game of an address which has none yet: "/g/~NUMBER/hands/1/whole".
export const startOf = (path) => /\/g\/\??~([^/]+)/.exec(path)?.[1];
// The inputs that somebody fills in. A form without any, or with none changed, is a mere button: refused, it ends.
const FILLED = "input:not([type=hidden], [type=submit]), select, textarea";
const TEXT = "textarea, input:not([type=hidden], [type=submit], [type=radio], [type=checkbox])";
// Whether text in it differs from what the server drew, or is about to.
const isChanged = (input) => input.matches(TEXT) && input.value !== input.defaultValue;
// The inputs that were changed before the scripts of their page ran.
export const early = (which) =>
  [...document.querySelectorAll(which)].filter(
    ({ value, defaultValue, checked, defaultChecked }) =>
      value !== defaultValue || checked !== defaultChecked,
  );
export const hasText = (form) =>
  [...form.elements].some(
    (input) => isChanged(input) || (input.matches(TEXT) && input === document.activeElement),
  );
// Whether it corrects a hand, on a page of the same address.
export const isCorrection = ({ path }) => /\/hands\/\d+$/.test(path);
// The inputs tapped for a record, by name.
export const namesOf = (record) => (fieldOf(record, "touched") ?? "").split(" ").filter(Boolean);

// `touched`: the names that were tapped; they count even if the value is the same.
export function entryOf(form, button, touched) {
  const all = [...new FormData(form)].filter(([name]) => !["csrf_token", "pad"].includes(name));
  if (button?.name) all.push([button.name, button.value]);
  const has = (name) => all.some(([known]) => known === name);
  const [panel, undo] = [TAPPED, "#undo-form"].map((which) => form.matches(which));
  // At the desk "made" is a number that somebody typed.
  const scores = has("score") || (panel && has("made"));
  // A hand that the phone drew itself is sent as a whole, with all its waiting entries.
  const whole = panel && has("drawn");
  // Other players' numbers may be newer elsewhere than on this page.
  const isOwn = ([name]) => !panel || scores || whole || !NUMBER.test(name) || touched.has(name);
  const fields = all.filter(isOwn);
  const says = panel ? tapped(form, touched) : {};
  if (panel) fields.push(["touched", [...touched].join(" ")]);
  return {
    path: pathOf(form),
    page: here(),
    fields,
    button: button?.name ? { name: button.name, value: button.value, textContent: button.textContent } : null,
    what: form.dataset.what ?? described(form, button, Object.values(says)),
    says,
    panel,
    undo,
    ...kindOf(form),
    // A button of an open question.
    answers: form.closest(".clash") !== null,
    scores,
    whole,
    // This includes an entry that replaces another phone's.
    hand: whole || form.matches(".clash table ~ form"),
    // It names a revision with which the server compares it, so it may be sent later.
    lasting: undo || ((panel || form.closest("#board") !== null) && has("revision")),
    secret: form.closest("[data-secret]") !== null,
  };
}

// "bare": nothing in it was filled in. "draft": refused, it is shown in its form again. Refused entries of a
// hand are questions, because the server compares them with those of other phones.
function kindOf(form) {
  const isOfHand = form.closest("#board, .clash") !== null || isCorrection({ path: pathOf(form) });
  const inputs = [...form.elements].filter((input) => input.matches(FILLED));
  const isFilled = form.matches("[data-filled]") || inputs.some((input) => isOfHand || isFilledIn(input));
  return { bare: !isFilled, draft: isFilled && !isOfHand };
}
// As the server drew it, a form holds nothing that could be lost.
function isFilledIn(input) {
  if (input.matches("select")) {
    const drawn = [...input.options].findIndex(({ defaultSelected }) => defaultSelected);
    return input.selectedIndex !== Math.max(drawn, 0);
  }
  return isChanged(input) || input.checked !== input.defaultChecked;
}

// Descriptions for people, shown if it cannot be saved: "Bid of Ann: 2", by name.
function tapped(panel, touched) {
  const inputs = [...panel.querySelectorAll("input:checked, input[type=text]")];
  const labelOf = (input) => (input.type === "text" ? input : input.closest("[role=group]")).ariaLabel;
  const entryIn = (input) => (input.type === "text" ? input.value || "–" : text(input.closest("label")));
  const says = (input) => `${labelOf(input)}: ${entryIn(input)}`;
  return Object.fromEntries(
    inputs.filter(({ name }) => touched.has(name)).map((input) => [input.name, says(input)]),
  );
}
// "Undo", "New game: Ann, Ben". Of a button’s words for two views, the first; the button of a record has
// one text.
function described(form, button, says) {
  const shown = button?.querySelector?.(".paused") ?? button;
  if (form.closest("#board")) return button ? (button.ariaLabel ?? text(shown)) : says.join(", ");
  const names = [...form.querySelectorAll(".seats [name=name]")]
    .map((input) => input.value.trim())
    .filter(Boolean);
  const title = document.querySelector("h1").cloneNode(true);
  title.querySelector("small")?.remove();
  return [text(title), names.join(", ")].filter(Boolean).join(": ");
}
const text = (element) => element.textContent.replace(/\s+/g, " ").trim();

// The later of two records with everything that either entered; null if they must be sent one by one.
export function joined(first, later) {
  if (first.path !== later.path || first.starts || (!later.panel && later.lasting)) return null;
  const knows = [...new Set([...first.knows, first.id, ...later.knows])];
  if (!later.panel) return { ...later, knows };
  const [before, after] = [namesOf(first), namesOf(later)];
  if (first.tried || later.tried || fieldOf(first, "revision") !== fieldOf(later, "revision")) return null;
  const isWhole = first.scores ? later.scores : before.every((name) => after.includes(name));
  if (isWhole) return { ...later, knows };
  if (first.scores || later.scores || ![...before, ...after].every((name) => NUMBER.test(name))) return null;
  const left = before.filter((name) => !after.includes(name));
  const fields = [
    ...first.fields.filter(([name]) => left.includes(name)),
    ...later.fields.filter(([name]) => name !== "touched"),
    ["touched", [...left, ...after].join(" ")],
  ];
  const says = { ...first.says, ...later.says };
  return { ...later, knows, fields, says, what: Object.values(says).join(", ") || later.what };
}

// Whether a later tap, on the same panel or of the whole hand, contains everything that was tapped for this record.
export function repeats(later, record) {
  if (!later.panel || later.order <= record.order) return false;
  if (later.path !== record.path) return later.whole && isOfHand(later, record);
  return later.scores || (!record.scores && !without(record, namesOf(later)));
}

// The entry of a whole hand with the taps of the one before, which it replaces.
export function withTaps(entry, before) {
  const tapped = namesOf(entry);
  const earlier = namesOf(before).filter((name) => !tapped.includes(name));
  const fields = entry.fields.map(([name, value]) => [
    name,
    name === "touched" ? [...earlier, ...tapped].join(" ") : value,
  ]);
  const says = Object.fromEntries(Object.entries(before.says).filter(([name]) => earlier.includes(name)));
  return { ...entry, fields, says: { ...says, ...entry.says } };
}

// The record without inputs that were tapped later elsewhere; null if nothing is left.
export function without(record, later) {
  const left = namesOf(record).filter((name) => !later.includes(name));
  if (left.length === namesOf(record).length) return record;
  if (!left.length) return null;
  const fields = record.fields
    .filter(([name]) => !later.includes(name))
    .map(([name, value]) => [name, name === "touched" ? left.join(" ") : value]);
  return { ...record, fields };
}

// Shows waiting records as they were tapped, over the page as it was drawn.
export function fill(waits) {
  for (const key of document.querySelectorAll("#panel [type=radio]:not([name=pad], .typed *)"))
    key.checked = key.defaultChecked;
  for (const record of waits) fillForm(formOf(record), record);
}
export function fillForm(form, record) {
  // What was refused for an older state of the game or event is decided upon the one that the page shows.
  const left = record.fields.filter(([name]) => !(record.draft && record.held && name === "revision"));
  const names = record.panel && !record.scores ? namesOf(record) : null;
  for (const input of form ? form.elements : []) {
    // Whether points are a penalty or a bonus is sent with them.
    if (!names || names.includes(input.name.replace(/^sign_/, "points_"))) fillIn(input, left);
  }
}
export function unfold(form) {
  for (const input of [...form.elements].filter(isFilledIn))
    for (let fold = input.closest("details"); fold; fold = fold.parentNode.closest("details"))
      fold.open = true;
}

// Uses each of the fields `left` once, because all seats have inputs with the same name.
function fillIn(input, left) {
  const isChosen = left.some(([name, value]) => name === input.name && value === input.value);
  if (input.type === "checkbox") input.checked = isChosen;
  else if (input.type === "radio") input.checked ||= isChosen;
  else if (input.matches("input:not([name=csrf_token]), select, textarea")) {
    const at = left.findIndex(([name]) => name === input.name);
    const [, value] = at >= 0 ? left.splice(at, 1)[0] : [];
    // Text that is being typed is newer.
    const isTyped = input === document.activeElement && input.matches("#panel *");
    if (at >= 0 && !isTyped) input.value = value;
  }
}
