// The button that prints; without it the browser's own menu does.
document.querySelector(".print").addEventListener("click", () => print());
