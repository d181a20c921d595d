// What the page does beyond its forms; everything works without it.
(() => {
  "use strict";
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const clockTime = (moment = new Date()) => moment.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

  // Saving by tap needs htmx: without it the pages show their plain save buttons.
  const live = (on) => root.classList.toggle("live", on);
  live(true);
  root.classList.add("js");
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

  // What was tapped since the panel was drawn: it is meant, even if it is what was there before.
  const touched = new Set();
  document.addEventListener("change", (event) => {
    if (!event.target.closest("#panel")) return;
    event.taps = taps += 1;
    touched.add(event.target.name);
  }, true);
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target.id === "board") touched.clear();
  });
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
    if (detail.elt.id === "panel" && touched.size) detail.parameters.touched = [...touched].join(" ");
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
    if (xhr.status >= 400) byId("status").textContent = "";
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

  // What was tapped is kept on the phone until the server has it: a reload, a phone that
  // slept or a connection that was lost must not lose it.
  const bar = byId("unsaved");
  const place = `unsent ${location.pathname}`;
  let unsent = null;
  let timer = 0;
  // Storage may be closed to this page; then only the page itself keeps it. Null removes.
  function keepIn(storage, name, value) {
    try {
      if (value === null) storage.removeItem(name);
      else storage.setItem(name, JSON.stringify(value));
    } catch { /* Nothing to do. */ }
  }
  function keptIn(storage, name) {
    try {
      return JSON.parse(storage.getItem(name));
    } catch {
      return null;
    }
  }
  const keep = (sent) => keepIn(localStorage, place, sent);
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    if (!saves(detail) || !byId("board")) return;
    const { path, parameters } = detail.requestConfig;
    const { csrf_token: _, ...values } = Object.fromEntries(Object.entries(parameters));
    keep({ path, values });
  });

  // No answer, or no connection: say so and try again.
  function failed({ detail }) {
    if (!saves(detail)) return;
    const { triggeringEvent, path, parameters } = detail.requestConfig;
    const { status } = detail.xhr;
    const final = status >= 400 && status !== 429 && status < 502;
    unsent = final ? null : { form: detail.elt.closest("form"), path, parameters, event: triggeringEvent };
    if (final) keep(null);
    show(final ? "final" : "again");
    clearTimeout(timer);
    if (!final) timer = setTimeout(retry, 3000);
  }
  function show(what) {
    bar.className = what;
    bar.hidden = false;
  }
  function retry() {
    clearTimeout(timer);
    if (bar.className === "final" && !bar.hidden) return location.reload();
    if (!unsent || busy) return;
    const { form, path, parameters, event } = unsent;
    const button = event && event.submitter;
    if (!form || !form.isConnected) {
      const token = document.querySelector("#board [name=csrf_token]");
      const values = { ...parameters, csrf_token: token ? token.value : "" };
      htmx.ajax("POST", path, { values, target: "#board", swap: "outerHTML" });
    } else if (button && button.isConnected) button.click();
    else if (form.id === "panel") htmx.trigger(form, "change");
    else form.requestSubmit();
  }
  function settled() {
    clearTimeout(timer);
    keep(null);
    if (unsent) {
      bar.querySelector(".time").textContent = clockTime();
      show("saved");
      timer = setTimeout(() => { bar.hidden = true; }, 4000);
    } else if (bar.className !== "saved") bar.hidden = true;
    unsent = null;
  }
  // What an earlier visit of this page did not get rid of: shown as tapped, and sent.
  document.addEventListener("htmx:load", () => {
    const sent = keptIn(localStorage, place);
    if (!sent || !byId("panel")) return keep(null);
    for (const [name, value] of Object.entries(sent.values)) {
      const chip = byId(`${name}-${value}`);
      if (chip && sent.path === byId("panel").getAttribute("action")) chip.checked = true;
    }
    unsent = { path: sent.path, parameters: sent.values };
    show("again");
    retry();
  }, { once: true });
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(name, failed);
  }
  bar.querySelector("button").addEventListener("click", retry);
  addEventListener("online", () => { if (unsent) retry(); });
  document.addEventListener("visibilitychange", () => { if (unsent && !document.hidden) retry(); });
  addEventListener("beforeunload", (event) => { if (unsent) event.preventDefault(); });

  // Others may draw the board when nothing of this page's is on its way.
  window.page = { isQuiet: () => !busy && !unsent && !undoNext, clockTime, keepIn, keptIn };

  // Times in the phone's own zone.
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
