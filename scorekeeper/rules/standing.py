"""How a game stands: totals, positions, the final ranking, and the result once it is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.variants.house import Settings
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.points import Tie

Breaks = tuple[tuple[int, ...], ...]
"""Values that decide between equal totals, by seat: the higher the better."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. ``winners`` is empty for a draw and if no hand was scored."""

    winners: tuple[int, ...]
    draw: bool
    early: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """A game's totals by seat, its leaders, its result (None while it goes on), and the position of
    each seat from 1, equal if nothing decides between equal totals.

    The seats in ``away`` left: they no longer lead or win, and come after all who stayed.
    """

    totals: tuple[int, ...]
    leaders: tuple[int, ...]
    result: Result | None
    positions: tuple[int, ...]
    away: tuple[int, ...]

    @property
    def best(self) -> int:
        """The highest total of the players who are present."""
        return max(self._present)

    @property
    def lowest(self) -> int:
        """The lowest total of the players who are present."""
        return min(self._present)

    @property
    def _present(self) -> list[int]:
        return [total for seat, total in enumerate(self.totals) if seat not in self.away]


def standing(
    variant: Variant,
    settings: Settings,
    totals: tuple[int, ...],
    played: int,
    breaks: Breaks = (),
    away: tuple[int, ...] = (),
) -> Standing:
    """The standing of a game after ``played`` hands that count, with these totals by seat.

    ``breaks`` decide between equal totals once it is over: by seat, the higher the better.
    """
    over = is_over(variant, settings, played, totals)
    keys: Sequence[Any] = totals
    if away or (over and breaks):
        decides = breaks if over and breaks else ((),) * len(totals)
        both = enumerate(zip(totals, decides, strict=True))
        keys = [(seat not in away, total, *by) for seat, (total, by) in both]
    best_first = sorted(keys, reverse=True)
    positions = tuple(1 + best_first.index(key) for key in keys)
    leaders = tuple(s for s, n in enumerate(positions) if n == 1) if played else ()
    if not over:
        return Standing(totals, leaders, None, positions, away)
    draw = len(leaders) > 1 and variant.ties is Tie.DRAW
    early = not _ended_by_itself(variant, settings, played, totals)
    result = Result(() if draw else leaders, draw, early)
    return Standing(totals, leaders, result, positions, away)


def _ended_by_itself(
    variant: Variant, settings: Settings, played: int, totals: tuple[int, ...]
) -> bool:
    if variant.target is not None and played and max(totals) >= variant.target:
        return True
    return bool(settings.sizes) and played >= len(settings.sizes)


def is_over(variant: Variant, settings: Settings, played: int, totals: tuple[int, ...]) -> bool:
    """Whether the game ended on its own or early, after ``played`` hands that count."""
    early = settings.ends_after
    itself = _ended_by_itself(variant, settings, played, totals)
    return itself or (early is not None and played >= early)


@dataclass(frozen=True, slots=True)
class Rank:
    """A line of the final ranking; equal players share a position, and players who left come
    last."""

    position: int
    seat: int
    total: int
    wins: bool


def ranking(sheet: Standing) -> list[Rank]:
    """All seats, the highest total first."""
    winners = sheet.result.winners if sheet.result else ()
    ranks = [
        Rank(position, seat, sheet.totals[seat], seat in winners)
        for seat, position in enumerate(sheet.positions)
    ]
    return sorted(ranks, key=lambda rank: rank.position)
