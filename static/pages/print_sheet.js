// The button that prints; without this script people use the browser's menu.
document.querySelector(".print").addEventListener("click", () => print());
