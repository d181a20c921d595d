// Parts of a page that htmx loads: everything except saves.
import { isOurAnswer } from "../saving/ask.js";
import { board, read } from "../showing/draw.js";
import { openView } from "../showing/views.js";

// Calls `drawn(isAnswer)` after each drawing, with whether a link of a question was tapped, and `unanswered()`
// after a failed request. Returns `areAsked()`.
export function watchParts({ drawn, unanswered }) {
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
    xhr.addEventListener("load", () => isOurs(xhr) || unanswered());
    for (const name of ["error", "timeout"]) xhr.addEventListener(name, unanswered);
  });
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (!isOurs(event.detail.xhr)) event.preventDefault();
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { xhr, pathInfo } = detail;
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
