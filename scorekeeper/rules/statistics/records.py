"""Records of a book, records broken by a hand, and the rank of a score (docs/statistics.md)."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.rules.sheet import Row, Sheet
from scorekeeper.rules.statistics.figures import column, longest_run

LEAST_SCORES = 20
"""The minimum number of scores to compare with."""


class RecordKind(StrEnum):
    """Kinds of records: points in a game and in a hand, bids made in a row, places gained."""

    SCORE = "score"
    HAND = "hand"
    RUN = "run"
    COMEBACK = "comeback"


class RecordHolder(NamedTuple):
    """A record: its holder (a person's id), its value, and the id of its game."""

    feat: RecordKind
    person: int
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
