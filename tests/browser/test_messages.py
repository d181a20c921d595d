"""Messages about a save: they are in sight, cover nothing that is tapped, and disappear on their
own."""

from itertools import product

import pytest
from playwright.sync_api import FloatRect, expect

from tests.browser.conftest import OpenPhone
from tests.browser.fits import FOUR, SIZES, TOP, WRONG
from tests.browser.phone import Phone
from tests.browser.test_geometry import LARGE, UPRIGHT
from tests.languages import in_turn
from tests.turns import daily

pytestmark = pytest.mark.browser

TOAST = """(said) => Object.assign(document.getElementById("status"), {
  textContent: said,
  className: "toast",
})"""
UNDO_LINES = """() => {
  const range = document.createRange();
  range.selectNode(document.querySelector(".undo span").firstChild);
  return range.getClientRects().length;
}"""
"""Lines of the word on Undo."""
ALL_SAVED = """() => Object.assign(document.getElementById("unsaved"), {
  className: "saved",
  hidden: false,
})"""
LINES = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element.lastChild);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""
"""Lines of an element's last text."""
TOUCHED = "([x, y]) => document.elementFromPoint(x, y).id"
UNCOVERED = """(thing) => {
  const {left, top, bottom} = thing.getBoundingClientRect();
  return [top + 3, bottom - 3].every((y) => thing.contains(document.elementFromPoint(left + 9, y)));
}"""


@daily("size", [(390, 844), (360, 580), (844, 330)], (360, 580))
def test_missing_values_are_named_in_the_hand_and_cover_nothing(
    phone: Phone, size: tuple[int, int]
) -> None:
    phone.forgiven.append("status of 422")
    phone.seat("Ann", "Ben", variant="two-player")
    phone.table.turn("hearts")
    phone.table.bid(4, 3)
    phone.look()
    phone.count()
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    for numbers, said in (
        ((), "The tricks of Ann and Ben are missing."),
        ((5, 4), "Who won the 8 of spades? Tap a name, or “Not dealt”."),
    ):
        if numbers:
            phone.take(numbers, all_but=0)
        with phone.saved():
            phone.press("Score hand")
        message = phone.page.get_by_role("alert").filter(has_text=said)
        expect(message).to_be_in_viewport()
        assert message.evaluate(UNCOVERED)
        assert phone.page.evaluate(WRONG) == []


def overlap(one: FloatRect, other: FloatRect) -> bool:
    """Return whether two boxes have a point in common."""
    across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
    down = one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]
    return across and down


@daily("size", [(390, 784), (360, 580), (844, 330)], (844, 330))
def test_the_message_of_a_save_moves_nothing_takes_no_tap_and_disappears(
    phone: Phone, size: tuple[int, int]
) -> None:
    phone.seat(*FOUR)
    phone.played()
    phone.look()
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    phone.open(f"{phone.table.path}/hands/2/dealer")
    phone.tap(phone.chip("Dealer", "Ben"))
    phone.press("Save")
    said = phone.page.locator("#status")
    expect(said).to_have_text("Saved")
    expect(said).to_be_in_viewport()
    phone.until("document.documentElement.classList.contains('live')")
    box, keys = said.bounding_box(), phone.boxes()
    assert box
    assert phone.page.evaluate(TOUCHED, [box["x"] + 9, box["y"] + 9]) != "status"
    over = [phone.page.locator(which).bounding_box() for which in ("#head", "#foot")]
    assert not [other for other in over if other and overlap(box, other)]
    assert phone.page.evaluate(WRONG) == []
    phone.later(7)
    expect(said).to_have_text("")
    assert phone.boxes() == keys
    assert phone.page.locator(".hand > .bar").evaluate(TOP) == 0
    assert phone.page.evaluate(WRONG) == []


def test_a_save_that_the_hand_shows_is_only_read_aloud(phone: Phone) -> None:
    phone.seat(*FOUR)
    phone.played()
    phone.look()
    with phone.saved():
        phone.press("Undo")
    expect(phone.page.locator("#status")).to_have_text("Undone: hand 1 scored")
    assert phone.page.locator("#status").evaluate("one => getComputedStyle(one).clipPath") != "none"
    expect(phone.page.locator("#foot .undone")).to_contain_text("Undone: hand 1 scored")


def test_a_message_that_comes_with_a_page_covers_only_the_sum(phone: Phone) -> None:
    phone.at_the_bids(*FOUR)
    phone.page.locator("html.live").wait_for()
    for said in ("Undone: hand 3, Ben took 2", "Hand 1 corrected: Ann took 1 (was 3), Dora 2"):
        phone.page.evaluate(TOAST, said)
        small = product(("100%",), ((320, 568), (360, 580)))
        for size, (width, height) in (*small, *product(("100%", "150%"), ((360, 640), UPRIGHT))):
            phone.page.evaluate(LARGE, size)
            phone.page.set_viewport_size({"width": width, "height": height})
            toast = phone.page.locator("#status").bounding_box()
            line = phone.page.locator(".player-line").last.bounding_box()
            head = phone.page.locator(".padhead b").locator("visible=true").first.bounding_box()
            assert toast
            assert line
            assert head
            where = size, width, said
            assert line["y"] + line["height"] <= toast["y"] + 1, where
            assert toast["y"] + toast["height"] <= head["y"] + 0.26 * head["height"], where


