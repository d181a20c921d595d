// Passes the picture of a result to the phone's own share sheet, or opens its page.
export async function sharePicture(address, open) {
  try {
    const answer = await fetch(address);
    const [, name] = answer.headers.get("Content-Disposition").split('"');
    const type = answer.headers.get("Content-Type");
    const files = [new File([await answer.blob()], name, { type })];
    if (navigator.canShare({ files })) return await navigator.share({ files });
  } catch ({ name }) {
    // The user closed it without sharing.
    if (name === "AbortError") return;
  }
  open();
}
