"""Names as a file has them -> names that a game may have."""

from __future__ import annotations

from scorekeeper.fields import tidy_name
from scorekeeper.rules.people import folded
from scorekeeper.rules.setup import LONGEST_NAME


def seated(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names by seat, each of which can be seen, is short enough and is another.

    One that is too long loses its end; a second Ann becomes Ann 2, a name of nothing its seat.
    """
    taken: set[str] = set()
    seats = []
    for seat, name in enumerate(names):
        wanted = tidy_name(name)[:LONGEST_NAME].rstrip() or f"#{seat + 1}"
        free = next(one for one in _versions(wanted) if folded(one) not in taken)
        taken.add(folded(free))
        seats.append(free)
    return tuple(seats)


def _versions(name: str) -> list[str]:
    """The name, and versions of it with a number: more than a table has seats."""
    numbers = [f" {number}" for number in range(2, 20)]
    return [name, *(name[: LONGEST_NAME - len(end)].rstrip() + end for end in numbers)]
