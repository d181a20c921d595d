"""Whether a score is special: what it is worth among others of its kind; docs/statistics.md."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

LEAST_SCORES = 20
"""To compare with."""


class Special(NamedTuple):
    """A score beside so many others: the share of those below it, and whether none reaches it."""

    total: int
    scores: int
    share: Fraction
    is_record: bool


def special(total: int, others: Sequence[int]) -> Special | None:
    """The rank of a score among others; None where they are too few."""
    if len(others) < LEAST_SCORES:
        return None
    below = sum(other < total for other in others)
    return Special(total, len(others), Fraction(below, len(others)), total > max(others))
