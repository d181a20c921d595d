"""Whole games, and what a keeper takes back, in each engine."""

from __future__ import annotations

import json
from functools import partial
from typing import cast

import pytest

from scorekeeper.rules import actions
from scorekeeper.rules.actions import Correction
from scorekeeper.rules.attendance import rematch
from scorekeeper.rules.sheet import open_hand
from scorekeeper.rules.variants.model import Turned
from tests.browser.evening import FOUR
from tests.browser.phone import THREE, Phone
from tests.engines.conftest import OpenWindow, Program
from tests.engines.hand import Played, begun, expect_stored, named
from tests.engines.window import ARM, Window

pytestmark = pytest.mark.engines

DRAWN = "return document.querySelector('.picture img')?.naturalWidth > 100"
"""Whether the picture of the result is shown."""


@pytest.mark.parametrize(
    ("game", "names"), [("Wizard", FOUR), ("Two-Player Wizard", THREE[:2])], ids=["four", "two"]
)
def test_a_whole_game_has_the_totals_and_the_csv_of_what_was_dealt(
    window: Window, program: Program, game: str, names: tuple[str, ...]
) -> None:
    table = begun(window, program, *names, game=game)
    table.play(1)
    table.fast()
    assert open_hand(table.game) is None
    expect_stored(window, program, table.game)
    window.reload()
    table.expect_totals()
    table.expect_csv()


def test_undo_redo_and_the_correction_of_an_earlier_hand(window: Window, program: Program) -> None:
    table = begun(window, program, *FOUR)
    table.play(1)
    before = table.game
    table.turn()
    expect_stored(window, program, table.game)
    window.press("Undo")
    window.says("Which card is turned up?")
    expect_stored(window, program, before)
    window.press("Redo")
    expect_stored(window, program, table.game)
    hand = table.game.hands[0]
    taker, other = hand.tricks.index(1), (hand.tricks.index(1) + 1) % 4
    window.view("Sheet")
    window.follow("(?:.* )?1 card, .*")
    window.says("Correct hand 1")
    for seat, number in ((taker, 0), (other, 1)):
        window.tap(window.chip(f"Tricks of {FOUR[seat]}", number))
    window.press("Save correction")
    window.until(lambda: "/hands/" not in window.url, "it is not corrected")
    tricks = tuple(int(seat == other) for seat in range(4))
    table.game = actions.correct_hand(
        table.game,
        1,
        Correction(hand.dealer, hand.turned, hand.trump, hand.bids, tricks, hand.negated),
    )
    expect_stored(window, program, table.game)
    window.view("Hand")
    table.expect_totals()
    table.expect_csv()


def test_a_penalty_counts_in_the_totals_and_in_the_csv(window: Window, program: Program) -> None:
    table = begun(window, program, *FOUR)
    table.turn()
    table.bid()
    window.view("More")
    window.follow("Extra points in this hand.*")
    # The pad of whoever plays first is open.
    window.write("Extra points of Ben", -10)
    # It is saved once its fields and keys are left: ten more, the reason, the next ten less.
    window.engine.keys("Tab", "Tab", "Tab")
    window.expect_saved()
    table.game = program.until(window.key_of_game, lambda game: bool(game.hands[0].bonuses))
    window.open(f"/g/{window.key_of_game}")
    table.take()
    table.score()
    expect_stored(window, program, table.game)
    table.expect_csv()


def test_a_game_that_ends_early_has_a_picture_and_a_rematch(
    window: Window, program: Program
) -> None:
    table = begun(window, program, *FOUR)
    table.play(1)
    window.expect_saved()
    window.view("More")
    window.press("End the game now")
    window.until(lambda: window.sees(window.button("Rematch")), "it does not end")
    window.expect_saved()
    over, address = program.stored(window.key_of_game), window.url
    assert over.settings.ends_after == 1
    window.open(f"/g/{window.key_of_game}/picture")
    window.until(lambda: window.engine.run(DRAWN), "there is no picture")
    window.open(address)
    window.press("Rematch")
    again = Played(window, rematch(over))
    again.play(1)
    expect_stored(window, program, again.game)
    assert window.url != address


def test_seats_that_are_dragged_begin_in_their_new_order(window: Window, program: Program) -> None:
    named(window, *FOUR)
    window.drag(".seat .grip", 0, 3)
    window.drag(".seat .grip", 2, 0)
    window.press("Start game")
    window.until(lambda: "/g/" in window.url, "no game started")
    assert program.stored(window.key_of_game).players == ("Dora", "Ben", "Cem", "Ann")


def added(program: Program, known: set[str]) -> set[str]:
    """The games that were added to those known."""
    return program.keys() - known


