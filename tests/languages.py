"""The languages of the pages, by the names of the catalogues' folders."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import scorekeeper

FOLDER = Path(scorekeeper.__file__).parent / "translations"
ENGLISH = "en"
SHIPPED = sorted(path.parent.parent.name for path in FOLDER.glob("*/LC_MESSAGES/messages.po"))
LANGUAGES = (ENGLISH, *(name.replace("_", "-") for name in SHIPPED))
"""As in HTML's ``lang``."""
LOCALES = ("en-GB", *LANGUAGES[1:])
"""What a browser calls them; English has no dates without a country."""
NOT_THERE = "xx"
"""A language that nobody can add: the world has none of that name."""


class Words(NamedTuple):
    """What pages say in a language: its own name, the title of *New game*, a trump."""

    name: str
    title: str
    hearts: str


WORDS = {
    ENGLISH: Words("English", "New game", "Hearts"),
    "de": Words("Deutsch", "Neues Spiel", "Herz"),
    "es": Words("Español", "Partida nueva", "Corazones"),
}


def words_of(language: str) -> Words:
    """What pages say in a language; a failure that says where to add it if nobody has."""
    assert language in WORDS, f"tests/languages.py: give {language!r} a line in WORDS"
    return WORDS[language]
