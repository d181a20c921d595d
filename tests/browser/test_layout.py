"""Where things are: large enough for a finger, all on the screen, and never moving."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from scorekeeper.rules.variants import WIZARD
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

FOUR = ("Ann", "Ben", "Cem", "Dora")
SIZES = ((390, 784), (360, 580), (844, 330))
"""Screens of 390x844, 360x640 and 844x390 without 60 pixels for the bar of the browser."""
SMALL = 568
"""The height of the smallest phone, 320 pixels wide."""
NAMES = ("Christoph", "Magdalena", "Wilhelmine", "Maximilian", "Annegret", "Jo")
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
  const [[, grid]] = boxes(".keys");
  if (Math.abs(wide - grid.width) > 2) found.push(["the last row is not full", wide, grid.width]);
  for (const [name, {left, right}] of keys) {
    const isInLine = (edge) => lowest.some(([, box]) => Math.abs(box[edge] - {left, right}[edge]) < 1);
    if (!isInLine("left") || !isInLine("right")) found.push([name, "is out of line"]);
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
"""What is too small for a finger, out of line with the last row, or not all on the screen."""
UNSEEN = """() => [...document.querySelectorAll(".pad, .player-line:has(:checked)")]
  .filter((thing) => thing.checkVisibility({opacityProperty: true}))
  .map((thing) => [thing.id, thing.getBoundingClientRect()])
  .filter(([, {top, bottom, left, right}]) => top < 0 || left < 0 || right > 320
    || document.elementFromPoint(160, top + 2) === null || bottom > innerHeight)
  .map(([id, {top, bottom}]) => [id, top, bottom])"""
"""The open pad and the line of its player, where they are not all on the smallest phone."""


def tables() -> Iterator[tuple[int, int]]:
    """Each size of a hand, and so each grid of keys, with as many players as its deck allows."""
    most = WIZARD.max_players
    for cards in range(1, WIZARD.largest_hand(WIZARD.min_players) + 1):
        yield min(most, WIZARD.deck // cards), cards


def steps(phone: Phone, players: int, cards: int) -> Iterator[str]:
    """The steps of a hand, each opened; on the last one a pile is entered."""
    phone.seat(*NAMES[:players], sizes=str(cards))
    each = cards // players
    if players * cards < WIZARD.deck:
        phone.table.turn("wizard", named="clubs")
    phone.look()
    yield "bids"
    phone.table.bid(*[each] * players)
    if cards == WIZARD.largest_hand(players):
        phone.page.reload()
        yield "play"
    phone.table.take(each, *[None] * (players - 1))
    phone.page.reload()
    yield "tricks"


def test_a_hand_of_any_size_is_all_on_the_screen_and_large_enough(phone: Phone) -> None:
    found: dict[str, object] = {}
    for players, cards in tables():
        for step in steps(phone, players, cards):
            for width, height in SIZES:
                phone.page.set_viewport_size({"width": width, "height": height})
                place = f"{players} players, {cards} cards, {step}, {width}x{height}"
                found[place] = phone.page.evaluate(WRONG)
            phone.page.set_viewport_size({"width": 320, "height": SMALL})
            found[f"{place[:-8]} on the smallest phone"] = phone.page.evaluate(UNSEEN)
    assert {place: what for place, what in found.items() if what} == {}


def test_a_hand_of_two_with_its_spade_8_is_all_on_the_screen(phone: Phone) -> None:
    phone.seat("Ann", "Ben", variant="two-player")
    phone.table.turn("hearts")
    phone.table.bid(4, 3)
    phone.table.take(5, 4)
    phone.look()
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.evaluate(WRONG) == [], (width, height)
    phone.tap(phone.chip("Spade 8 taken by", "Ben"))
    expect(phone.page.locator("#line-1 .took")).to_contain_text("as 3")


def test_no_key_moves_when_a_bid_or_tricks_are_answered(phone: Phone) -> None:
    phone.seat(*FOUR, hook="y", sizes="7")
    phone.table.turn("hearts")
    phone.look()
    for what, numbers in (("Bid of", [2, 1, 3]), ("Tricks of", [2, 1, 3])):
        phone.group(f"{what} Ann").wait_for()
        before = phone.boxes()
        for name, number in zip(FOUR, numbers, strict=False):
            with phone.saved():
                phone.tap(phone.chip(f"{what} {name}", number))
            assert phone.boxes() == before, f"{what} {name}"
        if what == "Bid of":
            expect(phone.page.locator("#panel")).to_contain_text("Dora may not bid 1")
            phone.tap(phone.chip("Bid of Dora", 0))
