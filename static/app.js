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

  // Storage may be closed to this page; then only the page itself keeps it. Null removes.
  function keepIn(storage, name, value) {
    try {
      if (value === null) window[storage].removeItem(name);
      else window[storage].setItem(name, JSON.stringify(value));
    } catch { /* Nothing to do. */ }
  }
  function keptIn(storage, name) {
    try {
      return JSON.parse(window[storage].getItem(name));
    } catch {
      return null;
    }
  }

  // What is sent waits in a box until it is answered, in the order of the taps, one at a time. The
  // phone keeps the box: a reload, a phone that slept or a lost connection must not lose a tap.
  const bar = byId("unsaved");
  const place = `box ${location.pathname}`;
  const field = (entry, name) => entry.values.find(([known]) => known === name);
  const isUndo = (entry) => Boolean(field(entry, "target"));
  // The server compares what was tapped in a game with what was there; all else is meant for now.
  const isMeant = (entry) => Date.now() - entry.at < 3600000 || (byId("board") && (field(entry, "revision") || isUndo(entry)));
  const box = (keptIn("localStorage", place) || []).filter(isMeant);
  const keep = () => keepIn("localStorage", place, box.length ? box : null);
  let sending = false;
  let trying = 0;
  let hiding = 0;
  let busy = 0;
  let taps = 0;
  const saves = ({ requestConfig }) => requestConfig.verb === "post";
  const pathOf = (form) => form.getAttribute("action") || location.pathname;
  const formOf = (entry) => [...document.forms].find((form) => form.id !== "undo-form" && pathOf(form) === entry.path);
  const first = document.querySelector("form#panel");
  let early = first && [...first.elements].some((el) => el.type === "radio" && el.checked !== el.defaultChecked);

  // What was tapped since the panel was drawn: it is meant, even if it is what was there before.
  const touched = new Set();
  document.addEventListener("change", ({ target }) => {
    const panel = target.closest("#panel");
    if (!panel) return;
    touched.add(target.name);
    if (window.htmx) put(panel);
    else early = true;
  }, true);

  const read = (form, more) => [...new FormData(form), ...more].filter(([name]) => name !== "csrf_token");
  function put(form, button) {
    const more = button && button.name ? [[button.name, button.value]] : [];
    const entry = { path: pathOf(form), panel: form.id === "panel", more, at: Date.now() };
    if (entry.panel) more.push(["touched", [...touched].join(" ")]);
    entry.values = read(form, more);
    if (form.id === "undo-form") {
      if (box.some(isUndo)) return send();
      // What it takes back is known when all that was tapped before is answered.
      if (box.length) field(entry, "target")[1] = null;
    }
    const last = box.at(-1);
    const same = last && last.path === entry.path && JSON.stringify(last.values) === JSON.stringify(entry.values);
    if (!same) {
      taps += 1;
      if (last && supersedes(entry, last)) box.pop();
      box.push(entry);
      keep();
      still();
    }
    send();
  }
  // What the panel shows after an Undo, only its answer knows.
  function still() {
    const panel = byId("panel");
    if (panel) panel.inert = box.some(isUndo);
  }
  // A form holds all of what was entered in it. Of a game, what may be saved already goes first.
  function supersedes(entry, last) {
    if (entry.path !== last.path || (sending && box.length === 1)) return false;
    return entry.panel ? !last.tried && (!field(last, "score") || field(entry, "score")) : !byId("board");
  }
  function send() {
    if (sending || !box.length || !window.htmx) return;
    clearTimeout(trying);
    const [entry] = box;
    const target = field(entry, "target");
    if (target && target[1] === null) target[1] = byId("undo-form").elements.target.value;
    // Names and rules may have been mended since.
    if (!byId("board") && formOf(entry)) entry.values = read(formOf(entry), entry.more);
    entry.tried = true;
    keep();
    const token = document.querySelector("[name=csrf_token]");
    const data = new FormData();
    for (const [name, value] of entry.values) data.append(name, value);
    data.append("csrf_token", token ? token.value : "");
    // Of a board that shows its revision and nothing else, only what is new is sent.
    const board = byId("board");
    if (board && !("mixed" in board.dataset)) {
      data.append("seen", board.dataset.seen);
      data.append("open", board.dataset.panel);
    }
    const drawn = ["board", "start"].find(byId);
    sending = true;
    htmx.ajax("POST", entry.path, { values: data, target: drawn ? `#${drawn}` : "main", swap: "outerHTML" }).catch(() => {});
  }

  // Taps are put already: what is drawn this moment htmx hears only later.
  document.addEventListener("htmx:confirm", (event) => {
    const { verb, elt, triggeringEvent } = event.detail;
    if (verb !== "post" || elt === document.body) return;
    event.preventDefault();
    if (triggeringEvent.type === "submit") put(elt, triggeringEvent.submitter);
  });
  // The browser itself would lose what was typed when there is no connection.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !form.elements.csrf_token) return;
    if (!window.htmx) {
      // Now the browser sends what the page shows.
      box.length = 0;
      keep();
    } else if (form.closest("#board") || form.querySelector("input:not([type=hidden])")) {
      event.preventDefault();
      form.inert = true;
      put(form, event.submitter);
    }
  });

  // No answer, or no connection: say so and try again.
  const isLost = ({ status }) => [0, 408, 429].includes(status) || status > 501;
  // On public networks a page of somebody else may come in place of an answer.
  const isForeign = (xhr) => xhr.status < 300 && byId("board") && !xhr.getResponseHeader("X-Revision") && !xhr.getResponseHeader("HX-Redirect");
  function show(what) {
    clearTimeout(hiding);
    bar.className = what;
    bar.hidden = false;
  }
  function failed() {
    show("again");
    clearTimeout(trying);
    trying = setTimeout(send, 3000);
  }
  function answered(xhr) {
    const [done] = box.splice(0, 1);
    const refused = xhr.status >= 400;
    const final = refused && xhr.status !== 409 && xhr.status !== 422;
    // What was tapped after something refused rests on it; only a panel says all of it again.
    const again = box[0] && box[0].panel && box[0].path === done.path;
    if (final || xhr.getResponseHeader("HX-Redirect") || (refused && !again)) box.length = 0;
    keep();
    if (box.length && !refused) carry(done, xhr);
    if (final) show("final");
    else if (!box.length) settled(refused);
    setTimeout(send);
  }
  function settled(refused) {
    if (!refused && bar.className === "again" && !bar.hidden) {
      bar.querySelector(".time").textContent = clockTime();
      show("saved");
      hiding = setTimeout(() => { bar.hidden = true; }, 4000);
    } else if (refused || bar.className !== "saved") bar.hidden = true;
  }
  // An answer that is not drawn brings the numbers for what is sent next. Where others saved in
  // between, what waits keeps the old ones, and the server compares.
  function carry(done, xhr) {
    const board = byId("board");
    if (!board) return;
    const revision = Number(xhr.getResponseHeader("X-Revision"));
    const before = Number((field(done, "revision") || [0, board.dataset.revision])[1]);
    const known = revision - before <= 1;
    const target = known && /name="target" value="(\d*)"/.exec(xhr.response);
    const undo = board.querySelector("[name=target]");
    if (undo) undo.value = target ? target[1] : "";
    const numbers = [...document.querySelectorAll("#board [name=revision]")];
    for (const input of numbers) if (input.value === `${revision - 1}`) input.value = revision;
    for (const pair of box.map((entry) => field(entry, "revision"))) {
      if (pair && pair[1] === `${revision - 1}`) pair[1] = `${revision}`;
    }
    keep();
  }
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    busy += 1;
    detail.xhr.taps = taps;
  });
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { xhr } = event.detail;
    if (!saves(event.detail) || isLost(xhr)) return;
    if (!isForeign(xhr)) return answered(xhr);
    event.preventDefault();
    failed();
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { xhr } = detail;
    if (xhr.status >= 400) byId("status").textContent = "";
    // An answer older than the newest tap is not drawn: the tap would vanish from the page.
    if (saves(detail) ? box.length : xhr.taps !== taps) detail.shouldSwap = false;
    const { root, parts } = window.drawing.read(xhr.response);
    if (detail.shouldSwap && parts) {
      detail.shouldSwap = false;
      window.drawing.drawParts(byId("board"), root, parts);
      drawn(detail);
    }
    if (!saves(detail) || !/<main/.test(xhr.response)) return;
    detail.target = document.querySelector("main");
    detail.selectOverride = "main";
  });
  document.addEventListener("htmx:afterSwap", ({ detail }) => drawn(detail));
  function drawn(detail) {
    touched.clear();
    fill();
    times();
    if (!saves(detail)) return;
    for (const form of document.querySelectorAll("form:not([action])")) form.setAttribute("action", detail.requestConfig.path);
    // A panel that was not there before begins at its top.
    if (document.querySelector("#panel.fresh, .result")) scrollTo(0, 0);
  }
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    busy -= 1;
    if (!saves(detail)) return;
    sending = false;
    for (const form of document.querySelectorAll("form[inert]")) form.inert = false;
    still();
  });
  for (const name of ["htmx:sendError", "htmx:sendAbort", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(name, ({ detail }) => { if (saves(detail) && isLost(detail.xhr)) failed(); });
  }
  document.addEventListener("said", ({ detail }) => {
    byId("status").textContent = detail.timed ? `${detail.text} ${clockTime()}` : detail.text;
  });

  // What waits is shown as it was tapped, over what the page was drawn with.
  function fill() {
    for (const entry of box) {
      const form = formOf(entry);
      const left = [...entry.values];
      for (const input of form ? form.elements : []) {
        const chosen = left.some(([name, value]) => name === input.name && value === input.value);
        if (input.type === "checkbox") input.checked = chosen;
        else if (input.type === "radio") input.checked ||= chosen;
        else if (input.matches("input:not([name=csrf_token])")) {
          const at = left.findIndex(([name]) => name === input.name);
          if (at >= 0) [[, input.value]] = left.splice(at, 1);
        }
      }
      if (form && entry.panel) for (const name of field(entry, "touched")[1].split(" ")) touched.add(name);
    }
    still();
  }
  if (box.length) {
    fill();
    show("again");
  }
  document.addEventListener("htmx:load", () => {
    live(true);
    send();
    // Taps made before htmx was there are sent when it is.
    if (early && byId("panel")) put(byId("panel"));
  }, { once: true });
  bar.querySelector("button").addEventListener("click", () => {
    if (bar.className === "final") location.reload();
    else send();
  });
  addEventListener("online", send);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) send(); });
  addEventListener("beforeunload", (event) => { if (box.length && !bar.hidden) event.preventDefault(); });

  // Others may draw the board when nothing of this page's is on its way.
  window.page = { isQuiet: () => !busy && !box.length, clockTime, keepIn, keptIn };

  // Times in the phone's own zone.
  function times() {
    for (const time of document.querySelectorAll("time[datetime]")) {
      time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
    }
  }
  times();

  // Seats change places by their arrows or by dragging their grip. The mark of the dealer goes along,
  // and each row says and sends what the server would draw at its new place.
  const nameAt = (seat) => seat.querySelector("[name=name]").value.trim();
  function number(list) {
    const seats = [...list.children];
    const dealer = seats.findIndex((seat) => seat.querySelector("[name=dealer]").checked);
    seats.forEach((seat, index) => {
      const fill = (text, value) => text.replace("{}", () => value);
      for (const field of seat.querySelectorAll("[name]")) {
        const isName = field.name === "name";
        field.id = `${field.name}-${index}`;
        field.setAttribute("aria-label", fill(list.dataset[field.name], (!isName && nameAt(seat)) || index + 1));
        if (isName) field.placeholder = fill(list.dataset.free, index + 1);
        else field.value = index;
      }
      seat.querySelector("[name=up]").disabled = !index;
      seat.querySelector("[name=down]").disabled = index === seats.length - 1;
    });
    if (dealer >= 0) seats[dealer].querySelector("[name=dealer]").checked = true;
  }
  document.addEventListener("click", (event) => {
    const arrow = event.target.closest(".move");
    if (!arrow) return;
    event.preventDefault();
    const seat = arrow.closest(".seat");
    const list = seat.parentNode;
    const other = arrow.name === "up" ? seat.previousElementSibling : seat.nextElementSibling;
    // The free seats at the end stay there.
    const seats = [...list.children];
    if (![seat, other].every((one) => seats.slice(seats.indexOf(one)).some(nameAt))) return;
    // The other one is moved, since a row that is moved loses the focus.
    if (arrow.name === "up") seat.after(other);
    else seat.before(other);
    number(list);
    (arrow.disabled ? seat.querySelector(".move:enabled") : arrow).focus();
  });
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
    number(held.parentNode);
    held = null;
  };
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
})();
