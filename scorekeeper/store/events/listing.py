"""Lists of events, each read from its log."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, FromClause, Select, and_, bindparam, or_, select

from scorekeeper.store.events.events import StoredEvent, stored_from
from scorekeeper.store.events.folding import event_of
from scorekeeper.store.games.rights import RIGHTS
from scorekeeper.store.lists import lists, pages
from scorekeeper.store.lists.pages import Cursor, Page, Parts
from scorekeeper.store.mapping.stored import BrokenEventError
from scorekeeper.store.models.tables import EVENT, EVENT_DESK, run
from scorekeeper.store.phones import Requester

PAGE = 20


class ListedEvent(NamedTuple):
    """An event in a list; ``runs``: the phone may run it; ``helps``: it only enters results."""

    stored: StoredEvent
    runs: bool
    helps: bool = False


class BrokenEvent(NamedTuple):
    """An event in a list whose log makes no event: what its row says of it."""

    key: str
    name: str
    day: date
    runs: bool


Line = ListedEvent | BrokenEvent


def page_of(asking: Requester | None, before: Cursor | None) -> Page[Line]:
    """The newest events of the phone's book and of others that it runs or helps, or those that were
    created before a position."""
    return pages.page_of(_LISTED, lists.phone_values(asking), before, PAGE, _of_rows)


def recent(asking: Requester | None, since: datetime) -> list[Line]:
    """The events that have not ended and that a desk has changed since a time: usually none, which
    takes one statement."""
    given = {**lists.phone_values(asking), "since": since.replace(tzinfo=None)}
    return _of_rows(run(_RECENT, given).all())


def _of_rows(rows: Iterable[Any]) -> list[Line]:
    return [_line(row, runs=bool(row.runs), helps=bool(row.enters)) for row in rows]


def _line(row: Any, *, runs: bool, helps: bool) -> Line:
    try:
        return ListedEvent(stored_from(row, event_of(row)), runs, helps and not runs)
    except BrokenEventError:
        return BrokenEvent(row.key, row.name, row.day or row.started_at.date(), runs)


def _with_desk(query: Select[Any]) -> Select[Any]:
    desk = and_(EVENT_DESK.c.event_id == EVENT.c.id, EVENT_DESK.c.phone_id == bindparam("phone"))
    return query.outerjoin(EVENT_DESK, desk)


def _whole(ids: FromClause) -> Select[Any]:
    return _with_desk(select(*_SHOWN).join_from(ids, EVENT, EVENT.c.id == ids.c.id))


def _parts() -> tuple[Select[Any], ...]:
    event = select(EVENT.c.id, EVENT.c.started_at)
    elsewhere = event.join(EVENT_DESK, EVENT_DESK.c.event_id == EVENT.c.id)
    elsewhere = elsewhere.where(EVENT_DESK.c.phone_id == bindparam("phone"), _ENTERS)
    return (
        event.where(EVENT.c.book_id == _BOOK),
        elsewhere.where(EVENT.c.book_id.is_distinct_from(_BOOK)),
    )


def _recent() -> Select[Any]:
    is_own = or_(EVENT.c.book_id == _BOOK, _ENTERS)
    goes_on = EVENT.c.ended.is_(False), EVENT.c.changed_at > bindparam("since")
    query = _with_desk(select(*_SHOWN).select_from(EVENT)).where(is_own, *goes_on)
    return query.order_by(EVENT.c.started_at.desc(), EVENT.c.id.desc())


_BOOK: BindParameter[int] = bindparam("book")
_RUNS = RIGHTS.runs_event(_BOOK)
_ENTERS = RIGHTS.enters_results(_BOOK)
_SHOWN = (*EVENT.c, _RUNS.label("runs"), _ENTERS.label("enters"))
_LISTED = Parts(EVENT, _parts(), _whole)
_RECENT = _recent()
