// Copies links and texts, or passes them to the phone's own share sheet.
import { announceShown } from "../showing/views.js";

async function copy(field) {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Over plain http only the old way works.
    return document.execCommand("copy");
  }
}
const contents = (field) =>
  field.matches("textarea") ? { text: field.value } : { url: field.value, title: document.title };

export function shareLinks() {
  document.documentElement.classList.toggle("shares", "share" in navigator);
  document.addEventListener("focusin", ({ target }) => {
    if (target.matches(".address :is(input, textarea)")) target.select();
  });
  document.addEventListener("click", async (event) => {
    const { target } = event;
    const picture = navigator.canShare && target.closest("[data-picture]");
    if (picture) {
      event.preventDefault();
      const open = () => location.assign(picture.href);
      const { text } = picture.dataset;
      return import("./picture.js").then(
        ({ sharePicture }) => sharePicture(picture, document.getElementById(text)?.value, open),
        open,
      );
    }
    const button = target.closest("[data-copy], [data-share]");
    const { copy: copies, share, done } = button?.dataset ?? {};
    const field = document.getElementById(copies || share);
    if (!field) return;
    if (share) navigator.share(contents(field)).catch(() => {});
    else if (await copy(field)) {
      // The message would be behind the menu.
      const menu = field.closest("[popover]");
      menu?.hidePopover?.();
      menu?.classList.remove("opened");
      announceShown(done);
    }
  });
}
