"""The wall and the clocks of an event, as time passes and the connection is lost."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import LOST, Phone
from tests.browser.server import Server
from tests.desk import Desk

pytestmark = pytest.mark.browser

PROJECTOR: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 720},
    "is_mobile": False,
    "has_touch": False,
}
NAMES = tuple(f"{first} {last}" for last in "ABCDEFGHIJ" for first in ("Ann", "Bo", "Cem", "Eva"))
NODES = "document.querySelectorAll('*').length"


def wall_of(open_phone: OpenPhone, desk: Desk) -> Phone:
    """A projector with the wall of this event."""
    wall = open_phone(**PROJECTOR)
    wall.forgiven.append("ERR_INTERNET_DISCONNECTED")
    wall.open(f"{desk.path}/wall")
    expect(wall.page.locator("html.live")).to_be_attached()
    return wall


def desk_of(server: Server, *names: str) -> Desk:
    """An event whose seats are published."""
    desk = Desk(server.table().client)
    desk.create(*names, seating="free", rounds="1")
    desk.did("draw", "publish")
    return desk


def left_on(page: Page) -> int:
    """The seconds on a clock."""
    minutes, seconds = page.locator(".digits").first.inner_text().replace("\n", "").split(":")
    return 60 * int(minutes) + int(seconds)


PLACED = """document.querySelectorAll(".podium li").forEach((one, at) => {
  one.className = `p${at + 1}`;
})"""
"""Nobody shares a place."""
STEPS = "[...document.querySelectorAll('.podium .step')].map((one) => one.offsetHeight)"


@pytest.mark.journey
def test_the_wall_follows_an_event_for_an_hour_and_does_not_grow(
    open_phone: OpenPhone, server: Server
) -> None:
    desk = desk_of(server, *NAMES[:8])
    wall = wall_of(open_phone, desk)
    title = wall.page.locator("h1")
    expect(title).to_have_text("Find your table")
    desk.did("start")
    wall.later(3)
    expect(title).to_have_text("Round 1 of 1")
    expect(wall.page.locator(".outs > li")).to_have_count(2)
    size = wall.page.evaluate(NODES)
    for minute in range(60):
        if minute % 10 == 0:
            desk.did("round/1/table/1/more-time", minutes="1")
        wall.sleep(60)
    expect(wall.page.locator(".outs > li")).to_have_count(2)
    assert wall.page.evaluate(NODES) <= size + 5
    desk.finish(server.table().client)
    wall.later(3)
    expect(title).to_have_text("Standings")
    desk.did("close", "end")
    wall.later(3)
    expect(wall.page.locator(".podium .p1").first).to_be_visible()
    box = wall.page.locator(".wall").bounding_box()
    assert box
    assert (box["width"], box["height"]) == (1280, 720)
    wall.page.evaluate(PLACED)
    for width, height in ((360, 640), (390, 844), (844, 390)):
        wall.page.set_viewport_size({"width": width, "height": height})
        one, two, three, *_ = wall.page.evaluate(STEPS)
        assert one > two > three, (width, height)


def test_a_long_list_turns_its_pages_by_itself(open_phone: OpenPhone, server: Server) -> None:
    wall = wall_of(open_phone, desk_of(server, *NAMES))
    pages = wall.page.locator(".seats")
    expect(pages).to_have_count(2)
    shown = []
    with wall.away():
        for _ in range(3):
            wall.sleep(12)
            shown.append([pages.nth(at).is_visible() for at in (0, 1)])
    assert sorted(shown[:2]) == [[False, True], [True, False]]
    assert shown[2] == shown[0]
    marked = wall.page.locator(".leaves .now")
    expect(marked).to_have_count(1)


def test_latecomers_find_their_table_until_the_round_is_ten_minutes_old(
    open_phone: OpenPhone, server: Server
) -> None:
    desk = desk_of(server, *NAMES[:8])
    desk.did("start")
    wall = wall_of(open_phone, desk)

    def shown() -> set[str]:
        screens = set()
        for _ in range(2):
            wall.sleep(12)
            expect(wall.page.locator(".digits")).to_be_visible()
            for part in (".outs", ".seats"):
                screens |= {part} if wall.page.locator(part).is_visible() else set()
        return screens

    with wall.away():
        assert shown() == {".outs", ".seats"}
        wall.sleep(600)
        assert shown() == {".outs"}


def test_a_wall_without_a_connection_says_since_when_and_recovers_by_itself(
    open_phone: OpenPhone, server: Server
) -> None:
    desk = desk_of(server, *NAMES[:8])
    desk.did("start")
    wall = wall_of(open_phone, desk)
    lost = wall.page.locator("#lost")
    with wall.away():
        wall.later(12)
        expect(lost).to_be_visible()
        expect(lost).to_contain_text(re.compile(r"No news since \d"))
        before = left_on(wall.page)
        wall.sleep(300)
        assert before - left_on(wall.page) in range(298, 303)
        desk.play(desk.at(server.table().client, 1))
    wall.notice()
    expect(lost).to_be_hidden()
    expect(wall.page.locator(".outs > li")).to_have_count(1)


WAITING = """(page) => localStorage.setItem("scorekeeper tap a", JSON.stringify({
  id: "a", order: 1, at: Date.now(), page, path: page, fields: [], knows: [],
  what: "Pause", said: "Refused", held: "asks" }))"""
"""What the desk has not saved, in the browser that shows the wall too."""


def test_the_hall_does_not_see_what_the_desk_has_not_saved(
    open_phone: OpenPhone, server: Server
) -> None:
    desk = desk_of(server, *NAMES[:8])
    wall = wall_of(open_phone, desk)
    wall.forgiven += LOST
    wall.page.evaluate(WAITING, f"{desk.path}/desk/round")
    for address, is_shown in ((f"{desk.path}", True), (f"{desk.path}/wall", False)):
        wall.open(address)
        expect(wall.page.locator("html.live")).to_be_attached()
        expect(wall.page.locator("#unsaved")).to_be_visible(visible=is_shown)


def test_a_phone_that_slept_shows_the_true_time_at_once(phone: Phone, server: Server) -> None:
    phone.forgiven.append("ERR_INTERNET_DISCONNECTED")
    desk = desk_of(server, *NAMES[:8])
    desk.did("start")
    phone.open(f"{desk.path}?me=1")
    expect(phone.page.locator("html.live")).to_be_attached()
    before = left_on(phone.page)
    # Its own clock may be up to two seconds slow.
    assert before in range(6240, 6303)
    with phone.away():
        phone.sleep(1200)
        assert before - left_on(phone.page) in range(1198, 1203)
        expect(phone.page.locator("#lost")).to_contain_text(re.compile(r"No news since \d"))
    phone.notice()
    expect(phone.page.locator("#lost")).to_be_hidden()


def test_a_page_that_nobody_looks_at_asks_seldom(phone: Phone, server: Server) -> None:
    phone.open(f"{desk_of(server, *NAMES[:8]).path}?me=1")
    expect(phone.page.locator("html.live")).to_be_attached()
    for _ in range(8):
        with phone.page.expect_response(lambda one: "seen=" in one.url):
            phone.later(5)
    asked: list[str] = []
    phone.page.on("request", lambda one: asked.append(one.url) if "seen=" in one.url else None)
    phone.hide()
    phone.later(130)
    asked.clear()
    phone.later(60)
    assert len(asked) <= 3
    with phone.page.expect_request(lambda one: "seen=" in one.url):
        phone.hide(hidden=False)


def test_a_round_is_on_the_phones_of_its_players_as_soon_as_it_is_published(
    phone: Phone, server: Server
) -> None:
    desk = Desk(server.table().client)
    desk.create(*NAMES[:8], seating="free")
    phone.open(f"{desk.path}?me=1")
    expect(phone.page.locator("html.live")).to_be_attached()
    desk.did("draw", "publish")
    phone.later(3)
    expect(phone.page.locator(".ring")).to_be_visible()
