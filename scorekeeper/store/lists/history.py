"""The games of a phone a page at a time, newest first, from a position in the address."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import FromClause, Select, exists, select

from scorekeeper.rules.variants.variants import VARIANTS
from scorekeeper.store.engine.transaction import aware
from scorekeeper.store.lists import lists, pages
from scorekeeper.store.lists.filters import GameFilter, elsewhere, of_book, of_others
from scorekeeper.store.lists.lists import LISTED, Listed
from scorekeeper.store.lists.pages import Cursor, Page, Parts
from scorekeeper.store.models.tables import EVENT, GAME, PERSON, run
from scorekeeper.store.phones import Requester

PAGE = 50
Ends = tuple[datetime, datetime] | None


class Choices(NamedTuple):
    """The choices of a book's filters: people with their ids, kinds of games, the starts of the
    first and the last game, and events with their ids, the newest first."""

    people: list[tuple[int, str]]
    kinds: list[str]
    ends: Ends
    events: list[tuple[int, str]]


def page_of(asking: Requester | None, chosen: GameFilter, before: Cursor | None) -> Page[Listed]:
    """The newest of the filtered games, or those that began before a position."""
    given = lists.phone_values(asking)
    return pages.page_of(_games(chosen), given, before, PAGE, lists.listed)


def newest_of(asking: Requester | None, person_id: int, count: int) -> list[Listed]:
    """The newest games of a person of the phone's book, whether running or over."""
    return page_of(asking, GameFilter(person=person_id), None).items[:count]


def choices(asking: Requester | None) -> Choices:
    """The choices of the filters for this phone's book."""
    book_id = lists.phone_values(asking)["book"]
    people = select(PERSON.c.id, PERSON.c.name).where(PERSON.c.book_id == book_id)
    named = [(row.id, row.name) for row in run(people.where(PERSON.c.same_as.is_(None)))]
    kinds = select(GAME.c.variant).where(GAME.c.book_id == book_id).distinct()
    return Choices(
        people=sorted(named, key=lambda person: (person[1].casefold(), person[0])),
        kinds=[one for one in run(kinds.order_by(GAME.c.variant)).scalars() if one in VARIANTS],
        ends=ends_of(asking),
        events=_events_of(book_id),
    )


def _events_of(book_id: int | None) -> list[tuple[int, str]]:
    """The events with games in a book."""
    has_games = exists().where(GAME.c.event_id == EVENT.c.id, GAME.c.book_id == book_id)
    query = select(EVENT.c.id, EVENT.c.name).where(EVENT.c.book_id == book_id, has_games)
    return [(row.id, row.name) for row in run(query.order_by(EVENT.c.started_at.desc()))]


def ends_of(asking: Requester | None) -> Ends:
    """When the first game of this phone's book began, and the last one."""
    start = (
        select(GAME.c.started_at)
        .where(GAME.c.book_id == lists.phone_values(asking)["book"])
        .limit(1)
    )
    first, last = start.order_by(GAME.c.started_at), start.order_by(GAME.c.started_at.desc())
    both = first.scalar_subquery().label("first"), last.scalar_subquery().label("last")
    ends = run(select(*both)).one()
    return (aware(ends.first), aware(ends.last)) if ends.last else None


def _games(chosen: GameFilter) -> Parts:
    """The filtered games: those of the book, and those of others."""
    game = select(GAME.c.id, GAME.c.started_at)
    theirs = game.where(GAME.c.id.in_(elsewhere()))
    return Parts(GAME, (of_book(game, chosen), of_others(theirs, chosen)), _whole)


def _whole(ids: FromClause) -> Select[Any]:
    query = select(*(GAME.c[name] for name in LISTED))
    return query.join_from(ids, GAME, GAME.c.id == ids.c.id)
