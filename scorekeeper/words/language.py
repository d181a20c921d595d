"""The catalogues of languages, and the functions that every sentence goes through."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import Any

import flask_babel
from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import g, has_request_context
from flask_babel import LazyString
from pytz import BaseTzInfo

ENGLISH = NullTranslations()
NOON = time(12)
BY_SOUND = re.compile(r"\b(?:(?P<short>a)\(z\)|y\((?P<other>e)\)) (?=(?P<next>\S+))", re.IGNORECASE)
"""Two forms of a word, of which the sound of the next one chooses: Hungarian “a(z)” (the), Spanish
“y(e)” (and)."""
AZ = re.compile(r"\W*(?:[aáeéiíoóöőuúüű]|5|1(?:\d{3})*(?!\d))", re.IGNORECASE)
"""What begins with a vowel in Hungarian, such as “öt” and “egy”, “ezer”."""
E = re.compile(r"\W*(?:h?[ií](?![aáeéoóuú])|y[^aáeéiíoóuú\W])", re.IGNORECASE)
"""What begins with the sound of “i” in Spanish."""


class Catalogues(flask_babel.Domain):  # type: ignore[misc]
    """The sentences of each language, read from its .po file without compiling it, or from a
    compiled one, as a browser gets it.

    A file is read when the first page needs it, so a server holds only the languages of its phones.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        found = sorted(folder.glob("*/LC_MESSAGES/messages.[pm]o"))
        self.files = {path.parent.parent.name: path for path in found}

    def get_translations(self) -> NullTranslations:
        """The sentences of the page's language."""
        language = str(flask_babel.get_locale())
        file = self.files.get(language)
        return _read(file, language) if file else ENGLISH


def catalogue() -> NullTranslations:
    """The sentences of the page's language, found once for each request: a page has dozens."""
    try:
        page = g._get_current_object()
    except RuntimeError:
        return ENGLISH
    found: NullTranslations | None = page.get("catalogue")
    if found is None:
        found = page.catalogue = flask_babel.get_domain().get_translations()
    return found


def _time_zone() -> BaseTzInfo:
    """The time zone of the page, also found once."""
    page = g._get_current_object()
    found: BaseTzInfo | None = page.get("time_zone")
    if found is None:
        found = page.time_zone = flask_babel.get_timezone()
    return found


def filled(text: str, values: Mapping[str, Any]) -> str:
    """The sentence with its values, and each of its “a(z)” and “y(e)” in one form."""
    found = text % values
    return BY_SOUND.sub(_by_sound, found) if "(z) " in text or "y(e) " in text else found


def _by_sound(found: re.Match[str]) -> str:
    if found["short"]:
        return found["short"] + ("z " if AZ.match(found["next"]) else " ")
    return "e " if E.match(found["next"]) else "y "


def gettext(text: str, **values: Any) -> str:
    """The sentence in the language of the page, with its values."""
    found: str = catalogue().ugettext(text)
    return filled(found, values) if values else found


def ngettext(one: str, many: str, num: int, **values: Any) -> str:
    """The sentence in the form that ``num`` needs; below zero, the form of the number without its
    sign, as in CLDR."""
    found: str = catalogue().ungettext(one, many, abs(num))
    return filled(found, {"num": num, **values})


def _pgettext(context: str, text: str, **values: Any) -> str:
    found: str = catalogue().upgettext(context, text)
    return found % values if values else found


def plural_forms(one: str, many: str, **values: str) -> dict[str, str]:
    """The sentence in each form that a number may need, by the names that browsers have for them;
    with ``{number}`` in place of the number."""
    words = catalogue()
    numbers = _least_numbers(flask_babel.get_locale())
    values["num"] = "{number}"
    return {name: words.ungettext(one, many, n) % values for name, n in numbers.items()}


@cache
def _least_numbers(locale: Locale) -> dict[str, int]:
    # No language has a form that only larger numbers need.
    return {locale.plural_form(number): number for number in range(100, -1, -1)}


def has_clock(moment: datetime) -> bool:
    """Whether somebody gave the time of day, and not the day alone (:func:`noon_of`)."""
    return NOON not in (moment.time(), local(moment).time())


def noon_of(day: date) -> datetime:
    """What stands for a day alone: its noon in UTC, or here where that is on another day."""
    noon = datetime.combine(day, NOON, UTC)
    return noon if local(noon).date() == day else in_utc(datetime.combine(day, NOON))


def of_clock(clock: datetime) -> datetime:
    """The moment at which the phone's clock shows this; noon stands for a day alone."""
    return noon_of(clock.date()) if clock.time() == NOON else in_utc(clock)


def local(moment: datetime) -> datetime:
    """The moment on the clock of the phone, in UTC while its zone is not known."""
    if not has_request_context():
        return moment
    zone = _time_zone()
    found: datetime = zone.normalize(moment.astimezone(zone))
    return found


def today() -> date:
    """The day on the clock of the phone."""
    return local(datetime.now(UTC)).date()


def in_utc(clock: datetime) -> datetime:
    """The moment at which the phone's clock shows this, without a zone."""
    if not has_request_context():
        return clock.replace(tzinfo=UTC)
    found: datetime = flask_babel.to_utc(clock).replace(tzinfo=UTC)
    return found


def lazy_ngettext(one: str, many: str) -> Callable[..., str]:
    """A sentence about a number, translated when called with ``num`` and its values."""
    return partial(ngettext, one, many)


def lazy_pgettext(context: str, text: str, **values: Any) -> Any:
    """``pgettext``, translated when it is shown; it can be used like a string."""
    return LazyString(_pgettext, context, text, **values)


def lazy_gettext(text: str, **values: Any) -> Any:
    """The sentence, translated when it is shown; it can be used like a string."""
    return LazyString(gettext, text, **values)


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def lazy_capital(sentence: LazyString) -> Any:
    """``capital``, when it is shown; it can be used like a string."""
    return LazyString(lambda: capital(str(sentence)))


@contextmanager
def in_english() -> Iterator[None]:
    """A context in which sentences are English, for the command line."""
    with flask_babel.force_locale("en"):
        g.catalogue = ENGLISH
        yield


@cache
def _read(path: Path, language: str) -> Translations:
    """The catalogue of a language, read once because tests create hundreds of apps."""
    if path.suffix == ".mo":
        return Translations(BytesIO(path.read_bytes()))
    with path.open("rb") as file:
        words = read_po(file, locale=language)
    compiled = BytesIO()
    write_mo(compiled, words)
    compiled.seek(0)
    return Translations(compiled)
