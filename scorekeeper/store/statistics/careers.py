"""The figures of people and the leaders of a book, added up again when its stamp changes."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Column, Select, exists, func, select

from scorekeeper.rules.statistics.careers import (
    LEAST_HANDS,
    LEAST_ZEROS,
    Career,
    Lead,
    Share,
    career,
    lead,
)
from scorekeeper.rules.statistics.figures import (
    Duel,
    Hands,
    Quarters,
    by_cards,
    duel,
    kind_of,
    played,
)
from scorekeeper.rules.statistics.records import Peaks, RecordHolder, RecordKind
from scorekeeper.store.games.reading import whole_many
from scorekeeper.store.lists.lists import Year, began_in
from scorekeeper.store.mapping.document import rules_or_none
from scorekeeper.store.mapping.stored import BROKEN, StoredGame
from scorekeeper.store.models.tables import FIGURE, GAME, PERSON, PLAYER, run
from scorekeeper.store.people.persons import CALLED, IS_CALLED, ROOT, games_of, is_person
from scorekeeper.store.statistics.cached import cached_by_stamp, read
from scorekeeper.store.statistics.figures import played_from
from scorekeeper.store.statistics.people import BY_TIME, FIGURES, ratings


class Leads(NamedTuple):
    """The leaders in bids of 0 made and in bids made, among those who are not hidden."""

    zeros: Lead | None
    made: Lead | None


NEWEST = 500
"""Games considered for the points by hand size; more would change little and take longer."""


@cached_by_stamp(500)
def career_of(_book_id: int | None, person_id: int) -> tuple[Career, tuple[int, ...]]:
    """A person's figures, and the ids of their games, to which the figures refer by index."""
    rows = read(_played(person_id))
    return career([played_from(row) for row in rows]), tuple(row.game_id for row in rows)


@cached_by_stamp(1000)
def duel_of(_book_id: int | None, one: int, other: int) -> Duel:
    """Two people in the games that both finished."""
    mine, theirs = (
        {row.game_id: played_from(row) for row in read(_played(person))} for person in (one, other)
    )
    return duel((mine[game], theirs[game]) for game in mine if game in theirs)


@cached_by_stamp(500)
def rivals_of(_book_id: int | None, person_id: int) -> frozenset[int]:
    """The people who finished a game with a person."""
    theirs = FIGURE.c.game_id.in_(select(games_of(person_id).subquery()))
    found = run(select(ROOT).select_from(FIGURES).where(theirs).distinct()).scalars()
    return frozenset(found) - {person_id}


@cached_by_stamp(200)
def quarters_of(book_id: int | None, kind: str) -> tuple[Quarters, ...]:
    """The points by hand size of all players in the newest games of a kind in a book."""
    games = select(GAME.c.id).order_by(GAME.c.started_at.desc(), GAME.c.id.desc()).limit(NEWEST)
    games = games.where(GAME.c.book_id == book_id, GAME.c.variant == kind, ~GAME.c.running)
    newest = FIGURE.c.game_id.in_(select(games.subquery()))
    rows = read(select(FIGURE.c.sizes).where(newest, FIGURE.c.kind == kind))
    return by_cards((cards, Hands(*hands)) for (sizes,) in rows for cards, *hands in sizes)


@cached_by_stamp(200)
def leads(book_id: int | None) -> Leads:
    """The leaders of the book, and the game since which they have led."""
    numbers = FIGURE.c.zeros, FIGURE.c.zeros_made, FIGURE.c.made, FIGURE.c.hands
    query = select(FIGURE.c.game_id, ROOT, *numbers).order_by(*BY_TIME)
    query = query.select_from(FIGURES.join(CALLED, IS_CALLED))
    rows = read(query.where(PERSON.c.book_id == book_id, ~CALLED.c.hidden))
    zeros = (Share(row.game_id, row.person, row.zeros_made, row.zeros) for row in rows)
    made = (Share(row.game_id, row.person, row.made, row.hands) for row in rows)
    return Leads(lead(zeros, LEAST_ZEROS), lead(made, LEAST_HANDS))


@cached_by_stamp(200)
def ratings_of(book_id: int | None) -> dict[int, Fraction]:
    """The rating of each person of the book, from the places of all its games in order."""
    query = select(FIGURE.c.game_id, ROOT, FIGURE.c.position).select_from(FIGURES)
    # If somebody had two seats in a game, the better place is the last.
    query = query.order_by(*BY_TIME, FIGURE.c.position.desc())
    games = groupby(read(query.where(PERSON.c.book_id == book_id)), key=lambda row: row.game_id)
    return ratings({row.person: row.position for row in places} for _, places in games)


def _played(person_id: int) -> Select[Any]:
    query = select(FIGURE).select_from(FIGURES).where(is_person(person_id))
    return query.order_by(*BY_TIME)


MOST_PENDING = 20
"""Games whose figures are still to be calculated; with more, the app announces no record."""


