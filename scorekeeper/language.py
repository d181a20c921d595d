"""The catalogues of languages, and the functions that every sentence goes through."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import Any

import flask_babel
from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

ENGLISH = NullTranslations()


class Catalogues(flask_babel.Domain):  # type: ignore[misc]
    """The sentences of each language, read from its .po file without compiling it.

    A file is read when the first page needs it, so a server holds only the languages of its phones.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        found = folder.glob("*/LC_MESSAGES/messages.po")
        self.files = {path.parent.parent.name: path for path in found}

    def get_translations(self) -> NullTranslations:
        """The sentences of the page's language."""
        language = str(flask_babel.get_locale())
        file = self.files.get(language)
        return _read(file, language) if file else ENGLISH


def gettext(text: str, **values: Any) -> str:
    """The sentence in the language of the page, with its values."""
    return str(flask_babel.gettext(text, **values))


def ngettext(one: str, many: str, num: int, **values: Any) -> str:
    """The sentence in the form that ``num`` needs."""
    return str(flask_babel.ngettext(one, many, num, **values))


def plural_forms(one: str, many: str, **values: str) -> dict[str, str]:
    """The sentence in each form that a number may need, by the names that browsers have for them;
    with ``{number}`` in place of the number."""
    catalogue = flask_babel.get_domain().get_translations()
    numbers = _least_numbers(flask_babel.get_locale())
    values["num"] = "{number}"
    return {name: catalogue.ungettext(one, many, n) % values for name, n in numbers.items()}


@cache
def _least_numbers(locale: Locale) -> dict[str, int]:
    """The least number that needs each plural form of a language."""
    # No language has a form that only larger numbers need.
    return {locale.plural_form(number): number for number in range(100, -1, -1)}


def lazy_ngettext(one: str, many: str) -> Callable[..., str]:
    """A sentence about a number, translated when called with ``num`` and its values."""
    return partial(ngettext, one, many)


def lazy_pgettext(context: str, text: str, **values: Any) -> Any:
    """``pgettext``, translated when it is shown; it can be used like a string."""
    return flask_babel.lazy_pgettext(context, text, **values)


def lazy_gettext(text: str, **values: Any) -> Any:
    """The sentence, translated when it is shown; it can be used like a string."""
    return flask_babel.lazy_gettext(text, **values)


def in_english() -> AbstractContextManager[None]:
    """A context in which sentences are English, for the command line."""
    english: AbstractContextManager[None] = flask_babel.force_locale("en")
    return english


@cache
def _read(path: Path, language: str) -> Translations:
    """The catalogue of a language, read once because tests create hundreds of apps."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)
