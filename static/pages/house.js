// Shows below the house rules the cards in the hands to come while the user types.
import { fieldsOf, listed, showLengths, spanned } from "./outlook.js";

function show(form) {
  const line = form.querySelector("[data-sizes]");
  const { chosen, typed, field } = fieldsOf(form);
  const { planned, sizes, largest } = line.dataset;
  const ways = {
    whole: [planned],
    span: spanned(typed, chosen, Number(largest)),
    list: listed(typed, Number(largest)),
  };
  const next = ways[chosen("length")?.value ?? "whole"];
  line.textContent = next.length ? sizes.replace("{sizes}", next.join(", ")) : "";
  showLengths(field, typed);
}

const house = ({ target }) => target.closest('[data-script="house"]');
document.addEventListener("input", (event) => house(event) && show(house(event)));
show(document.querySelector('[data-script="house"]'));
