// Taps one step after another by script, each as soon as the page takes taps.
(steps, ready, opened, find) => {
  window.stepsDone = 0;
  const taken = ([kind, name, group]) => {
    if (!ready()) return false;
    if (kind === "count") {
      find("link", "Count the tricks")?.click();
      return Boolean(document.querySelector(".panel.tricks"));
    }
    if (kind === "naming") return Boolean(document.querySelector("#trumps [type=hidden]"));
    if (kind === "key") opened(group.replaceAll("\\", ""));
    const one = find(kind, name, group);
    // A finger, each time in another place and after a touch elsewhere, or the page would take it for a second tap.
    const place = { bubbles: true, clientX: -1000 * (window.stepsDone + 1) };
    document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    for (const move of ["pointerdown", "pointerup"]) one?.dispatchEvent(new PointerEvent(move, place));
    one?.click();
    return Boolean(one);
  };
  const next = () => {
    if (window.stepsDone === steps.length) return;
    const isTaken = taken(steps[window.stepsDone]);
    if (isTaken) window.stepsDone += 1;
    // A page that is being drawn needs the time that looking takes.
    setTimeout(next, isTaken ? 2 : 20);
  };
  next();
}
