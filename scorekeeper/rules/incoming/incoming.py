"""Games from a file, as values: the result or error of every reader."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.sheet import Sheet

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
class Incoming:
    """A game from a file: its stable id, and when it began and was last changed.

    Times are aware, in UTC. ``people`` names the people by seat if their names differ from those on
    the sheet; "" for the same. ``discrepancies`` are those of its sheet.
    """

    uid: str
    game: Game
    started_at: datetime
    changed_at: datetime
    people: tuple[str, ...] = ()
    discrepancies: tuple[Discrepancy, ...] = ()


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
