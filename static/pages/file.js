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
