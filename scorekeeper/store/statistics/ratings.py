"""Ratings of people from their places: OpenSkill, if that library is installed."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

try:
    from openskill.models import PlackettLuce
except ImportError:  # pragma: no cover
    PlackettLuce = None  # type: ignore[assignment,misc]


def can_rate() -> bool:
    """Return whether the library is installed (the extra ``ratings``)."""
    return PlackettLuce is not None


def ratings(games: Iterable[Mapping[int, int]]) -> dict[int, Fraction]:
    """A cautious rating of each person, from the places of their games in order.

    It is the mean minus three times its uncertainty: 0 before the first game.
    """
    model = PlackettLuce()
    known: dict[int, Any] = {}
    for places in games:
        if len(places) < 2:
            continue
        teams = [[known.get(person) or model.rating()] for person in places]
        rated = model.rate(teams, ranks=[float(place) for place in places.values()])
        known |= {person: one for person, (one,) in zip(places, rated, strict=True)}
    return {person: Fraction(one.ordinal()) for person, one in known.items()}