@cached_by_stamp(200)
def records_of(book_id: int | None, kind: str) -> tuple[RecordHolder, ...]:
    """The records of a kind of game in a book, without hidden people; the earliest of equal
    ones."""
    found = []
    for feat, (column, least) in MEASURED.items():
        query = select(ROOT, column, GAME.c.id).select_from(FIGURES.join(CALLED, IS_CALLED))
        query = query.where(PERSON.c.book_id == book_id, FIGURE.c.kind == kind, ~CALLED.c.hidden)
        query = query if least is None else query.where(column >= least)
        row = run(query.order_by(column.desc(), *BY_TIME, FIGURE.c.seat).limit(1)).first()
        found += [RecordHolder(feat, *row)] if row else []
    return tuple(found)


MEASURED: dict[RecordKind, tuple[Column[int], int | None]] = {
    RecordKind.SCORE: (FIGURE.c.total, None),
    RecordKind.HAND: (FIGURE.c.best, None),
    RecordKind.RUN: (FIGURE.c.run, 2),
    RecordKind.COMEBACK: (FIGURE.c.climbed, 1),
}
"""The figure of each record, and its minimum."""


def other_peaks(stored: StoredGame) -> Peaks | None:
    """The peaks of all other finished games of its kind in the book of a game.

    None if its points cannot be compared, or the figures are not calculated yet.
    """
    kind = kind_of(stored.game.variant)
    return None if kind is None else _peaks_beside(stored.book_id, stored.id, kind)


@cached_by_stamp(100)
def _peaks_beside(book_id: int | None, game_id: int, kind: str) -> Peaks | None:
    others = (GAME.c.book_id == book_id, GAME.c.id != game_id, ~GAME.c.running)
    lacking = (*others, GAME.c.variant == kind, GAME.c.figured.is_(None))
    count = select(func.count(GAME.c.id)).where(*lacking).correlate(None).scalar_subquery()
    query = select(
        func.count().label("scores"),
        func.coalesce(func.max(FIGURE.c.best), 0).label("hand"),
        func.coalesce(func.max(FIGURE.c.run), 0).label("run"),
        count.label("pending"),
    ).join_from(FIGURE, GAME, GAME.c.id == FIGURE.c.game_id)
    query = query.where(*others, FIGURE.c.kind == kind, GAME.c.figured.is_not(None))
    peaks = run(query).one()
    if peaks.pending > MOST_PENDING:
        return None
    pending = whole_many(run(select(GAME).where(*lacking)).all()) if peaks.pending else []
    new = [one for other in pending for one in played(other.game, other.sheet) if one.kind == kind]
    return Peaks(
        peaks.scores + len(new),
        max([peaks.hand, *(one.best.points for one in new)]),
        max([peaks.run, *(one.run for one in new)]),
    )


def ends_of(book_id: int | None, kind: str, year: Year) -> list[tuple[int, int]]:
    """The person and the total of each seat, of the finished games of a kind that began in a year,
    in the order of the games.
    """
    query = select(ROOT, FIGURE.c.total).select_from(FIGURES).order_by(*BY_TIME, FIGURE.c.seat)
    query = query.where(PERSON.c.book_id == book_id, GAME.c.book_id == book_id)
    query = query.where(GAME.c.variant == kind, FIGURE.c.kind == kind)
    rows = run(query.where(began_in(year)))
    return [(row.person, row.total) for row in rows]


"""Games considered; more would change little and take longer."""


def other_scores(stored: StoredGame) -> tuple[int, ...]:
    """The scores of the newest finished games in the book of this one, except its own.

    They are of its kind, with as many players, all of whom played from beginning to end; () for a
    game whose points cannot be compared.
    """
    game, kind = stored.game, kind_of(stored.game.variant)
    if kind is None or game.starts or game.away:
        return ()
    return _beside(stored.book_id, stored.id, kind, len(game.players))


@cached_by_stamp(100)
def _beside(book_id: int | None, game_id: int, kind: str, players: int) -> tuple[int, ...]:
    moved = exists().where(PLAYER.c.game_id == GAME.c.id, (PLAYER.c.start != 0) | PLAYER.c.away)
    query = select(GAME.c.variant, GAME.c.rules, GAME.c.totals).where(
        *(GAME.c.book_id == book_id, GAME.c.variant == kind, GAME.c.id != game_id),
        *(~GAME.c.running, GAME.c.played > 0, GAME.c.totals.is_not(None), ~moved),
    )
    query = query.order_by(GAME.c.started_at.desc(), GAME.c.id.desc()).limit(NEWEST)
    rows = run(query).all()
    games = {row.rules: rules_or_none(row.variant, row.rules) for row in rows}
    known = {rules for rules, variant in games.items() if variant and kind_of(variant) == kind}
    found = [_totals(row.totals) for row in rows if row.rules in known]
    return tuple(total for by in found if len(by) == players for total in by)


def _totals(text: str) -> tuple[int, ...]:
    """The totals of a game by seat, as its row has them; () if they make no sense."""
    try:
        return tuple(int(total) for total in text.split(","))
    except BROKEN:
        return ()
