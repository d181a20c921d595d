"""The page that corrects a hand."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Ben", "Cem", "Dora")


@pytest.mark.journey
def test_one_tap_on_a_row_corrects_the_hand_and_later_totals_follow(phone: Phone) -> None:
    phone.seat(*NAMES)
    phone.table.play("hearts", (1, 0, 0, 1), (1, 0, 0, 0))
    phone.table.play("clubs", (0, 0, 2, 1), (0, 0, 2, 0))
    phone.look()
    assert phone.sheet() == [
        "1 Hearts | 1/1 +30 30 | 0/0 +20 20 | 0/0 +20 20 | 1/0 −10 −10",
        "2 Clubs | 0/0 +20 50 | 0/0 +20 40 | 2/2 +40 60 | 1/0 −10 −20",
    ]
    phone.view("Sheet")
    phone.tap(phone.page.locator("#rows th").first.get_by_role("link"))
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Correct hand 1")
    phone.tap(phone.chip("Tricks of Ann", 0))
    phone.tap(phone.chip("Tricks of Dora", 1))
    phone.press("Save correction")
    phone.page.wait_for_url("**/g/*")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Hand 3")
    assert phone.sheet() == [
        "1 Hearts | 1/0 −10 −10 | 0/0 +20 20 | 0/0 +20 20 | 1/1 +30 30",
        "2 Clubs | 0/0 +20 10 | 0/0 +20 40 | 2/2 +40 60 | 1/0 −10 20",
    ]


def test_an_arrow_key_changes_no_number_and_space_and_enter_do(phone: Phone) -> None:
    phone.seat(*NAMES)
    phone.table.play("hearts", (1, 0, 0, 1), (1, 0, 0, 0))
    phone.look()
    phone.open(f"{phone.table.path}/hands/1")
    for group, arrow, chooses in (("Bid of Ann", "ArrowUp", "Enter"), ("Dealer", "ArrowDown", " ")):
        chips = phone.page.get_by_role("group", name=group, exact=True)
        chosen = chips.locator(":checked")
        before = chosen.input_value()
        phone.tap(chosen.locator("xpath=.."))
        phone.page.keyboard.press(arrow)
        assert chosen.input_value() == before
        phone.page.keyboard.press(chooses)
        assert chosen.input_value() != before
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Correct hand 1")
    phone.open(f"{phone.table.path}/about")
    day = phone.page.get_by_label("Played on")
    before = day.input_value()
    phone.tap(day)
    for key in ("ArrowUp", "ArrowDown", "ArrowDown"):
        day.press(key)
        assert day.input_value() == before


@pytest.mark.parametrize("size", ["100%", "150%"])
def test_a_forgotten_hand_is_one_tap_from_the_first_screen_of_a_correction(
    phone: Phone, size: str
) -> None:
    phone.seat(*NAMES)
    phone.table.play("hearts", (1, 0, 0, 1), (1, 0, 0, 0))
    phone.look()
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.open(f"{phone.table.path}/hands/1")
    phone.page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
    phone.drawn()
    link = phone.page.get_by_role("link", name="Forgotten hand", exact=True)
    expect(link).to_be_in_viewport(ratio=1)
    phone.tap(link)
    entry = phone.page.get_by_role("link", name="Put a forgotten hand in before it")
    expect(entry).to_be_in_viewport(ratio=1)
    phone.tap(entry)
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Forgotten hand")


def test_a_hand_is_taken_out_by_the_button_that_says_how_long_the_game_becomes(
    phone: Phone,
) -> None:
    phone.seat(*NAMES)
    phone.table.play("hearts", (1, 0, 0, 1), (1, 0, 0, 0))
    phone.look()
    phone.open(f"{phone.table.path}/hands/1")
    shorter = phone.page.get_by_role("button", name="The game becomes 14 hands.")
    expect(shorter).to_be_hidden()
    phone.tap(phone.page.locator("summary", has_text="Take this hand out"))
    phone.tap(shorter)
    phone.page.wait_for_url("**/g/*")
    game = phone.table.stored().game
    assert (game.hands, game.settings.last) == ((), 14)


def test_a_correction_that_was_left_unsaved_says_so_and_goes_back_by_one_tap(
    phone: Phone,
) -> None:
    phone.seat(*NAMES, sizes="3")
    phone.table.play("hearts", (1, 0, 0, 1), (3, 0, 0, 0))
    phone.look()
    phone.open(f"{phone.table.path}/hands/1")
    phone.tap(phone.chip("Tricks of Ann", 1))
    phone.open("/")
    phone.open(f"{phone.table.path}/hands/1")
    expect(phone.page.locator("#points-0")).to_have_text("−20 → +30")
    line = phone.page.get_by_role("status").filter(has_text="Not saved yet:")
    expect(line).to_contain_text("Tricks of Ann: 1")
    expect(line).to_be_in_viewport(ratio=1)
    phone.press("Discard")
    expect(line).to_have_count(0)
    expect(phone.chip("Tricks of Ann", 3)).to_be_checked()
    expect(phone.page.locator("#points-0")).to_have_text("−20")
    phone.open("/")
    phone.open(f"{phone.table.path}/hands/1")
    phone.page.locator("html.live").wait_for()
    expect(phone.chip("Tricks of Ann", 3)).to_be_checked()
    expect(line).to_have_count(0)


def test_a_correction_shows_points_as_typed_and_a_refusal_together_with_the_tricks(
    phone: Phone,
) -> None:
    phone.forgiven.append("status of 422")
    phone.seat(*NAMES, sizes="3")
    phone.table.play("hearts", (1, 0, 0, 1), (3, 0, 0, 0))
    phone.look()
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.open(f"{phone.table.path}/hands/1")
    points = phone.page.locator("#points-0")
    expect(points).to_have_text("−20")
    phone.tap(phone.chip("Tricks of Ann", 1))
    expect(points).to_have_text("−20 → +30")
    # The page reports wrong sums before anything is saved.
    uneven = phone.page.get_by_role("status").filter(has_text="Tricks add up to 1, this hand has 3")
    expect(uneven).to_be_in_viewport()
    phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    phone.press("Save correction")
    said = phone.page.get_by_role("alert").filter(has_text="2 are missing")
    expect(said).to_be_focused()
    expect(said).to_be_in_viewport()
    expect(phone.group("Tricks of Ann")).to_be_in_viewport()
    expect(points).to_have_text("−20 → +30")
    other = phone.page.locator(".foot").get_by_role("link", name="Not 3 cards?")
    expect(other).to_be_visible()
    phone.tap(phone.chip("Tricks of Dora", 2))
    expect(phone.page.get_by_text("Tricks add up")).to_have_count(0)
    expect(other).to_have_count(0)
    phone.press("Save correction")
    phone.page.wait_for_url("**/g/*")
    corrected = "Hand 1 corrected: Ann took 1 (was 3), Dora took 2 (was 0)"
    expect(phone.page.get_by_text(corrected)).to_be_in_viewport()


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (844, 390), (1280, 800)])
def test_wrong_sums_are_told_in_a_place_that_was_free_for_them(
    phone: Phone, width: int, height: int
) -> None:
    phone.seat(*NAMES, sizes="3")
    phone.table.play("hearts", (1, 0, 0, 1), (3, 0, 0, 0))
    phone.look()
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.open(f"{phone.table.path}/hands/1")
    foot = phone.page.locator(".foot")
    before = phone.box(foot)
    phone.tap(phone.chip("Tricks of Ann", 1))
    expect(phone.page.locator("#uneven")).to_contain_text("2 are missing")
    assert phone.box(foot) == before


def test_a_refused_hand_is_shown_where_something_is_missing(phone: Phone) -> None:
    phone.forgiven.append("status of 422")
    phone.seat(*NAMES)
    phone.played(4)
    phone.take_cookie()
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.open(f"{phone.table.path}/hands/1/new?cards=1")
    for name in NAMES:
        phone.tap(phone.chip(f"Bid of {name}", 0))
        phone.tap(phone.chip(f"Tricks of {name}", int(name == "Ann")))
    phone.press("Put the hand in")
    expect(phone.page.get_by_role("alert").filter(has_text="Trump is missing")).to_be_in_viewport()
    expect(phone.group("Trump")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("down", [0, 60, 150])
def test_another_number_of_cards_for_a_forgotten_hand_moves_nothing_above(
    phone: Phone, down: int
) -> None:
    phone.seat(*NAMES)
    phone.played(4)
    phone.take_cookie()
    phone.open(f"{phone.table.path}/hands/3/new")
    cards = phone.page.locator(".of-cards")
    phone.page.evaluate(f"scrollTo(0, {down})")
    before = phone.box(cards)
    for number in (15, 1, 9):
        cards.get_by_role("link", name=str(number), exact=True).evaluate("(link) => link.click()")
        expect(cards.locator("[aria-current]")).to_have_text(str(number))
        assert phone.box(cards) == before


def test_tricks_that_do_not_add_up_lead_to_the_cards_of_their_hand(phone: Phone) -> None:
    phone.forgiven.append("status of 422")
    phone.seat(*NAMES)
    phone.played(3)
    phone.take_cookie()
    path = phone.table.path
    phone.open(f"{path}/hands/3")
    phone.tap(phone.chip("Tricks of Dora", 2))
    phone.tap(phone.page.locator("#uneven").get_by_role("link", name="Not 3 cards?"))
    phone.tap(phone.page.get_by_role("link", name="5", exact=True))
    expect(phone.chip("Tricks of Dora", 5)).to_be_visible()
    expect(phone.page.locator("#uneven p, .problems p")).to_have_count(0)
    phone.press("Save correction")
    phone.page.wait_for_url("**/g/*")
    expect(phone.page.get_by_text("Hand 3 corrected: Cards: 5 (was 3)")).to_be_visible()
    phone.table.turn("hearts")
    phone.table.bid(1, 1, 1, 0)
    phone.open(f"{path}?count=1")
    other = phone.page.get_by_role("link", name="Not 4 cards?")
    for name, number in zip(NAMES, (1, 1, 0, 0), strict=True):
        expect(other).to_have_count(0)
        phone.tap(phone.chip(f"Tricks of {name}", number))
    expect(other).to_be_visible()
    before = phone.box(score := phone.page.get_by_role("button", name="Score hand"))
    phone.tap(score)
    expect(phone.page.get_by_text("2 are missing")).to_be_visible()
    assert phone.box(score) == before
    phone.tap(other)
    expect(phone.page.get_by_text("Not saved").filter(visible=True)).to_have_count(0)
    phone.tap(phone.chip("How many cards?", 2))
    phone.press("Save")
    phone.page.wait_for_url("**/g/*")
    phone.press("Score hand")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Hand 5")
    assert [hand.cards for hand in phone.table.stored().game.hands] == [1, 2, 5, 2]
