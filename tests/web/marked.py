"""A made-up language that marks translated texts, and a check for unmarked ones."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

from babel.dates import format_date
from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import scorekeeper
from tests import databases
from tests.cast import HOSTILE
from tests.conftest import opened
from tests.staged_events import LATE, PEOPLE, TITLES
from tests.table import Table
from tests.web.tree import Element, parsed

CATALOGUE = Path(scorekeeper.__file__).parent / "translations/de/LC_MESSAGES/messages.po"
OPEN, CLOSE = "\u27e6", "\u27e7"
NAMES = ("Xanthippe", "Yvain", "Zoltan")
SHORT = HOSTILE.partition("=")[0] + "."
"""The last word of a hostile name as an initial."""
PHONES = ("Wendelins", "Valeskas")
CAST = (
    *("Annika", "Anna M.", "Eli", "Kevin", "Lea", "Mia", "Thomas", "Ute", "Zoe", "Alp"),
    *("Ann’s phone", "Ben’s phone", "Gil’s phone", "Mia’s phone", "Tom’s phone"),
    *("Ann", "Ben", "Cem", "Dora", "Emil", "Fritz", "Uma", "Vic", "Wim", "late"),
    *("Friday rules", "Mia’s tablet"),
    *("Cup", "Hut", "Rain", "Nora’s phone", "Hugo’s phone", "Jan", "An – Id"),
    *(*TITLES.values(), *PEOPLE, *LATE),
)
READ_OUT = (
    *("aria-label", "title", "placeholder", "alt", "data-done", "data-news", "data-turn"),
    *("data-name", "data-free", "data-dealer", "data-up", "data-down"),
)
UNREAD_TAGS = {"script", "style", "time", "textarea"}
UNREAD_CLASSES = {"suit", "from", "letters", "initial", "cut"}
"""Symbols of the cards, letters of a code, and shortened names."""


def marked(text: str, times: int = 1) -> str:
    """The text as its own translation, with marks around it."""
    return f"{OPEN * times}{text}{CLOSE * times}"


def make_catalogue(folder: Path, language: str = "de") -> Path:
    """A catalogue that puts each text between marks; a plural form gets as many pairs of marks as
    its number, the first one pair."""
    catalogue = Catalog(locale=language, fuzzy=False)
    with CATALOGUE.open("rb") as file:
        known = read_po(file)
    for message in known:
        if isinstance(message.id, tuple):
            texts = (message.id[min(form, 1)] for form in range(catalogue.num_plurals))
            string = tuple(marked(text, form + 1) for form, text in enumerate(texts))
            catalogue.add(message.id, string, context=message.context)
        elif message.id:
            catalogue.add(message.id, marked(str(message.id)), context=message.context)
    target = folder / language / "LC_MESSAGES"
    target.mkdir(parents=True)
    with (target / "messages.po").open("wb") as file:
        write_po(file, catalogue)
    return folder


def texts(element: Element, *, is_read: bool = True) -> Iterator[str]:
    """Every visible or spoken text in a part of a page."""
    yield from (element.given[name] for name in READ_OUT if element.given.get(name))
    classes = set(element.given.get("class", "").split())
    is_read = is_read and element.tag not in UNREAD_TAGS and not classes & UNREAD_CLASSES
    # Languages are named in themselves.
    is_read = is_read and (element.tag == "html" or "lang" not in element.given)
    for child in element.inside:
        if isinstance(child, Element):
            yield from texts(child, is_read=is_read)
        elif is_read:
            yield child


def bare_names(element: Element) -> list[str]:
    """Names that are all of a heading, an item, a choice or a button, which browsers would
    translate."""
    if element.given.get("translate") == "no":
        return []
    own = "".join(child for child in element.inside if isinstance(child, str)).strip()
    is_bare = element.tag in ("th", "li", "option", "button") and own in (*NAMES, *CAST)
    inside = [child for child in element.inside if isinstance(child, Element)]
    return [own] * is_bare + [name for child in inside for name in bare_names(child)]


def untranslated(page: str) -> list[str]:
    """Texts with letters outside the marks that are neither names nor dates, or with a colon, whose
    spacing depends on the language."""
    today = datetime.now(UTC).date()
    given = (
        *(HOSTILE, SHORT, *NAMES, *PHONES, *CAST),
        *(format_date(today, kind, locale="de") for kind in ("medium", "long", "MMM")),
        *(format_date(day, "d. MMMM", locale="de") for day in (today, date(2026, 11, 28))),
    )
    longest_first = sorted(given, key=len, reverse=True)
    found, depth = [], 0
    for text in texts(parsed(page)):
        rest = "" if text.startswith("http://localhost/") else text.replace(": ", "x")
        for word in longest_first:
            rest = rest.replace(word, "")
        is_bare = False
        # A sentence may begin in one text and end in another, with an element in between.
        for character in rest:
            depth += (character == OPEN) - (character == CLOSE)
            is_bare |= depth == 0 and character.isalpha()
        if is_bare or depth < 0:
            found.append(text)
    return found if depth == 0 else [*found, OPEN]


def app_in(folder: Path, empty: Path, language: str = "de") -> Iterator[Flask]:
    """The app with the marked catalogue and a copy of a database."""
    translations = make_catalogue(folder / "translations", language)
    with databases.lent(empty, folder), opened(folder, TRANSLATIONS=str(translations)) as app:
        yield app


def speaking_german(client: FlaskClient) -> FlaskClient:
    """The phone, set to German."""
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    return client


def check(*pages: str) -> None:
    """Check that every page is in the marked language."""
    for page in pages:
        assert OPEN in page
        found = untranslated(page)
        assert not found, found


def see(table: Table, *addresses: str) -> None:
    """Check that every page that the phone opens is in the marked language."""
    for address in addresses:
        check(table.client.get(address).text)


def told(response: TestResponse, status: int) -> TestResponse:
    """Check that the message in an answer is in the marked language."""
    assert response.status_code == status, response.text
    check(response.text)
    return response
