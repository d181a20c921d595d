"""Games read from a file, and the checks that they must pass.

Pages, figures and the database rely on the limits of forms and actions, so a file must respect them
too. Each check raises UnreadableError with the position of the fault within the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from scorekeeper.rules.actions import is_blank
from scorekeeper.rules.attendance import (
    MOST_TO_START,
    count_problems,
    name_problems,
    settings_problems,
)
from scorekeeper.rules.game import BY_SEAT, NOBODY, POINTS, Game, Hand
from scorekeeper.rules.hand import (
    UNEVEN,
    extras_of,
    number_problems,
    out_problems,
    scoring_problems,
    trump_of,
    with_extras,
)
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.rules.sheet import Sheet, score_sheet
from scorekeeper.rules.variants.model import (
    FRENCH,
    IN_TURN,
    LARGEST_HAND,
    LONGEST_GAME,
    LONGEST_TITLE,
    NO_TRUMP,
    TURNED_SUIT,
    UNWRITTEN,
    WIZARD_TRUMP,
    BidRule,
    Score,
    Sizes,
    Terms,
    Tie,
    TrumpRule,
    Variant,
)
from scorekeeper.rules.variants.variants import (
    HIGHEST_TARGET,
    MOST_PLAYERS,
    MOST_POINTS,
    TURNED_UNWRITTEN,
    VARIANTS,
    custom_game,
    custom_trump,
    custom_trump_of,
    points_of,
)

Stated = tuple[int, int, int]
"""The points on another sheet: hand (0 is the final total), seat, points."""


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Points of a seat in a hand that another sheet counts differently.

    ``hand`` 0 is the final total.
    """

    hand: int
    seat: int
    stated: int
    counted: int


@dataclass(frozen=True, slots=True)
class WrongCell:
    """A total of another sheet, or the bid beside it, in these columns of the file: no tricks give
    ``after`` from the total ``before`` it."""

    seat: int
    column: int
    bid_column: int
    bid: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Question:
    """A hand, in this line of the file, whose tricks are not certain: the ``ways`` in which it can
    have gone, the tricks that are ``sure`` in all of them, and the totals that are wrong. If it is
    not ``is_sized``, its cards are not certain either."""

    hand: int
    line: int
    ways: tuple[tuple[int | None, ...], ...]
    sure: tuple[int | None, ...]
    wrong: tuple[WrongCell, ...] = ()
    is_sized: bool = True


class Kind(StrEnum):
    """What the two columns of each player on a sheet may mean."""

    BID_TRICKS = "bid-tricks"
    TRICKS_BID = "tricks-bid"
    TOTAL_BID = "total-bid"
    BID_TOTAL = "bid-total"
    POINTS_BID = "points-bid"
    BID_POINTS = "bid-points"


@dataclass(frozen=True, slots=True)
class Found:
    """What was found out about a sheet, for somebody to check.

    ``worked_out``: the tricks, from its points. ``kinds`` are all meanings of its columns that fit,
    if there are several. ``base`` is the game whose numbers the table changed to ``score``, and
    ``is_plain`` whether the game nevertheless counts by its own. ``halved``: a bid missed by one
    halved cards that count 5 points, which its own program may have rounded otherwise.
    """

    worked_out: bool = False
    kinds: tuple[Kind, ...] = ()
    questions: tuple[Question, ...] = ()
    base: Variant | None = None
    score: Score | None = None
    is_plain: bool = False
    halved: bool = False

    @property
    def is_open(self) -> bool:
        """Whether something must be answered before the game can be saved."""
        return bool(self.kinds or self.questions)


NOTHING = Found()


@dataclass(frozen=True, slots=True)
class Incoming:
    """A game from a file: its stable id, and when it began and was last changed.

    Times are aware, in UTC; if it ``is_local``, the clock of the table showed them. ``people``
    names the people by seat if their names differ from those on the sheet; "" for the same.
    ``discrepancies`` are those of its sheet, and ``found`` what was found out about it.
    """

    uid: str
    game: Game
    started_at: datetime
    changed_at: datetime
    people: tuple[str, ...] = ()
    discrepancies: tuple[Discrepancy, ...] = ()
    found: Found = NOTHING
    is_local: bool = field(default=False, compare=False)


