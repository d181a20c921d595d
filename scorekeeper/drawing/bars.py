"""Bars that stand for numbers."""

from fractions import Fraction

LONGEST = 140
"""Units of the longest bar."""


def bar_lengths(pairs: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Two bars for each pair of numbers, all to one scale; 0 has a bar of 0."""
    most = max((number for pair in pairs for number in pair), default=0) or 1
    return tuple(
        (round(LONGEST * first / most), round(LONGEST * second / most)) for first, second in pairs
    )


def share_length(part: Fraction | None) -> int:
    """Units of the bar of a share; the longest stands for all."""
    return round(LONGEST * (part or 0))
