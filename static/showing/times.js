// Times in the phone's own format.

// The phone's variant of the page's language: "en-GB" for an English page, if the phone has it.
export function placeOf(language, known) {
  return known.find((tag) => tag.split("-")[0] === language.split("-")[0]) ?? language;
}
const written = (moment, style) =>
  moment.toLocaleString(placeOf(document.documentElement.lang, navigator.languages), style);
export const clockTime = (moment) => written(moment, { timeStyle: "short" });
const day = (moment) => written(moment, { dateStyle: "medium" });
const dateAndTime = (moment) => written(moment, { dateStyle: "medium", timeStyle: "short" });

// Today's times without the date.
export function shortTime(moment, now) {
  return moment.toDateString() === now.toDateString() ? clockTime(moment) : dateAndTime(moment);
}

const SHOWN = { clock: clockTime, day };
export function showLocalTimes() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    time.textContent = (SHOWN[Object.keys(time.dataset)[0]] ?? dateAndTime)(new Date(time.dateTime));
    // Until then the style sheet hides it.
    time.dataset.local = "";
  }
}
