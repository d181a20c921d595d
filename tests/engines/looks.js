// What is drawn on the page: its size, and of each element by its path the height, whether its content is cut, the width
// and its text.
() => {
  const page = document.documentElement;
  const path = (one) => {
    if (one.id || one === document.body) return `${one.localName}#${one.id}`;
    const alike = [...one.parentElement.children].filter((other) => other.localName === one.localName);
    const name = one.className && typeof one.className === "string" ? `.${one.className.split(" ")[0]}` : "";
    return `${path(one.parentElement)} ${one.localName}${name}:${alike.indexOf(one)}`;
  };
  // Letters are rounded to whole pixels.
  const isCut = (one) =>
    one.clientWidth > 1 &&
    getComputedStyle(one).overflowX !== "visible" &&
    (one.scrollWidth > one.clientWidth + 3 || one.scrollHeight > one.clientHeight + 3);
  for (const move of document.getAnimations())
    move.effect.getComputedTiming().endTime === Infinity ? move.cancel() : move.finish();
  // A wall turns its pages by the time of day: its first ones are read.
  for (const leaf of document.querySelectorAll("[data-leaf]")) {
    const isFirst = leaf.dataset.leaf === "0";
    if (leaf.matches("ol")) leaf.hidden = !isFirst;
    else leaf.classList.toggle("now", isFirst);
  }
  const found = { "": [page.scrollHeight, page.scrollWidth > page.clientWidth, page.scrollWidth, ""] };
  for (const one of document.body.querySelectorAll("*")) {
    // Whether news comes, and since when, differs; a mark without ink may have no room; what is folded has no layout.
    if (one.closest("#follow, #head i:empty, details:not([open]) > :not(summary)")) continue;
    if (one.closest("svg") && one.localName !== "svg") continue;
    if (!one.getClientRects().length || getComputedStyle(one).visibility !== "visible") continue;
    const { width, height } = one.getBoundingClientRect();
    if (width > 1 && height > 1) found[path(one)] = [height, isCut(one), width, one.textContent.trim().slice(0, 30)];
  }
  const size = [innerWidth, innerHeight];
  if (window.drawn?.size !== String(size)) window.drawn = { size: String(size), frames: 0 };
  requestAnimationFrame(() => {
    window.drawn.frames += 1;
  });
  const isReady = document.fonts.status === "loaded" && page.classList.contains("live") && window.drawn.frames > 1;
  return { isReady, size, found };
}
