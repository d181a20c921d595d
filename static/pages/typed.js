// Keeps what was typed or chosen in the forms of a page for this tab, until it is sent: after a reload, on the way back
// to the page, or when the browser had discarded it.
import { fillForm, pathOf, unfold } from "../saving/entries.js";
import { recall, remember } from "../showing/memory.js";

// Of the page that is drawn, never of the one before.
const FRESH = ["csrf_token", "revision", "token"];
// Everything in the game is kept by the outbox. A link that grants a right is no text to keep.
const OTHERS = "#board *, [data-secret], [enctype]";

const entered = (form) => [...new FormData(form)].filter(([name]) => !FRESH.includes(name));
// As the server drew it.
function drawn(form) {
  const as = form.cloneNode(true);
  as.reset();
  return entered(as);
}

// `sent`: the forms that show what is being sent, or was.
export function keepTyped(sent) {
  const place = (form) => `typed ${location.pathname}${location.search} ${pathOf(form)}`;
  // Of several forms with one address, such as the buttons of a list, only the first.
  const forms = () => {
    const all = [...document.forms].filter((form) => form.method === "post" && !form.matches(OTHERS));
    return new Map(all.reverse().map((form) => [place(form), form]));
  };
  const first = new Map();
  for (const [name, form] of forms()) {
    const was = JSON.stringify(drawn(form));
    first.set(name, was);
    const kept = recall("sessionStorage", name);
    // Somebody may have saved another text meanwhile, or typed before this script came.
    if (kept?.was !== was || sent.has(form) || JSON.stringify(entered(form)) !== was) continue;
    fillForm(form, kept);
    unfold(form);
    for (const input of form.elements) input.dispatchEvent(new Event("input", { bubbles: true }));
    form.dispatchEvent(new Event("filled"));
  }
  function keep() {
    for (const [name, form] of forms()) {
      const was = first.get(name);
      const fields = entered(form);
      const isKept = was && !sent.has(form) && JSON.stringify(fields) !== was;
      remember("sessionStorage", name, isKept ? { was, fields } : null);
    }
  }
  // A page that is hidden may never come back.
  document.addEventListener("visibilitychange", () => document.hidden && keep());
  addEventListener("pagehide", keep);
}
