// Parts of a page that htmx loads: everything except saves.
import { isOurAnswer } from "../saving/ask.js";
import { board, read } from "../showing/parts.js";
import { openView } from "../showing/views.js";

// Calls `drawn(isAnswer)` after each drawing, with whether a link of a question was tapped, and `unanswered()`
// after a failed request. Returns `areAsked()`.
export function watchParts({ drawn, unanswered }) {
  const forgetTaps = watchTaps();
  let asked = 0;
  const isOurs = (xhr) => isOurAnswer((name) => xhr.getResponseHeader(name));

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    Object.assign(detail.parameters, openView());
  });
  document.addEventListener("htmx:beforeSend", ({ detail: { xhr, target } }) => {
    asked += 1;
    // An answer whose place has been drawn anew meanwhile is late, and so are its other parts.
    const ifLate = ({ detail }) => {
      detail.shouldSwap &&= target.isConnected;
    };
    target.addEventListener("htmx:beforeSwap", ifLate, { once: true });
    // htmx reports nothing more about a link that is redrawn meanwhile.
    xhr.addEventListener("loadend", () => {
      asked -= 1;
    });
    const failed = () => {
      forgetTaps();
      unanswered();
    };
    xhr.addEventListener("load", () => isOurs(xhr) || failed());
    for (const name of ["error", "timeout"]) xhr.addEventListener(name, failed);
    xhr.addEventListener("abort", forgetTaps);
  });
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (!isOurs(event.detail.xhr)) event.preventDefault();
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { xhr, pathInfo } = detail;
    // What is open in the form of a new game or event stays open, from the first layout on.
    const folds = [...document.querySelectorAll("#start details")];
    detail.serverResponse = xhr.response.replace(/<details/g, (tag) =>
      folds.shift()?.open ? `${tag} open` : tag,
    );
    const [now, then] = [board()?.dataset.revision, read(xhr.response).root?.dataset.revision];
    if (!detail.shouldSwap || !(Number(then) < Number(now))) return;
    // The answer is older than the page, because something was saved meanwhile.
    detail.shouldSwap = false;
    htmx.ajax("GET", pathInfo.requestPath, { target: "#board", swap: "outerHTML" });
  });
  document.addEventListener("htmx:afterSwap", ({ detail }) =>
    drawn(Boolean(detail.requestConfig.elt?.closest(".clash"))),
  );
  return { areAsked: () => asked > 0 };
}

// While the answer to a button of a form is awaited, htmx forgets a tap on another one, because the answer replaces the
// form: that one is tapped in the new form, also the one that sends the form at last. Returns a function that forgets
// such taps.
const AWAITED = "form:is(.htmx-request, :has(button.htmx-request))";
const ASKS = "form button[hx-post], form:is([hx-get], [hx-post], :has(button[hx-post])) button[name]";
function watchTaps() {
  let later = [];
  let last = "";
  let settled = null;
  const forget = () => {
    later = [];
  };
  const keyOf = ({ id, name, value }) =>
    id ? `#${id}` : `button[name="${name}"][value="${CSS.escape(value)}"]`;
  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest(ASKS);
      if (!button) return;
      const key = keyOf(button);
      if (button.closest(AWAITED)) {
        event.preventDefault();
        event.stopPropagation();
        // A second tap on the same button is none.
        if (key !== last) later.push(key);
      }
      last = key;
    },
    true,
  );
  // It is told of each element that was drawn.
  document.addEventListener("htmx:afterSettle", ({ detail: { xhr } }) => {
    if (xhr === settled || document.querySelector(AWAITED)) return;
    settled = xhr;
    // What was refused is read first.
    if (xhr.status >= 400) forget();
    while (later.length) {
      const button = document.querySelector(later.shift());
      // One that is gone or has no more to do must not hold up the taps after it.
      if (!button || button.disabled) continue;
      button.click();
      break;
    }
  });
  return forget;
}
