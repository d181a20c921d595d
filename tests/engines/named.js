// Finds what a person would tap or read: by its role and its accessible name.
(kind, wanted, within, place = 0) => {
  const kinds = {
    button: "button, summary, [role=button], label.button",
    link: "a[href]",
    key: "input[type=radio], input[type=checkbox]",
    field: "input, textarea, select",
    group: "[role=group], [role=radiogroup], fieldset",
  };
  const squeezed = (text) => text.replace(/\s+/g, " ").trim();
  // What is not shown is not read.
  const read = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    if (node.matches("[aria-hidden=true], [hidden]")) return "";
    if (getComputedStyle(node).display === "none") return "";
    return node.getAttribute("aria-label") ?? [...node.childNodes].map(read).join("");
  };
  const text = (one) => squeezed([...one.childNodes].map(read).join(""));
  const named = (one) => {
    const by = one.getAttribute("aria-labelledby");
    if (by) return squeezed(by.split(" ").map((id) => text(document.getElementById(id))).join(" "));
    const label = one.getAttribute("aria-label");
    if (label) return squeezed(label);
    if (one.labels?.length) return text(one.labels[0]);
    const legend = one.matches("fieldset") && one.querySelector("legend");
    return text(legend || one);
  };
  // A radio button or the choice of a file may be hidden behind its label.
  const seen = (one) => {
    const shown = kind === "key" ? one.labels?.[0] || one : one;
    const { width } = shown.getBoundingClientRect();
    // A button that only Enter presses is a pixel wide.
    return width > 1 && getComputedStyle(shown).visibility === "visible";
  };
  const asked = new RegExp(`^(?:${wanted})$`);
  const found = (root, which, pattern, at = 0) =>
    [...root.querySelectorAll(kinds[which])].filter(
      (one) => pattern.test(named(one)) && seen(one) && !one.closest("[inert]") && !one.disabled,
    )[at];
  const root = within ? found(document, "group", new RegExp(`^(?:${within})$`)) : document;
  const one = root && found(root, kind, asked, place);
  return one ? (kind === "key" && one.labels?.[0]) || one : null;
}
