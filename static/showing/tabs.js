// Says which view of a game is open. The address decides it, so a page without scripts claims nothing.
export function markTab() {
  const open = document.querySelector("#board > :target")?.id ?? "hand";
  for (const tab of document.querySelectorAll(".tabs a")) {
    if (tab.hash === `#${open}`) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
}
