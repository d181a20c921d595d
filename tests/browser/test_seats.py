"""Seats around the table before a game, and what is corrected afterwards."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Ben", "Cem", "Dora")


def seats(phone: Phone) -> list[str]:
    """The names in seating order; the first dealer's with a star."""
    found = []
    for seat in phone.page.locator(".seat").all():
        name = seat.get_by_role("textbox").input_value()
        if name:
            found.append(name + "*" * seat.get_by_role("radio").is_checked())
    return found


def fill(phone: Phone, *names: str) -> None:
    """Write names on the page of a new game."""
    phone.open("/new")
    for seat, name in enumerate(names, 1):
        phone.page.get_by_label(f"Name at seat {seat}", exact=True).fill(name)


def deals_first(phone: Phone, seat: int) -> Locator:
    """The mark of the first dealer at a seat, from 0."""
    return phone.group("Names").get_by_role("radio").nth(seat)


def drag(phone: Phone, start: Locator, end: Locator) -> None:
    """A finger goes from one thing to another, slowly enough to be seen on its way."""
    first, last = start.bounding_box(), end.bounding_box()
    assert first
    assert last
    x, y = first["x"] + first["width"] / 2, first["y"] + first["height"] / 2
    to_y = last["y"] + last["height"] / 2
    session = phone.context.new_cdp_session(phone.page)

    def touch(kind: str, at: float | None = None) -> None:
        points = [] if at is None else [{"x": x, "y": at}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", y)
    for step in range(1, 11):
        touch("touchMove", y + (to_y - y) * step / 10)
    touch("touchEnd")
    session.detach()
    # The finger went fast: a tap right afterwards would only stop its fling.
    phone.page.wait_for_timeout(400)


def test_a_known_group_starts_in_four_taps(phone: Phone) -> None:
    phone.start(*NAMES)
    phone.open()
    phone.taps = 0
    phone.follow("New game")
    phone.press("Ann, Ben, Cem, Dora")
    expect(phone.page.get_by_label("Name at seat 4", exact=True)).to_have_value("Dora")
    assert len([name for name in seats(phone) if name.endswith("*")]) == 1
    phone.press("Start game")
    phone.page.wait_for_url("**/g/*")
    assert phone.taps <= 4
    expect(phone.group("Trump")).to_be_visible()


def test_buttons_move_a_seat_and_the_mark_of_the_dealer_goes_along(phone: Phone) -> None:
    fill(phone, *NAMES)
    deals_first(phone, 0).tap()
    with phone.saved():
        phone.button("Move 1 down").tap()
    assert seats(phone) == ["Ben", "Ann*", "Cem", "Dora"]
    with phone.saved():
        phone.button("Move Dora up").tap()
    assert seats(phone) == ["Ben", "Ann*", "Dora", "Cem"]


def test_a_finger_drags_a_seat_and_the_mark_of_the_dealer_goes_along(phone: Phone) -> None:
    fill(phone, *NAMES)
    deals_first(phone, 1).tap()
    grips = phone.page.locator(".grip")
    drag(phone, grips.nth(1), grips.nth(3))
    assert seats(phone) == ["Ann", "Cem", "Dora", "Ben*"]
    drag(phone, grips.nth(2), grips.nth(0))
    assert seats(phone) == ["Dora", "Ann", "Cem", "Ben*"]
    phone.button("Start game").tap()
    phone.page.wait_for_url("**/g/*")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("dealer Ben")
    expect(phone.page.locator(".place .name")).to_have_text(["Dora", "Ann", "Cem", "Ben"])


def test_a_dragged_dealer_can_still_be_changed(phone: Phone) -> None:
    fill(phone, *NAMES)
    deals_first(phone, 0).tap()
    grips = phone.page.locator(".grip")
    drag(phone, grips.nth(0), grips.nth(2))
    deals_first(phone, 3).tap()
    assert seats(phone) == ["Ben", "Cem", "Ann", "Dora*"]


def test_one_tap_on_a_row_corrects_the_hand_and_later_totals_follow(phone: Phone) -> None:
    phone.start(*NAMES)
    phone.play("Hearts", [1, 0, 0, 1], [1, 0, 0, 0])
    phone.play("Clubs", [0, 0, 2, 1], [0, 0, 2, 0])
    assert phone.sheet() == [
        "1 Hearts | 1/1 +30 30 | 0/0 +20 20 | 0/0 +20 20 | 1/0 −10 −10",
        "2 Clubs | 0/0 +20 50 | 0/0 +20 40 | 2/2 +40 60 | 1/0 −10 −20",
    ]
    phone.tap(phone.page.locator("#sheet tbody th").first.get_by_role("link"))
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
