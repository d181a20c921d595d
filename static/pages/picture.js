// Passes the picture of a result to the phone's share sheet, or the text if that accepts no files; otherwise opens
// the page of the picture.
export async function sharePicture(address, text, open) {
  try {
    const files = [await fileAt(address)];
    if (navigator.canShare({ files })) return await navigator.share({ files });
    if (text && navigator.canShare({ text })) return await navigator.share({ text });
  } catch ({ name }) {
    // The user closed it without sharing.
    if (name === "AbortError") return;
  }
  open();
}

async function fileAt(address) {
  const answer = await fetch(address);
  const [, name] = answer.headers.get("Content-Disposition").split('"');
  return new File([await answer.blob()], name, { type: answer.headers.get("Content-Type") });
}
