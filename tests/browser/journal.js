// Notes for a test what becomes of each record that waits on this phone, over reloads too.
(() => {
  const NOTES = "journal";
  const isRecord = (key) => key.startsWith("scorekeeper tap ");
  const { setItem, removeItem } = Storage.prototype;
  window.note = (...what) => {
    const notes = JSON.parse(localStorage.getItem(NOTES) ?? "[]");
    setItem.call(localStorage, NOTES, JSON.stringify([...notes, what]));
  };
  Storage.prototype.setItem = function (key, value) {
    setItem.call(this, key, value);
    if (isRecord(key)) note("kept", JSON.parse(value));
  };
  Storage.prototype.removeItem = function (key) {
    if (isRecord(key) && this.getItem(key)) note("gone", key.split(" ").at(-1));
    removeItem.call(this, key);
  };
  const isSeen = (thing) => (thing.closest("label") ?? thing).checkVisibility();
  const QUESTIONS =
    ".clash .button, .clash button, .correct .back, #unsaved:not([hidden]) :is([value=approve], [value=discard])";
  const pick = (some, chance) => some[Math.floor(chance * some.length)];
  // A tap on what the panel offers: a button that scores, or else a key of the open pad.
  window.tapOn = (chance) => {
    document.querySelector(".tabs a")?.click();
    const panel = document.querySelector("form#panel:not([inert])");
    const [buttons, keys] = [
      "[name=score]:enabled, [name=made]:enabled",
      ".key input:enabled:not(:checked)",
    ].map((what) => [...(panel?.querySelectorAll(what) ?? [])].filter(isSeen));
    const pads = [...(panel?.querySelectorAll("[id^=pad-]") ?? [])];
    const open = pads.find(({ id }) => document.getElementById(id.replace("pad", "at"))?.checked);
    const near = open ? keys.filter((key) => open.contains(key)) : keys;
    const thing = buttons.length && chance < 0.7 ? pick(buttons, chance / 0.7) : pick(near, (chance * 7) % 1);
    note("tap", thing?.name ?? "");
    thing?.click();
  };
  // A tap on any button of an open question; returns whether there is one.
  window.answer = (chance) => {
    const button = pick([...document.querySelectorAll(QUESTIONS)].filter(isSeen), chance);
    if (!button) return false;
    note("tap", button.innerText.trim());
    button.click();
    return true;
  };
  window.undo = () => {
    note("tap", "Undo");
    document.querySelector("button.undo:enabled")?.click();
  };
})();
