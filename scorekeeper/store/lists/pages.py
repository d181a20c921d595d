"""Long lists a page at a time, newest first, from a position in the address."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import FromClause, Select, literal, select, tuple_, union_all

from scorekeeper.store.mapping.rows import AnyRow
from scorekeeper.store.models.tables import run

Item = TypeVar("Item")


class Cursor(NamedTuple):
    """A position in the order of all rows, which stays valid when rows come and go: UTC, and an
    id."""

    at: datetime
    number: int


class Page(NamedTuple, Generic[Item]):
    """The items of a page, and the positions where the pages of older and newer ones begin.

    ``older`` is None on the last page. ``newer`` is None on the page of the newest items, and on
    the page after it.
    """

    items: list[Item]
    older: Cursor | None
    newer: Cursor | None


class Parts(NamedTuple):
    """A list of the rows of ``table``, in parts that are each the read of an index: they select
    ``id`` and ``started_at``. ``whole`` selects what a list shows, joined to the ids of a page."""

    table: FromClause
    parts: tuple[Select[Any], ...]
    whole: Callable[[FromClause], Select[Any]]


def page_of(
    wanted: Parts,
    given: dict[str, int | None],
    before: Cursor | None,
    size: int,
    read: Callable[[Sequence[AnyRow]], list[Item]],
) -> Page[Item]:
    """The newest items, or those that began before a position, ``read`` from their rows."""
    whole = wanted.whole(_near(wanted, before, size).subquery())
    place = wanted.table.c.started_at.desc(), wanted.table.c.id.desc()
    rows = run(whole.order_by(*place), given).all()
    back = run(_near(wanted, before, size, is_back=True), given).all() if before else []
    return Page(
        items=read(rows[:size]),
        older=_cursor(rows[size - 1]) if len(rows) > size else None,
        newer=_cursor(back[size]) if len(back) > size else None,
    )


def _cursor(row: AnyRow) -> Cursor:
    return Cursor(row.started_at, row.id)


def _near(wanted: Parts, cursor: Cursor | None, size: int, *, is_back: bool = False) -> Select[Any]:
    """A page and one row more: those before a position, or from there on towards newer ones."""

    def cut(query: Select[Any], rows: FromClause) -> Select[Any]:
        place = rows.c.started_at, rows.c.id
        if cursor:
            here = tuple_(literal(cursor.at), literal(cursor.number))
            query = query.where(tuple_(*place) >= here if is_back else tuple_(*place) < here)
        order = place if is_back else (part.desc() for part in place)
        return query.order_by(*order).limit(size + 1)

    both = union_all(*(select(cut(part, wanted.table).subquery()) for part in wanted.parts))
    rows = both.subquery()
    return cut(select(rows), rows)
