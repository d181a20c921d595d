// Keeps the examples below the numbers of a custom game up to date. The server says how often each number
// counts in each of them, so this script contains no scoring rule.
import { early } from "../saving/entries.js";

function show(form) {
  const numbers = [...form.querySelectorAll("[data-weights]")];
  const sums = JSON.parse(numbers[0].dataset.weights).map((_, example) =>
    numbers.reduce(
      (sum, { value, dataset }) => sum + value.replace("−", "-") * JSON.parse(dataset.weights)[example],
      0,
    ),
  );
  const line = form.querySelector("[data-example]");
  const isKnown = numbers.every(({ validity }) => validity.valid);
  line.textContent = line.dataset.example.replace(/\{(\d)\}/g, (_, example) =>
    isKnown ? String(sums[example]).replace("-", "−") : "…",
  );
}

document.addEventListener("input", ({ target }) => {
  if (target.dataset.weights) show(target.closest(".custom-game"));
});
for (const { form } of early("[data-weights]").slice(0, 1)) show(form);
