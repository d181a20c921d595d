"""The table of a season: the sums of everybody's best games of a kind; docs/statistics.md."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple


class SeasonLine(NamedTuple):
    """A person in the table: games played, how many of them count, and the points of those."""

    place: int
    person: int
    games: int
    counted: int
    total: int

    @property
    def mean(self) -> Fraction:
        """Points per game that counts."""
        return Fraction(self.total, self.counted)


def season(
    ends: Iterable[tuple[int, int]], least: int = 1, best: int | None = None, *, by_mean: bool
) -> list[SeasonLine]:
    """The table of these games: person and total of each seat.

    It contains people with at least ``least`` games, and counts only the ``best`` totals of each
    (None: all). Equal figures share a place.
    """
    totals: dict[int, list[int]] = {}
    for person, total in ends:
        totals.setdefault(person, []).append(total)
    lines = []
    for person, of_person in totals.items():
        if len(of_person) >= least:
            counted = sorted(of_person, reverse=True)[:best]
            lines.append(SeasonLine(0, person, len(of_person), len(counted), sum(counted)))

    def figure(line: SeasonLine) -> Fraction:
        return line.mean if by_mean else Fraction(line.total)

    lines.sort(key=figure, reverse=True)
    places = places_of([figure(line) for line in lines])
    return [line._replace(place=place) for place, line in zip(places, lines, strict=True)]


def places_of(figures: Sequence[Fraction]) -> list[int]:
    """The places of figures, of which the highest comes first; equal ones share a place."""
    places: list[int] = []
    for at, figure in enumerate(figures):
        places.append(places[-1] if at and figures[at - 1] == figure else at + 1)
    return places


def kinds_of(people: Iterable[Mapping[str, tuple[Any, ...]]]) -> list[str]:
    """The kinds of games in which people have points, the most played first.

    Each person has a tuple by kind, with the number of games first.
    """
    games: Counter[str] = Counter()
    for of_person in people:
        games.update({kind: sums[0] for kind, sums in of_person.items()})
    return [kind for kind, _ in games.most_common()]
