// Parts of a page that htmx asks for by itself: what is no save.
import { isOurAnswer } from "../saving/ask.js";
import { board, read } from "./draw.js";

// `drawn()` is told of each drawing, `unanswered()` of what brought nothing. Gives `areAsked()`.
export function watchParts({ drawn, unanswered }) {
  let asked = 0;
  const isOurs = (xhr) => isOurAnswer((name) => xhr.getResponseHeader(name));

  document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
    asked += 1;
    // Of a link that is drawn anew meanwhile htmx says nothing more.
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
    // What was saved while it was on its way, it does not show.
    detail.shouldSwap = false;
    htmx.ajax("GET", pathInfo.requestPath, { target: "#board", swap: "outerHTML" });
  });
  document.addEventListener("htmx:afterSwap", drawn);
  return { areAsked: () => asked > 0 };
}
