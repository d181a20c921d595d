"""

Records of a book, records broken by a hand, and the rank of a score (docs/statistics.md).

A finished game has at most one award for each player; docs/statistics.md has the definitions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from scorekeeper.rules.figures import column, longest_run
from scorekeeper.rules.sheet import Cell, Row, Sheet
from scorekeeper.rules.variants.model import Score

LEAST_SCORES = 20
"""The minimum number of scores to compare with."""


class RecordKind(StrEnum):
    """Kinds of records: points in a game and in a hand, bids made in a row, places gained."""

    SCORE = "score"
    HAND = "hand"
    RUN = "run"
    COMEBACK = "comeback"


class RecordHolder(NamedTuple):
    """A record: its holders (ids of people, the earliest first), its value, and the id of the first
    one's game."""

    feat: RecordKind
    people: tuple[int, ...]
    value: int
    game: int


class Peaks(NamedTuple):
    """The most points in a hand and bids made in a row, among this many scores of a kind."""

    scores: int
    hand: int
    run: int


class BrokenRecord(NamedTuple):
    """A broken record: its new holder and value."""

    feat: RecordKind
    seat: int
    value: int


def broken_record(sheet: Sheet, others: Peaks) -> BrokenRecord | None:
    """The record that one player alone set in the newest hand that counts, among all games so far.

    None if there are fewer than ``LEAST_SCORES`` to compare with. Points come before bids.
    """
    rows = sheet.counting
    if others.scores < LEAST_SCORES or not rows:
        return None
    before, row = rows[:-1], rows[-1]
    seats = [seat for seat, cell in enumerate(row.cells) if not cell.out]
    points = {seat: row.cells[seat].points or 0 for seat in seats}
    runs = {seat: _run_now(rows, seat) for seat in seats}
    hands = [cell.points or 0 for past in before for cell in past.cells if not cell.out]
    earlier = [longest_run(column(before, seat)) for seat in seats]
    return _alone(RecordKind.HAND, points, max([others.hand, *hands])) or _alone(
        RecordKind.RUN, runs, max([others.run, *earlier])
    )


def _run_now(rows: tuple[Row, ...], seat: int) -> int:
    """The bids that a player has made in a row up to the newest hand."""
    cells = column(rows, seat)
    return next((back for back, cell in enumerate(reversed(cells)) if not cell.made), len(cells))


def _alone(feat: RecordKind, values: dict[int, int], record: int) -> BrokenRecord | None:
    best = max(values.values())
    seats = [seat for seat, value in values.items() if value == best > record]
    return BrokenRecord(feat, seats[0], best) if len(seats) == 1 else None


class ScoreRank(NamedTuple):
    """The rank of a score among this many others: the share of those below it, and whether none
    reaches it."""

    total: int
    scores: int
    share: Fraction
    is_record: bool


def score_rank(total: int, others: Sequence[int]) -> ScoreRank | None:
    """The rank of a score among others; None if there are too few."""
    if len(others) < LEAST_SCORES:
        return None
    below = sum(other < total for other in others)
    return ScoreRank(total, len(others), Fraction(below, len(others)), total > max(others))


class SeasonLine(NamedTuple):
    """A person in the table: games played, how many of them count, and the points of those."""

    place: int
    person: int
    games: int
    counted: int
    total: int

    @property
    def mean(self) -> Fraction:
        """Points per game that counts."""
        return Fraction(self.total, self.counted)


def season(
    ends: Iterable[tuple[int, int]], least: int = 1, best: int | None = None, *, by_mean: bool
) -> list[SeasonLine]:
    """The table of these games: person and total of each seat.

    It contains people with at least ``least`` games, and counts only the ``best`` totals of each
    (None: all). Equal figures share a place.
    """
    totals: dict[int, list[int]] = {}
    for person, total in ends:
        totals.setdefault(person, []).append(total)
    lines = []
    for person, of_person in totals.items():
        if len(of_person) >= least:
            counted = sorted(of_person, reverse=True)[:best]
            lines.append(SeasonLine(0, person, len(of_person), len(counted), sum(counted)))

    def figure(line: SeasonLine) -> Fraction:
        return line.mean if by_mean else Fraction(line.total)

    lines.sort(key=figure, reverse=True)
    places = places_of([figure(line) for line in lines])
    return [line._replace(place=place) for place, line in zip(places, lines, strict=True)]


def places_of(figures: Sequence[Fraction]) -> list[int]:
    """The places of figures, of which the highest comes first; equal ones share a place."""
    places: list[int] = []
    for at, figure in enumerate(figures):
        places.append(places[-1] if at and figures[at - 1] == figure else at + 1)
    return places


def kinds_of(people: Iterable[Mapping[str, tuple[Any, ...]]]) -> list[str]:
    """The kinds of games in which people have points, the most played first.

    Each person has a tuple by kind, with the number of games first.
    """
    games: Counter[str] = Counter()
    for of_person in people:
        games.update({kind: sums[0] for kind, sums in of_person.items()})
    return [kind for kind, _ in games.most_common()]


SHORTEST = 3
"""Hands that a game needs for any award."""
STRETCH = 2
"""Hands of a start and of a finish. A game needs one more than twice as many."""

Column = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Award:
    """``number`` is the figure that earned it; a game has each ``kind`` at most once."""

    kind: str
    seat: int
    number: int


def awards(sheet: Sheet, score: Score) -> tuple[Award, ...]:
    """The awards by seat. Each goes to the only player with the best figure, unless they have one
    already. If a miss costs nothing by this ``score``, nobody gets an award for losing little."""
    columns = [column(sheet.counting, seat) for seat in range(len(sheet.totals))]
    if len(sheet.counting) < SHORTEST:
        return ()
    given: dict[int, Award] = {}
    for kind, (measure, least) in MEASURES.items():
        if kind == "steady" and not score.costs_a_miss:
            continue
        numbers = [measure(cells) if cells else None for cells in columns]
        best = max((n for n in numbers if n is not None), default=None)
        if best is None or best < least or numbers.count(best) > 1:
            continue
        seat = numbers.index(best)
        given.setdefault(seat, Award(kind, seat, best))
    return tuple(given[seat] for seat in sorted(given))


def _made(cells: Column) -> int:
    return sum(cell.made for cell in cells)


def _mildest(cells: Column) -> int | None:
    """The points of the worst hand, for players who missed a bid."""
    worst = min(cell.points or 0 for cell in cells)
    return worst if worst < 0 else None


def _start(cells: Column) -> int | None:
    return _sum(cells[:STRETCH]) if len(cells) > 2 * STRETCH else None


def _finish(cells: Column) -> int | None:
    return _sum(cells[-STRETCH:]) if len(cells) > 2 * STRETCH else None


def _missed(cells: Column) -> int | None:
    """The bids missed, for players whose total is still above 0."""
    return len(cells) - _made(cells) if _sum(cells) > 0 else None


def _sum(cells: Column) -> int:
    return sum(cell.points or 0 for cell in cells)


MEASURES: dict[str, tuple[Callable[[Column], int | None], int]] = {
    "sight": (_made, 2),
    "hand": (lambda cells: max(cell.points or 0 for cell in cells), 30),
    "run": (longest_run, 3),
    "bold": (lambda cells: max((cell.bid for cell in cells if cell.made), default=0), 2),
    "zeros": (lambda cells: sum(cell.made and cell.bid == 0 for cell in cells), 2),
    "finish": (_finish, 1),
    "start": (_start, 1),
    "steady": (_mildest, -20),
    "loser": (_missed, 2),
}
"""The awards in order: the figure, and its minimum."""
