"""The server is killed: a table plays on, and everything is saved when it is back."""

from __future__ import annotations

import os
import signal
from contextlib import ExitStack
from dataclasses import replace

import pytest

from tests.browser.evening import FOUR
from tests.browser.phone import THREE
from tests.browser.test_phone_storage import FILL_UP, LEAVE
from tests.engines.adapters import KEPT
from tests.engines.conftest import Program
from tests.engines.hand import Played, begun, expect_stored, named
from tests.engines.window import Window

pytestmark = pytest.mark.engines

AHEAD = "return document.getElementById('board')?.dataset.ahead !== undefined"
"""Whether the page continues without the server."""
BLANK = """caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name))))
  .then((all) => Promise.all(all.map((cache) => cache.keys())))
  .then((all) => { window.isKept = all.flat().some(({ url }) =>
    url.includes("/new/ahead/") && url.includes("variant=wizard")) });
return window.isKept"""
"""Whether the phone has a blank page for a new game of Wizard."""


@pytest.mark.journey
def test_a_killed_server_a_reload_after_each_tap_and_a_closed_tab_lose_nothing(
    window: Window, program: Program
) -> None:
    table = begun(window, program, *THREE)
    window.keep()
    program.kill()
    table.tapped = window.reload
    table.turn()
    table.bid()
    window.open_again()
    table.take()
    table.score()
    table.turn()
    program.start()
    expect_stored(window, program, table.game)
    table.expect_csv()


def test_a_server_killed_before_each_tap_of_a_hand_saves_each_when_it_is_back(
    window: Window, program: Program
) -> None:
    table = begun(window, program, *THREE)
    window.keep()
    program.kill()

    def restarted() -> None:
        window.reload()
        program.start()
        window.expect_saved()
        program.kill()

    table.tapped = restarted
    table.play(1)
    program.start()
    expect_stored(window, program, table.game)
    table.expect_csv()


@pytest.mark.parametrize("name", KEPT)
def test_a_browser_that_is_ended_and_opened_again_away_goes_on_with_the_hand(
    name: str, program: Program, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp(name)

    def opened(stack: ExitStack) -> Window:
        return Window(KEPT[name](stack, folder), program.address)

    with ExitStack() as stack:
        first = opened(stack)
        table = begun(first, program, *FOUR)
        first.keep()
        address = first.url
        program.kill()
        table.play(1)
        table.turn()
    with ExitStack() as stack:
        again = opened(stack)
        again.open(address)
        table = Played(again, table.game)
        table.expect_totals()
        table.bid()
        table.take()
        table.score()
        program.start()
        expect_stored(again, program, table.game)
        table.expect_csv()


def test_a_game_that_begins_without_the_server_is_saved(window: Window, program: Program) -> None:
    first = begun(window, program, *FOUR)
    window.keep()
    window.until(lambda: window.engine.run(BLANK), "no blank page is kept")
    known = program.keys()
    program.kill()
    named(window, "Eva", "Fay", "Gil", "Hal")
    window.press("Start game")
    window.until(lambda: "/g/~" in window.url and window.engine.run(AHEAD), "no game begins")
    away = Played(window, replace(first.game, players=("Eva", "Fay", "Gil", "Hal")))
    away.play(1)
    window.reload()
    away.expect_totals()
    away.fast(2)
    program.start()
    window.expect_saved()
    (key,) = program.keys() - known
    assert program.stored(key) == away.game


def test_taps_while_the_server_hangs_are_saved_when_it_answers(
    window: Window, program: Program
) -> None:
    table = begun(window, program, *FOUR)
    window.keep()
    os.kill(program.pid, signal.SIGSTOP)
    table.play(1)
    os.kill(program.pid, signal.SIGCONT)
    expect_stored(window, program, table.game)


def test_a_full_phone_asks_for_the_page_to_stay_open_until_its_taps_are_saved(
    window: Window, program: Program
) -> None:
    table = begun(window, program, *FOUR)
    window.keep()
    program.kill()
    window.engine.run(f"({FILL_UP})(0)")
    table.turn()
    window.says(LEAVE)
    program.start()

    def is_saved() -> bool:
        window.engine.run("dispatchEvent(new Event('online'))")
        return program.stored(window.key_of_game) == table.game

    window.until(is_saved, "it is not saved")


def test_taps_of_two_tabs_without_the_server_are_all_saved(
    window: Window, program: Program
) -> None:
    table = begun(window, program, *FOUR)
    window.keep()
    address = window.url
    window.engine.new_tab()
    window.open(address)
    window.says("Which card is turned up?")
    program.kill()
    table.tapped = window.engine.other_tab
    table.play(1)
    table.turn()
    program.start()
    expect_stored(window, program, table.game)
    window.engine.other_tab()
    window.expect_saved()
    table.expect_totals()
