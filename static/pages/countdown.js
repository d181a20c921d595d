// Counts down the clocks of events on the first page and in the list of events; their tables do not change until the
// page is loaded again.
import { setClock, showClocks } from "./clock.js";

setClock(Number(document.querySelector("[data-script=countdown]").dataset.time));
showClocks();
setInterval(showClocks, 250);
document.addEventListener("visibilitychange", showClocks);
