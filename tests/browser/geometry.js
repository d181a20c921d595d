// What does not stand well on the page as it is shown: `[what, word, where]` of each. The page is wider than the
// screen; a name or another word is broken; a title or the hint in a field is cut; a text touches or passes the edge of
// its box or of the screen, or lies on another text, or leaves no space before it, or leaves a box of a fixed size; a
// button has a third line, or is too small for a finger; a total is out of its column.
(names) => {
  const found = new Set();
  const say = (what, text, element) => {
    const holder = element.closest("[id]")?.id ?? "";
    const { localName, className } = element;
    found.add(`${what}: “${text.slice(0, 40)}” in #${holder} ${localName}.${className.baseVal ?? className}`);
  };
  const FREE = 1;
  const SMALLEST = 12.5;
  const FINGER = 44 - 0.5;
  const NAMES = new Set(names);
  const isShortened = (text) => text.endsWith(".") && names.some((name) => name.startsWith(text.slice(0, -1)));
  const style = new Map();
  const styleOf = (element) => style.get(element) ?? style.set(element, getComputedStyle(element)).get(element);
  function* above(element) {
    for (let each = element; each && each !== document.documentElement; each = each.parentElement) yield each;
  }
  const seen = { opacityProperty: true, visibilityProperty: true };
  const clear = (colour) => /, 0\)$|transparent/.test(colour);
  // Not `hidden`, which in a form may be the name of a field.
  const isShown = (element) =>
    element.checkVisibility(seen) &&
    !clear(styleOf(element).color) &&
    ![...above(element)].some((each) => styleOf(each).clipPath !== "none" || each.hasAttribute("hidden"));
  // Where ink is: of the height that a font reserves, not the room above capitals and below the line.
  const ink = ({ left, right, top, bottom }) => {
    const spare = (bottom - top) * 0.26;
    return { left, right, top: top + spare, bottom: bottom - spare };
  };
  const clipped = (element) => ["hidden", "clip", "auto", "scroll"].includes(styleOf(element).overflowX);
  // A surface has edges that text can touch: a colour of its own, a border or a shadow, or it cuts.
  const isSurface = (element) => {
    const { backgroundColor, borderLeftWidth, borderLeftColor, display } = styleOf(element);
    const bordered = borderLeftWidth !== "0px" && !clear(borderLeftColor);
    return display !== "inline" && (!clear(backgroundColor) || bordered);
  };
  // What a box cuts off as a whole, such as the longer of two wordings, is not there.
  const isOutside = (box, element) =>
    [...above(element)].some((each) => {
      if (!clipped(each)) return false;
      const room = each.getBoundingClientRect();
      const isTiny = room.width < 14 && room.height < 14;
      return isTiny || box.left >= room.right || box.right <= room.left || box.top >= room.bottom || box.bottom <= room.top;
    });
  const layer = (element) =>
    [...above(element)].find((each) => ["fixed", "sticky"].includes(styleOf(each).position)) ?? null;

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script, style, noscript, option, template") || !isShown(element)) continue;
    const cut = [...above(element)].find((each) => styleOf(each).textOverflow === "ellipsis" && clipped(each));
    const isCut = cut && cut.scrollWidth > cut.clientWidth + 1;
    const range = document.createRange();
    const boxes = [];
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (!lines.length) continue;
      if (lines.every((line) => isOutside(ink(line), element))) continue;
      const isUpright = styleOf(element).writingMode !== "horizontal-tb";
      const starts = lines.map(({ top, left }) => (isUpright ? left : top)).sort((one, other) => one - other);
      const isBroken = starts.at(-1) - starts[0] > Math.min(lines[0].height, lines[0].width) / 2;
      const bare = word.replace(/[.,:;!?()’“”„«»…]+$|^[(“„«]+/g, "");
      // In a sentence a name may be parted at its hyphen, as in print; on its own it stands whole.
      const isName = NAMES.has(bare) && node.data.trim() === word;
      // An address is parted anywhere, whatever its key is made of.
      const may = word.includes("://") || (/[-‑–—/\u00ad]/.test(word) && !isName && !/\d[-‑]\p{L}/u.test(word));
      if (isBroken && !may) say("broken", word, element);
      boxes.push(...lines.map(ink).filter((box) => !isOutside(box, element)));
    }
    if (!boxes.length) continue;
    const isName = NAMES.has(node.data.trim()) || isShortened(node.data.trim());
    const isTitle = element.closest("h1, h2, h3") && !element.closest("h1 small");
    const size = Number.parseFloat(styleOf(cut ?? element).fontSize);
    if (isCut && isTitle) say("cut", node.data.trim(), element);
    if (isCut && isName && (size > SMALLEST || cut.clientWidth < 2.5 * size)) say("cut", node.data.trim(), element);
    const edge = isCut ? cut.getBoundingClientRect() : null;
    texts.push({
      element,
      text: node.data.trim().replace(/\s+/g, " "),
      boxes: edge ? boxes.map((box) => ({ ...box, right: Math.min(box.right, edge.right) })) : boxes,
      isCut,
      layer: layer(element),
    });
  }
  for (const { element, text, boxes, isCut } of texts) {
    const scrolls = [...above(element)].some((each) => ["auto", "scroll"].includes(styleOf(each).overflowX));
    if (!scrolls && boxes.some(({ left, right }) => left < FREE || right > innerWidth - FREE)) say("off the screen", text, element);
    // A box of a size of its own does not grow with its texts.
    const isSized = (each) => styleOf(each).containerType === "size" && styleOf(each).overflowY === "visible";
    const sized = [...above(element)].find(isSized)?.getBoundingClientRect();
    if (sized && boxes.some(({ top, bottom }) => top < sized.top - 1 || bottom > sized.bottom + 1)) say("outside its room", text, element);
    if (isCut) continue;
    const box = [...above(element)].find((each) => each !== document.body && (isSurface(each) || clipped(each)));
    if (!box || box.closest("svg")) continue;
    const rotated = [...above(element)].some((each) => styleOf(each).transform !== "none" && box.contains(each));
    if (rotated) continue;
    const room = box.getBoundingClientRect();
    // What is scrolled ends anywhere.
    const isScroller = ["auto", "scroll"].includes(styleOf(box).overflowY);
    const touches = boxes.some(
      ({ left, right, top, bottom }) =>
        left < room.left + (isSurface(box) ? FREE : -2) ||
        right > room.right - (isSurface(box) ? FREE : -2) ||
        (!isScroller && (top < room.top - 1 || bottom > room.bottom + 1)),
    );
    if (touches) say("at the edge", text, element);
  }
  for (const { element, text, boxes, isCut } of texts) {
    const tops = boxes.map(({ top }) => top).sort((one, other) => one - other);
    const lines = tops.filter((top, at) => !at || top - tops[at - 1] > 4).length;
    // Undo at the desk says the whole act, with the words that somebody gave for a reason; a kind of event says what it is.
    const isLong = element.closest(".desk .undo, .kind small");
    // A row of a menu says below its name what it does, and what it loses.
    const most = element.matches(".menu :is(i, small)") ? 4 : 2;
    if (lines > most && !isCut && element.closest("button, .button, a.main") && !isLong) say("a third line", text, element);
  }
  const over = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  // A surface over the page, such as a question, hides what is below it.
  const isHidden = ({ element: one, boxes }, { element: other }) => {
    const { left, right, top, bottom } = boxes[0];
    for (const each of document.elementsFromPoint((left + right) / 2, (top + bottom) / 2)) {
      const { width, height } = each.getBoundingClientRect();
      if (each.contains(one) && each.contains(other)) return false;
      if (isSurface(each) && width * height > (innerWidth * innerHeight) / 3) return true;
    }
    return false;
  };
  const flat = texts.flatMap((text) => text.boxes.map((box) => ({ text, box })));
  flat.sort((one, other) => one.box.top - other.box.top);
  for (const [at, one] of flat.entries()) {
    for (let next = at + 1; next < flat.length && flat[next].box.top < one.box.bottom; next += 1) {
      const other = flat[next];
      if (one.text === other.text || one.text.layer !== other.text.layer) continue;
      if (over(one.box, other.box) && !isHidden(one.text, other.text)) say("on another", `${one.text.text} / ${other.text.text}`, one.text.element);
    }
  }
  // Two words with no space between them, each in a block of its own, read as one.
  const block = (element) => [...above(element)].find((each) => !/^(inline|contents)$/.test(styleOf(each).display));
  const isWord = (text, end) => /\p{L}/u.test(text.at(end));
  const level = (one, other) => Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  for (const one of flat) {
    for (const other of flat) {
      const gap = other.box.left - one.box.right;
      if (gap < -1 || gap > 3 || !level(one.box, other.box) || !isWord(one.text.text, -1) || !isWord(other.text.text, 0)) continue;
      const [mine, its] = [block(one.text.element), block(other.text.element)];
      if (mine.contains(its) || its.contains(mine) || one.text.layer !== other.text.layer) continue;
      if (!isHidden(one.text, other.text)) say("no space", `${one.text.text} / ${other.text.text}`, one.text.element);
    }
  }
  // What a field says before anything is entered, and what is chosen in a list.
  const canvas = document.createElement("canvas").getContext("2d");
  for (const field of document.querySelectorAll("select, input[placeholder]:placeholder-shown")) {
    const text = field.selectedOptions?.[0]?.label ?? field.placeholder;
    // The list itself shows a line of several words whole.
    if (field.localName === "select" && text.includes(" ")) continue;
    const { paddingLeft, paddingRight } = styleOf(field);
    const { fontFamily, fontSize, fontWeight } = getComputedStyle(field, field.localName === "input" ? "::placeholder" : null);
    canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    if (isShown(field) && canvas.measureText(text).width > room + 1) say("cut", text, field);
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.add(`too wide: ${scrollWidth} of ${clientWidth}`);
  for (const target of document.querySelectorAll("button, summary, .button, .key, .tabs a")) {
    const { width, height } = target.getBoundingClientRect();
    const isSeen = isShown(target) && !isOutside(target.getBoundingClientRect(), target);
    if (isSeen && Math.min(width, height) < FINGER) say(`${Math.round(width)} × ${Math.round(height)}`, target.textContent.trim(), target);
  }
  const columns = [".player-lines .total", ".of-one .total", ".also > li > b", ".ranks-list strong", ".stand .pt", ".seats .total"];
  for (const column of columns) {
    const ends = new Map();
    for (const total of document.querySelectorAll(column)) {
      if (!isShown(total)) continue;
      const row = total.closest("li, tr, .player-line").getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(total);
      const { left, right } = range.getBoundingClientRect();
      const place = `${Math.round(row.left)} ${Math.round(row.width)}`;
      ends.set(place, [...(ends.get(place) ?? []), { left, right, total }]);
    }
    for (const ones of ends.values()) {
      const spread = (side) => Math.max(...ones.map((one) => one[side])) - Math.min(...ones.map((one) => one[side]));
      if (Math.min(spread("left"), spread("right")) > 1.5) say("not aligned", column, ones[0].total);
    }
  }
  return [...found].sort();
}
