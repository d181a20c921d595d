"""Games of Wizard dealt by chance: as games, and as plain lists of bids and tricks."""

from dataclasses import replace

from scorekeeper.rules.attendance import new_game
from scorekeeper.rules.events.draw import Chance
from scorekeeper.rules.game import Hand
from scorekeeper.rules.sheet import Sheet, score_sheet
from scorekeeper.rules.variants.model import BidRule, Settings, Trump
from scorekeeper.rules.variants.variants import WIZARD

Dealt = list[tuple[list[int], list[int]]]
"""The bids and tricks of each hand, by seat."""


def deal(chance: Chance, players: int, sizes: tuple[int, ...]) -> Dealt:
    """Hands of these sizes: about every second bid is made."""
    hands = []
    for cards in sizes:
        tricks = [0] * players
        for _ in range(cards):
            tricks[chance.below(players)] += 1
        bids = [max(0, min(cards, taken + chance.below(3) - 1)) for taken in tricks]
        hands.append((bids, tricks))
    return hands


def sheet_of(dealt: Dealt, players: int, sizes: tuple[int, ...]) -> Sheet:
    """The sheet of a game with these hands, calculated by the rules."""
    names = tuple(f"P{n}" for n in range(players))
    game = new_game(WIZARD, names, 0, Settings(sizes=sizes))
    hands = tuple(
        Hand(
            at,
            cards,
            (at - 1) % players,
            BidRule(),
            tuple(bids),
            tuple(tricks),
            trump=Trump.NONE,
            scored=True,
        )
        for at, (cards, (bids, tricks)) in enumerate(zip(sizes, dealt, strict=True), 1)
    )
    return score_sheet(replace(game, hands=hands))


def plain_totals(dealt: Dealt) -> tuple[list[int], list[int]]:
    """Totals and bids made, as written on paper: 20 and 10 a trick, or 10 less for each trick
    above or below the bid."""
    seats = range(len(dealt[0][0]))
    totals, made = [0 for _ in seats], [0 for _ in seats]
    for bids, tricks in dealt:
        for seat in seats:
            if bids[seat] == tricks[seat]:
                totals[seat] += 20 + 10 * tricks[seat]
                made[seat] += 1
            else:
                totals[seat] -= 10 * abs(bids[seat] - tricks[seat])
    return totals, made
