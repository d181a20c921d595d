"""Taps of a page, and what Undo says it takes back."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from statistics import fmean
from typing import Any

import pytest

from scorekeeper.rules.attendance import new_game
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.hand import as_bid, bidding_order, offered_rest, shortcuts_as_bid
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import Settings
from scorekeeper.rules.variants.variants import WIZARD
from scorekeeper.store.games import reading
from tests.figures import Figures
from tests.rules.notation import NAMES
from tests.table import Table
from tests.turns import daily
from tests.web.page import plain_text


def corrected(table: Table) -> object:
    """The first hand again, with another winner of its trick."""
    fields: dict[str, Any] = {"turned": "hearts", "dealer": 0, "bid_0": 0, "bid_1": 1, "bid_2": 1}
    fields |= {"tricks_0": 1, "tricks_1": 0, "tricks_2": 0, "revision": table.revision}
    return table.post(f"{table.path}/hands/1", **fields)


def ended(table: Table) -> object:
    """The hand in progress is the last."""
    return table.post(f"{table.path}/end", hands=2, revision=table.revision)


STEPS: list[tuple[Callable[[Table], object], str, str]] = [
    (lambda table: table.turn("hearts"), "Hearts", "hand 2, Hearts"),
    (lambda table: table.bid(None, 1), "Ben bid 1", "hand 2, Ben bid 1"),
    (lambda table: table.bid(0, 1, 2), "2 bids", "hand 2, 2 bids"),
    (lambda table: table.take(None, 2), "Ben took 2", "hand 2, Ben took 2"),
    (lambda table: table.take(1, 1), "Ann took 1, Ben 1", "hand 2, Ann took 1, Ben 1"),
    (corrected, "hand 1 corrected", "hand 1 corrected"),
    (ended, "end after hand 2", "end after hand 2"),
]


def label(page: str) -> str:
    """The change on the button Undo."""
    return plain_text(re.findall(r'<button class="quiet undo".*?</button>', page, re.DOTALL)[0])


def undone(page: str) -> str:
    """The text of the toast beside it, "" if there is none."""
    return plain_text("".join(re.findall(r'<p class="undone.*?</p>', page, re.DOTALL)))


def test_redo_is_offered_until_all_that_undo_took_back_is_there_again(played: Table) -> None:
    played.turn("hearts")
    played.bid(None, 1)
    for _ in range(2):
        played.undo()
    for said in ("Undone: hand 2, Hearts", "Undone: hand 2, Ben bid 1", ""):
        assert said in undone(played.page())
        assert bool(said) == bool(undone(played.page()))
        played.post(f"{played.path}/redo", revision=played.revision)
    log = played.client.get(f"{played.path}/log").text
    assert log.count("· <em>undone</em>") == 2
    assert "2 entries undone" in log


@pytest.mark.parametrize("forget", [reading.forget, lambda: None])
def test_undo_says_what_it_takes_back_and_redo_brings_it_again(
    played: Table, forget: Callable[[], None]
) -> None:
    for step, short, long in STEPS:
        step(played)
        forget()
        page, rows = played.page(), played.csv()
        assert (label(page), undone(page)) == (f"Undo {short}", "")
        played.undo()
        forget()
        assert undone(played.page()) == f"Undone: {long} Redo"
        assert played.post(f"{played.path}/redo", revision=played.revision).status_code == 303
        forget()
        assert (label(played.page()), undone(played.page())) == (f"Undo {short}", "")
        assert played.csv() == rows


def test_a_redo_without_an_undo_before_it_is_refused_in_a_sentence(played: Table) -> None:
    response = played.post(f"{played.path}/redo", revision=played.revision)
    assert response.status_code == 422
    assert "There is nothing to redo." in response.text


GAMES = (100, 1000)
"""Every day and every night."""
WIZARDS, DECK = 4, 60
MOST_WAYS = 6


def taps(game: Game, hand: Hand, bids: list[int], tricks: list[int], *, wizard: bool) -> int:
    """The card turned up, the bids, and the shortest way from the pause while the hand is played:
    by what it offers, by taps on lines, or by *Count the tricks* and the first pads."""
    players = len(game.players)
    trump = game.variant.turns_trump(players, hand.cards, hand.number) * (1 + wizard)
    hand = replace(hand, bids=tuple(bids), tricks=(None,) * players)
    order = bidding_order(game, hand)
    ways = [from_pause(game, hand, tricks)]
    for entered in range(1, players):
        known = tuple(tricks[s] if s in order[:entered] else None for s in range(players))
        ways.append(1 + entered + finished(game, replace(hand, tricks=known), tricks))
    return trump + players + min(ways)


def from_pause(game: Game, hand: Hand, tricks: list[int]) -> int:
    """Taps until the hand is scored if no pad is open: the pause offers all ways, as far as there
    is room."""
    offered = shortcuts_as_bid(game, hand)
    if len(offered) <= MOST_WAYS and tricks in (list(way.values()) for way in offered.values()):
        return 1
    wrong = [seat for seat in hand.playing if hand.bids[seat] != tricks[seat]]
    # A tap on a line is needed where otherwise the first pad would be open already.
    is_first_open = bidding_order(game, hand)[0] in wrong and len(wrong) == 1
    return finished(game, hand, tricks) + is_first_open


def finished(game: Game, hand: Hand, tricks: list[int]) -> int:
    """Taps until the hand is scored if only players who missed their bids are entered."""
    missing = [seat for seat in bidding_order(game, hand) if hand.tricks[seat] is None]
    wrong = [seat for seat in missing if hand.bids[seat] != tricks[seat]]
    if offered_rest(game, hand) or not wrong:
        return 1
    # The player with the open pad comes last; a tap on a line opens another pad.
    but, *entered = sorted(wrong, key=missing.index)
    known = tuple(tricks[s] if s in entered else n for s, n in enumerate(hand.tricks))
    last = replace(hand, tricks=known)
    assert offered_rest(game, last) or list(as_bid(game, last, but).values()) == tricks
    return 2 * len(entered) + (but != missing[0]) + 1


def dealt(
    chance: random.Random, players: int, cards: int, made: float
) -> tuple[list[int], list[int]]:
    """Random tricks, and bids of which this many are made; the others are off by one."""
    won = chance.choices(range(players), k=cards)
    tricks = [won.count(seat) for seat in range(players)]
    off = [0 if chance.random() < made else chance.choice((-1, 1)) for _ in tricks]
    bids = [min(max(one + more, 0), cards) for one, more in zip(tricks, off, strict=True)]
    return bids, tricks


@pytest.mark.thorough
@pytest.mark.parametrize("made", [0.5, 0.67])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@daily("games", GAMES, GAMES[0])
def test_a_hand_takes_at_most_2n_and_2_taps_and_on_average_less(
    games: int, players: int, made: float, figures: Figures
) -> None:
    chance = random.Random(players)
    counts = []
    for _ in range(games):
        dealer = chance.randrange(players)
        game = new_game(WIZARD, NAMES[:players], dealer, Settings(sizes=WIZARD.sizes(players)))
        first = score_sheet(game).hand
        assert first
        for cards in WIZARD.sizes(players):
            hand = replace(first, cards=cards, dealer=(dealer + cards) % players)
            is_wizard = chance.random() < WIZARDS / DECK
            count = taps(game, hand, *dealt(chance, players, cards, made), wizard=is_wizard)
            # A Wizard is followed by the suit that the dealer names.
            assert count <= 2 * players + 2 + is_wizard
            counts.append(count)
    mean = fmean(counts)
    figures(f"{players} players, {made:.0%} of the bids made: {mean:.2f} taps a hand")
    assert mean <= 2 * players + (made == 0.5 and players == 3)
