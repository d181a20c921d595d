"""The games of a phone a page at a time, newest first, from a position in the address."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import FromClause, Select, exists, literal, select, tuple_, union_all

from scorekeeper.store.lists import lists
from scorekeeper.store.lists.filters import GameFilter, elsewhere, of_book, of_others
from scorekeeper.store.lists.lists import LISTED, Listed
from scorekeeper.store.mapping.rows import AnyRow
from scorekeeper.store.models.tables import EVENT, GAME, PERSON, run
from scorekeeper.store.phones import Requester

PAGE = 50


class Cursor(NamedTuple):
    """A position in the order of all games, which stays valid when games come and go: UTC, and an
    id."""

    at: datetime
    number: int


class Page(NamedTuple):
    """Some games, and the positions where the pages of older and newer ones begin.

    ``older`` is None on the last page. ``newer`` is None on the page of the newest games, and on
    the page after it.
    """

    games: list[Listed]
    older: Cursor | None
    newer: Cursor | None


class Choices(NamedTuple):
    """The choices of a book's filters: people with their ids, kinds of games, years, and events
    with their ids, the newest first."""

    people: list[tuple[int, str]]
    kinds: list[str]
    years: list[int]
    events: list[tuple[int, str]]


def page_of(asking: Requester | None, chosen: GameFilter, before: Cursor | None) -> Page:
    """The newest of the filtered games, or those that began before a position."""
    given = lists.whose(asking)
    rows = run(_whole(_near(chosen, before)), given).all()
    shown, rest = rows[:PAGE], rows[PAGE:]
    back = run(_near(chosen, before, is_back=True), given).all() if before else []
    return Page(
        games=lists.listed(shown),
        older=_cursor(shown[-1]) if rest else None,
        newer=_cursor(back[PAGE]) if len(back) > PAGE else None,
    )


def newest_of(asking: Requester | None, person_id: int, count: int) -> list[Listed]:
    """The newest games of a person of the phone's book, whether running or over."""
    return page_of(asking, GameFilter(person=person_id), None).games[:count]


def choices(asking: Requester | None) -> Choices:
    """The choices of the filters for this phone's book."""
    book_id = lists.whose(asking)["book"]
    people = select(PERSON.c.id, PERSON.c.name).where(PERSON.c.book_id == book_id)
    named = [(row.id, row.name) for row in run(people.where(PERSON.c.same_as.is_(None)))]
    kinds = select(GAME.c.variant).where(GAME.c.book_id == book_id).distinct()
    return Choices(
        people=sorted(named, key=lambda person: (person[1].casefold(), person[0])),
        kinds=list(run(kinds.order_by(GAME.c.variant)).scalars()),
        years=years_of(asking),
        events=_events_of(book_id),
    )


def _events_of(book_id: int | None) -> list[tuple[int, str]]:
    """The events with games in a book."""
    has_games = exists().where(GAME.c.event_id == EVENT.c.id, GAME.c.book_id == book_id)
    query = select(EVENT.c.id, EVENT.c.name).where(EVENT.c.book_id == book_id, has_games)
    return [(row.id, row.name) for row in run(query.order_by(EVENT.c.started_at.desc()))]


def years_of(asking: Requester | None) -> list[int]:
    """The years from the newest game of this phone's book to the oldest."""
    start = select(GAME.c.started_at).where(GAME.c.book_id == lists.whose(asking)["book"]).limit(1)
    first, last = start.order_by(GAME.c.started_at), start.order_by(GAME.c.started_at.desc())
    both = first.scalar_subquery().label("first"), last.scalar_subquery().label("last")
    ends = run(select(*both)).one()
    return [*range(ends.last.year, ends.first.year - 1, -1)] if ends.last else []


def _cursor(row: AnyRow) -> Cursor:
    return Cursor(row.started_at, row.id)


def _near(chosen: GameFilter, cursor: Cursor | None, *, is_back: bool = False) -> Select[Any]:
    """A page and one game more: those before a position, or from there on towards newer ones.

    The games of the book and of others are two reads of an index.
    """

    def cut(query: Select[Any], games: FromClause) -> Select[Any]:
        place = games.c.started_at, games.c.id
        if cursor:
            here = tuple_(literal(cursor.at), literal(cursor.number))
            query = query.where(tuple_(*place) >= here if is_back else tuple_(*place) < here)
        order = place if is_back else (part.desc() for part in place)
        return query.order_by(*order).limit(PAGE + 1)

    game = select(GAME.c.id, GAME.c.started_at)
    theirs = game.where(GAME.c.id.in_(elsewhere()))
    parts = of_book(game, chosen), of_others(theirs, chosen)
    both = union_all(*(select(cut(part, GAME).subquery()) for part in parts)).subquery()
    return cut(select(both), both)


def _whole(near: Select[Any]) -> Select[Any]:
    ids = near.subquery()
    query = select(*(GAME.c[name] for name in LISTED))
    query = query.join_from(ids, GAME, GAME.c.id == ids.c.id)
    return query.order_by(GAME.c.started_at.desc(), GAME.c.id.desc())
