"""Games from a file, as values: the result or error of every reader."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.sheet import Sheet
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.points import Score

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
    have gone, the tricks that are ``sure`` in all of them, and the totals that are wrong."""

    hand: int
    line: int
    ways: tuple[tuple[int | None, ...], ...]
    sure: tuple[int | None, ...]
    wrong: tuple[WrongCell, ...] = ()


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

    Times are aware, in UTC. ``people`` names the people by seat if their names differ from those on
    the sheet; "" for the same. ``discrepancies`` are those of its sheet, and ``found`` what was
    found out about it.
    """

    uid: str
    game: Game
    started_at: datetime
    changed_at: datetime
    people: tuple[str, ...] = ()
    discrepancies: tuple[Discrepancy, ...] = ()
    found: Found = NOTHING


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
