// The small buttons of New game on a kept page: names that were used before, and the dealer. The other buttons
// need the server, and say so.

// Only on a site of plain files (site.js).
const { site } = globalThis;
const ACTIONS = { use, draw };

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("#start [hx-post]");
    if (!button || !("kept" in document.documentElement.dataset)) return;
    // Neither htmx nor the browser sends a request.
    event.preventDefault();
    event.stopImmediatePropagation();
    ACTIONS[button.name]?.(button);
  },
  true,
);
const fieldsOf = ({ form }) => [...form.querySelectorAll("[name=name]")];
const tell = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

// The name takes the first free seat.
function use(button) {
  const free = fieldsOf(button).find(({ value }) => !value.trim());
  if (!free) return;
  free.value = button.value;
  button.remove();
  tell(free);
}
async function draw({ form }) {
  const taken = fieldsOf({ form }).filter(({ value }) => value.trim());
  if (!taken.length) return;
  const picked = taken[Math.floor(Math.random() * taken.length)];
  picked.closest(".seat").querySelector("[name=dealer]").checked = true;
  tell(picked);
  const modules = ["start", "blank", "sentences"].map((name) => import(`./${name}.js`));
  const [{ blanksOf }, { keptBlanks }, { put }] = await Promise.all(modules);
  const count = site?.countFor(form, 0);
  const { words } = (await keptBlanks(blanksOf(form), count)) ?? {};
  if (words) form.querySelector(".drew").textContent = put(words.picked, { name: picked.value.trim() });
}
