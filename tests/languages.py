"""The languages of the pages, by the names of the catalogues' folders."""

from pathlib import Path
from typing import NamedTuple

import pytest

import scorekeeper
from tests.turns import daily

FOLDER = Path(scorekeeper.__file__).parent / "translations"
ENGLISH = "en"
SHIPPED = sorted(path.parent.parent.name for path in FOLDER.glob("*/LC_MESSAGES/messages.po"))
LANGUAGES = (ENGLISH, *(name.replace("_", "-") for name in SHIPPED))
"""As in HTML's ``lang``."""
LOCALES = ("en-GB", *LANGUAGES[1:])
"""Their names in browsers; English dates need a country."""
AT_ONCE = 2
"""The languages of a test that runs in each by turns."""
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
    "hu": Words("Magyar", "Új játszma", "Kőr"),
    "it": Words("Italiano", "Nuova partita", "Cuori"),
    "nl": Words("Nederlands", "Nieuw spel", "Harten"),
    "cs": Words("Čeština", "Nová partie", "Srdce"),
    "pt-BR": Words("Português (Brasil)", "Nova partida", "Copas"),
    "pl": Words("Polski", "Nowa partia", "Kier"),
}


def in_turn(turn: int) -> pytest.MarkDecorator:
    """Run the test in two languages, and in the others with the slow tests.

    A test with the next turn has the next two: five turns have all of ten languages.
    """
    now = [LOCALES[(AT_ONCE * turn + one) % len(LOCALES)] for one in range(AT_ONCE)]
    return daily("locale", LOCALES, *now)


def words_of(language: str) -> Words:
    """The words of a language; a missing one fails with the place to add it."""
    assert language in WORDS, f"tests/languages.py: give {language!r} a line in WORDS"
    return WORDS[language]
