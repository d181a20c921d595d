"""Tables that fill a screen, and a check of its layout."""

from typing import Any

FOUR = ("Ann", "Ben", "Cem", "Dora")
SIZES = ((390, 784), (360, 580), (844, 330))
"""Screens of 390x844, 360x640 and 844x390 without 60 pixels for the bar of the browser."""
NAMES = ("Christoph", "Magdalena", "Wilhelmine", "Maximilian", "Annegret", "Jo")
TEN = (*NAMES, "Bartholomew", "Grandpa Joe", "Christabel", "Ferdinand")
POINTS = {"own_bonus": "20", "own_trick": "10", "own_miss": "10"}
DECK = 80
"""More cards than any deck has: so ten players have up to eight."""
NUMBERS: dict[str, Any] = {"deck": str(DECK), "trump": "wizard", **POINTS}
"""A custom game, which allows the most players."""
WRONG = """() => {
  const found = [];
  const shown = (thing) => thing.checkVisibility({opacityProperty: true});
  const boxes = (which) => [...document.querySelectorAll(which)].filter(shown)
    .map((thing) => [thing.id || thing.textContent.trim(), thing.getBoundingClientRect()]);
  const keys = boxes(".keys .key");
  for (const [name, {width, height}] of [...keys, ...boxes("#panel button")]) {
    if (Math.round(width) < 48 || Math.round(height) < 48) found.push([name, width, height]);
  }
  const last = Math.max(...keys.map(([, {bottom}]) => bottom));
  const lowest = keys.filter(([, {bottom}]) => last - bottom < 1);
  const wide = lowest.reduce((sum, [, {width}]) => sum + width, 0);
  const [[, grid] = [null, {width: wide}]] = boxes(".keys");
  if (Math.abs(wide - grid.width) > 2) found.push(["the last row is not full", wide, grid.width]);
  for (const [name, {left, right}] of keys) {
    const ends = (edge, at) => lowest.some(([, box]) => Math.abs(box[edge] - at) < 1);
    if (!ends("left", left) || !ends("right", right)) found.push([name, "is out of line"]);
  }
  const {scrollHeight, clientHeight, scrollWidth, clientWidth} = document.documentElement;
  if (scrollHeight > clientHeight) found.push(["scrolls", scrollHeight, clientHeight]);
  if (scrollWidth > clientWidth) found.push(["is too wide", scrollWidth, clientWidth]);
  const dock = document.querySelector(".sum").getBoundingClientRect();
  for (const [name, box] of [...boxes(".player-line"), ...boxes(".keys")]) {
    const isLine = name.startsWith("line-");
    if (isLine && dock.left < box.right && box.bottom > dock.top + 1) found.push([name, "covered"]);
    if (box.bottom > innerHeight) found.push([name, "below the screen"]);
  }
  return found;
}"""
"""Elements that are too small for a finger, misaligned with the last row, or partly off the
screen."""
TOP = "thing => Math.round(thing.getBoundingClientRect().top)"
