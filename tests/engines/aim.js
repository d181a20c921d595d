// What a finger is to touch: the thing by its role and name, or null while it is not there or the page takes no taps. True
// once it was touched, also if that led to another page. A finger beside it, because the page has moved, does nothing.
(mark, ready, opened, find, kind, name, group) => {
  if (window.name === mark) return !window.isTouched;
  window.aimed?.abort();
  // The next page, not the one that is being left, takes the next tap.
  if (window.isLeft || !ready()) return null;
  // A finger on the line would take the focus out of another pad, which without scripts stays open as long as it is there.
  if (kind === "key" && opened(group.replaceAll("\\", ""))) document.activeElement.blur();
  const found = () => find(kind, name, group);
  const thing = found();
  if (!thing) return null;
  const [{ x, y, width, height }] = thing.getClientRects();
  const under = document.elementFromPoint(x + width / 2, y + height / 2);
  if (!thing.contains(under)) thing.scrollIntoView({ block: "center", behavior: "instant" });
  window.aimed = new AbortController();
  const settled = () => {
    window.isTouched = false;
  };
  const leave = ({ type, target, defaultPrevented }) => {
    const link = type === "click" ? target.closest?.("a[href]") : null;
    const isHere = link?.hash && link.href.split("#")[0] === location.href.split("#")[0];
    if (!defaultPrevented && (type === "submit" || (link && !isHere))) window.isLeft = true;
  };
  for (const type of ["click", "submit"]) addEventListener(type, leave, { once: true });
  // Back in a page that was left.
  window.onpageshow = () => {
    window.isLeft = false;
  };
  const judge = (event) => {
    if (!event.isTrusted) return;
    // It may have been replaced by one of the same name.
    if (event.type === "pointerdown" && found()?.contains(event.target)) {
      window.aimed.abort();
      window.name = mark;
      window.isTouched = true;
      addEventListener("click", settled, { once: true, capture: true });
      // A page may forget the click.
      setTimeout(settled, 1000);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of ["pointerdown", "pointerup", "touchstart", "touchend", "mousedown", "mouseup", "click"])
    window.addEventListener(type, judge, { capture: true, passive: false, signal: window.aimed.signal });
  return thing;
}
