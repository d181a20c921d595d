"""A bounded cache in the memory of a process, shared by its threads; never the only copy.

A key stands for something that never changes (a game at a revision, a part with its values), so a
write by another process cannot invalidate a cached value.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
A = TypeVar("A")


class Memory(Generic[K, V]):
    """Caches values up to a total weight of ``most``; drops the least recently used first."""

    def __init__(self, most: int, weigh: Callable[[V], int] = lambda _value: 1) -> None:
        self._most, self._weigh = most, weigh
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()
        self.weight = 0

    def get(self, key: K) -> V | None:
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def keep(self, key: K, value: V) -> None:
        """Store the value; drop the least recently used ones if there is no room."""
        with self._lock:
            self._drop(key)
            self._values[key] = value
            self.weight += self._weigh(value)
            while self.weight > self._most:
                self._drop(next(iter(self._values)))

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
            self.weight = 0

    def _drop(self, key: K) -> None:
        if (old := self._values.pop(key, None)) is not None:
            self.weight -= self._weigh(old)


def by_identity(most: int) -> Callable[[Callable[[A], V]], Callable[[A], V]]:
    """Cache what a function finds for the last ``most`` values, each known by its identity, so that
    other caches can know what was found by its own."""

    def decorate(find: Callable[[A], V]) -> Callable[[A], V]:
        memory: Memory[int, tuple[A, V]] = Memory(most)

        @wraps(find)
        def found(value: A) -> V:
            known = memory.get(id(value))
            if known is None or known[0] is not value:
                memory.keep(id(value), known := (value, find(value)))
            return known[1]

        return found

    return decorate
