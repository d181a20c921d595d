"""Standings of an event on pages and on paper.

The standings of an event as lines of a list.

The prints of an event, divided into leaves; each is one page of A4 or Letter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple, TypeVar

from scorekeeper.board.events.entrants import word_width
from scorekeeper.drawing.names import width_of
from scorekeeper.memory import Memory
from scorekeeper.rules.events.event import Adjustment, Entrant, Event, Outcomes, Round, Table
from scorekeeper.rules.events.standings import (
    Placed,
    Standing,
    final_rounds,
    final_totals,
    ranking,
    results,
    without_bids,
)
from scorekeeper.rules.people import folded
from scorekeeper.words.events.log import name_of
from scorekeeper.words.events.rounds import stage_line, standings_line
from scorekeeper.words.figures import percent
from scorekeeper.words.names import signed, value_line

PODIUM = 3
MOST = 5
"""The most people on a podium if some of them are level."""


@dataclass(frozen=True, slots=True)
class RoundValue:
    """The value of a round; ``won``: first at the table; ``counts``: among the best rounds;
    ``aside``: agreed, because the table was set aside."""

    value: int
    won: bool
    counts: bool
    aside: bool


@dataclass(frozen=True, slots=True)
class RankLine:
    """A line of the standings.

    ``adjusted`` is the sum of the penalties and bonuses, which ``penalties`` lists. ``stage`` is
    the number of players who were left in the final when this one was last in it, and ``finals``
    are the rounds of it. ``points`` are the value that decides: the points that count or, at the
    last table, those in the final. ``up`` and ``down`` are the ranks gained and lost since the
    round before.
    """

    rank: int
    number: int
    name: str
    club: str
    rounds: tuple[RoundValue, ...]
    adjusted: int
    counted: int
    stage: int
    finals: tuple[RoundValue, ...]
    penalties: tuple[Adjustment, ...]
    points: int
    up: int
    down: int

    @property
    def has_result(self) -> bool:
        """Whether a table at which they sat is in: before that, they have no rank."""
        return bool(self.rounds or self.finals)

    @property
    def has_points(self) -> bool:
        return self.has_result or bool(self.adjusted)


class RankGroup(NamedTuple):
    """The lines of those who reached the same stage of the final; without a final, all lines."""

    title: str
    lines: tuple[RankLine, ...]


class RankTable(NamedTuple):
    """The standings after a round, or now. ``podium`` has the best players once the event has
    ended, with the class for their width; ``earlier`` has the rounds after which there are
    standings, and ``without_bids`` the number of results that lack bids."""

    title: str
    has_results: bool
    groups: tuple[RankGroup, ...]
    podium: tuple[RankLine, ...]
    podium_width: str
    earlier: tuple[int, ...]
    without_bids: int

    @property
    def has_aside(self) -> bool:
        return any(
            one.aside
            for group in self.groups
            for line in group.lines
            for one in line.rounds + line.finals
        )


def rank_lines(event: Event, outcomes: Outcomes) -> tuple[RankLine, ...]:
    """The standings now; players of the final come first."""
    return _lines(event, outcomes, {})


def rank_table(event: Event, outcomes: Outcomes, after: int | None = None) -> RankTable:
    """The standings after a round (None: now), with the changes of rank."""
    shown = event if after is None else as_of(event, after)
    last = _rounds_in(shown, outcomes)
    before = ranking(as_of(event, last - 1), outcomes) if last > 1 else ()
    lines = _lines(shown, outcomes, {one.number: one.rank for one in before})
    groups = [
        RankGroup(stage_line(stage) if shown.finalists else "", tuple(those))
        for stage, those in groupby(lines, key=lambda line: line.stage)
    ]
    podium = [line for line in lines if shown.ended and line.rank <= PODIUM][:MOST]
    width = word_width(line.name for line in podium)
    earlier = event.closed[:-1] if event.ended else event.closed
    lacking = without_bids(shown, outcomes)
    top, title = tuple(podium), standings_line(shown, after)
    return RankTable(title, last > 0, tuple(groups), top, width, earlier, lacking)


def as_of(event: Event, number: int) -> Event:
    rounds = event.rounds[:number]
    has_final = any(one.stage is not None for one in rounds)
    return replace(
        event,
        rounds=rounds,
        adjustments=tuple(one for one in event.adjustments if (one.round or 0) <= number),
        finalists=event.finalists if has_final else (),
        ended=event.ended and len(rounds) == len(event.rounds),
    )


def _rounds_in(event: Event, outcomes: Outcomes) -> int:
    """The newest round in which a table has a result; 0 if none has."""
    return max((one.number for one in event.rounds if results(event, outcomes, [one])), default=0)


def _lines(event: Event, outcomes: Outcomes, before: Mapping[int, int]) -> tuple[RankLine, ...]:
    """The lines of all players; ``before`` has earlier ranks by number."""
    rounds = final_rounds(event)
    finals = results(event, outcomes, rounds)
    totals = _last_totals(event, outcomes, rounds)
    found = []
    for one in _ranking(event, outcomes):
        entrant, number = event.entrant(one.number), one.number
        mine, moved = finals.get(number, []), before.get(number, one.rank) - one.rank
        found.append(
            RankLine(
                *(one.rank, number, entrant.name, entrant.club),
                tuple(round_value(each, counts=each.round in one.counting) for each in one.results),
                *(one.adjusted, one.counted, one.stage),
                tuple(round_value(each, counts=True) for each in mine),
                tuple(each for each in event.adjustments if each.entrant == number),
                totals.get(number, one.counted),
                *(max(moved, 0), max(-moved, 0)),
            )
        )
    return tuple(found)


def _ranking(event: Event, outcomes: Outcomes) -> tuple[Standing, ...]:
    """The ranking, made again only after an act or a result: hands in between do not change it."""
    known = _known.get(id(event))
    if known is None or known[0] is not event or known[1] != outcomes:
        known = event, outcomes, ranking(event, outcomes)
        _known.keep(id(event), known)
    return known[2]


def round_value(one: Placed, *, counts: bool) -> RoundValue:
    """The value of a result; ``counts``: among the best rounds."""
    return RoundValue(one.value, one.place == 1, counts, one.place == 0)


def _last_totals(event: Event, outcomes: Outcomes, rounds: Sequence[Round]) -> dict[int, int]:
    """The totals of the last table of the final, which decide there; empty until its result is
    known."""
    if not rounds or len(rounds[-1].tables) > 1 or not results(event, outcomes, [rounds[-1]]):
        return {}
    seated = rounds[-1].tables[0].counts_for
    totals = final_totals(event, outcomes, rounds[-1])
    return {number: totals[number][0] for number in seated if number in totals}


_known: Memory[int, tuple[Event, Outcomes, tuple[Standing, ...]]] = Memory(20)


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
        rows = max(map(len, self.leaves), default=0) + len(self.penalties)
        fitting = zip(_rank_rows(across=self.across), RANK_ROWS, strict=True)
        return rows_class(next((of for most, of in fitting if rows <= most), rows), RANK_ROWS)

    @property
    def has_aside(self) -> bool:
        values = (one for leaf in self.leaves for line in leaf for one in line.rounds)
        return any(one is not None and one.aside for one in values)


def _rank_rows(*, across: bool) -> tuple[int, int, int]:
    return RANK_ROWS_ACROSS if across else RANK_ROWS


def leaves(lines: Sequence[Line], most: int) -> tuple[tuple[Line, ...], ...]:
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
