"""The additions of an answer to a stored game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask import request

from scorekeeper.board.clash import Clash
from scorekeeper.rules.game import Game, Hand


@dataclass(frozen=True, slots=True)
class View:
    """The options with which the board shows the game.

    ``draft`` shows typed values in place of stored ones, and ``typed`` has its texts by the names
    of their fields; ``clash`` shows another page's earlier changes; ``rechoose`` offers the
    turned-up card again; ``me`` is the seat of the follower. ``evening``: the page has its Evening
    open; otherwise the figures are left out.
    """

    draft: Hand | None = None
    problems: Sequence[str] = ()
    clash: Clash | None = None
    typed: Mapping[str, str] = field(default_factory=dict)
    rechoose: bool = False
    me: int | None = None
    evening: bool = False


SETTLED = View()


def evening_asked() -> bool:
    """Whether the requesting page has its Evening open (``view=evening``)."""
    return "evening" in request.values.getlist("view")


def seat_asked(game: Game) -> int | None:
    """The seat of the follower, if the address names one (``?me=2``)."""
    seat = request.args.get("me", "")
    known = seat.isascii() and seat.isdigit() and len(seat) == 1
    return int(seat) if known and int(seat) in game.seats else None
