// Says above a form that typed.js filled in again what is not saved yet, because it looks like what is stored, and
// offers to go back to that.

const MANY = 3;
const saying = (what) => document.querySelector(`#unsaved ${what}`).textContent;
const text = (element) => element.textContent.replace(/\s+/g, " ").trim();
const isChanged = ({ checked, defaultChecked, value, defaultValue }) =>
  checked !== defaultChecked || value !== defaultValue;

// "Bid of Ann: 2", if it has a name of its own.
function said(input) {
  if (input.type === "text") return input.ariaLabel && `${input.ariaLabel}: ${input.value || "–"}`;
  // The sign is part of its number.
  const group = input.checked && !input.name.startsWith("sign_") && input.closest("[role=group][aria-label]");
  return group && `${group.getAttribute("aria-label")}: ${text(input.labels[0])}`;
}
function announce(form) {
  const line = Object.assign(document.createElement("p"), { className: "line danger", role: "status" });
  const words = Object.assign(document.createElement("span"), { className: "words" });
  const what = document.createElement("b");
  const button = Object.assign(document.createElement("button"), { type: "button", className: "quiet" });
  const fields = [...form.querySelectorAll("input:not([type=hidden]), select, textarea")];
  const says = fields.filter(isChanged).map(said).filter(Boolean);
  const title = document.querySelector("h1").cloneNode(true);
  title.querySelector("small")?.remove();
  what.textContent = says.length && says.length <= MANY ? says.join(", ") : text(title);
  button.textContent = saying("[value=discard] .asks");
  button.addEventListener("click", () => {
    line.remove();
    form.reset();
    // What follows from the fields is shown anew, as after they were filled in.
    for (const input of fields) input.dispatchEvent(new Event("input", { bubbles: true }));
    form.dispatchEvent(new CustomEvent("filled", { detail: "stored" }));
  });
  words.append(saying("span.asks:not(.elsewhere)"), what);
  line.append(words, button);
  form.prepend(line);
}
document.addEventListener("filled", ({ target, detail }) => detail === "stored" || announce(target), true);
