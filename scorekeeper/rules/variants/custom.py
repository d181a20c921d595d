"""Custom games: a game made of the table's numbers, and example bids in it."""

from dataclasses import dataclass, fields, replace
from enum import StrEnum

from scorekeeper.rules.problems import Code, Problem, RefusedError, refuse_if
from scorekeeper.rules.variants.model import (
    FRENCH,
    LONGEST_GAME,
    NO_TRUMP,
    TURNED_SUIT,
    WIZARD_TRUMP,
    Score,
    Terms,
    Trump,
    TrumpRule,
    Variant,
)
from scorekeeper.rules.variants.variants import CUSTOM

MOST_POINTS = 1000
HIGHEST_TARGET = 100_000
DECK = range(10, 121)
"""Cards of a deck: up to two packs of 60."""
MOST_TURNS = 10
"""Hands whose trumps the form asks for, if they come in turn."""
EXAMPLES = ((3, 3), (3, 1), (0, 0))
"""Bids with their tricks, in a hand of EXAMPLE_CARDS."""
EXAMPLE_CARDS = 5


class CustomTrump(StrEnum):
    """The source of trump in a custom game."""

    WIZARD = "wizard"
    SUIT = "suit"
    TURNS = "turns"
    NONE = "none"


TRUMPS = {
    CustomTrump.WIZARD: WIZARD_TRUMP,
    CustomTrump.SUIT: TURNED_SUIT,
    CustomTrump.NONE: NO_TRUMP,
}


@dataclass(frozen=True, slots=True)
class Points:
    """Points: ``bonus`` for a made bid and ``trick`` for each of its tricks, only ``zero`` for a
    made bid of 0; ``miss`` is lost for each trick over or under a bid.

    The other numbers are rare, and may be below 0. A made bid scores ``card`` for each card dealt
    and ``square`` for the square of its tricks, a made bid of 0 ``zero_card`` for each card. A
    missed bid scores ``flat``, ``kept`` for each trick taken, ``bid`` for each trick bid,
    ``miss_card``, and ``over`` instead of ``miss`` for each trick over. A bid missed by one scores
    only ``near`` and ``near_card``, a missed bid of 0 only ``lost_zero`` and ``lost_zero_card``,
    unless these are None.
    """

    bonus: int = 0
    trick: int = 0
    miss: int = 0
    zero: int = 0
    card: int = 0
    square: int = 0
    zero_card: int = 0
    flat: int = 0
    kept: int = 0
    bid: int = 0
    miss_card: int = 0
    over: int | None = None
    near: int | None = None
    near_card: int | None = None
    lost_zero: int | None = None
    lost_zero_card: int | None = None

    @property
    def score(self) -> Score:
        """These numbers as the score of a game."""
        return Score(
            made=Terms(self.bonus, self.trick, per_card=self.card, per_square=self.square),
            missed=Terms(
                *(self.flat, self.kept, -self.miss, self.miss_card),
                per_bid=self.bid,
                per_over=self.over,
            ),
            zero_made=Terms(self.zero, per_card=self.zero_card),
            zero_missed=_if_any(self.lost_zero, self.lost_zero_card),
            near=_if_any(self.near, self.near_card),
        )


FEW = ("bonus", "trick", "miss", "zero")
"""The numbers that every table fills in; none of them is below 0."""
MORE = tuple(field.name for field in fields(Points) if field.name not in FEW)


def chosen_numbers(points: Points) -> dict[str, int]:
    """The numbers by name, without those that change nothing."""
    return {
        field.name: number
        for field in fields(Points)
        if (number := getattr(points, field.name)) != field.default
    }


def _if_any(fixed: int | None, per_card: int | None) -> Terms | None:
    if fixed is None and per_card is None:
        return None
    return Terms(fixed or 0, per_card=per_card or 0)


def custom_trump(
    kind: CustomTrump, turns: tuple[Trump, ...] = (), without: tuple[int, ...] = ()
) -> TrumpRule:
    """The source of trump: in turn by hand, or from a card; the hands ``without`` have none. Raises
    RefusedError."""
    if kind is CustomTrump.TURNS:
        if not 1 <= len(turns) <= MOST_TURNS or not {*turns} <= {*FRENCH.trumps}:
            raise RefusedError(Problem(Code.TURNS_NONE))
        rule = TrumpRule(rotation=turns) if {*turns} != {Trump.NONE} else NO_TRUMP
    else:
        rule = TRUMPS[kind]
    if not all(1 <= number <= LONGEST_GAME for number in without):
        raise RefusedError(Problem(Code.WITHOUT_RANGE, values={"most": LONGEST_GAME}))
    return replace(rule, without=tuple(sorted({*without}))) if rule.is_played else rule


def custom_game(
    points: Points, deck: int, trump: TrumpRule, name: str = "", target: int | None = None
) -> Variant:
    """The game with these numbers, and the name that the table gave it.

    Raises RefusedError if a number is out of range.
    """
    problems = []
    few, more = ([getattr(points, name) or 0 for name in names] for names in (FEW, MORE))
    if min(few) < 0 or max(few) > MOST_POINTS:
        problems.append(Problem(Code.POINTS_RANGE, values={"most": MOST_POINTS}))
    if max(map(abs, more)) > MOST_POINTS:
        problems.append(Problem(Code.MORE_POINTS_RANGE, values={"most": MOST_POINTS}))
    if deck not in DECK:
        problems.append(Problem(Code.DECK_RANGE, values={"least": DECK[0], "most": DECK[-1]}))
    if target is not None and not 1 <= target <= HIGHEST_TARGET:
        problems.append(Problem(Code.TARGET_RANGE, values={"most": HIGHEST_TARGET}))
    refuse_if(problems)
    return replace(CUSTOM, score=points.score, deck=deck, trump=trump, name=name, target=target)


def points_of(score: Score) -> Points:
    """The numbers of a custom game."""
    made, missed = score.made, score.missed
    zero, near, lost = score.zero_made or made, score.near, score.zero_missed
    return Points(
        bonus=made.fixed,
        trick=made.per_trick,
        miss=-missed.per_miss,
        zero=zero.fixed,
        card=made.per_card,
        square=made.per_square,
        zero_card=zero.per_card,
        flat=missed.fixed,
        kept=missed.per_trick,
        bid=missed.per_bid,
        miss_card=missed.per_card,
        over=missed.per_over,
        near=near.fixed if near else None,
        near_card=near.per_card if near else None,
        lost_zero=lost.fixed if lost else None,
        lost_zero_card=lost.per_card if lost else None,
    )


def custom_trump_of(game: Variant) -> CustomTrump:
    """The source of trump in a custom game."""
    rule = replace(game.trump, without=())
    return next((trump for trump, known in TRUMPS.items() if known == rule), CustomTrump.TURNS)


def examples(score: Score) -> tuple[int, ...]:
    """The points of each of EXAMPLES."""
    return tuple(score.points(bid, tricks, EXAMPLE_CARDS) for bid, tricks in EXAMPLES)


WEIGHTS = {field.name: examples(Points(**{field.name: 1}).score) for field in fields(Points)}
"""For each number of a custom game, how often it counts in each of the examples."""
