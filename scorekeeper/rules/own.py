"""A game of the table's own: its numbers as a game, and what examples of bids count in it."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import StrEnum

from scorekeeper.rules.model import NO_TRUMP, TURNED_SUIT, WIZARD_TRUMP, Variant
from scorekeeper.rules.points import Score, Terms
from scorekeeper.rules.problems import Problem, refuse_if
from scorekeeper.rules.variants import OWN

MOST_POINTS = 1000
DECK = range(10, 121)
"""Cards of a deck: up to two packs of 60."""
EXAMPLES = ((3, 3), (3, 1), (0, 0))
"""Bids with the tricks that came of them, in a hand of EXAMPLE_CARDS."""
EXAMPLE_CARDS = 5


class OwnTrump(StrEnum):
    """How a game of the table's own comes by its trump."""

    WIZARD = "wizard"
    SUIT = "suit"
    NONE = "none"


TRUMPS = {OwnTrump.WIZARD: WIZARD_TRUMP, OwnTrump.SUIT: TURNED_SUIT, OwnTrump.NONE: NO_TRUMP}


@dataclass(frozen=True, slots=True)
class Points:
    """What a table counts: for a made bid ``bonus`` and ``trick`` for each of its tricks, for a bid
    of 0 that was made ``zero`` alone; ``miss`` is lost for each trick over or under a bid.
    """

    bonus: int = 0
    trick: int = 0
    miss: int = 0
    zero: int = 0

    @property
    def score(self) -> Score:
        """These numbers as the score of a game."""
        return Score(
            made=Terms(self.bonus, per_trick=self.trick),
            missed=Terms(per_miss=-self.miss),
            zero_made=Terms(self.zero),
        )


def own_game(points: Points, deck: int, trump: OwnTrump, name: str = "") -> Variant:
    """The game with these numbers, and what the table calls it.

    Raises RefusedError where a number is out of all proportion.
    """
    numbers = [getattr(points, field.name) for field in fields(points)]
    problems = []
    if not all(0 <= number <= MOST_POINTS for number in numbers):
        problems.append(Problem("points-range", values={"most": MOST_POINTS}))
    if deck not in DECK:
        problems.append(Problem("deck-range", values={"least": DECK[0], "most": DECK[-1]}))
    refuse_if(problems)
    return replace(OWN, score=points.score, deck=deck, trump=TRUMPS[trump], name=name)


def points_of(score: Score) -> Points:
    """The numbers of a game of the table's own."""
    zero = score.zero_made or score.made
    return Points(score.made.fixed, score.made.per_trick, -score.missed.per_miss, zero.fixed)


def trump_of(game: Variant) -> OwnTrump:
    """How a game of the table's own comes by its trump."""
    return next(trump for trump, rule in TRUMPS.items() if rule == game.trump)


def examples(score: Score) -> tuple[int, ...]:
    """The points of each of EXAMPLES."""
    return tuple(score.points(bid, tricks, EXAMPLE_CARDS) for bid, tricks in EXAMPLES)


WEIGHTS = {field.name: examples(Points(**{field.name: 1}).score) for field in fields(Points)}
"""By number of a table's own, how often it counts in each of the examples."""
