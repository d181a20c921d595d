"""The number of taps for a hand with the page's offers, counted over random games."""

import random
from dataclasses import replace
from statistics import fmean

import pytest

from scorekeeper.rules.bidding import bidding_order
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.scoring import as_bid, offered_rest, shortcuts_as_bid
from scorekeeper.rules.setup import new_game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.house import Settings
from scorekeeper.rules.variants.variants import WIZARD
from tests.figures import Figures
from tests.rules.notation import NAMES

GAMES = 1000
WIZARDS, DECK = 4, 60


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
    """Taps until the hand is scored if no pad is open: the pause offers the first of the ways."""
    offered = shortcuts_as_bid(game, hand)
    first = next((seat for seat in (None, *bidding_order(game, hand)) if seat in offered), None)
    if offered and list(offered[first].values()) == tricks:
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
def test_a_hand_takes_at_most_2n_and_2_taps_and_on_average_less(
    players: int, made: float, figures: Figures
) -> None:
    chance = random.Random(players)
    counts = []
    for _ in range(GAMES):
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
