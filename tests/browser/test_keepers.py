"""Several phones that keep score: passing the pencil, and tapping at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.test_follow import SOON, shown

pytestmark = pytest.mark.browser

PASS = {
    "share": "Share: both keep score",
    "hand over": "Hand over: only the other phone keeps score",
}


@pytest.fixture
def pass_pencil(phone: Phone, open_phone: OpenPhone) -> Callable[..., Phone]:
    """Lets another phone keep the score of the keeper's game; both are on its page then."""

    def passed(how: str = "share", name: str = "Ben", **options: bool) -> Phone:
        game = phone.page.url
        phone.open(f"{game}/phones")
        phone.page.get_by_label("Name of this phone").fill("Ann’s phone")
        phone.button("Save name").tap()
        phone.button(PASS[how]).tap()
        link = phone.page.get_by_label("Link for the other phone").input_value()
        phone.open(game)
        other = open_phone(**options)
        other.names, other.dealer = phone.names, phone.dealer
        other.open(link)
        other.page.get_by_label("Name of this phone").fill(name)
        other.button("Keep score on this phone").tap()
        other.page.wait_for_url("**/g/*")
        return other

    return passed


def test_the_pencil_is_handed_over_in_the_middle_of_the_bids(
    phone: Phone, pass_pencil: Callable[..., Phone]
) -> None:
    phone.start("Ann", "Ben", "Cem")
    phone.turn("Hearts")
    phone.tap(phone.chip("Bid of Ann", 1))
    expect(phone.page.locator(".next")).to_have_text("Ben bids next")
    other = pass_pencil("hand over")
    expect(phone.page.locator("form#panel")).to_have_count(0)
    other.expect_chosen("Bid of Ann", 1)
    other.tap(other.chip("Bid of Ben", 0))
    other.tap(other.chip("Bid of Cem", 0))
    other.take([1, 0, 0])
    other.score()
    expect(phone.page.locator("#row-1")).to_be_visible(timeout=SOON)
    assert shown(phone) == shown(other)
    assert other.sheet() == ["1 Hearts | 1/1 +30 30 | 0/0 +20 20 | 0/0 +20 20"]


def test_a_keeper_whose_right_is_taken_away_looks_on_within_three_seconds(
    phone: Phone, pass_pencil: Callable[..., Phone]
) -> None:
    phone.start("Ann", "Ben", "Cem")
    other = pass_pencil()
    expect(other.page.locator("form#panel")).to_be_visible()
    game = phone.page.url
    phone.open(f"{game}/phones")
    expect(phone.page.locator(".phones")).to_contain_text("Ben")
    phone.button("Remove").tap()
    expect(phone.page.locator(".phones")).not_to_contain_text("Ben")
    expect(other.page.locator("form#panel")).to_have_count(0, timeout=SOON)
    expect(other.page.locator(".next")).to_contain_text("turns up trump")


def test_two_keepers_who_tap_different_bids_of_a_panel_at_once_are_both_right(
    phone: Phone, pass_pencil: Callable[..., Phone]
) -> None:
    phone.start("Ann", "Ben", "Cem")
    other = pass_pencil()
    phone.turn("Hearts")
    expect(other.chip("Bid of Ann", 1)).to_be_visible(timeout=SOON)
    other.page.wait_for_timeout(500)
    with phone.saved():
        phone.chip("Bid of Ann", 1).tap()
    with other.saved():
        other.chip("Bid of Ben", 0).tap()
    for one in (other, phone):
        expect(one.page.locator(".next")).to_have_text("Cem bids next", timeout=SOON)
        one.expect_chosen("Bid of Ann", 1)
        one.expect_chosen("Bid of Ben", 0)
    expect(phone.page.locator(".clash")).to_have_count(0)
    expect(other.page.locator(".clash")).to_have_count(0)


@pytest.mark.parametrize("mine", [True, False])
def test_two_keepers_who_disagree_are_shown_both_and_one_tap_decides(
    phone: Phone, pass_pencil: Callable[..., Phone], mine: bool
) -> None:
    phone.start("Ann", "Ben", "Cem")
    other = pass_pencil()
    phone.turn("Hearts")
    expect(other.chip("Bid of Ann", 1)).to_be_visible(timeout=SOON)
    other.forgiven.append("409")
    # The other phone has seen what is there now, and not yet what comes.
    other.page.evaluate("document.querySelector('.pause').click()")
    with phone.saved():
        phone.chip("Bid of Ann", 1).tap()
    with other.saved():
        other.chip("Bid of Ann", 0).tap()
    clash = other.page.get_by_role("alert").filter(has_text="Not saved")
    expect(clash).to_contain_text("Bid of Ann: Ann’s phone entered 1, you entered 0.")
    other.expect_chosen("Bid of Ann", 1)
    other.tap(other.button("Use mine") if mine else other.page.get_by_text("Keep theirs"))
    expect(clash).to_have_count(0)
    for one in (other, phone):
        expect(one.chip("Bid of Ann", 0 if mine else 1)).to_be_checked(timeout=SOON)


def test_a_hand_that_two_keepers_score_at_once_is_scored_once(
    phone: Phone, pass_pencil: Callable[..., Phone]
) -> None:
    phone.start("Ann", "Ben", "Cem")
    other = pass_pencil()
    phone.turn("Hearts")
    phone.bid([1, 0, 0])
    phone.take([1, 0, 0])
    expect(other.checked("Tricks of Ann")).to_have_count(1, timeout=SOON)
    expect(other.checked("Tricks of Ben")).to_have_count(1, timeout=SOON)
    other.page.evaluate("document.querySelector('.pause').click()")
    phone.score()
    other.score()
    for one in (phone, other):
        expect(one.page.locator("#sheet tbody tr")).to_have_count(1)
        expect(one.page.locator("h1")).to_contain_text("Hand 2")


def test_a_keeper_without_the_cdn_saves_by_taps_beside_another_one(
    phone: Phone, pass_pencil: Callable[..., Phone]
) -> None:
    phone.start("Ann", "Ben", "Cem")
    bare = pass_pencil(cdn=False)
    phone.turn("Hearts")
    expect(bare.chip("Bid of Ben", 1)).to_be_visible(timeout=SOON)
    bare.tap(bare.chip("Bid of Ben", 1))
    phone.tap(phone.chip("Bid of Ann", 1))
    for one in (bare, phone):
        expect(one.chip("Bid of Ann", 1)).to_be_checked(timeout=SOON)
        expect(one.chip("Bid of Ben", 1)).to_be_checked(timeout=SOON)