def test_a_message_leaves_the_title_of_a_view_and_its_tabs_free(phone: Phone) -> None:
    phone.seat(*FOUR, sizes="2, 2, 2")
    phone.played(2)
    for view, size in product(("Sheet", "Standings", "More"), SIZES):
        phone.page.set_viewport_size({"width": size[0], "height": size[1]})
        phone.look()
        phone.page.locator("html.live").wait_for()
        phone.view(view)
        phone.page.evaluate(TOAST, "Hand 2 put in")
        toast = phone.box(phone.page.locator("#status"))
        assert toast["y"] + toast["height"] <= size[1]
        for which in ("#head", ".tabs a"):
            other = phone.box(phone.page.locator(which).first)
            assert not overlap(toast, other), (view, size, which)


@daily("size", SIZES)
def test_that_all_is_saved_covers_only_the_sum(phone: Phone, size: tuple[int, int]) -> None:
    phone.at_the_bids(*FOUR, bid=0)
    phone.table.bid(0, 1, 0, 1)
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    for panel in ("bids", "tricks"):
        phone.open(f"{phone.table.path}?panel={panel}")
        phone.page.locator("html.live").wait_for()
        phone.page.evaluate(ALL_SAVED)
        bar = phone.box(phone.page.locator("#unsaved"))
        assert overlap(bar, phone.box(phone.page.locator("#sum")))
        for which in ("#head", "#foot .undo", ".player-line", ".padhead b"):
            for one in phone.page.locator(which).locator("visible=true").all():
                assert not overlap(bar, phone.box(one)), (panel, which)


@daily("size", SIZES)
def test_a_message_covers_no_word_of_the_question_whose_phone_it_is(
    open_phone: OpenPhone, phone: Phone, size: tuple[int, int]
) -> None:
    phone.seat(*FOUR)
    other = open_phone()
    other.page.set_viewport_size({"width": size[0], "height": size[1]})
    other.open(phone.table.path)
    other.page.evaluate(TOAST, "This phone no longer keeps score")
    other.page.evaluate("document.querySelector('#whom h1').style.width = 'fit-content'")
    toast = other.box(other.page.locator("#status"))
    for which in ("h1", "header + p", "li", ".button"):
        assert not overlap(toast, other.box(other.page.locator(f"#whom {which}").last)), which


@in_turn(3)
def test_undo_beside_redo_keeps_its_word_whole_and_says_what_it_undoes(
    open_phone: OpenPhone, locale: str
) -> None:
    phone = open_phone(locale=locale)
    phone.seat(*FOUR)
    phone.table.turn("hearts")
    for bids in ((None, 1), (None, 1, 0)):
        phone.table.bid(*bids)
    phone.table.undo()
    phone.look()
    expect(phone.page.locator("#foot .undone")).to_be_visible()
    for width in (320, 360, 390):
        phone.page.set_viewport_size({"width": width, "height": 640})
        assert phone.page.evaluate(UNDO_LINES) == 1, width
        assert phone.page.locator(".undo small").is_visible() == (width > 320)


PAD_LETTERS = """() => [...document.querySelectorAll(".padhead b")]
  .map((title) => getComputedStyle(title).fontSize)"""
"""How large each pad asks its question."""


def test_a_step_and_the_last_tricks_stand_on_one_line_and_pads_are_alike(
    open_phone: OpenPhone,
) -> None:
    phone = open_phone(locale="de-DE")
    phone.seat("Friederike", "Jean-Baptiste", "Tom", "Maximiliane", dealer=1)
    phone.table.play("hearts", (0, 0, 0, 1), (1, 0, 0, 0))
    phone.table.turn("hearts")
    phone.table.bid(0, None, 1, 0)
    phone.table.bid(0, 0, 1, 0)
    for tricks, words in (((), ".undo small"), ((0, None, 0, 0), ".pad:has(.offered) .padhead b")):
        phone.table.take(*tricks)
        phone.look()
        line = phone.page.locator(words)
        expect(line).to_contain_text("Jean-Baptiste")
        for width, height in ((360, 640), (390, 844)):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert line.evaluate(LINES) == 1, (width, words)
            assert len({*phone.page.evaluate(PAD_LETTERS)}) == 1, (width, words)


def test_news_has_the_same_dot_on_its_tab_and_where_it_leads(phone: Phone) -> None:
    phone.seat(*FOUR)
    phone.played()
    phone.look()
    look = """([one, where]) => {
      const { content, width } = getComputedStyle(document.querySelector(one), where);
      return content === '""' && width;
    }"""
    dots = [['.tabs [href="#more"]', "::before"], ["#keep > summary", "::after"]]
    assert [phone.page.evaluate(look, dot) for dot in dots] == ["10px", "10px"]
    # A tap on More opens it without scrolling.
    phone.follow("More")
    phone.page.get_by_text("a link that brings your games back").tap()
    assert [phone.page.evaluate(look, dot) for dot in dots] == [False, False]
