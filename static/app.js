// What the page does beyond its forms; everything works without it.
(() => {
  "use strict";
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const clockTime = () => new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

  // Saving by tap needs htmx: without it the pages show their plain save buttons.
  const live = (on) => root.classList.toggle("live", on);
  live(true);
  document.querySelector("script[integrity]").addEventListener("error", () => live(false));
  setTimeout(() => live(Boolean(window.htmx)), 4000);

  // Taps made before htmx was there are sent when it is.
  document.addEventListener("htmx:load", () => {
    live(true);
    const panel = byId("panel");
    const early = panel && [...panel.elements].some((el) => el.type === "radio" && el.checked !== el.defaultChecked);
    if (early) htmx.trigger(panel, "change");
  }, { once: true });

  // An answer older than the newest tap is not drawn: the tap would vanish from the page.
  let taps = 0;
  let busy = 0;
  let undoNext = false;
  const saves = (detail) => detail.requestConfig && detail.requestConfig.verb === "post";

  document.addEventListener("change", (event) => {
    if (event.target.closest("#panel")) event.taps = taps += 1;
  }, true);
  document.addEventListener("submit", (event) => {
    if (event.target.id === "panel") event.taps = taps += 1;
    if (event.target.id !== "undo-form" || !busy) return;
    // What Undo takes back is known when the save under way is answered.
    event.preventDefault();
    event.stopPropagation();
    undoNext = true;
  }, true);
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const tap = detail.triggeringEvent && detail.triggeringEvent.type === "change";
    if (tap) delete detail.parameters.score;
  });
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    busy += 1;
    const { triggeringEvent } = detail.requestConfig;
    detail.xhr.taps = (triggeringEvent && triggeringEvent.taps) || taps;
  });
  document.addEventListener("htmx:afterRequest", () => { busy -= 1; });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (saves(detail)) settled();
    const { xhr } = detail;
    if (detail.target.id !== "board" || xhr.taps === taps || xhr.status === 409) return;
    const field = document.querySelector("#panel [name=revision]");
    if (!field) return;
    detail.shouldSwap = false;
    const revision = Number(xhr.getResponseHeader("X-Revision"));
    if (saves(detail) && xhr.status === 200 && revision === Number(field.value) + 1) field.value = revision;
  });
  // A panel that was not there before begins at its top.
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (saves(detail) && document.querySelector("#panel.fresh, .result")) scrollTo(0, 0);
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (!undoNext || busy) return;
    undoNext = false;
    document.querySelector("[form=undo-form]").click();
  });
  document.addEventListener("said", ({ detail }) => {
    byId("status").textContent = detail.timed ? `${detail.text} ${clockTime()}` : detail.text;
  });

  // No answer, or no connection: say so, keep what was tapped, and try again.
  const bar = byId("unsaved");
  let unsent = null;
  let timer = 0;
  function failed({ detail }) {
    if (!saves(detail)) return;
    const { triggeringEvent, path, parameters } = detail.requestConfig;
    const { status } = detail.xhr;
    const final = status >= 400 && status !== 429 && status < 502;
    bar.classList.toggle("final", final);
    bar.hidden = false;
    clearTimeout(timer);
    unsent = final ? null : { form: detail.elt.closest("form"), path, parameters, event: triggeringEvent };
    if (!final) timer = setTimeout(retry, 3000);
  }
  function retry() {
    clearTimeout(timer);
    if (bar.classList.contains("final") && !bar.hidden) return location.reload();
    if (!unsent) return;
    const { form, path, parameters, event } = unsent;
    const button = event && event.submitter;
    if (!form || !form.isConnected) {
      htmx.ajax("POST", path, { values: parameters, target: "#board", swap: "outerHTML" });
    } else if (button && button.isConnected) button.click();
    else if (form.id === "panel") htmx.trigger(form, "change");
    else form.requestSubmit();
  }
  function settled() {
    clearTimeout(timer);
    unsent = null;
    bar.hidden = true;
  }
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(name, failed);
  }
  bar.querySelector("button").addEventListener("click", retry);
  addEventListener("online", () => { if (unsent) retry(); });
  addEventListener("beforeunload", (event) => { if (unsent) event.preventDefault(); });

  // The clock of a timed game, and times in the phone's own zone.
  function tick() {
    for (const clock of document.querySelectorAll("[data-ends]")) {
      const minutes = Math.max(0, Math.ceil((new Date(clock.dataset.ends) - Date.now()) / 60000));
      if (clock.dataset.minutes !== undefined && Number(clock.dataset.minutes) !== minutes) {
        const board = byId("board");
        if (window.htmx && board && !unsent && !busy) htmx.ajax("GET", `${location.pathname}?panel=${board.dataset.panel}`, { target: "#board", swap: "outerHTML" });
      }
      clock.dataset.minutes = minutes;
    }
  }
  setInterval(tick, 5000);
  for (const time of document.querySelectorAll("time[datetime]")) {
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
  }

  // Seats change places by dragging their grip; the buttons beside do the same.
  let held = null;
  document.addEventListener("pointerdown", (event) => {
    held = event.target.closest(".grip") && event.target.closest(".seat");
    if (held) { held.classList.add("held"); event.preventDefault(); }
  });
  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    const over = document.elementFromPoint(innerWidth / 2, event.clientY);
    const seat = over && over.closest(".seat");
    if (!seat || seat === held) return;
    const after = held.compareDocumentPosition(seat) & Node.DOCUMENT_POSITION_FOLLOWING;
    seat.parentNode.insertBefore(held, after ? seat.nextSibling : seat);
  });
  const drop = () => {
    if (!held) return;
    held.classList.remove("held");
    held = null;
    const seats = [...document.querySelectorAll(".seat")];
    const dealer = seats.findIndex((seat) => seat.querySelector("[name=dealer]").checked);
    seats.forEach((seat, index) => {
      for (const field of seat.querySelectorAll("[name=dealer], .move")) field.value = index;
    });
    if (dealer >= 0) seats[dealer].querySelector("[name=dealer]").checked = true;
  };
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
})();
