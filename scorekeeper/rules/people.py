"""Names of the same person, which differ only in how they were typed; and what marks each at a
table.
"""

import unicodedata
from functools import lru_cache

SHADES = 10
"""A shade is a colour with its shape, 0 to 9; by itself a seat has the one of its number."""
ChosenColours = tuple[tuple[int, int], ...]
"""Seats of a game whose people chose a shade of their own, and that one; in the order of seats."""

ACCENTS = 200
"""Marks of this combining class and above are accents; those below change the letter, as the sound
marks of Japanese and the vowel signs of Thai do."""


def folded(name: str) -> str:
    """The common form of a person's names: without case, accents and doubled spaces."""
    plain = _taken_apart(_taken_apart(name).casefold())
    letters = "".join(letter for letter in plain if unicodedata.combining(letter) < ACCENTS)
    return " ".join(letters.split()) or name


@lru_cache(1000)
def shades(seats: int, chosen: ChosenColours = ()) -> tuple[int, ...]:
    """The shade of each of so many seats: no two have the same.

    Who chose one has it, the first of those who chose the same. The others keep their seat's, or
    get the first that is free.
    """
    found: dict[int, int] = {}
    for seat, shade in (*chosen, *((seat, seat) for seat in range(seats))):
        if seat < seats and seat not in found and shade not in found.values():
            found[seat] = shade
    free = (shade for shade in range(SHADES) if shade not in found.values())
    left = dict(zip((seat for seat in range(seats) if seat not in found), free, strict=False))
    return tuple((found | left)[seat] for seat in range(seats))


def _taken_apart(text: str) -> str:
    return unicodedata.normalize("NFKD", text)
