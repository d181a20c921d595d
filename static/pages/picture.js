// Passes the picture of a result to the phone's share sheet, or the text if that accepts no files; otherwise opens
// the page of the picture.
import { announce } from "../showing/views.js";

// `link`: what was tapped. It says meanwhile that the picture is being drawn.
export async function sharePicture(link, text, open) {
  const said = says(link);
  try {
    const files = [await fileAt(link.dataset.picture).finally(said)];
    if (navigator.canShare({ files })) return await navigator.share({ files });
    if (text && navigator.canShare({ text })) return await navigator.share({ text });
  } catch ({ name }) {
    // The user closed it without sharing.
    if (name === "AbortError") return;
  }
  open();
}

// Returns what ends it. On the page of the picture, the sentence stands in its place.
function says(link) {
  const line = link.querySelector("i");
  if (!line) return () => {};
  // A second tap may come before the picture.
  line.dataset.about ??= line.textContent;
  line.textContent = link.dataset.meanwhile;
  announce(line.textContent);
  return () => {
    line.textContent = line.dataset.about;
    announce("");
  };
}

async function fileAt(address) {
  const answer = await fetch(address);
  const [, name] = answer.headers.get("Content-Disposition").split('"');
  return new File([await answer.blob()], name, { type: answer.headers.get("Content-Type") });
}
