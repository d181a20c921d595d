"""Games played by the rules of the program, to be written into a database in bulk."""

import random
from dataclasses import dataclass
from itertools import pairwise

from scorekeeper.rules.actions import enter_bids, score_hand, turn_up
from scorekeeper.rules.attendance import new_game
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import Settings, Turned
from scorekeeper.rules.variants.variants import WIZARD
from scorekeeper.store.mapping.log import Places, places_between

NAMES = ("Ann", "Ben", "Cem", "Dora")
SUITS = (Turned.SPADES, Turned.HEARTS, Turned.DIAMONDS, Turned.CLUBS, Turned.JESTER)


@dataclass(frozen=True, slots=True, eq=False)
class Evening:
    """A partly played game of Wizard, with its saves."""

    game: Game
    totals: tuple[int, ...]
    lines: tuple[Places, ...]


def evening(chance: random.Random, hands: int, names: tuple[str, ...] = NAMES) -> Evening:
    """This many hands of four players, saved panel by panel: trump, bids, score."""
    sizes = WIZARD.sizes(len(names))
    states = [new_game(WIZARD, names, 0, Settings(sizes=sizes))]
    for number in range(1, hands + 1):
        states += _hand(chance, states[-1], number)
    lines = tuple(places_between((old, ()), (new, ())) for old, new in pairwise(states))
    return Evening(states[-1], score_sheet(states[-1]).totals, lines)


def _hand(chance: random.Random, game: Game, number: int) -> list[Game]:
    cards, states = game.settings.sizes[number - 1], [game]
    if game.variant.turns_trump(len(NAMES), cards, number):
        states.append(turn_up(game, number, chance.choice(SUITS), None))
    cuts = sorted(chance.randint(0, cards) for _ in NAMES[1:])
    piles = tuple(high - low for low, high in pairwise((0, *cuts, cards)))
    # Half of the bids are made.
    bids = tuple(pile if chance.random() < 0.5 else chance.randint(0, cards) for pile in piles)
    states.append(enter_bids(states[-1], number, bids))
    states.append(score_hand(states[-1], number, piles, None))
    return states[1:]
