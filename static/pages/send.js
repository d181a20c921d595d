// Sends the games of a program that runs in a browser (docs/site.md) to the import of a server: in the fragment of its
// address, which the browser shows to the page there and to nobody else. Nothing is saved until somebody taps there.
import { recall, remember } from "../showing/memory.js";

const PLACE = "server";
// Browsers follow longer addresses not everywhere.
const LONGEST = 1_900_000;
const AT_HOME = /^(?:[\w-]+|[\d.]+|\[.*\]|.*\.local)(?::\d+)?(?:\/|$)/;
const form = document.querySelector("form.sends");
const { server } = form.elements;
// Who typed before this script came keeps it.
server.value ||= recall("localStorage", PLACE) ?? "";

function addressOf(typed) {
  const text = /^https?:\/\//i.test(typed) ? typed : `${AT_HOME.test(typed) ? "http" : "https"}://${typed}`;
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/\/+$/, "");
}
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return bytes.toBase64?.({ alphabet: "base64url" }) ?? inLetters(bytes);
}
function inLetters(bytes) {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_");
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  let address = "";
  try {
    address = addressOf(server.value.trim());
  } catch {
    return server.select();
  }
  remember("localStorage", PLACE, server.value.trim());
  const answer = await fetch(form.action).catch(() => {});
  // The browser says why there are no games.
  if (!answer?.ok) return location.assign(form.action);
  const link = `${address}${form.dataset.to}#games=${await packed(await answer.text())}`;
  if (link.length <= LONGEST) return location.assign(link);
  form.querySelector(".problems").hidden = false;
});
