// Copies links, or passes them to the phone's own share sheet.
import { announce } from "./messages.js";

async function copy(field) {
  field.focus();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Plain http allows only the old way.
    return document.execCommand("copy");
  }
}

export function shareLinks() {
  document.documentElement.classList.toggle("shares", Boolean(navigator.share));
  document.addEventListener("focusin", ({ target }) => {
    if (target.matches(".address input")) target.select();
  });
  document.addEventListener("click", async (event) => {
    const { target } = event;
    const picture = navigator.canShare && target.closest("[data-picture]");
    if (picture) {
      event.preventDefault();
      const open = () => location.assign(picture.href);
      return import("../pages/picture.js").then(
        ({ sharePicture }) => sharePicture(picture.dataset.picture, open),
        open,
      );
    }
    const { copy: copies, share, done } = target.dataset;
    const field = document.getElementById(copies || share);
    if (!field) return;
    if (share) navigator.share({ url: field.value, title: document.title }).catch(() => {});
    else if (await copy(field)) announce(done);
  });
}
