"""Bars that represent numbers."""

from fractions import Fraction

LONGEST = 140
"""The length of the longest bar."""


def bar_lengths(pairs: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Two bars for each pair of numbers, all to the same scale."""
    most = max((number for pair in pairs for number in pair), default=0) or 1
    return tuple(
        (round(LONGEST * first / most), round(LONGEST * second / most)) for first, second in pairs
    )


def share_length(part: Fraction | None) -> int:
    """The length of the bar of a share; the longest means 100 %."""
    return round(LONGEST * (part or 0))