def discrepancies_in(sheet: Sheet, theirs: Iterable[Stated]) -> tuple[Discrepancy, ...]:
    """The points on another sheet, beside this one's, in order; those of unknown hands or seats are
    left out."""
    rows = {row.hand.number: row.cells for row in sheet.rows}
    return tuple(
        Discrepancy(
            hand, seat, number, (rows[hand][seat].points or 0) if hand else sheet.totals[seat]
        )
        for hand, seat, number in sorted(theirs)
        if (hand == 0 or hand in rows) and 0 <= seat < len(sheet.totals)
    )


LONGEST_THING = 100


class UnreadableError(ValueError):
    """A file cannot be read: the problem, and its position.

    ``line`` and ``column`` count from 1 and are None if unknown. ``thing`` is the place as the file
    names it, such as ``games[3].hands[0].bids``, or "". It is cut, with ``?`` for half a character,
    which no page could show. ``players`` are names for the seats of the problem.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        line: int | None = None,
        column: int | None = None,
        thing: str = "",
        players: tuple[str, ...] = (),
    ) -> None:
        super().__init__(f"{problem.code} at {line}:{column} {thing}")
        self.problem, self.line, self.column = problem, line, column
        self.thing = thing[:LONGEST_THING].encode(errors="replace").decode()
        self.players = players


LARGEST_DECK = 240
FIXED = ("dummies", "ghost", "negating", "is_custom", "voids")
"""Fields that identify a game, because pages know them by its key. Its numbers may differ."""
TRUMPS = (WIZARD_TRUMP, TURNED_SUIT, IN_TURN, NO_TRUMP, UNWRITTEN, TURNED_UNWRITTEN)


def check_rules(game: Variant) -> None:
    """Raise UnreadableError unless a game of this key can have these rules."""
    if not (_is_known(game) and _is_dealt(game) and _is_scored(game) and _is_own(game)):
        raise UnreadableError(Problem(Code.RULES_UNFIT), thing="rules")


def is_bid_rule(rule: BidRule) -> bool:
    """Return whether a table could have chosen the rule, or a hand could have it."""
    return rule.is_possible and rule.from_cards <= LARGEST_HAND


def _is_known(game: Variant) -> bool:
    known = VARIANTS.get(game.key)
    if known is None or any(getattr(game, name) != getattr(known, name) for name in FIXED):
        return False
    # A game with a dummy has its own number of players; other games may have more.
    same = (game.min_players, game.max_players) == (known.min_players, known.max_players)
    if (known.dummies and not same) or not _are_switches(game):
        return False
    shared = {extra.key: extra.shared for extra in known.extras}
    extras = [(extra.key, extra.shared) for extra in game.extras]
    return len({*extras}) == len(extras) and {*extras} <= {*shared.items()}


def _are_switches(game: Variant) -> bool:
    """Return whether booleans are real booleans, and not 0 or 1."""
    found = [game.ghost, game.is_custom, game.voids, game.trump.written, game.bids.choice]
    found += [game.hands.back, *(extra.shared for extra in game.extras)]
    return all(type(one) is bool for one in found) and type(game.dummies) is int


def _is_dealt(game: Variant) -> bool:
    players = are_within((game.min_players, game.max_players), 2, MOST_PLAYERS)
    if not (players and are_within((game.deck,), 1, LARGEST_DECK)):
        return False
    can_deal = game.min_players <= game.max_players and game.largest_hand(game.max_players) >= 1
    target = game.target is None or are_within((game.target,), 1, HIGHEST_TARGET)
    rule, trump = game.bids.rule, _is_trump(game.trump)
    return can_deal and target and trump and is_bid_rule(rule) and _are_sizes(game.hands)


def _is_trump(rule: TrumpRule) -> bool:
    is_known = replace(rule, without=()) in TRUMPS or (
        not rule.turned
        and rule.written
        and 1 <= len(rule.rotation) <= LONGEST_GAME
        and {*rule.rotation} <= {*FRENCH.trumps}
    )
    return is_known and are_within(rule.without, 1, LONGEST_GAME)


def _are_sizes(sizes: Sizes) -> bool:
    ends = tuple(size for size in (sizes.first, sizes.last) if size is not None)
    numbers = (*ends, sizes.step, *sizes.listed)
    return are_within(numbers, 1, LONGEST_GAME) and len(sizes.listed) <= LONGEST_GAME


def _is_scored(game: Variant) -> bool:
    scores = [game.score, *(extra.score for extra in game.extras if extra.score)]
    terms = [getattr(one, part.name) for one in scores for part in fields(Score)]
    points = [number for one in (*terms, game.miss_terms) if one for number in _numbers(one)]
    points += [extra.points for extra in game.extras]
    often = are_within([extra.most for extra in game.extras], 1, LARGEST_HAND)
    ties = isinstance(game.ties, Tie) or 1 <= len(game.ties) == len({*game.ties})
    return are_within(points, -MOST_POINTS, MOST_POINTS) and often and ties


def _numbers(terms: Terms) -> list[int]:
    numbers = [getattr(terms, part.name) for part in fields(Terms)]
    return numbers if terms.per_over is not None else numbers[:-1]


def are_within(numbers: Iterable[Any], least: int, most: int) -> bool:
    return all(type(number) is int and least <= number <= most for number in numbers)


def _is_own(game: Variant) -> bool:
    """Check that the form could have made a custom game, and that other games have no name."""
    if not game.is_custom:
        return game.name == "" and not game.trump.without
    if not (isinstance(game.name, str) and len(game.name) <= LONGEST_TITLE):
        return False
    try:
        rule = custom_trump(custom_trump_of(game), game.trump.rotation, game.trump.without)
        made = custom_game(points_of(game.score), game.deck, rule, game.name, game.target)
    except RefusedError:
        return False
    return (made.score, made.trump) == (game.score, game.trump)


MOST_HANDS = 500
"""Hands of a game that a target ends; the longest one ever played had far fewer."""
"""Tricks that do not add up are kept, because other programs score them (docs/import.md)."""
LONGEST_TOTALS = 100
"""Characters of all totals in a row, with commas between, which lists store."""


def check_game(game: Game) -> None:
    """Raise UnreadableError unless everything in the game could have been entered here.

    Its numbers are already integers, and its rules, names and hands have their types.
    """
    check_rules(game.variant)
    check_seats(game)
    check_settings(game)
    require(len(game.hands) <= MOST_HANDS, "hands", Code.HANDS_MANY, most=MOST_HANDS)
    for index, hand in enumerate(game.hands):
        is_last = index == len(game.hands) - 1
        require(hand.number == index + 1, f"hands[{index}].number")
        require(hand.scored or is_last, f"hands[{index}].scored")
        try:
            check_hand(game, hand)
        except UnreadableError as problem:
            problem.thing = f"hands[{index}]{'.' if problem.thing else ''}{problem.thing}"
            problem.players = game.players
            raise
    totals = ",".join(map(str, score_sheet(game).totals))
    require(len(totals) <= LONGEST_TOTALS, "hands")


def require(fits: bool, thing: str, code: Code = Code.FILE_VALUE, **values: int) -> None:
    """Raise UnreadableError about this field unless it ``fits``."""
    if not fits:
        raise UnreadableError(Problem(code, values=values), thing=thing)


def check_seats(game: Game) -> None:
    """Check names, and the players who joined, left or sat down between others."""
    seats, present = set(game.seats), set(game.seats) - set(game.away)
    require(len(game.players) <= MOST_PLAYERS, "players", Code.SEATS_MANY, most=MOST_PLAYERS)
    require(set(game.away) <= seats and list(game.away) == sorted({*game.away}), "away")
    raise_first(count_problems(game.variant, tuple(game.players[s] for s in present)), "players")
    # On some old sheets, names differ only in case.
    names = [p for p in name_problems(game.players) if p.code != Code.NAME_DOUBLE]
    raise_first(names, "players", game.players)
    doubled = len(set(game.players)) < len(game.players)
    require(not doubled, "players", Code.NAMES_DOUBLED)
    known = not game.starts or (len(game.starts) == len(seats) and any(game.starts))
    require(known and all(abs(start) <= MOST_TO_START for start in game.starts), "players")
    around = list(game.order)
    require(not around or (set(around) == seats and len(around) == len(seats)), "order")
    require(not around or around != sorted(around), "order")
    require(game.first_dealer in seats, "first_dealer")


def check_settings(game: Game) -> None:
    settings = game.settings
    require(is_bid_rule(settings.bid_rule), "bid_rule")
    begun = tuple(hand.cards for hand in game.hands)
    raise_first(settings_problems(game.variant, game.present, settings, begun), "sizes")
    require(all(1 <= size <= LARGEST_HAND for size in settings.sizes), "sizes")
    is_planned = game.variant.target is not None or len(game.hands) <= len(settings.sizes)
    require(is_planned, "hands", Code.HANDS_UNPLANNED)
    ends = settings.ends_after
    require(ends is None or 0 <= ends <= len(game.hands) + 1, "ends_after")


def raise_first(problems: Iterable[Problem], thing: str, players: tuple[str, ...] = ()) -> None:
    for problem in problems:
        raise UnreadableError(problem, thing=thing, players=players)


def check_hand(game: Game, hand: Hand) -> None:
    """Raise UnreadableError, with the place within the hand, unless it could have been entered."""
    _check_dealt(game, hand)
    require(not hand.skipped or is_blank(hand), "skipped")
    for kind in BY_SEAT:
        numbers = getattr(hand, kind.all)
        require(len(numbers) == len(game.players), kind.all)
        raise_first(number_problems(Code(f"{kind.one}-range"), numbers, hand.cards), kind.all)
        raise_first(out_problems(hand, numbers), kind.all)
    _check_trump(game, hand)
    _check_extras(game, hand)
    piles = {None, NOBODY, game.dummy, *game.seats} if game.variant.negating else {None}
    require(hand.negated in piles, "negated")
    if hand.scored and not hand.skipped:
        found = scoring_problems(game, hand)
        raise_first([problem for problem in found if problem.code not in UNEVEN], "")


def _check_dealt(game: Game, hand: Hand) -> None:
    out = set(hand.out)
    require(out < set(game.seats) and list(hand.out) == sorted(out), "out")
    players = len(game.players) - len(out)
    most = game.variant.largest_hand(players) if game.variant.is_for(players) else 0
    require(1 <= hand.cards <= most, "cards")
    require(hand.dealer in game.seats and hand.dealer not in out, "dealer")
    require(is_bid_rule(hand.bid_rule), "bid_rule")


def _check_trump(game: Game, hand: Hand) -> None:
    """The card turned up and the trump belong together; a hand in play may still lack both."""
    waits = hand.skipped or not hand.scored
    is_open = hand.turned is None and hand.trump is None
    if waits and is_open and game.turns_trump(hand):
        return
    named = hand.trump if hand.is_named else None
    try:
        require(trump_of(game, hand, hand.turned, named) == (hand.turned, hand.trump), "trump")
    except RefusedError as refused:
        raise_first(refused.problems, "turned")


def _check_extras(game: Game, hand: Hand) -> None:
    require(0 <= hand.void <= hand.cards, "void")
    require(hand.cloud is None or abs(hand.cloud.step) == 1, "cloud")
    slots = [(one.seat, one.key, one.partner) for one in hand.bonuses]
    require(len(set(slots)) == len(slots), "bonuses")
    require(all(one.key != POINTS or one.partner == NOBODY for one in hand.bonuses), "bonuses")
    require(all(one.key == POINTS or not one.reason for one in hand.bonuses), "bonuses")
    try:
        with_extras(game, hand, extras_of(hand))
    except RefusedError as refused:
        raise_first(refused.problems, "bonuses")
