"""The prints of an event, divided into leaves; each is one page of A4 or Letter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeVar

from scorekeeper.board.events.ranks import RoundValue, as_of, round_value
from scorekeeper.drawing.names import width_of
from scorekeeper.rules.events.event import Entrant, Event, Outcomes, Round, Table
from scorekeeper.rules.events.final import final_rounds, final_totals, ranking
from scorekeeper.rules.events.standings import Standing, without_bids
from scorekeeper.rules.people import folded
from scorekeeper.words.events.log import name_of
from scorekeeper.words.events.rounds import standings_line
from scorekeeper.words.figures import percent
from scorekeeper.words.names import signed, value_line

Line = TypeVar("Line")
NAMES, TABLES, SLIPS = 64, 16, 4
"""The most lines, tables and slips on a leaf."""
MOST_ROUNDS = 10
"""The most rounds on a portrait leaf of the standings; more need landscape."""
RANK_NAME = 16
"""The widest name in the standings that has room in a line, in units of its size. A wider one takes
two, where the rows are not of the lowest kind."""
TWO_LINES = 3 / 4
"""The part of the rows of the middle kind that has room if names take two lines."""
NAME_ROWS, TABLE_ROWS, RANK_ROWS = (9, 16, 32), (2, 3, 5, 8), (24, 40, 64)
"""The numbers of rows up to which each height of row is used."""
RANK_ROWS_ACROSS = (13, 23, 38)
"""The same for the standings in landscape."""


class PaperTable(NamedTuple):
    """A table with its people in the order of the seats, and the minutes of its game."""

    table: Table
    people: tuple[Entrant, ...]
    minutes: int


class PaperRank(NamedTuple):
    """A line of the standings: the values of the ``rounds`` before the final and the totals of the
    ``finals``; None for those not played. ``points`` are those of the games, ``adjusted`` the
    penalties and bonuses. ``rank`` is None before the first result."""

    rank: int | None
    name: str
    club: str
    rounds: tuple[RoundValue | None, ...]
    points: int
    won: int
    made: str
    adjusted: int
    counted: int
    finals: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class PaperRanks:
    """The standings in leaves. ``rounds`` are the numbers of the rounds before the final that have
    a result; ``finals`` is the number of the others. ``across``: in landscape. ``penalties`` have
    their reasons, each in the room of a rank; ``without_bids`` is the number of results that lack
    bids."""

    title: str
    rounds: tuple[int, ...]
    finals: int
    across: bool
    has_clubs: bool
    has_adjusted: bool
    leaves: tuple[tuple[PaperRank, ...], ...]
    penalties: tuple[str, ...]
    without_bids: int

    @property
    def rows(self) -> str:
        """The class for the height of rows."""
        rows = max(map(len, self.leaves), default=0) + len(self.penalties)
        fitting = zip(_rank_rows(across=self.across), RANK_ROWS, strict=True)
        return rows_class(next((of for most, of in fitting if rows <= most), rows), RANK_ROWS)

    @property
    def has_aside(self) -> bool:
        """Whether a table was set aside."""
        values = (one for leaf in self.leaves for line in leaf for one in line.rounds)
        return any(one is not None and one.aside for one in values)


def _rank_rows(*, across: bool) -> tuple[int, int, int]:
    return RANK_ROWS_ACROSS if across else RANK_ROWS


def leaves(lines: Sequence[Line], most: int) -> tuple[tuple[Line, ...], ...]:
    """Divide lines into leaves of at most this many."""
    return tuple(tuple(lines[at : at + most]) for at in range(0, len(lines), most))


def rows_class(rows: int, steps: Sequence[int]) -> str:
    """The class for the height of rows: ``rows-16`` for 10 rows."""
    return f"rows-{next((most for most in steps if rows <= most), steps[-1])}"


def seats_by_name(event: Event, round_: Round) -> tuple[tuple[str, int], ...]:
    """The names of everybody who sits at a table, with its number, sorted by name; accents and
    strokes do not affect the order."""
    seated = [
        (event.entrant(number).name, table.number)
        for table in round_.tables
        for number in table.seats
    ]
    return tuple(sorted(seated, key=lambda one: (folded(one[0]), one[0])))


def paper_tables(event: Event, round_: Round, only: int | None = None) -> tuple[PaperTable, ...]:
    """The tables of a round, or only one of them."""
    return tuple(
        PaperTable(
            table,
            tuple(map(event.entrant, table.seats)),
            round_.clock.minutes + table.extra_minutes,
        )
        for table in round_.tables
        if only in (None, table.number)
    )


def paper_ranks(event: Event, outcomes: Outcomes, after: int | None) -> PaperRanks:
    """The standings after a round (None: now)."""
    shown = event if after is None else as_of(event, after)
    order = ranking(shown, outcomes)
    rounds = tuple(sorted({one.round for line in order for one in line.results}))
    totals = [final_totals(shown, outcomes, one) for one in final_rounds(shown)]
    lines = [_rank(shown, line, rounds, totals) for line in order]
    across = len(rounds) + len(totals) > MOST_ROUNDS
    penalties = tuple(
        value_line(f"{name_of(shown, one.entrant)} {signed(one.points)}", one.reason)
        for one in shown.adjustments
    )
    return PaperRanks(
        *(standings_line(shown, after), rounds, len(totals), across),
        any(line.club for line in lines),
        any(line.adjusted for line in lines),
        _rank_leaves(lines, _rank_rows(across=across), len(penalties)),
        penalties,
        without_bids(shown, outcomes),
    )


def _rank_leaves(
    lines: Sequence[PaperRank], rows: tuple[int, int, int], penalties: int
) -> tuple[tuple[PaperRank, ...], ...]:
    """The lines in as few leaves as have room for them, about as many on each."""
    is_long = any(width_of(line.name) > RANK_NAME for line in lines)
    most = max((int(rows[1] * TWO_LINES) if is_long else rows[2]) - penalties, rows[0])
    pages = -(-len(lines) // most)
    return leaves(lines, -(-len(lines) // pages)) if pages else ()


def _rank(
    event: Event,
    line: Standing,
    rounds: Sequence[int],
    totals: Sequence[Mapping[int, tuple[int, int]]],
) -> PaperRank:
    entrant = event.entrant(line.number)
    played = {
        one.round: round_value(one, counts=one.round in line.counting) for one in line.results
    }
    finals = tuple(
        of_round[line.number][0] if line.number in of_round else None for of_round in totals
    )
    return PaperRank(
        *(line.rank if line.results else None, entrant.name, entrant.club),
        tuple(map(played.get, rounds)),
        *(line.points, line.won),
        percent(Fraction(line.made, line.bids) if line.bids else None),
        line.adjusted,
        line.counted,
        finals,
    )
