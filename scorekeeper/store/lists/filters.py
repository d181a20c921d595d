"""Filters for lists of games: a person, a kind of game, a year, a name or note."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, ColumnElement, FromClause, Select, bindparam, func, select

from scorekeeper.rules.people import folded
from scorekeeper.store.games.rights import RIGHTS
from scorekeeper.store.models.tables import GAME, IS_LISTED, KEEPER, PERSON, PLAYER


class Year(NamedTuple):
    """A year by its number, with its start and that of the next one where the phone is, in UTC
    without a zone."""

    number: int
    first: datetime
    after: datetime


@dataclass(frozen=True, slots=True)
class GameFilter:
    """All games, or those of a person (by id), of a kind (the game's key), of a year and of an
    event (by id).

    ``text`` is part of the name of someone who played, or of the title, place or note.
    """

    person: int | None = None
    kind: str | None = None
    year: Year | None = None
    event: int | None = None
    text: str = ""


ALL = GameFilter()


def elsewhere() -> Select[Any]:
    """The ids of the games of other books whose score the phone keeps.

    The index leaves out the phone's own book, so that none of its games' rows is read.
    """
    other = GAME.alias()
    book: BindParameter[int] = bindparam("book")
    is_in_book = (other.c.id == KEEPER.c.game_id) & (other.c.book_id == book)
    both = KEEPER.outerjoin(other, is_in_book)
    rows = RIGHTS.joined_to(both, KEEPER.c.game_id, KEEPER.c.phone_id)
    query = select(KEEPER.c.game_id).select_from(rows)
    query = query.where(KEEPER.c.phone_id == bindparam("phone"), other.c.id.is_(None))
    return query.where(RIGHTS.keeps_score(book, other))


def of_book(query: Select[Any], chosen: GameFilter) -> Select[Any]:
    """The games of the phone's book that match the filter."""
    in_book = query.where(GAME.c.book_id == bindparam("book"))
    has_text = select(_NOTED.c.id).where(
        _NOTED.c.book_id == bindparam("book"), _NOTED.c.sought.is_not(None), _has(_NOTED, chosen)
    )
    return _narrowed(in_book, chosen, _IN_BOOK, GAME.c.id.in_(has_text))


def of_others(query: Select[Any], chosen: GameFilter) -> Select[Any]:
    """The games that match the filter, which may be in other books; no demo is among them."""
    return _narrowed(query.where(IS_LISTED), chosen, _IN_OTHERS, _has(GAME, chosen))


def _narrowed(
    query: Select[Any],
    chosen: GameFilter,
    around: ColumnElement[bool],
    has_text: ColumnElement[bool],
) -> Select[Any]:
    """The condition that a name or note contains the text. ``around`` limits the people whose names
    are searched; ``has_text`` is the condition for title, place and note."""
    if chosen.person is not None:
        is_person = _NAMED.c.id == chosen.person, _NAMED.c.book_id == bindparam("book")
        query = query.where(_with(*is_person))
    if chosen.kind is not None:
        query = query.where(GAME.c.variant == chosen.kind)
    if chosen.year is not None:
        query = query.where(began_in(chosen.year))
    if chosen.event is not None:
        query = query.where(GAME.c.event_id == chosen.event)
    if chosen.text:
        is_called = _NAMED.c.folded.contains(folded(chosen.text), autoescape=True)
        query = query.where(_with(around, is_called) | has_text)
    return query


def began_in(year: Year) -> ColumnElement[bool]:
    """The condition that a game began in the year."""
    return (GAME.c.started_at >= year.first) & (GAME.c.started_at < year.after)


def _with(*named: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return whether somebody with this name sat in the game, under any of their names."""
    people = select(func.coalesce(_NAMED.c.same_as, _NAMED.c.id)).where(*named)
    names = select(PERSON.c.id).where(PERSON.c.id.in_(people) | PERSON.c.same_as.in_(people))
    return GAME.c.id.in_(select(PLAYER.c.game_id).where(PLAYER.c.person_id.in_(names)))


def _has(game: FromClause, chosen: GameFilter) -> ColumnElement[bool]:
    return game.c.sought.contains(folded(chosen.text), autoescape=True)


_NOTED = GAME.alias()
_NAMED = PERSON.alias()
_IN_BOOK = _NAMED.c.book_id == bindparam("book")
_THEIRS = GAME.alias()
_IN_OTHERS = _NAMED.c.book_id.in_(select(_THEIRS.c.book_id).where(_THEIRS.c.id.in_(elsewhere())))
