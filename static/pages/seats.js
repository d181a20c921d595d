// Moves seats by their arrows or by dragging their grip. The dealer's mark moves along, and each row gets the
// labels and values that the server would draw at its new position.
import { isDrawn } from "../showing/views.js";

const nameAt = (seat) => seat.querySelector("[name=name]").value.trim();

function numberSeats(list) {
  const seats = [...list.children];
  // A crest belongs to a seat at the table; the server knows who has a colour of their own.
  const flanks = seats.map((seat) => seat.querySelector(".flank"));
  flanks.sort((one, other) => one.dataset.seat - other.dataset.seat);
  const dealer = seats.findIndex((seat) => seat.querySelector("[name=dealer]").checked);
  seats.forEach((seat, index) => {
    seat.prepend(flanks[index]);
    const withValue = (text, value) => text.replace("{}", () => value);
    for (const field of seat.querySelectorAll("[name]")) {
      // The chosen colour moves with the name; its buttons are part of the crest.
      if (!(field.name in list.dataset)) continue;
      const isName = field.name === "name";
      field.id = `${field.name}-${index}`;
      field.ariaLabel = withValue(list.dataset[field.name], (!isName && nameAt(seat)) || index + 1);
      if (isName) field.placeholder = withValue(list.dataset.free, index + 1);
      else field.value = index;
    }
    seat.querySelector("[name=up]").disabled = !index;
    seat.querySelector("[name=down]").disabled = index === seats.length - 1;
  });
  if (dealer >= 0) seats[dealer].querySelector("[name=dealer]").checked = true;
  list.dispatchEvent(new Event("moved"));
}

function step(event) {
  const arrow = event.target.closest(".move");
  if (!arrow) return;
  event.preventDefault();
  const seat = arrow.closest(".seat");
  const list = seat.parentNode;
  const other = arrow.name === "up" ? seat.previousElementSibling : seat.nextElementSibling;
  // The free seats at the end stay in place.
  const seats = [...list.children];
  if (![seat, other].every((one) => seats.slice(seats.indexOf(one)).some(nameAt))) return;
  // Moves the other row, because a moved row loses the focus.
  if (arrow.name === "up") seat.after(other);
  else seat.before(other);
  numberSeats(list);
  (arrow.disabled ? seat.querySelector(".move:enabled") : arrow).focus();
}

let dragged;
function take(event) {
  dragged = event.target.closest(".grip")?.closest(".seat");
  if (!dragged) return;
  dragged.classList.add("dragged");
  event.preventDefault();
}
function move({ clientY }) {
  const over = dragged && document.elementFromPoint(innerWidth / 2, clientY);
  const seat = over?.closest(".seat");
  if (!seat || seat === dragged) return;
  const after = dragged.compareDocumentPosition(seat) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (after) seat.after(dragged);
  else seat.before(dragged);
}
function drop() {
  if (!dragged) return;
  dragged.classList.remove("dragged");
  numberSeats(dragged.parentNode);
  dragged = null;
}
document.addEventListener("pointerdown", take);
document.addEventListener("pointermove", move);
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);

// Enter moves to the next name, like Next on the phone.
function next(event) {
  const seat = event.key === "Enter" && event.target.name === "name" && event.target.closest(".seat");
  const other = seat?.nextElementSibling?.querySelector("[name=name]");
  if (!other || !isDrawn(other)) return;
  event.preventDefault();
  other.focus();
}

document.addEventListener("keydown", next);
document.addEventListener("click", step);
