// The button that prints; without this script the browser's own menu does.
document.querySelector(".print").addEventListener("click", () => print());
