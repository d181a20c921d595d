// Menus above the page for browsers that have none: Safari before 17, Chrome before 114, Firefox before 125.

const opened = () => document.querySelector("[popover].opened");
const close = () => opened()?.classList.remove("opened");

document.addEventListener("click", ({ target }) => {
  const name = target.closest("[popovertarget]")?.getAttribute("popovertarget");
  const [before, menu] = [opened(), name && document.getElementById(name)];
  if (menu || !before?.contains(target)) close();
  if (menu !== before) menu?.classList.add("opened");
});
document.addEventListener("keydown", ({ key }) => key === "Escape" && close());
