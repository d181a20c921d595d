// Shows below the house rules the cards in the hands to come while the user types.
import { showLengths, sizesOf } from "./outlook.js";

function spaced(first, last, step) {
  const count = Math.floor(Math.abs(last - first) / step) + 1;
  return Array.from({ length: count }, (_, at) => first + Math.sign(last - first) * step * at);
}

function show(form) {
  const line = form.querySelector("[data-sizes]");
  const field = (name, state = "") => form.querySelector(`[name=${name}]${state}`);
  const typed = (name) => field(name)?.value.trim() ?? "";
  const { planned, sizes, largest } = line.dataset;
  const fits = (size) => /^\d+$/.test(size) && size >= 1 && size <= Number(largest);
  const ways = {
    span() {
      const [first, last] = [typed("first") || "1", typed("last") || largest];
      if (![first, last].every(fits)) return [];
      const there = spaced(Number(first), Number(last), field("second", ":checked") ? 2 : 1);
      return field("back", ":checked") ? [...there, ...there.slice(0, -1).reverse()] : there;
    },
    list: () => (sizesOf(typed).every(fits) ? sizesOf(typed) : []),
    whole: () => [planned],
  };
  const next = ways[field("length", ":checked")?.value ?? "whole"]();
  line.textContent = next.length ? sizes.replace("{sizes}", next.join(", ")) : "";
  showLengths(field, typed);
}

const house = ({ target }) => target.closest('[data-script="house"]');
document.addEventListener("input", (event) => house(event) && show(house(event)));
show(document.querySelector('[data-script="house"]'));
