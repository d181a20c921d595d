"""Where things are: large enough for a finger, all on the screen, and never moving."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

FOUR = ("Ann", "Ben", "Cem", "Dora")
SMALL = """() => [...document.querySelectorAll("#panel .chip, #panel button, .steps a")]
  .filter((thing) => thing.checkVisibility())
  .map((thing) => [thing.textContent.trim(), thing.getBoundingClientRect()])
  .filter(([, box]) => box.width < 48 || box.height < 48)
  .map(([name, box]) => [name, box.width, box.height])"""


def fits(phone: Phone) -> None:
    """The panel is on a screen that is not scrolled, and large enough for a fingertip."""
    assert phone.page.evaluate(SMALL) == []
    assert phone.page.evaluate("scrollY") == 0
    assert phone.page.locator("#panel").evaluate("p => p.getBoundingClientRect().bottom") <= 844


def test_a_full_hand_of_four_is_all_on_the_screen_and_large_enough(phone: Phone) -> None:
    # Fifteen cards, which turn no trump: the fullest panel.
    phone.start(*FOUR, sizes="15")
    expect(phone.page.locator("#panel .chip")).to_have_count(64)
    fits(phone)
    phone.table.bid(4, 4, 3, 3)
    phone.notice()
    phone.group("Tricks of Ann").wait_for()
    expect(phone.page.locator("#panel .chip")).to_have_count(64)
    fits(phone)
    phone.take([4, 4, 3, 4])
    expect(phone.button("Score hand")).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate("scrollY") == 0


def test_a_hand_of_two_with_its_spade_8_is_all_on_the_screen(phone: Phone) -> None:
    phone.start("Ann", "Ben", variant="two-player")
    fits(phone)
    phone.table.turn("hearts")
    phone.table.bid(4, 3)
    phone.notice()
    phone.group("Spade 8 taken by").wait_for()
    fits(phone)


def test_no_chip_moves_when_a_bid_or_tricks_are_answered(phone: Phone) -> None:
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
