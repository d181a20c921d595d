"""What equal totals mean, and what decides between them."""

from __future__ import annotations

from enum import StrEnum


class Tie(StrEnum):
    """What equal highest totals mean at the end."""

    SHARED = "shared"
    DRAW = "draw"


class Criterion(StrEnum):
    """What decides between equal totals at the end: whoever has more of it is ahead."""

    EXACT = "exact"
    """Hands with an exact bid."""
    BIDS = "bids"
    TRICKS = "tricks"
    LAST = "last"
    """Points of the last hand."""
