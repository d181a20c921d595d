"""Who is the same person: names that differ only in how they were typed."""

from __future__ import annotations

import unicodedata

ACCENTS = 200
"""Marks of this combining class and above are accents; those below change the letter, as the sound
marks of Japanese and the vowel signs of Thai do."""


def folded(name: str) -> str:
    """What names of the same person have in common: without case, accents and doubled spaces."""
    plain = _taken_apart(_taken_apart(name).casefold())
    letters = "".join(letter for letter in plain if unicodedata.combining(letter) < ACCENTS)
    return " ".join(letters.split()) or name


def _taken_apart(text: str) -> str:
    return unicodedata.normalize("NFKD", text)
