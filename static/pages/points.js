// The keys beside a player's extra points: ten less, ten more. Where the points are in a form that shows what follows
// from them, it hears of each tap as if it had been typed.

document.addEventListener("click", ({ target }) => {
  const key = target.closest?.(".by-ten");
  if (!key) return;
  const input = key.parentNode.querySelector("input");
  const number = (text) => Number(text.replace("−", "-")) || 0;
  const points = number(input.value) + number(key.textContent);
  input.value = points === 0 ? "" : `${points < 0 ? "−" : "+"}${Math.abs(points)}`;
  for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
});
