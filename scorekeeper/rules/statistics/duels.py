"""Two people in the games that both finished; docs/statistics.md has the definitions."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.rules.statistics.played import Played


@dataclass(frozen=True, slots=True)
class Duel:
    """The number of games in which one person ended ahead of the other, behind, or equal.
    ``differences`` has the mean of their total minus the other's, by the kind of game.
    """

    ahead: int
    level: int
    behind: int
    differences: tuple[tuple[str, Fraction], ...]

    @property
    def games(self) -> int:
        """The number of games together."""
        return self.ahead + self.level + self.behind


def duel(games: Iterable[tuple[Played, Played]]) -> Duel:
    """The figures of both people in each game."""
    pairs = list(games)
    leads = [other.position - one.position for one, other in pairs]
    gaps: dict[str, list[int]] = {}
    for one, other in pairs:
        if one.kind and other.kind:
            gaps.setdefault(one.kind, []).append(one.total - other.total)
    return Duel(
        ahead=sum(lead > 0 for lead in leads),
        level=leads.count(0),
        behind=sum(lead < 0 for lead in leads),
        differences=tuple((kind, Fraction(sum(all_), len(all_))) for kind, all_ in gaps.items()),
    )
