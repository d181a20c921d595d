"""The rights of phones as conditions in SQL, so that each request derives them from where they
come: a book, an event's desk, a slip or a link.

Every reader of ``keeper`` and ``event_desk`` takes its condition from here. ``book`` is the book of
the phone, and a game without a row in ``event_table`` is an ordinary one.
"""

from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    CursorResult,
    FromClause,
    Select,
    and_,
    bindparam,
    case,
    exists,
    or_,
    select,
)

from scorekeeper.store.models import db
from scorekeeper.store.models.tables import EVENT, EVENT_DESK, EVENT_TABLE, GAME, KEEPER, PHONE, run

Column = ColumnElement[Any]


class Sources(NamedTuple):
    """The tables in which rights are found."""

    keeper: FromClause = KEEPER
    table: FromClause = EVENT_TABLE
    event: FromClause = EVENT
    desk: FromClause = EVENT_DESK

    def joined_to(self, rows: FromClause, game_id: Column, phone_id: Column) -> FromClause:
        """Rows with the table at which a game is played, its event, and the phone's right to run
        that; an ordinary game has none of them."""
        rows = rows.outerjoin(self.table, self.table.c.game_id == game_id)
        rows = rows.outerjoin(self.event, self.event.c.id == self.table.c.event_id)
        of_phone = self.desk.c.event_id == self.event.c.id, self.desk.c.phone_id == phone_id
        return rows.outerjoin(self.desk, and_(*of_phone))

    def enters_results(self, book: Column) -> ColumnElement[bool]:
        """Whether the phone may enter results of the event, because it runs it or helps."""
        stands = or_(self.desk.c.claimed.is_(False), book == self.event.c.book_id)
        return and_(self.desk.c.taken_away.is_(False), stands)

    def runs_event(self, book: Column) -> ColumnElement[bool]:
        """Whether the phone runs the event."""
        return and_(self.desk.c.helps.is_(False), self.enters_results(book))

    def at_desk(self, book: Column) -> ColumnElement[bool]:
        """Whether the phone runs the event of a game, which has not ended, and the round is
        open."""
        is_open = self.table.c.closed.is_(False), self.event.c.ended.is_(False)
        return and_(*is_open, self.runs_event(book))

    def keeps_score(self, book: Column, game: FromClause = GAME) -> ColumnElement[bool]:
        """Whether the phone of a row of ``keeper`` keeps the score of the game."""
        is_granted, runs = self.keeper.c.claimed.is_(False), self.runs_event(book)
        corrects = self.table.c.corrected_by == self.keeper.c.phone_id
        is_on = self.event.c.ended.is_(False)
        stands = case(
            (self.table.c.game_id.is_(None), or_(is_granted, book == game.c.book_id)),
            (self.table.c.closed, and_(is_on, corrects, runs)),
            else_=and_(is_on, or_(is_granted, runs)),
        )
        return and_(self.keeper.c.taken_away.is_(False), stands)


RIGHTS = Sources()


def has_keeper() -> ColumnElement[bool]:
    """Whether any phone keeps the score of a row of GAME."""
    own, phone = Sources(*(table.alias() for table in RIGHTS)), PHONE.alias()
    known = own.keeper.join(phone, phone.c.id == own.keeper.c.phone_id)
    rows = own.joined_to(known, own.keeper.c.game_id, own.keeper.c.phone_id)
    of_game = exists().select_from(rows).where(own.keeper.c.game_id == GAME.c.id)
    return of_game.where(own.keeps_score(phone.c.book_id)).correlate(GAME)


def runs(event_id: int, phone_id: int) -> bool:
    """Return whether the phone has the right to run the event."""
    return _found(_DESK, {"event": event_id, "phone": phone_id}).first() is not None


def helps(event_id: int, phone_id: int) -> bool:
    """Return whether the phone may only enter results of the event."""
    return phone_id in helpers_of(event_id)


def is_keeper(game_id: int, phone_id: int) -> bool:
    """Return whether the phone has the right to keep the game's score."""
    return _found(_KEEPER, {"game": game_id, "phone": phone_id}).first() is not None


def is_closed(game_id: int) -> bool:
    """Return whether the game is a table of a closed round, so that no link can pass on its
    pencil."""
    query = select(EVENT_TABLE.c.closed).where(EVENT_TABLE.c.game_id == game_id)
    db.session.flush()
    return bool(run(query).scalar())


def keepers_of(game_id: int) -> dict[int, bool]:
    """The phones that keep the game's score, by id, and whether each claimed this right."""
    return {row.phone_id: row.claimed for row in _found(_KEEPERS, {"game": game_id})}


def desks_of(event_id: int) -> set[int]:
    """The phones that run the event, by id."""
    return set(_found(_DESKS, {"event": event_id}).scalars())


def helpers_of(event_id: int) -> set[int]:
    """The phones that may only enter results of the event, by id."""
    return set(_found(_HELPERS, {"event": event_id}).scalars())


def may_claim(game_id: int, phone_id: int) -> bool:
    """Return whether the phone may keep the score of a game of an event because it runs that."""
    return _found(_AT_DESK, {"game": game_id, "phone": phone_id}).first() is not None


def _found(query: Select[Any], given: dict[str, int]) -> CursorResult[Any]:
    # The statement runs on plain tables, so the session does not do this itself.
    db.session.flush()
    return run(query, given)


_ENTERS = (
    select(EVENT_DESK.c.phone_id)
    .join(EVENT, EVENT.c.id == EVENT_DESK.c.event_id)
    .join(PHONE, PHONE.c.id == EVENT_DESK.c.phone_id)
    .where(EVENT_DESK.c.event_id == bindparam("event"))
)
_DESKS = _ENTERS.where(RIGHTS.runs_event(PHONE.c.book_id))
_HELPERS = _ENTERS.where(RIGHTS.enters_results(PHONE.c.book_id), EVENT_DESK.c.helps)
_DESK = _DESKS.where(EVENT_DESK.c.phone_id == bindparam("phone"))
_ROWS = KEEPER.join(GAME, GAME.c.id == KEEPER.c.game_id).join(
    PHONE, PHONE.c.id == KEEPER.c.phone_id
)
_KEEPERS = (
    select(KEEPER.c.phone_id, KEEPER.c.claimed)
    .select_from(RIGHTS.joined_to(_ROWS, KEEPER.c.game_id, KEEPER.c.phone_id))
    .where(KEEPER.c.game_id == bindparam("game"), RIGHTS.keeps_score(PHONE.c.book_id))
)
_KEEPER = _KEEPERS.where(KEEPER.c.phone_id == bindparam("phone"))
_BOTH = GAME.join(PHONE, PHONE.c.id == bindparam("phone"))
_AT_DESK = (
    select(GAME.c.id)
    .select_from(RIGHTS.joined_to(_BOTH, GAME.c.id, PHONE.c.id))
    .where(GAME.c.id == bindparam("game"), RIGHTS.at_desk(PHONE.c.book_id))
)
