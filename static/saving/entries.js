// Turns a form into an entry for the outbox, and shows waiting entries in their form again.

export const pathOf = (form) => form.getAttribute("action") || location.pathname;
const formOf = (record) =>
  [...document.forms].find((form) => !form.matches("#undo-form, .clash *") && pathOf(form) === record.path);
// A form whose every tap is saved.
export const TAPPED = "form#panel, form[data-taps]";
const NUMBER = /^(bid|tricks)_/;
// What a tap on this input enters, by name.
export const spotOf = ({ dataset, name }) => dataset.spot ?? name;

// `touched`: the names tapped since the panel was drawn; they count even where the value is the same.
export function entryOf(form, button, touched) {
  const all = [...new FormData(form)].filter(([name]) => !["csrf_token", "pad"].includes(name));
  if (button?.name) all.push([button.name, button.value]);
  const has = (name) => all.some(([known]) => known === name);
  const [panel, undo] = [TAPPED, "#undo-form"].map((which) => form.matches(which));
  const scores = has("score") || has("made");
  // The numbers of others may be newer elsewhere than this page shows them.
  const isOwn = ([name]) => !panel || scores || !NUMBER.test(name) || touched.has(name);
  const fields = all.filter(isOwn);
  if (panel) fields.push(["touched", [...touched].join(" ")]);
  return {
    path: pathOf(form),
    page: location.pathname,
    fields,
    button: button?.name ? { name: button.name, value: button.value, textContent: button.textContent } : null,
    what: described(form, button, touched),
    panel,
    undo,
    scores,
    // It names a revision that the server compares with, so it may be sent at any later time.
    lasting: undo || ((panel || form.closest("#board") !== null) && has("revision")),
    secret: Boolean(form.closest("[data-secret]")),
  };
}

// A description for people, shown if it cannot be saved: "Bid of Ann: 2", "Undo", "New game: Ann, Ben".
function described(form, button, touched) {
  const chips =
    form.id === "panel"
      ? [...form.querySelectorAll("input:checked")].filter(({ name }) => touched.has(name))
      : [];
  const tapped = chips.map(
    (chip) => `${chip.closest("[role=group]").getAttribute("aria-label")}: ${text(chip.closest("label"))}`,
  );
  if (form.closest("#board")) return button ? text(button) : tapped.join(", ");
  const names = [...form.querySelectorAll(".seats [name=name]")]
    .map((input) => input.value.trim())
    .filter(Boolean);
  const title = document.querySelector("h1").cloneNode(true);
  title.querySelector("small")?.remove();
  return [text(title), names.join(", ")].filter(Boolean).join(": ");
}
const text = (element) => element.textContent.replace(/\s+/g, " ").trim();

// Shows waiting records as they were tapped, over what the page was drawn with; the next tap names the same
// revision.
export function fill(waits, touched) {
  for (const record of waits) {
    const form = formOf(record);
    const left = [...record.fields];
    for (const input of form ? form.elements : []) fillIn(input, left);
    const tapped = record.panel && left.find(([name]) => name === "touched")[1].split(" ");
    for (const name of tapped || []) touched.add(name);
  }
}

// Uses up each of the fields `left` once: all seats have inputs of the same name.
function fillIn(input, left) {
  const isChosen = left.some(([name, value]) => name === input.name && value === input.value);
  if (input.type === "checkbox") input.checked = isChosen;
  else if (input.type === "radio") input.checked ||= isChosen;
  else if (input.matches("input:not([name=csrf_token])")) {
    const at = left.findIndex(([name]) => name === input.name);
    const [, value] = at >= 0 ? left.splice(at, 1)[0] : [];
    // What is being typed is newer.
    const isTyped = input === document.activeElement && input.matches("[data-taps] *");
    if (at >= 0 && !isTyped) input.value = value;
  }
}