def test_a_game_is_imported_from_its_json_and_its_csv(
    open_window: OpenWindow, program: Program
) -> None:
    window = open_window()
    table = begun(window, program, *FOUR)
    table.fast(2)
    expect_stored(window, program, table.game)
    texts = {kind: table.read(kind) for kind in ("json", "csv")}
    assert json.loads(texts["json"])
    for kind, text in texts.items():
        known = program.keys()
        other = open_window()
        other.open("/book/bring")
        other.write("Or paste its text", text)
        other.press("Import")
        if kind == "csv":
            other.says("Nothing is saved yet.")
            other.press("Import")
        (key,) = other.until(partial(added, program, known), "it is not imported")
        assert program.stored(key).hands == table.game.hands
        assert program.stored(key).players == table.game.players


def test_back_and_forward_in_mid_hand_show_the_latest_state(
    window: Window, program: Program
) -> None:
    table = begun(window, program, *FOUR)
    table.turn()
    window.expect_saved()
    window.follow("All games")
    window.says("New game")
    window.engine.move(-1)
    table.bid()
    window.expect_saved()
    window.engine.move(1)
    window.says("New game")
    window.engine.move(-1)
    table.take()
    table.score()
    expect_stored(window, program, table.game)


FOCUSED = """const one = document.activeElement;
return one.id === "count" ? one.id : one.closest("[role=group]")?.getAttribute("aria-label")"""

OFFERED = "return document.activeElement.matches('.offered input, :checked')"


class Keyboard:
    """A phone without a touch screen: an evening's taps as keys, each where the focus is."""

    def __init__(self, window: Window) -> None:
        self.window = window

    def key(self, group: str, name: object) -> tuple[str, str]:
        """A chip of a group."""
        return group, str(name)

    chip = key

    def group(self, name: str) -> Keyboard:
        """The group, at which :meth:`tap` waits for the focus."""
        del name
        return self

    def wait_for(self) -> None:
        """Nothing to wait for."""

    def tap(self, thing: tuple[str, str]) -> None:
        """Choose a number by its digit, and the second card by Tab and its place."""
        group, name = thing
        if group == "Trump":
            self.window.until(lambda: self.window.engine.run(ARM), "the page takes no keys")
            self.window.until(partial(self._tabs_to, group), f"no Tab leads to {group}")
            # Cards are counted from 1.
            self.window.engine.keys("2")
        else:
            self._reach(group)
            self.window.engine.keys(name)

    def count(self) -> None:
        """Press *Count the tricks*, which has the focus."""
        self._reach("count")
        self.window.engine.keys("Enter")

    def press(self, name: str) -> None:
        """Enter on the number that is offered, or chosen, moves on."""
        del name
        self.window.until(lambda: self.window.engine.run(OFFERED), "no rest is offered")
        self.window.engine.keys("Enter")

    def _reach(self, name: str) -> None:
        self.window.until(lambda: self._is_at(name), f"the focus is not at {name}")

    def _tabs_to(self, name: str) -> bool:
        if not self._is_at(name):
            self.window.engine.keys("Tab")
        return self._is_at(name)

    def _is_at(self, name: str) -> bool:
        return bool(self.window.engine.run(FOCUSED) == name)


def test_hands_are_played_with_the_keyboard_alone(window: Window, program: Program) -> None:
    table = begun(window, program, *FOUR)
    table.phone = cast(Phone, Keyboard(window))
    for _ in range(3):
        table.first = Turned.HEARTS
        table.play(1)
    expect_stored(window, program, table.game)


# Any window of the other engines is a private one when it is driven.
@pytest.mark.parametrize("engine", ["chromium", "firefox-private", "webkit", "wpe"])
def test_a_private_window_saves_a_hand_and_what_waited_for_the_server(
    window: Window, program: Program
) -> None:
    table = begun(window, program, *FOUR)
    table.play(1)
    expect_stored(window, program, table.game)
    program.kill()
    table.turn()
    table.bid()
    program.start()
    expect_stored(window, program, table.game)
    window.reload()
    table.expect_totals()


@pytest.mark.parametrize("engine", ["firefox-blocked", "webkit-blocked"])
def test_with_cookies_blocked_new_game_says_why_it_cannot_start_and_leaves_the_names(
    window: Window, program: Program
) -> None:
    named(window, *FOUR)
    window.press("Start game")
    window.says("Allow cookies for this page")
    names = "return [...document.getElementsByName('name')].map((one) => one.value).join()"
    assert str(window.engine.run(names)).startswith(",".join(FOUR))
    assert program.keys() == set()
