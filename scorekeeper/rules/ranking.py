"""Positions and the final ranking."""

from dataclasses import dataclass

from scorekeeper.rules.standing import Standing


@dataclass(frozen=True, slots=True)
class Rank:
    """A line of the final ranking; level players share a position, who left comes last."""

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
