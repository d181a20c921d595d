// The status line that screen readers announce, and times in the phone's own format.
export function announce(text, kind = "") {
  const status = document.getElementById("status");
  status.textContent = text;
  status.className = kind;
}

export const clockTime = (moment) => moment.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
const dateAndTime = (moment) => moment.toLocaleString([], { dateStyle: "short", timeStyle: "short" });

// Today's times without the date.
export function shortTime(moment, now) {
  return moment.toDateString() === now.toDateString() ? clockTime(moment) : dateAndTime(moment);
}

export function showLocalTimes() {
  for (const time of document.querySelectorAll("time[datetime]"))
    time.textContent = dateAndTime(new Date(time.dateTime));
}

// Announces what an answer says, such as "Saved".
export function announceAnswer(header) {
  const said = header && JSON.parse(header).said;
  if (said) announce(said.timed ? `${said.text} ${clockTime(new Date())}` : said.text, said.timed ? "" : "toast");
}
