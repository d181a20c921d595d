"""Several phones at a table, and people who come and go, in each engine."""

from __future__ import annotations

import re

import pytest

from tests.browser.phone import THREE
from tests.engines.conftest import OpenWindow, Program
from tests.engines.hand import Played, begun, expect_stored
from tests.engines.window import Window

pytestmark = pytest.mark.engines

VALUE = "const found = document.querySelector('.address input, #link input'); return found?.value"
"""The address that the page offers for copying."""


def following(window: Window, keeper: Window, name: str) -> Window:
    """A phone that follows as somebody."""
    window.open(f"/g/{keeper.key_of_game}")
    window.follow(f"{name} total.*")
    window.until(lambda: "?me=" in window.url, "nobody is asked who it is")
    return window


def test_a_follower_sees_each_tap_and_is_told_whose_turn_it_is(
    open_window: OpenWindow, program: Program
) -> None:
    keeper = open_window()
    table = begun(keeper, program, *THREE)
    ben = following(open_window(), keeper, "Ben")
    table.turn()
    ben.says("Your turn to bid")
    table.bid()
    ben.says(re.compile(f"bid\\s+{table.hand.bids[1]}"))
    table.take()
    table.score()
    ben.says("Hand 1")
    table.expect_totals()
    Played(ben, table.game).expect_totals()


def test_hidden_bids_are_made_on_two_phones_and_shown_together(
    open_window: OpenWindow, program: Program
) -> None:
    keeper = open_window()
    table = begun(keeper, program, *THREE, rule="Hidden bids")
    table.turn()
    keeper.expect_saved()
    keeper.view("More")
    keeper.follow("Bids on the phones.*")
    keeper.press("Switch on")
    keeper.until(lambda: "/sealed" not in keeper.url, "the bids are not switched on")
    ben = following(open_window(), keeper, "Ben")
    ben.says("Your bid")
    ben.tap(ben.key("Bid of Ben", 1))
    ben.says("Saved and hidden")
    keeper.says("has bid")
    for name in ("Ann", "Cem"):
        keeper.tap(keeper.chip(f"Bid of {name}", 0))
    for one in (keeper, ben):
        one.says(re.compile(r"bid\s+1"))
    keeper.expect_saved()
    assert program.stored(keeper.key_of_game).hands[0].bids == (0, 1, 0)


def handed(keeper: Window, other: Window, how: str) -> None:
    """Let another phone keep score."""
    address = keeper.url
    keeper.view("More")
    keeper.follow("Phones that keep score.*")
    keeper.press(how)
    link = keeper.until(lambda: keeper.engine.run(VALUE), "no link")
    keeper.open(address)
    other.open(link)
    other.write("Name of this phone (others see it beside your entries)", "Ben")
    other.press("Keep score on this phone")
    other.until(lambda: "/g/" in other.url, "it keeps no score")


def test_two_keepers_tap_side_by_side_and_one_hands_the_pencil_over(
    open_window: OpenWindow, program: Program
) -> None:
    keeper, other = open_window(), open_window()
    table = begun(keeper, program, *THREE)
    handed(keeper, other, "Share: both keep score")
    second = Played(other, table.game)
    table.turn()
    second.game = table.game
    second.bid()
    table.game = second.game
    table.take()
    table.score()
    expect_stored(keeper, program, table.game)
    second.game = table.game
    second.expect_totals()
    third = open_window()
    handed(keeper, third, "Hand over: only the other phone keeps score")
    keeper.until(lambda: not keeper.sees(keeper.group("Trump")), "it keeps score still")
    last = Played(third, table.game)
    last.play(1)
    expect_stored(third, program, last.game)
    for one in (keeper, other):
        Played(one, last.game).expect_totals()


def test_somebody_joins_and_somebody_leaves(window: Window, program: Program) -> None:
    table = begun(window, program, *THREE)
    key = window.key_of_game
    table.play(1)
    window.expect_saved()

    def went(*links: str) -> None:
        window.view("More")
        window.follow("Players.*")
        for link in links:
            window.follow(link)

    went("Somebody joins")
    window.write("Name", "Dora")
    window.press("Join from hand 2 on")
    window.says("Dora")
    table.game = program.until(key, lambda game: len(game.players) == 4)
    window.open(f"/g/{key}")
    window.says("Which card is turned up?")
    table.play(1)
    window.expect_saved()
    went("Somebody leaves", r"Ann .*\d")
    window.press("Ann leaves")
    table.game = program.until(key, lambda game: 0 in game.away)
    window.open(f"/g/{key}")
    window.says("Which card is turned up?")
    table.play(1)
    expect_stored(window, program, table.game)
    table.expect_csv()
