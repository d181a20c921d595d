"""The desk's page of a round: on a phone, on a desktop, and without scripts."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.server import Server
from tests.desk import Desk

pytestmark = pytest.mark.browser

NAMES = (
    "Ann",
    "Bartholomäus Federstein",
    "Cem",
    "Dora",
    "Friederike",
    "Jean-Baptiste",
    "Gül",
    "Bo",
)
CUT = """() => [...document.querySelectorAll(".drawn button, .tb, .act button, .pick, .name")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim())"""
"""Elements that do not contain all of their content."""
BACKGROUND = "(one) => getComputedStyle(one).backgroundColor.match(/[0-9]+/g).slice(0, 3).join()"
"""Its colour, whether transparent or not."""
EDGES = """() => [...document.querySelectorAll(".desk > :is(.bar, .view, .act)")]
  .map((one) => getComputedStyle(one).paddingRight)"""
WIDEST = """() => Math.max(0, ...[...document.querySelectorAll("main :is(button, .button)")]
  .map((one) => one.offsetWidth))"""


def desk_on(phone: Phone, server: Server, **settings: str) -> Desk:
    """An event that this phone runs."""
    desk = Desk(server.table().client)
    desk.create(*NAMES, seating="free", **settings)
    phone.table = desk.table
    phone.take_cookie()
    phone.open(f"{desk.path}/desk/round")
    return desk


def test_a_tables_news_changes_only_its_place_and_keeps_the_finger_on_its_link(
    phone: Phone, server: Server
) -> None:
    desk = desk_on(phone, server, hands_4="1, 2")
    desk.did("draw", "publish", "start")
    tables = [desk.at(server.table().client, number) for number in (1, 2)]
    for table in tables:
        table.turn("hearts")
    phone.page.reload()
    cards = phone.page.locator(".tb")
    expect(cards.locator(".tno")).to_have_text(["1", "2"])
    phone.page.evaluate("document.querySelectorAll('.tb').forEach((one, at) => { one.is = at })")
    cards.first.focus()
    desk.play(tables[0])
    phone.later(3)
    expect(cards.locator(".tno")).to_have_text(["2", "1"])
    expect(cards.last).to_contain_text("Hand 2 of 2")
    expect(cards.last).to_be_focused()
    assert phone.page.evaluate("[...document.querySelectorAll('.tb')].map((one) => one.is)") == [
        1,
        None,
    ]
    tables[0].play("hearts", (2, 0, 0, 0), (2, 0, 0, 0))
    phone.later(3)
    expect(phone.page.get_by_text("1 table still out").last).to_be_visible()
    desk.play(tables[1])
    tables[1].play("hearts", (2, 0, 0, 0), (2, 0, 0, 0))
    phone.later(3)
    expect(phone.button("Close round 1")).to_be_visible()


def test_on_a_desktop_tables_stand_in_two_columns_beside_the_standings(
    open_phone: OpenPhone, server: Server
) -> None:
    wide = open_phone(viewport={"width": 1280, "height": 800}, has_touch=False, is_mobile=False)
    desk = desk_on(wide, server)
    desk.did("draw", "publish", "start")
    desk.finish(server.table().client)
    desk.did("close", "draw", "publish", "start")
    wide.page.reload()
    one, other = (wide.box(wide.page.locator(".tb").nth(place)) for place in (0, 1))
    ranks = wide.box(wide.page.locator(".stands-now"))
    head = wide.box(wide.page.locator(".desk > .bar"))
    assert one["y"] == other["y"]
    assert other["x"] + other["width"] <= ranks["x"]
    assert head["width"] == 1280
    assert wide.page.evaluate(CUT) == []
    wide.page.set_viewport_size({"width": 1280, "height": 510})
    act, tabs = (wide.box(wide.page.locator(one)) for one in (".act", ".tabs"))
    assert act["y"] + act["height"] <= tabs["y"] + 1, "long standings scroll by themselves"
    wide.page.set_viewport_size({"width": 1280, "height": 800})
    desk.finish(server.table().client)
    wide.page.reload()
    close, tabs = (
        wide.box(one) for one in (wide.button("Close round 2"), wide.page.locator(".tabs"))
    )
    assert tabs["y"] - 70 < close["y"] < tabs["y"] - close["height"], "above the tabs"


def test_on_a_desktop_each_page_of_the_desk_has_its_edges_and_no_button_fills_it(
    open_phone: OpenPhone, server: Server
) -> None:
    wide = open_phone(viewport={"width": 1280, "height": 800}, has_touch=False, is_mobile=False)
    desk = desk_on(wide, server)
    tabs = []
    for acts in ((), ("draw",), ("publish", "start")):
        desk.did(*acts)
        for page in ("round", "players", "standings", "more", "settings"):
            wide.open(f"{desk.path}/desk/{page}")
            tabs.append(wide.box(wide.page.locator(".tabs")))
            assert wide.page.evaluate(WIDEST) <= 640, page
            assert len(set(wide.page.evaluate(EDGES))) == 1, page
    assert all(one == tabs[0] for one in tabs)


def test_the_colours_of_the_system_show_who_is_chosen_to_swap(
    open_phone: OpenPhone, server: Server
) -> None:
    phone = open_phone(forced_colors="active")
    desk_on(phone, server).did("draw")
    phone.page.reload()
    people = phone.page.locator(".drawn button")
    phone.tap(people.first)
    expect(people.first).to_have_attribute("aria-pressed", "true")
    assert people.first.evaluate(BACKGROUND) != people.last.evaluate(BACKGROUND)
