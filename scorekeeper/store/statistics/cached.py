"""Values that follow from all games of a book, calculated again when its stamp changes."""

from collections.abc import Callable, Sequence, Sized
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Row, Select, select

from scorekeeper.memory import Memory
from scorekeeper.store.engine.sqlite import rollback
from scorekeeper.store.models.tables import BOOK, run

P = ParamSpec("P")
V = TypeVar("V")
OfBook = Callable[Concatenate[int | None, P], V]
LONGEST = 50_000
"""Items of the results of a function, such as the people of books; each takes about 1 kB."""
_memories: list[Memory[Any, Any]] = []


def cached_by_stamp(most: int) -> Callable[[OfBook[P, V]], OfBook[P, V]]:
    """Cache up to ``most`` results of a function by a book's id and its other arguments; of
    longer ones, as many as have LONGEST items in all.

    A book without a stamp is not cached, and neither is None, which is no book.
    """
    memory: Memory[tuple[object, ...], Any] = Memory(
        LONGEST, lambda found: max(LONGEST // most, len(found) if isinstance(found, Sized) else 1)
    )
    _memories.append(memory)

    def decorate(read: OfBook[P, V]) -> OfBook[P, V]:
        @wraps(read)
        def known(book_id: int | None, /, *args: P.args, **kwargs: P.kwargs) -> V:
            stamp = stamp_of(book_id)
            place = book_id, stamp, *args, *kwargs.items()
            found: V | None = memory.get(place)
            if found is None:
                found = read(book_id, *args, **kwargs)
                if stamp:
                    memory.keep(place, found)
            return found

        return known

    return decorate


def read(query: Select[Any]) -> Sequence[Row[Any]]:
    """The rows; while the caller adds them up, nobody waits to write.

    For pages alone: inside a writing transaction it would undo what was written.
    """
    rows = run(query).all()
    rollback()
    return rows


def stamp_of(book_id: int | None) -> str | None:
    """The stamp of a book, which changes with its games and people; None if it has none yet."""
    stamp: str | None = run(select(BOOK.c.stamp).where(BOOK.c.id == book_id)).scalar()
    return stamp


def forget() -> None:
    """Clear the caches."""
    for memory in _memories:
        memory.clear()
