"""Where things are: large enough for a finger, all on the screen, and never moving."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

FOUR = ("Ann", "Ben", "Cem", "Dora")
LONG = (
    "Maximiliane-Theodora",
    "Wolfgang von Hohenau",
    "WWWWWWWWWWWWWWWWWWWW",
    "Bartholomew Oakfield",
    "Annegret Sonnenstuhl",
    "Konstantinopolitansk",
)
WIDTH = "() => [document.documentElement.scrollWidth, innerWidth]"
SMALL = """() => [...document.querySelectorAll("#panel .chip, #panel button, .steps a")]
  .filter((thing) => thing.checkVisibility())
  .map((thing) => [thing.textContent.trim(), thing.getBoundingClientRect()])
  .filter(([, box]) => box.width < 48 || box.height < 48)
  .map(([name, box]) => [name, box.width, box.height])"""


def at_the_fifteenth_hand(phone: Phone) -> None:
    """Four players and a hand of fifteen cards that turns no trump: the fullest panel."""
    phone.start(*FOUR, sizes="15")


def too_small(phone: Phone) -> object:
    """Chips, buttons and steps that are smaller than a fingertip."""
    return phone.page.evaluate(SMALL)


def panel_bottom(phone: Phone) -> float:
    """Where the panel ends on a page that is not scrolled."""
    assert phone.page.evaluate("scrollY") == 0
    bottom: float = phone.page.locator("#panel").evaluate("p => p.getBoundingClientRect().bottom")
    return bottom


def test_a_full_hand_of_four_is_all_on_the_screen_and_large_enough(phone: Phone) -> None:
    at_the_fifteenth_hand(phone)
    expect(phone.page.locator("#panel .chip")).to_have_count(64)
    assert too_small(phone) == []
    assert panel_bottom(phone) <= 844
    phone.bid([4, 4, 3, 3])
    phone.group("Tricks of Ann").wait_for()
    expect(phone.page.locator("#panel .chip")).to_have_count(64)
    assert too_small(phone) == []
    assert panel_bottom(phone) <= 844
    phone.take([4, 4, 3, 4])
    expect(phone.button("Score hand")).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate("scrollY") == 0


def test_a_hand_of_two_with_its_spade_8_is_all_on_the_screen(phone: Phone) -> None:
    phone.start("Ann", "Ben", variant="two-player")
    assert too_small(phone) == []
    assert panel_bottom(phone) <= 844
    phone.table.turn("hearts")
    phone.table.bid(4, 3)
    phone.notice()
    phone.group("Spade 8 taken by").wait_for()
    assert too_small(phone) == []
    assert panel_bottom(phone) <= 844


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
            expect(phone.page.locator("#panel")).to_contain_text("Not 1 for Dora")
            phone.tap(phone.chip("Bid of Dora", 0))


def test_six_long_names_need_no_sideways_scrolling(phone: Phone) -> None:
    def fits(where: str) -> None:
        for width in 320, 390:
            phone.page.set_viewport_size({"width": width, "height": 844})
            needed, there = phone.page.evaluate(WIDTH)
            assert (there, needed <= there) == (width, True), f"{where}: {needed}"

    phone.open()
    fits("home without games")
    phone.start(*LONG)
    fits("trump")
    table = phone.table
    table.turn("wizard", named="clubs")
    phone.page.reload()
    fits("bids")
    table.bid(1, 0, 0, 0, 0, 1)
    phone.page.reload()
    fits("tricks")
    table.score(1, 0, 0, 0, 0, 0)
    table.play("hearts", (0, 2, 0, 0, 0, 0), (0, 2, 0, 0, 0, 0))
    phone.page.reload()
    fits("sheet")
    for path in ("/hands/1", "/hands/3/dealer", "/rules", "/log", "/delete"):
        phone.open(f"{table.path}{path}")
        fits(path)
    table.post(f"{table.path}/end", hands=2, revision=table.revision)
    phone.open(table.path)
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Game over")
    fits("result")
    phone.open("/new")
    phone.page.get_by_role("button", name=LONG[2]).first.tap()
    expect(phone.page.get_by_label("Name at seat 3", exact=True)).to_have_value(LONG[2])
    fits("new game")
    phone.page.get_by_text("House rules: hook").tap()
    fits("house rules of a new game")
    phone.open()
    fits("home")
