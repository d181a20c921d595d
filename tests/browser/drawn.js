// The hand and the sheet of a page, one line an element with its own text; without what no eye and no finger
// notices, and without the links that need the server.
() => {
  const IGNORED = ["data-hash", "data-kind", "data-what", "href", "hx-get", "style", "name", "value", "for", "action"];
  const lines = [];
  function walk(element, depth) {
    if (element.matches("[type=hidden], .undo, script")) return;
    // The sentence beside the link of the bids on the phones stands alone.
    if (element.matches(".below"))
      return lines.push(`${" ".repeat(depth)}p.next  ${element.querySelector("small").textContent}`);
    // An extra without a reason.
    if (element.matches(".vh") && !element.textContent.trim()) return;
    const own = [...element.childNodes]
      .filter(({ nodeType }) => nodeType === 3)
      .map(({ data }) => data.trim())
      .join(" ")
      .replace(/\s+/g, " ")
      .trim();
    const marks = [...element.attributes]
      .filter(({ name }) => !IGNORED.includes(name) && name !== "class")
      .filter(({ name, value }) => name !== "title" || value)
      .map(({ name, value }) => `${name}=${value}`)
      .sort();
    const classes = [...element.classList].filter((name) => name !== "fresh").sort();
    const checked = element.checked ? " checked" : "";
    const disabled = element.disabled ? " disabled" : "";
    lines.push(
      `${" ".repeat(depth)}${element.localName.replace(/^a$/, "span")}.${classes.join(".")} ${marks.join(" ")}${checked}${disabled} ${own}`.trimEnd(),
    );
    for (const child of element.children) walk(child, depth + 1);
  }
  for (const id of ["head", "steps", "play", "sheet"]) walk(document.getElementById(id), 0);
  return lines.join("\n");
}
