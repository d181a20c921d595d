"""The figures of people and the leaders of a book, added up again when its stamp changes."""

from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Select, select

from scorekeeper.rules.statistics.careers import (
    LEAST_HANDS,
    LEAST_ZEROS,
    Career,
    Lead,
    Share,
    career,
    lead,
)
from scorekeeper.rules.statistics.figures import Duel, Hands, Quarters, by_cards, duel
from scorekeeper.store.models.tables import FIGURE, GAME, PERSON, run
from scorekeeper.store.people.persons import CALLED, IS_CALLED, ROOT, games_of, is_person
from scorekeeper.store.statistics.cached import cached_by_stamp, read
from scorekeeper.store.statistics.figures import played_from
from scorekeeper.store.statistics.people import BY_TIME, FIGURES
from scorekeeper.store.statistics.ratings import ratings


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
