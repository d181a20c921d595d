"""Values that follow from all games of a book, calculated again when its stamp changes."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import select

from scorekeeper.memory import Memory
from scorekeeper.store.models.tables import BOOK, run

P = ParamSpec("P")
V = TypeVar("V")
OfBook = Callable[Concatenate[int | None, P], V]
_memories: list[Memory[Any, Any]] = []


def cached_by_stamp(most: int) -> Callable[[OfBook[P, V]], OfBook[P, V]]:
    """Cache up to ``most`` results of a function by a book's id and its other arguments.

    A book without a stamp is not cached, and neither is None, which is no book.
    """
    memory: Memory[tuple[object, ...], Any] = Memory(most)
    _memories.append(memory)

    def decorate(read: OfBook[P, V]) -> OfBook[P, V]:
        @wraps(read)
        def known(book_id: int | None, /, *args: P.args, **kwargs: P.kwargs) -> V:
            stamp = run(select(BOOK.c.stamp).where(BOOK.c.id == book_id)).scalar()
            place = book_id, stamp, *args, *kwargs.items()
            found: V | None = memory.get(place)
            if found is None:
                found = read(book_id, *args, **kwargs)
                if stamp:
                    memory.keep(place, found)
            return found

        return known

    return decorate


def forget() -> None:
    """Clear the caches."""
    for memory in _memories:
        memory.clear()
