"""Where things are: large enough for a finger, all on the screen, and never moving."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

FOUR = ("Ann", "Ben", "Cem", "Dora")
SIZES = ((390, 784), (360, 580), (844, 330))
"""Screens of 390x844, 360x640 and 844x390 without 60 pixels for the bar of the browser."""
TABLES = ((3, 20), (4, 7), (4, 15), (5, 12), (6, 1), (6, 10))
NAMES = ("Christoph", "Magdalena", "Wilhelmine", "Maximilian", "Annegret", "Jo")
WRONG = """() => {
  const found = [];
  const shown = (thing) => thing.checkVisibility({opacityProperty: true});
  for (const thing of document.querySelectorAll("#panel .key, #panel button")) {
    const box = thing.getBoundingClientRect();
    if (shown(thing) && (Math.round(box.width) < 48 || Math.round(box.height) < 48)) {
      found.push([thing.id || thing.textContent, box.width, box.height]);
    }
  }
  const {scrollHeight, clientHeight, scrollWidth, clientWidth} = document.documentElement;
  if (scrollHeight > clientHeight) found.push(["scrolls", scrollHeight, clientHeight]);
  if (scrollWidth > clientWidth) found.push(["is too wide", scrollWidth, clientWidth]);
  const lines = [...document.querySelectorAll(".player-line, .pad .keys")].filter(shown)
    .map((thing) => [thing.id, thing.getBoundingClientRect()]);
  const dock = document.querySelector(".sum").getBoundingClientRect();
  for (const [id, box] of lines) {
    if (id && dock.left < box.right && box.bottom > dock.top + 1) found.push([id, "covered"]);
    if (box.bottom > innerHeight) found.push([id, "below the screen"]);
  }
  return found;
}"""
"""What is too small for a finger, or not all on the screen."""


@pytest.mark.parametrize(("players", "cards"), TABLES)
def test_a_hand_is_all_on_the_screen_and_large_enough(
    phone: Phone, players: int, cards: int
) -> None:
    phone.seat(*NAMES[:players], sizes=str(cards))
    has_trump = players * cards < 60
    if has_trump:
        phone.table.turn("wizard", named="clubs")
    each = cards // players
    for step in ("bids", "play", "tricks"):
        if step == "play":
            phone.table.bid(*[each] * players)
        if step == "tricks":
            phone.table.take(each, *[None] * (players - 1))
        phone.look()
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(WRONG) == [], (step, width, height)


@pytest.mark.parametrize(("players", "cards"), TABLES)
def test_on_the_smallest_phone_the_pad_and_the_due_line_are_in_sight(
    phone: Phone, players: int, cards: int
) -> None:
    phone.seat(*NAMES[:players], sizes=str(cards))
    phone.look()
    phone.page.set_viewport_size({"width": 320, "height": 568})
    if players * cards < 60:
        expect(phone.group("Trump")).to_be_in_viewport(ratio=1)
    else:
        expect(phone.group(f"Bid of {NAMES[0]}")).to_be_in_viewport(ratio=1)
        expect(phone.page.locator("#line-0")).to_be_in_viewport(ratio=1)


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
