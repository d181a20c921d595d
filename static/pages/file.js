// The choice of a file, in the language of the page: a button and the name of the file.
const label = document.querySelector("label.file");
const chosen = label.querySelector(".chosen");
const name = label.querySelector("#file-name");
const input = label.querySelector("input");
const none = name.textContent;

const showName = () => {
  name.textContent = input.files[0]?.name ?? none;
};
chosen.hidden = false;
input.classList.add("vh");
input.addEventListener("change", showName);
// A file that the browser remembered from before the page was left.
showName();

// Games that another program sends (send.js) come in the fragment of the address, and become the chosen file.
const SENT = /^#games=([\w=-]+)$/;
async function take([, letters]) {
  const text = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt());
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const files = new DataTransfer();
  files.items.add(new File([await new Response(stream).blob()], "games.json"));
  input.files = files.files;
  history.replaceState(null, "", location.pathname + location.search);
  showName();
  input.form.querySelector("button.main").focus();
}
function takeSent() {
  const sent = SENT.exec(location.hash);
  // What is no such text stays in the address.
  if (sent) take(sent).catch(() => {});
}
takeSent();
addEventListener("hashchange", takeSent);
if (document.querySelector("form.sends")) import("./send.js");
