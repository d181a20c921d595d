"""The Standings load when they are opened, and are never out of date."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import SOON, THREE, Phone
from tests.turns import daily

pytestmark = pytest.mark.browser


def figures(phone: Phone) -> Locator:
    """The contents of the Standings."""
    return phone.page.locator("#figures")


def played(phone: Phone, hands: int = 1) -> None:
    """Open a game with this many hands."""
    phone.seat(*THREE)
    phone.played(hands)
    phone.look()


def score_another(phone: Phone) -> None:
    """Enter the second hand on another phone."""
    phone.table.play("hearts", (1, 0, 0), (2, 0, 0))


@daily("cdn", [True, False], True, ids=["htmx", "no CDN"])
def test_standings_load_when_their_tab_is_opened_and_back_leads_back(
    open_phone: OpenPhone, cdn: bool
) -> None:
    phone = open_phone(cdn=cdn)
    played(phone)
    expect(figures(phone)).to_be_empty()
    phone.follow("Standings")
    expect(figures(phone)).to_contain_text("After 1 hand")
    expect(phone.page.locator("#hand")).to_be_hidden()
    phone.page.go_back()
    expect(phone.page.locator("#hand")).to_be_visible()
    expect(figures(phone)).to_be_hidden()
    phone.page.go_forward()
    expect(figures(phone)).to_contain_text("After 1 hand")


def test_open_standings_show_each_scored_hand_and_later_ones_too(
    open_phone: OpenPhone, phone: Phone
) -> None:
    played(phone)
    follower = open_phone(cdn=False)
    follower.open(f"{phone.table.path}?me=#evening")
    expect(figures(follower)).to_contain_text("After 1 hand")
    score_another(phone)
    follower.later(SOON)
    expect(figures(follower)).to_contain_text("After 2 hands")
    follower.follow("Hand")
    phone.table.undo()
    follower.later(SOON)
    expect(follower.page.locator("#rows tr:has(.entry)")).to_have_count(1)
    expect(figures(follower)).to_be_empty()
    follower.follow("Standings")
    expect(figures(follower)).to_contain_text("After 1 hand")


def test_standings_beside_the_hand_stay_after_each_tap(open_phone: OpenPhone) -> None:
    phone = open_phone(viewport={"width": 1024, "height": 768})
    phone.seat(*THREE)
    phone.played()
    phone.table.turn("hearts")
    phone.look()
    phone.follow("Standings")
    expect(figures(phone)).to_contain_text("After 1 hand")
    with phone.saved():
        phone.tap(phone.chip("Bid of Ann", 1))
    phone.follow("Hearts")
    phone.group("Trump").wait_for()
    expect(figures(phone)).to_contain_text("After 1 hand")
    phone.table.bid(1, 0, 0)
    phone.table.score(2, 0, 0)
    phone.later(SOON)
    expect(figures(phone)).to_contain_text("After 2 hands")


def test_standings_opened_without_a_connection_load_once_there_is_one(phone: Phone) -> None:
    played(phone)
    with phone.away():
        phone.follow("Standings")
        expect(phone.page.get_by_text("The stats come from the server")).to_be_visible()
        expect(figures(phone)).to_be_empty()
        phone.forgiven.append("net::ERR_INTERNET_DISCONNECTED")
    phone.later(SOON)
    expect(figures(phone)).to_contain_text("After 1 hand")


def test_standings_opened_before_can_be_read_without_a_connection(phone: Phone) -> None:
    played(phone)
    phone.follow("Standings")
    expect(figures(phone)).to_contain_text("After 1 hand")
    phone.follow("Hand")
    with phone.away():
        phone.forgiven.append("net::ERR_INTERNET_DISCONNECTED")
        phone.follow("Standings")
        expect(figures(phone)).to_be_visible()


def test_a_paused_page_that_opens_the_standings_gets_them(
    phone: Phone, open_phone: OpenPhone
) -> None:
    played(phone)
    follower = open_phone()
    follower.open(f"{phone.table.path}?me=")
    follower.view("More")
    follower.press("Pause updates")
    follower.follow("Standings")
    expect(figures(follower)).to_contain_text("After 1 hand")


BROKEN = """() => [
  ...[...document.querySelectorAll("#evening .name")].filter((name) => name.offsetHeight > 30
    || name.scrollWidth > name.clientWidth + 1),
  ...[...document.querySelectorAll(".chart")].filter((chart) => chart.checkVisibility()
    && chart.getBoundingClientRect().height > innerHeight - 80),
  ...[...document.querySelectorAll(".dots")].filter((dots) =>
    dots.firstElementChild.offsetTop !== dots.lastElementChild.offsetTop),
].map((one) => one.textContent)"""
"""Names that break or are cut, charts that do not fit on the screen, dots of more than one line."""


def test_names_charts_and_dots_hold_on_every_phone(phone: Phone) -> None:
    phone.seat("Friederike", "Maximiliane", "Jean-Baptiste", "Bartholomäus")
    phone.played(15)
    phone.look()
    phone.view("Standings")
    for width, height in ((320, 568), (360, 640), (390, 844), (844, 390), (1280, 800)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.evaluate(BROKEN) == [], width
