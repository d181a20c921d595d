// Keeps what was typed or chosen in the forms of a page for this tab, until it is sent: after a reload, on the way back
// to the page, or when the browser had discarded it.
import { fillForm, pathOf, unfold } from "../saving/entries.js";
import { recall, remember } from "../showing/memory.js";

// Of the page that is drawn, never of the one before; a kind of event is a card that the server marks.
const FRESH = /token|revision|^kind$/;
// Everything in the game is kept by the outbox. A link that grants a right is no text to keep.
const FORMS = "[method=post]:not(#board *, [data-secret], [enctype])";

const entered = (form) => [...new FormData(form)].filter(([name]) => !FRESH.test(name));
const held = (fields, asked) => `${fields.filter(([name]) => name === asked)}`;
// As the server drew it.
function drawn(form) {
  const as = form.cloneNode(true);
  as.reset();
  return entered(as);
}

// `sent`: the forms that show what is being sent, or was.
export function keepTyped(sent) {
  // Of several forms with one address, such as the buttons of a list, only the first.
  const forms = () =>
    new Map(
      [...document.querySelectorAll(FORMS)]
        .reverse()
        .map((form) => [`typed at ${location.pathname}${location.search} ${pathOf(form)}`, form]),
    );
  const first = new Map();
  for (const [name, form] of forms()) {
    const was = drawn(form);
    const now = entered(form);
    const kept = recall("sessionStorage", name);
    first.set(name, was);
    // Another hand may have its number now.
    if (!kept || (form.id === "hand" && `${kept.was}` !== `${was}`)) continue;
    // Somebody may have typed before this script came, or saved another text meanwhile. A suggestion gives way.
    const isKept = (field) =>
      !sent.has(form) &&
      held(kept.fields, field) !== held(kept.was, field) &&
      held(now, field) === held(was, field) &&
      (!form.revision || held(kept.was, field) === held(was, field));
    const names = [...form.elements].map(({ name }) => name).filter(isKept);
    if (!names[0]) continue;
    fillForm(form, { panel: true, fields: [...kept.fields, ["touched", names.join(" ")]] });
    unfold(form);
    for (const input of form.elements) input.dispatchEvent(new Event("input", { bubbles: true }));
    form.dispatchEvent(new Event("filled"));
  }
  function keep() {
    for (const [name, form] of forms()) {
      const was = first.get(name);
      const fields = entered(form);
      const isKept = was && !sent.has(form) && `${fields}` !== `${was}`;
      remember("sessionStorage", name, isKept ? { was, fields } : null);
    }
  }
  // A page that is hidden may never come back.
  document.addEventListener("visibilitychange", () => document.hidden && keep());
  addEventListener("pagehide", keep);
}
