// Shows a state of the wall in place of the one before, and returns its faults on the pages of its lists.
async ({ html, language, isLost }) => {
  const app = document.querySelector("script[src*='app.js']").src;
  const { clockTime, showLocalTimes } = await import(app.replace("app.js", "showing/times.js"));
  document.documentElement.lang = language;
  document.documentElement.classList.add("live");
  document.querySelector("main").replaceWith(
    new DOMParser().parseFromString(html, "text/html").querySelector("main"),
  );
  showLocalTimes();
  const wall = document.querySelector(".wall");
  const line = document.getElementById("lost");
  line.hidden = !isLost;
  line.querySelector(".since").textContent = clockTime(new Date());
  wall.classList.toggle("is-lost", isLost);
  await document.fonts.ready;
  const SLACK = 1.5;
  const lists = [...wall.querySelectorAll("ol[data-leaf]")];
  const labels = [...wall.querySelectorAll("b[data-leaf]")];
  const shown = (one) => one.checkVisibility();
  const isIn = (box, { left, right, top, bottom }) =>
    box.left >= left - SLACK && box.right <= right + SLACK && box.top >= top - SLACK && box.bottom <= bottom + SLACK;
  const onScreen = { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
  const found = new Set();
  // Letters are lower than their line; their box without its upper and lower fifth is ink.
  const ink = ({ left, right, top, bottom, height }) => ({ left, right, top: top + height / 5, bottom: bottom - height / 5 });

  function texts() {
    const walker = document.createTreeWalker(wall, NodeFilter.SHOW_TEXT);
    const all = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node.data.trim() && shown(node.parentElement)) all.push(node);
    }
    return all;
  }
  function linesOf(node) {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  }
  function isBroken(node) {
    const range = document.createRange();
    return [...node.data.matchAll(/[^\s\u00ad-]+/g)].some(({ index, 0: word }) => {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    });
  }
  function look(where) {
    const say = (what, node) => found.add(`${where}${what}: ${node.textContent.trim().slice(0, 40)}`);
    if (wall.scrollWidth > wall.clientWidth || wall.scrollHeight > wall.clientHeight) found.add(`${where}overflows`);
    const head = wall.querySelector(":scope > header")?.getBoundingClientRect();
    if (head && head.height > innerHeight / 6) found.add(`${where}the head is too high: ${head.height}`);
    const pieces = [];
    for (const node of texts()) {
      const holder = node.parentElement;
      if (isBroken(node)) say("broken", node);
      const card = holder.closest(".tno, .leaves b, .warn, li, .big, .so-far, .step, .lost, header, .wall").getBoundingClientRect();
      for (const box of linesOf(node)) {
        if (!isIn(ink(box), onScreen)) say("off the screen", node);
        else if (!isIn(ink(box), card)) say("leaves its card", node);
        pieces.push([ink(box), node]);
      }
      for (let at = holder; at !== wall; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== "visible" && at.scrollWidth > at.clientWidth + 1 && !at.matches(".finale"))
          say("cut", node);
      const lines = linesOf(node);
      if (lines.length && Number.parseFloat(getComputedStyle(holder).fontSize) < Math.min(innerWidth, innerHeight * 1.7778) * 0.009)
        say("too small", node);
    }
    for (const box of wall.querySelectorAll(".scan svg, .tno, .leaves b, .warn, .hands, .lapse"))
      if (shown(box)) {
        const rect = box.getBoundingClientRect();
        if (!isIn(rect, onScreen)) say("off the screen", box);
        pieces.push([rect, box]);
      }
    pieces.sort(([one], [other]) => one.top - other.top);
    for (const [at, [one, its]] of pieces.entries())
      for (let next = at + 1; next < pieces.length && pieces[next][0].top < one.bottom; next++) {
        const [other, others] = pieces[next];
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (wide > SLACK && high > SLACK && its !== others && !its.contains(others) && !others.contains(its))
          say(`on “${its.textContent.trim().slice(0, 20)}”`, others);
      }
    const clock = wall.querySelector(".digits");
    if (wall.matches(".shows-running") && !(clock && shown(clock))) found.add(`${where}no clock`);
  }
  // The first pages of a long list and its last.
  const pages = Math.max(labels.length, 1);
  for (const leaf of new Set([0, 1, pages - 1].filter((at) => at < pages))) {
    if (lists.length > 1) for (const list of lists) list.hidden = Number(list.dataset.leaf) !== leaf;
    for (const label of labels) label.classList.toggle("now", Number(label.dataset.leaf) === leaf);
    look(pages > 1 ? `page ${leaf + 1}: ` : "");
  }
  return [...found];
}
