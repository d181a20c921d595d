"""Taps on buttons of a form whose last answer is still awaited."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Route, expect

from tests.browser.phone import THREE, Phone
from tests.desk import Desk

pytestmark = pytest.mark.browser

EIGHT = ("Ann", "Ben", "Cem", "Dora", "Emil", "Fay", "Gus", "Hanna")


@pytest.fixture
def desk(phone: Phone) -> Desk:
    """A phone with the desk of an event for eight players."""
    made = Desk(phone.table.client)
    made.create()
    made.did("players/add", names="\n".join(EIGHT))
    phone.take_cookie()
    return made


@contextmanager
def slow(phone: Phone, address: str) -> Iterator[None]:
    """A context in which the first answer from an address is held until the end."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    phone.page.locator("html.live").wait_for(state="attached")
    phone.drawn()
    phone.page.route(address, hold)
    yield
    held[0].continue_()


@pytest.mark.journey
def test_players_ticked_one_after_another_are_all_marked(phone: Phone, desk: Desk) -> None:
    phone.open(f"{desk.path}/desk/players")
    with slow(phone, "**/players/mark"):
        # A second tap on the first one is none.
        for name in ("Ann", "Ann", "Ben", "Hanna"):
            phone.page.get_by_role("button", name=f"{name} plays").tap(no_wait_after=True)
    expect(phone.page.locator(".counted strong")).to_have_text("5")
    assert [desk.event.entrant(one).name for one in desk.event.playing] == [*EIGHT[2:-1]]


def test_a_game_started_while_names_wait_has_them_all(phone: Phone) -> None:
    phone.seat(*THREE)
    phone.take_cookie()
    phone.open("/new")
    with slow(phone, "**/new"):
        for name in THREE:
            phone.button(name).tap(no_wait_after=True)
        phone.button("Start game").tap(no_wait_after=True)
    phone.page.wait_for_url("**/g/*")
    for name in THREE:
        expect(phone.page.locator(".player-line", has_text=name)).to_be_visible()
