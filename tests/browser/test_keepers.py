"""Several phones that keep score: passing the pencil, and tapping at once."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import SOON, Phone
from tests.turns import daily

pytestmark = pytest.mark.browser


@pytest.fixture
def other(phone: Phone, open_phone: OpenPhone) -> Phone:
    """Another phone that keeps the score of the keeper's game; both are at the bids."""
    phone.at_the_bids()
    other = open_phone()
    other.names, other.dealer = phone.names, phone.dealer
    other.table = phone.share(other.table)
    other.look()
    return other


@pytest.mark.journey
def test_a_keeper_whose_right_is_revoked_follows_within_three_seconds(
    phone: Phone, other: Phone
) -> None:
    expect(other.page.locator("form#panel")).to_be_visible()
    phone.open(f"{phone.table.path}/phones")
    expect(phone.page.locator(".phones")).to_contain_text("Ben")
    phone.press("Remove")
    expect(phone.page.locator(".phones")).not_to_contain_text("Ben")
    other.later(SOON)
    expect(other.page.locator("form#panel")).to_have_count(0)
    expect(other.page.locator(".next")).to_contain_text("Ann bids next")


def test_a_phone_that_keeps_score_is_told_once_in_sight_that_another_one_does(
    phone: Phone, other: Phone
) -> None:
    status = phone.page.locator("#status")
    phone.later(SOON)
    expect(status).to_have_text("Who keeps score has changed: see More")
    expect(status).to_have_class("toast")
    with other.saved():
        other.chip("Bid of Ann", 1).tap()
    phone.later(SOON)
    expect(status).to_have_text("")


@pytest.mark.journey
@daily("mine", [True, False], True)
def test_two_keepers_who_disagree_are_shown_both_and_one_tap_decides(
    phone: Phone, other: Phone, mine: bool
) -> None:
    other.forgiven.append("409")
    phone.table.post("/book/name", name="Ann’s phone")
    # The other phone has seen the current state, but no later one.
    with phone.saved():
        phone.chip("Bid of Ann", 1).tap()
    with other.saved():
        other.chip("Bid of Ann", 0).tap()
    clash = other.page.get_by_role("alert").filter(has_text="Not saved")
    expect(clash).to_contain_text("Bid of Ann: Ann’s phone entered 1, you entered 0.")
    other.expect_chosen("Bid of Ann", 1)
    other.tap(other.button("Use mine") if mine else other.page.get_by_text("Keep theirs"))
    expect(clash).to_have_count(0)
    phone.later(SOON)
    for one in (other, phone):
        one.expect_chosen("Bid of Ann", 0 if mine else 1)
