"""A desk, the phone of a table and the wall, in each engine."""

from __future__ import annotations

import re

import pytest

from scorekeeper.rules.events.event import Round
from scorekeeper.store.events import events
from tests.engines.conftest import OpenWindow, Program
from tests.engines.hand import Played, expect_stored
from tests.engines.window import Thing, Window

pytestmark = pytest.mark.engines

EIGHT = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil", "Hal")
ADDRESS = "return document.querySelector('.qr + p a')?.href"


def drawn(program: Program, desk: Window) -> Round:
    """The newest round as it is stored."""
    with program.app.app_context():
        return events.read(desk.url.split("/e/")[1].split("/")[0]).event.rounds[-1]


def draw(desk: Window) -> None:
    """Draw a round of a new event for eight players."""
    desk.open("/events/new")
    desk.tap(Thing(desk, "button", "Wizard .*hands for all"))
    desk.tap(Thing(desk, "key", ".*my own list"))
    desk.write("Hands at a table of 4", "1")
    desk.press("Create event")
    desk.follow("Add players")
    desk.write("One name per line; a comma before the club", "\n".join(EIGHT))
    # The number is there only where htmx could be loaded.
    desk.tap(Thing(desk, "button", "Add (?:8 )?players"))
    desk.says("2 tables of 4")
    desk.follow("Round")
    desk.press("Draw round 1")
    desk.says("Round 1 drawn")


@pytest.mark.journey
def test_a_desk_draws_swaps_starts_and_closes_a_round_that_a_phone_and_paper_played(
    open_window: OpenWindow, program: Program
) -> None:
    desk = open_window()
    draw(desk)
    first, second = drawn(program, desk).tables
    for number in (first.seats[0], second.seats[0]):
        desk.tap(Thing(desk, "button", f"{EIGHT[number - 1]}(?: ?deals first)?"))
        desk.says(EIGHT[number - 1])
    desk.press("Swap these two")
    desk.until(lambda: second.seats[0] in drawn(program, desk).tables[0].seats, "not swapped")
    desk.press("Publish seats")
    desk.press("Start the clock")
    # An answer that loads the page again would stop the next page from loading.
    desk.expect_saved()
    desk.says("left, until")
    address = desk.url
    desk.open(f"{address}/1/table/1")
    desk.tap(Thing(desk, "button", "Show the slip again.*"))
    slip = desk.until(lambda: desk.engine.run(ADDRESS), "no slip")
    phone = open_window()
    phone.open(slip)
    phone.press("Keep score")
    phone.says("Which card is turned up?")
    table = Played(phone, program.stored(phone.key_of_game))
    assert {*table.game.players} == {EIGHT[n - 1] for n in drawn(program, desk).tables[0].seats}
    table.play()
    expect_stored(phone, program, table.game)
    desk.open(address)
    desk.says("1 table still out")
    desk.open(f"{address}/1/table/2")
    desk.tap(Thing(desk, "button", "By hand.*"))
    for points, number in zip((30, 20, 10, -10), drawn(program, desk).tables[1].seats, strict=True):
        desk.write(f"{EIGHT[number - 1]}: Points", points)
    desk.press("Save")
    desk.says(re.compile("by hand|from paper", re.IGNORECASE))
    desk.open(address)
    desk.press("Close round 1")
    desk.says("Round 2")
    wall = address.replace("/desk/round", "/wall")

    def is_open() -> bool:
        phone.open(wall)
        return phone.url == wall

    # The page of the game hears of the close, and its answer may stop the next page from loading.
    phone.until(is_open, "no wall")
    phone.says("Standings")
    for name in EIGHT:
        phone.says(name)
