"""A table of an event on its players' phones: from the slip to the next table."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import LOST, Phone
from tests.browser.test_access import AXE, RULES, RUN
from tests.desk import Desk
from tests.table import field

pytestmark = pytest.mark.browser

LONG = ("Bartholomäus Federstein", "Zoë Müller-Lüdenscheidt", "Jean-Baptiste", "Łukasz Weiß")
EIGHT = (*LONG, "Eva", "Fay", "Gil", "Hal")
SMALL: dict[str, Any] = {"viewport": {"width": 360, "height": 640}}
ROUND = 105 * 60
"""The duration of a round, in seconds."""


@pytest.fixture
def desk(phone: Phone) -> Desk:
    """An event of two tables, whose first round is running."""
    made = Desk(phone.table.client)
    made.create(*EIGHT)
    made.did("draw", "publish", "start")
    return made


def seats(desk: Desk, number: int = 1) -> tuple[str, ...]:
    return tuple(desk.event.entrant(seat).name for seat in desk.round.table(number).seats)


def sits_down(player: Phone, desk: Desk) -> None:
    """Open the slip of table 1 and keep score there."""
    player.names, player.dealer = seats(desk), desk.round.table(1).dealer
    player.open(desk.slip(1))
    player.press("Keep score")
    expect(player.page.locator("#head")).to_contain_text("Round 1 · Table 1")


def faults(player: Phone) -> list[str]:
    player.page.evaluate(AXE)
    return [str(one) for one in player.page.evaluate(RUN, RULES["light"])]


@pytest.mark.journey
def test_a_table_plays_from_its_slip_to_its_next_table(
    phone: Phone, desk: Desk, open_phone: OpenPhone
) -> None:
    player = open_phone()
    sits_down(player, desk)
    clock = player.page.locator("#clock")
    expect(clock).to_contain_text("left in this round")
    assert player.box(clock)["height"] <= 40
    player.play("Hearts", (1, 0, 0, 0), (1, 0, 0, 0))
    expect(player.page.locator(".placed")).to_contain_text("The result is in")
    expect(player.page.get_by_role("button", name="Rematch")).to_have_count(0)
    assert not faults(player)
    desk.play(desk.at(phone.table.client, 2))
    desk.did("close", "draw", "publish")
    player.later(15)
    for name in player.names:
        expect(player.page.locator(".nexts")).to_contain_text(name)
    assert not faults(player)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_head_of_a_small_phone_has_room_for_its_table_and_the_dealer(
    desk: Desk, open_phone: OpenPhone, locale: str
) -> None:
    player = open_phone(**SMALL, locale=locale)
    sits = desk.at(player.table.client, 1)
    sits.turn("hearts")
    player.take_cookie()
    player.open(sits.path)
    bar = player.box(player.page.locator(".bar:has(#head)"))
    for part in player.page.locator("#head .of-event, #head .by > span").all():
        assert part.evaluate("one => one.scrollWidth <= one.clientWidth + 1")
        box = player.box(part)
        assert bar["y"] <= box["y"] < box["y"] + box["height"] <= bar["y"] + bar["height"]


def test_in_the_few_colours_of_a_system_the_own_seat_and_the_numbers_have_rims(
    desk: Desk, open_phone: OpenPhone
) -> None:
    player = open_phone(forced_colors="active")
    player.open(f"{desk.path}?me=1")
    rim = "one => [getComputedStyle(one).borderTopWidth, getComputedStyle(one).outlineWidth]"
    for part, at in ((".tno", 0), (".act .main", 0), (".ring .me", 1)):
        assert player.page.locator(part).evaluate(rim)[at] != "0px", part


def test_a_phone_says_by_itself_that_the_time_is_up(desk: Desk, open_phone: OpenPhone) -> None:
    player = open_phone()
    sits_down(player, desk)
    player.turn("Hearts")
    expect(player.page.locator("#clock")).not_to_contain_text("Time is up", use_inner_text=True)
    player.forgiven += LOST
    with player.away():
        player.sleep(ROUND)
        expect(player.page.locator("#clock")).to_have_text(
            "Time is up: hand 1 is the last", use_inner_text=True
        )


@pytest.mark.journey
def test_taps_of_a_table_wait_on_the_phone_while_the_line_is_dead(
    desk: Desk, open_phone: OpenPhone
) -> None:
    player = open_phone()
    sits_down(player, desk)
    player.turn("Hearts")
    player.settle()
    player.group(f"Bid of {player.names[player.order[0]]}").wait_for()
    player.forgiven += LOST
    with player.away():
        player.bid((1, 0, 0, 0))
        player.waits()
    player.notice()
    player.expect_saved()
    assert desk.games()[1, 1].standing.totals == (0, 0, 0, 0)


def test_names_are_found_while_they_are_typed_and_remembered(
    desk: Desk, open_phone: OpenPhone
) -> None:
    player = open_phone()
    player.open(desk.path)
    player.page.get_by_label("Name or number").fill("mull")
    shown = player.page.locator(".names li").filter(visible=True)
    expect(shown).to_have_count(1)
    assert not faults(player)
    player.page.get_by_label("Name or number").fill("muell")
    expect(shown).to_have_count(1)
    player.page.get_by_label("Name or number").fill("zz")
    expect(player.page.locator(".none")).to_be_visible()
    player.page.get_by_label("Name or number").fill("weiss")
    player.tap(shown.locator("a"))
    expect(player.page.locator(".ring .me .name")).to_have_text("Łukasz Weiß")
    player.open(desk.path)
    expect(player.page.locator(".ring .me .name")).to_have_text("Łukasz Weiß")
    player.follow("not you?")
    expect(player.page.get_by_role("heading", name="Who are you?")).to_be_visible()


@pytest.mark.parametrize("view", ["", "#hand", "#sheet", "#evening", "#more"])
def test_a_phone_that_has_not_said_whose_it_is_is_asked_on_every_view(
    desk: Desk, open_phone: OpenPhone, view: str
) -> None:
    player = open_phone()
    desk.at(player.table.client)
    player.open(desk.game() + view)
    expect(player.page.get_by_role("heading", name="Who are you?")).to_be_in_viewport()


@pytest.mark.journey
def test_a_phone_that_asks_continues_when_the_desk_agrees(
    phone: Phone, desk: Desk, open_phone: OpenPhone
) -> None:
    player = open_phone()
    desk.at(phone.table.client, 1)
    player.open(desk.slip(1))
    assert not faults(player)
    player.press(seats(desk)[1])
    expect(player.page.get_by_text("The desk has been asked")).to_be_visible()
    assert not faults(player)
    asking = field(desk.page("round/1/table/1"), "phone")
    desk.did("round/1/table/1/pencil", answer="yes", phone=asking)
    player.later(4)
    player.page.wait_for_url("**/g/*")


def test_the_pages_of_a_player_are_accessible_and_fit(desk: Desk, open_phone: OpenPhone) -> None:
    player = open_phone()
    sits_down(player, desk)
    for path in ("?me=1", "/results?me=1", "/standings?me=1"):
        player.open(desk.path + path)
        assert not faults(player), path
        wide, room = player.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= room, path
