"""The languages of the pages, by the names of the catalogues' folders."""

from pathlib import Path
from typing import NamedTuple

import scorekeeper

FOLDER = Path(scorekeeper.__file__).parent / "translations"
ENGLISH = "en"
SHIPPED = sorted(path.parent.parent.name for path in FOLDER.glob("*/LC_MESSAGES/messages.po"))
LANGUAGES = (ENGLISH, *(name.replace("_", "-") for name in SHIPPED))
"""As in HTML's ``lang``."""
LOCALES = ("en-GB", *LANGUAGES[1:])
"""Their names in browsers; English dates need a country."""
NOT_THERE = "xx"
"""A language that nobody can add, because none has that name."""


class Words(NamedTuple):
    """Words of a language: its own name, the title of *New game*, a trump."""

    name: str
    title: str
    hearts: str


WORDS = {
    ENGLISH: Words("English", "New game", "Hearts"),
    "de": Words("Deutsch", "Neues Spiel", "Herz"),
    "es": Words("Español", "Nueva partida", "Corazones"),
    "fr": Words("Français", "Nouvelle partie", "Cœur"),
    "pl": Words("Polski", "Nowa partia", "Kier"),
}


def words_of(language: str) -> Words:
    """The words of a language; a missing one fails with the place to add it."""
    assert language in WORDS, f"tests/languages.py: give {language!r} a line in WORDS"
    return WORDS[language]
