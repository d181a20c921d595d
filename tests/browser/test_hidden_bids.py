"""Hidden bids by touch: two players on their own phones, one without a phone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import SOON, THREE, Phone

pytestmark = pytest.mark.browser


@pytest.fixture
def keeper(phone: Phone) -> Phone:
    """The first hand of a game with hidden bids: one card, hearts are trump."""
    phone.seat(*THREE, hidden="y")
    phone.table.turn("hearts")
    phone.look()
    return phone


@pytest.fixture
def follow(open_phone: OpenPhone, keeper: Phone) -> Callable[..., Phone]:
    """Makes a phone that follows as one of the players."""

    def opened(seat: int, **options: Any) -> Phone:
        follower = open_phone(**options)
        follower.names = THREE
        follower.open(f"{keeper.table.path}?me={seat}")
        return follower

    return opened


def switch_on(keeper: Phone) -> None:
    """Let the others bid on their phones."""
    keeper.follow("Bids on the phones")
    keeper.press("Switch on")
    keeper.page.wait_for_url("**/g/*")


KEEPERS = "Who keeps score has changed: see More"
LOOK = "key => getComputedStyle(key.nextElementSibling).backgroundColor"


ABOVE = """title => title.getBoundingClientRect().top
  - title.closest(".pad").getBoundingClientRect().top"""


def slot(phone: Phone, name: str) -> Locator:
    """The bid in a player's line."""
    return phone.page.locator(".player-line", has_text=name).locator(".slot").first


@pytest.mark.journey
def test_a_hand_with_hidden_bids_two_on_their_phones_and_one_entered_by_the_keeper(
    keeper: Phone, follow: Callable[..., Phone]
) -> None:
    ben, cem = follow(1), follow(2, cdn=False)
    assert ben.group("Bid of Ben").count() == 0
    switch_on(keeper)
    title = keeper.page.locator("#pad-0 .padhead b")
    assert title.evaluate(ABOVE) >= 6, "room above the heading of a pad"
    for phone in (ben, cem):
        phone.later(SOON)
        expect(phone.page.locator("#status")).to_have_text("Bid now")
    with ben.saved():
        ben.tap(ben.key("Bid of Ben", 1))
    ben.expect_chosen("Bid of Ben", 1)
    looks = {ben.key("Bid of Ben", n).evaluate(LOOK) for n in (0, 1)}
    assert len(looks) == 1, "who sees the phone sees no bid"
    expect(ben.group("Bid of Ben")).to_contain_text("Saved and hidden. Tap a number to change it.")
    keeper.later(SOON)
    expect(keeper.page.locator("#sum")).to_contain_text("Ann and Cem have not bid yet")
    expect(keeper.page.locator("#hint")).to_contain_text("1 of 3")
    expect(keeper.page.locator("#status")).not_to_have_text(KEEPERS)
    expect(slot(keeper, "Ben")).to_have_text("has bid")
    assert keeper.page.locator("[name=pad]:checked").count() == 0, "no pad waits under the finger"
    with keeper.saved():
        keeper.tap(keeper.chip("Bid of Ann", 0))
    assert keeper.page.locator("[name=pad]:checked").count() == 0, "no other number is Ann's"
    expect(slot(keeper, "Ann")).to_have_text("has bid")
    expect(keeper.page.locator("#sum")).to_contain_text("Cem has not bid yet")
    with ben.saved():
        ben.tap(ben.key("Bid of Ben", 0))
    ben.expect_chosen("Bid of Ben", 0)
    before = cem.boxes()
    cem.later(SOON)
    expect(cem.page.locator("#sum")).to_contain_text("Cem has not bid yet")
    assert cem.boxes() == before, "no key moved when others bid"
    assert cem.page.locator("#panel .key").count() == 2, "the own pad, and no other"
    with cem.saved():
        cem.tap(cem.key("Bid of Cem", 1))
    for phone, own in ((cem, "Cem"), (keeper, ""), (ben, "Ben")):
        phone.later(SOON)
        expect(phone.page.locator("#status")).not_to_have_text(KEEPERS)
        for name, bid in zip(THREE, (0, 0, 1), strict=True):
            if name == own:
                expect(phone.page.locator("#mine .bid-mine")).to_have_text(f"bid {bid}")
            else:
                expect(slot(phone, name)).to_have_text(f"bid {bid}")
    keeper.take([0, 0, 1])
    keeper.score()
    assert keeper.sheet() == ["1 Hearts | 0/0 +20 20 | 0/0 +20 20 | 1/1 +30 30"]


TURNING = """() => document.getAnimations()
  .filter(({effect}) => effect.target.matches(".player-line, .spot")).length"""


def test_revealed_bids_turn_over_on_all_phones_but_those_that_ask_for_less_motion(
    keeper: Phone, follow: Callable[..., Phone]
) -> None:
    switch_on(keeper)
    ben, calm, table = follow(1), follow(2, reduced_motion="reduce"), follow(0)
    table.open(f"{keeper.table.path}/table")
    for seat, name in enumerate(THREE):
        if seat == 2:
            for phone in (ben, calm, table):
                phone.later(SOON)
            for phone in (keeper, ben, calm, table):
                slow = phone.context.new_cdp_session(phone.page)
                slow.send("Animation.enable")
                slow.send("Animation.setPlaybackRate", {"playbackRate": 0.001})
        with keeper.saved():
            keeper.tap(keeper.chip(f"Bid of {name}", 0))
    for phone, cards in ((keeper, 3), (ben, 2), (calm, 0), (table, 3)):
        phone.later(SOON)
        expect(phone.page.locator(".bid b").first).to_have_text("0")
        assert phone.page.evaluate(TURNING) == cards
        assert phone.page.locator(".cardback").count() == cards
    box = keeper.box(keeper.page.locator("#line-1"))
    keeper.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(keeper.group("Tricks of Ben")).to_be_visible()
    keeper.open_again()
    assert keeper.page.evaluate(TURNING) == 0
