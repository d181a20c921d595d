// The clocks of rounds, which count down by the server's time.

// The difference between the server's clock and this device's, in milliseconds.
let lacks = 0;
export const serverTime = () => Date.now() + lacks;

// `moment` is the server's time now. Times in answers are whole seconds, so small differences are ignored.
export function setClock(moment) {
  if (Number.isFinite(moment) && Math.abs(moment - serverTime()) > 2000) lacks = moment - Date.now();
}

// Minutes and seconds, such as "38:24"; "00:00" when the time is up.
export function leftAt(ends, now) {
  const seconds = Math.max(0, Math.round((ends - now) / 1000));
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

// Changes the look of the page from the warning on, and when the time is up.
export function phaseAt({ ends, warns }, now) {
  if (now >= Number(ends)) return "up";
  return now >= Number(warns) ? "soon" : "";
}
export const phase = () => {
  const clock = document.querySelector(".digits[data-ends]");
  return clock ? phaseAt(clock.dataset, serverTime()) : "";
};

export function showClocks() {
  for (const clock of document.querySelectorAll(".digits[data-ends]"))
    show(clock, Number(clock.dataset.ends));
}
function show(clock, ends) {
  const text = leftAt(ends, serverTime());
  if (clock.textContent.trim() === text) return;
  clock.replaceChildren(
    ...[...text].map((letter) => {
      const figure = document.createElement(letter === ":" ? "u" : "i");
      figure.textContent = letter;
      return figure;
    }),
  );
  const line = clock.closest("section")?.querySelector(".lapse");
  if (!line) return;
  const whole = line.viewBox.baseVal.width;
  const gone = Math.max(0, whole - Math.max(0, ends - serverTime()) / 60000);
  line.querySelector(".gone").setAttribute("d", `M0 5H${gone.toFixed(1)}`);
}
