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
  tell(free);
}
async function draw({ form }) {
  const modules = ["start", "blank", "sentences"].map((name) => import(`./${name}.js`));
  const [{ blanksOf, countIn }, { keptBlanks }, { put }] = await Promise.all(modules);
  const fields = fieldsOf({ form });
  const taken = fields.filter(({ value }) => value.trim());
  const among = taken.length ? taken : fields.slice(0, countIn(form));
  const picked = among[Math.floor(Math.random() * among.length)];
  picked.closest(".seat").querySelector("[name=dealer]").checked = true;
  tell(picked);
  const count = site?.countFor(form, 0);
  const { words } = (await keptBlanks(blanksOf(form), count)) ?? {};
  if (!words) return;
  const name = picked.value.trim() || put(words.player, { number: fields.indexOf(picked) + 1 });
  const place = form.querySelector(".drew");
  place.textContent = put(words.picked, { name });
  place.scrollIntoView({ block: "nearest" });
}
