"""The games, printed and custom.

Custom games: a game made of the table's numbers, and example bids in it.

The games, as data: a new game is a new value here.

The totals that the hands of a game can give are bounds, without extra points given at the table: no
hands give a total outside them, but some totals inside them may be impossible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import lru_cache
from math import floor, gcd
from typing import NamedTuple

from scorekeeper.rules.problems import Code, Problem, RefusedError, refuse_if
from scorekeeper.rules.variants.model import (
    ALL_AT_ONCE,
    FRENCH,
    IN_TURN,
    LONGEST_GAME,
    NO_TRUMP,
    TURNED_SUIT,
    UNWRITTEN,
    WIZARD_TRUMP,
    BidRule,
    Bids,
    Criterion,
    Extra,
    ExtraKey,
    Score,
    Sizes,
    Terms,
    Tie,
    Trump,
    TrumpRule,
    Variant,
    When,
)

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
MORE_POINTS = tuple(field.name for field in fields(Points) if field.name not in FEW)


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
    few, more = ([getattr(points, name) or 0 for name in names] for names in (FEW, MORE_POINTS))
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
    rule = replace(game.trump, without=())
    return next((trump for trump, known in TRUMPS.items() if known == rule), CustomTrump.TURNS)


def examples(score: Score) -> tuple[int, ...]:
    return tuple(score.points(bid, tricks, EXAMPLE_CARDS) for bid, tricks in EXAMPLES)


WEIGHTS = {field.name: examples(Points(**{field.name: 1}).score) for field in fields(Points)}
"""For each number of a custom game, how often it counts in each of the examples."""


MOST_PLAYERS = 10
"""The most seats that the pages and the database have."""

WIZARD = Variant(
    key="wizard",
    min_players=3,
    max_players=6,
    deck=60,
    score=Score(made=Terms(20, per_trick=10), missed=Terms(per_miss=-10)),
)
TOURNAMENT = replace(
    WIZARD,
    key="tournament",
    score=Score(made=Terms(15, per_trick=10), missed=Terms(per_miss=-10)),
)
TWO_PLAYER = replace(
    WIZARD,
    key="two-player",
    min_players=2,
    max_players=2,
    deck=36,
    hands=Sizes(first=11, last=11),
    bids=Bids(choice=False),
    dummies=1,
    negating="spade-8",
    target=100,
    ties=Tie.DRAW,
)


CAPTURED = (
    Extra(ExtraKey.FOURTEEN, 10, most=3),
    Extra(ExtraKey.BLACK14, 20),
    Extra(ExtraKey.MERMAID, 20, most=2),
    Extra(ExtraKey.PIRATE, 30, most=6),
    Extra(ExtraKey.KING, 40),
    Extra(ExtraKey.SECOND, 30),
    Extra(ExtraKey.LEVIATHAN, 20, most=3),
)
"""Cards of Skull King (its rule book), which may also count with a missed bid."""
CAPTURES = {one.key for one in CAPTURED}


def pirate_extras(when: When) -> tuple[Extra, ...]:
    """The extras of Skull King: ``when`` captured cards, sevens and eights count."""
    return (
        *(replace(one, when=when) for one in CAPTURED),
        Extra(ExtraKey.SEVEN, -5, most=4, when=when),
        Extra(ExtraKey.EIGHT, 5, most=4, when=when),
        Extra(ExtraKey.WAGER, 10, most=2, when=When.STAKED),
        Extra(ExtraKey.LOOT, 20, when=When.MADE, shared=True),
    )


TRICKS = Terms(per_trick=1)
HOOK = BidRule(hook=True)
OH_HELL = Variant(
    key="oh-hell",
    min_players=3,
    max_players=MOST_PLAYERS,
    deck=52,
    score=Score(made=Terms(10, per_trick=1), missed=Terms()),
    miss_terms=TRICKS,
    hands=Sizes(last=15),
    trump=TURNED_SUIT,
)
NOMINATION = replace(
    OH_HELL,
    key="nomination",
    max_players=6,
    score=Score(made=Terms(10, per_trick=1), missed=TRICKS),
    miss_terms=None,
    hands=Sizes(10, 1, back=True),
    trump=IN_TURN,
    bids=Bids(HOOK),
)
STICHE_RATEN = replace(
    NOMINATION,
    key="stiche-raten",
    deck=64,
    hands=Sizes(),
    trump=TURNED_SUIT,
)
BLOB = replace(
    NOMINATION,
    key="blob",
    min_players=2,
    max_players=9,
    score=Score(made=Terms(5, per_trick=1), missed=TRICKS),
    hands=Sizes(10, 1),
    trump=TURNED_SUIT,
    bids=Bids(replace(HOOK, not_on_last=True)),
)
TURNED_UNWRITTEN = replace(TURNED_SUIT, written=False)
"""A card is turned up, in suits that the sheet does not have."""
RAGE = Variant(
    key="rage",
    min_players=2,
    max_players=8,
    deck=112,
    score=Score(made=Terms(10, per_trick=1), missed=Terms(-5, per_trick=1)),
    hands=Sizes(10, 1),
    trump=TURNED_UNWRITTEN,
    bids=Bids(choice=False),
    extras=(Extra(ExtraKey.PLUS, 5, most=4), Extra(ExtraKey.MINUS, -5, most=4)),
    ties=(Criterion.EXACT,),
)
SKULL_KING = Variant(
    key="skull-king",
    min_players=2,
    max_players=8,
    deck=70,
    score=Score(
        made=Terms(per_trick=20),
        missed=Terms(per_miss=-10),
        zero_made=Terms(per_card=10),
        zero_missed=Terms(per_card=-10),
    ),
    hands=Sizes(listed=tuple(range(1, 11))),
    trump=UNWRITTEN,
    bids=ALL_AT_ONCE,
    extras=pirate_extras(When.MADE),
    voids=True,
    ghost=True,
)
RASCAL = replace(
    SKULL_KING,
    key="rascal",
    score=Score(made=Terms(per_card=10), missed=Terms(), near=Terms(per_card=5)),
    extras=(
        *pirate_extras(When.HALVED),
        Extra(ExtraKey.CANNON, score=Score(made=Terms(per_card=15), missed=Terms())),
    ),
)
CUSTOM = replace(
    WIZARD,
    key="own",
    min_players=2,
    max_players=MOST_PLAYERS,
    score=replace(WIZARD.score, zero_made=Terms(20)),
    is_custom=True,
)
"""A custom game, with the numbers with which it begins (``custom.py``)."""


def counting_on_a_miss(game: Variant) -> Variant:
    """The game in which captured cards count with a missed bid too, if the table may choose that;
    otherwise they need a made bid."""
    extras = (
        replace(one, when=When.ALWAYS) if one.key in CAPTURES and one.when is When.MADE else one
        for one in game.extras
    )
    return replace(game, extras=tuple(extras))


def may_count_on_a_miss(game: Variant) -> bool:
    """Return whether the table may choose that."""
    return counting_on_a_miss(game) != game


def counts_on_a_miss(game: Variant) -> bool:
    """Return whether captured cards count with a missed bid too."""
    return any(one.key in CAPTURES and one.when is When.ALWAYS for one in game.extras)


def needs_server(game: Variant) -> bool:
    """Return whether a phone that never had a server cannot play the game."""
    return bool(game.extras) or game.is_custom


FIRST = (WIZARD, TOURNAMENT, TWO_PLAYER)
MORE = (OH_HELL, NOMINATION, STICHE_RATEN, BLOB, RAGE, SKULL_KING, RASCAL, CUSTOM)
VARIANTS = {variant.key: variant for variant in (*FIRST, *MORE)}
"""The games by key, in the order of *New game*: those of the family's name first."""
MOST_CARDS = max(variant.largest_hand(variant.min_players) for variant in VARIANTS.values())
"""Cards of the largest hand of any game."""


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals from ``low`` to ``high``, which differ from ``base`` by multiples of ``step``; any
    total between them if it is 0."""

    low: int
    high: int
    base: int
    step: int

    def allow(self, total: int) -> bool:
        is_on_step = self.step == 0 or (total - self.base) % self.step == 0
        return self.low <= total <= self.high and is_on_step


class _Gains(NamedTuple):
    """The lowest and the highest points of a hand; all are sums of ``halves``, in half points."""

    low: int
    high: int
    halves: frozenset[int]


def possible_totals(
    game: Variant, sizes: Sequence[int], players: int, made: int | None = None
) -> Totals:
    """The possible totals after hands of these sizes, of which a player may have missed some, with
    so many bids made (None: any number)."""
    of_made = [_gains(game, cards, players, made=True) for cards in sizes]
    of_other = [_gains(game, cards, players, made=False) for cards in sizes]
    first = game.score.points(0, 0, sizes[0])
    steps = [half for one in of_other for half in one.halves]
    steps += [half - 2 * first for one in of_made for half in one.halves]
    if made is None:
        pairs = [*zip(of_made, of_other, strict=True)]
        low = sum(min(one.low, another.low) for one, another in pairs)
        high = sum(max(one.high, another.high) for one, another in pairs)
        return Totals(low, high, 0, _whole(gcd(2 * first, *steps)))
    lows = sorted(one.low - another.low for one, another in zip(of_made, of_other, strict=True))
    highs = sorted(one.high - another.high for one, another in zip(of_made, of_other, strict=True))
    low = sum(one.low for one in of_other) + sum(lows[:made])
    high = sum(one.high for one in of_other) + sum(highs[len(sizes) - made :])
    return Totals(low, high, made * first, _whole(gcd(*steps)))


def _whole(halves: int) -> int:
    """A step of half points in points; with an odd one, rounding gives every total."""
    return 1 if halves % 2 else halves // 2


@lru_cache(500)
def _gains(game: Variant, cards: int, players: int, *, made: bool) -> _Gains:
    """The points of a made bid, or those of any other and of a hand without cards, which gives
    0."""
    lows, highs, halves = ([], [], set()) if made else ([0], [0], {0})
    for score in (game.score, *(extra.score for extra in game.extras if extra.score)):
        worths = [_worths(game, score, miss, players) for miss in range(3)]
        for bid in range(cards + 1):
            for took in [bid] if made else [one for one in range(cards + 1) if one != bid]:
                points, extras = score.points(bid, took, cards), worths[min(abs(bid - took), 2)]
                lows.append(points + floor(sum(min(each * most, 0) for each, most in extras)))
                highs.append(points + floor(sum(max(each * most, 0) for each, most in extras)))
                halves |= {2 * points, *(2 * points + int(2 * each) for each, _ in extras)}
    return _Gains(min(lows), max(highs), frozenset(halves))


def _worths(game: Variant, score: Score, miss: int, players: int) -> list[tuple[float, int]]:
    """The points of each extra, and how often a player can have it: a shared one with everybody
    else."""
    return [
        (extra.worth(1, miss, score), extra.most * (players if extra.shared else 1))
        for extra in game.extras
    ]
