// The clocks of events on the first page and in their list count down; their tables are as of the load of the page.
import { setClock, showClocks } from "./clock.js";

setClock(Number(document.querySelector("[data-script=countdown]").dataset.time));
showClocks();
setInterval(showClocks, 250);
document.addEventListener("visibilitychange", showClocks);
