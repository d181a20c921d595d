"""Random numbers from a seed: the same seed gives the same draw on every machine and in every
version."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
MIX = (30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)


class Chance:
    """Random numbers from a seed, by SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom
    number generators, 2014). The seed itself comes from the system's secure numbers."""

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1."""
        self._state = mixed = (self._state + STEP) & MASK
        for shift, factor in MIX:
            mixed = ((mixed ^ (mixed >> shift)) * factor) & MASK
        return ((mixed ^ (mixed >> 31)) * bound) >> 64

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in a random order (Fisher and Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            at = self.below(last + 1)
            order[last], order[at] = order[at], order[last]
        return order
