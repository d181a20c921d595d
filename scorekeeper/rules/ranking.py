"""Who stands where: positions and the final ranking."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.sheet import Standing


@dataclass(frozen=True, slots=True)
class Rank:
    """A line of the final ranking; equal totals share a position, who left comes last."""

    position: int
    seat: int
    total: int
    wins: bool


def positions(sheet: Standing) -> tuple[int, ...]:
    """Each seat's position, from 1; equal totals share a position. Those who left come after all
    who stayed."""
    ranks = [(seat not in sheet.away, total) for seat, total in enumerate(sheet.totals)]
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)


def ranking(sheet: Standing) -> list[Rank]:
    """All seats, the highest total first."""
    winners = sheet.result.winners if sheet.result else ()
    ranks = [
        Rank(position, seat, sheet.totals[seat], seat in winners)
        for seat, position in enumerate(positions(sheet))
    ]
    return sorted(ranks, key=lambda rank: rank.position)
