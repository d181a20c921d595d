// Beside a player's extra points: whether they are a penalty or a bonus, which is the sign of what is typed, and the keys
// ten less, ten more. Where the points are in a form that shows what follows from them, it hears of each tap as if it had
// been typed.

const POINTS = "[name^=points_]";
const numberOf = (text) => Number(text.replace("−", "-")) || 0;
const textOf = (points) => (points === 0 ? "" : `${points < 0 ? "−" : "+"}${Math.abs(points)}`);
function put(input, points) {
  input.value = textOf(points);
  for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest?.(".by-ten");
  if (!key) return;
  const input = key.closest(".typed").querySelector(POINTS);
  put(input, numberOf(input.value) + numberOf(key.textContent));
});
document.addEventListener("input", ({ target }) => {
  const sign = target.matches(`.typed ${POINTS}`) && /^\s*([-+−])/.exec(target.value)?.[1];
  if (sign)
    target.closest(".typed").querySelector(`[value=${sign === "+" ? "bonus" : "penalty"}]`).checked = true;
});
document.addEventListener("change", ({ target }) => {
  const fields = target.closest(".typed");
  const input = fields?.querySelector(POINTS);
  const isTyped = target === input && /^\s*\d/.test(input.value);
  if (!input || !(isTyped || target.type === "radio")) return;
  const points = Math.abs(numberOf(input.value)) * (fields.querySelector("[value=bonus]").checked ? 1 : -1);
  if (isTyped) input.value = textOf(points);
  else put(input, points);
});
