// Draws an answer over the page: the board, or only the parts that are new, each in its place.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);

  // An answer is a board, or its root alone and then the parts; rows come in a table of their own.
  function read(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    const [root, ...rest] = template.content.children;
    const inTable = (part) => part.matches("table") ? [...part.querySelectorAll("thead, tr[id]")] : [part];
    return { root, parts: root && "parts" in root.dataset ? rest.flatMap(inTable) : null };
  }

  const drawParts = (old, root, parts) => keepFocus(() => {
    const panel = byId("panel");
    if (panel) panel.classList.remove("fresh");
    for (const part of parts) {
      keepOpen(old, part);
      const there = byId(part.id);
      if (there) there.replaceWith(part);
      else byId("rows").append(part);
      if (window.htmx) htmx.process(part);
    }
    for (const name of Object.keys(old.dataset)) if (!(name in root.dataset)) delete old.dataset[name];
    for (const [name, value] of Object.entries(root.dataset)) if (name !== "parts") old.dataset[name] = value;
    for (const input of old.querySelectorAll("[name=revision]")) input.value = root.dataset.revision;
    choose(old, root.dataset.chosen.split(" "));
  });
  const drawWhole = (old, fresh) => keepFocus(() => {
    keepOpen(old, fresh);
    old.replaceWith(fresh);
    if (window.htmx) htmx.process(fresh);
  });

  function keepFocus(draw) {
    const focused = document.activeElement && document.activeElement.id;
    draw();
    if (focused && byId(focused)) byId(focused).focus({ preventScroll: true });
  }

  // What is chosen comes for the whole panel: what was tapped meanwhile may have been refused.
  function choose(old, chosen) {
    for (const chip of old.querySelectorAll("#panel input[type=radio]")) {
      chip.defaultChecked = chosen.includes(chip.id);
      chip.checked = chip.defaultChecked;
    }
  }

  function keepOpen(old, fresh) {
    for (const part of old.querySelectorAll("details[id]")) {
      const again = fresh.querySelector(`#${part.id}`);
      if (again) again.open = part.open;
    }
  }

  window.drawing = { read, drawParts, drawWhole };
})();
