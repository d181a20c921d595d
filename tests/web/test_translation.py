"""Every sentence goes through the catalogue: a made-up language that marks what it translates."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from babel.dates import format_date
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask
from flask.testing import FlaskClient

import scorekeeper
from scorekeeper import create_app
from scorekeeper.models import db
from tests.conftest import settings
from tests.table import Table
from tests.web.page import main, said

OPEN, CLOSE = "\u27e6", "\u27e7"
NAMES = ("Xanthippe", "Yvain", "Zoltan")
READ_OUT = ("aria-label", "title", "placeholder", "alt", "data-text", "data-soon")
UNREAD_TAGS = {"script", "style", "time"}
UNREAD_CLASSES = {"suit", "from", "name", "pick", "negated"}
VOID = {"meta", "link", "input", "br", "hr", "img"}
GERMAN = {"Accept-Language": "de"}


def marked(text: str) -> str:
    """The text as its own translation, with a mark around it."""
    return f"{OPEN}{text}{CLOSE}"


def make_catalogue(folder: Path) -> None:
    """A catalogue for ``de`` in which each text stands between marks."""
    template = Path(scorekeeper.__file__).parent / "translations" / "messages.pot"
    with template.open("rb") as file:
        catalogue = read_po(file, locale="de")
    catalogue.fuzzy = False
    for message in catalogue:
        if isinstance(message.id, tuple):
            message.string = tuple(marked(text) for text in message.id)
        elif message.id:
            message.string = marked(str(message.id))
    target = folder / "de" / "LC_MESSAGES"
    target.mkdir(parents=True)
    with (target / "messages.mo").open("wb") as file:
        write_mo(file, catalogue)


class Texts(HTMLParser):
    """Every text of a page that somebody sees or hears."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.skipped: list[bool] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read the attributes; note whether the text inside is read."""
        values = dict(attrs)
        self.texts += [str(values[name]) for name in READ_OUT if values.get(name)]
        if tag not in VOID:
            classes = set((values.get("class") or "").split())
            self.skipped.append(tag in UNREAD_TAGS or bool(classes & UNREAD_CLASSES))

    def handle_endtag(self, tag: str) -> None:
        """Leave the element."""
        if tag not in VOID:
            self.skipped.pop()

    def handle_data(self, data: str) -> None:
        """Keep the text."""
        if data.strip() and not any(self.skipped):
            self.texts.append(" ".join(data.split()))


def untranslated(page: str) -> list[str]:
    """Texts with letters outside the marks that are no name and no date."""
    today = datetime.now(UTC).date()
    given = (*NAMES, *(format_date(today, kind, locale="de") for kind in ("medium", "long")))
    found = []
    for text in Texts(page).texts:
        rest = text
        while rest != (shorter := re.sub(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", "", rest)):
            rest = shorter
        for word in given:
            rest = rest.replace(word, "")
        if re.search(rf"[^\W\d_]|{OPEN}|{CLOSE}", rest):
            found.append(text)
    return found


@pytest.fixture
def app(tmp_path: Path, empty_database: Path) -> Iterator[Flask]:
    """The app with the marked catalogue."""
    shutil.copy(empty_database, tmp_path / "test.sqlite3")
    make_catalogue(tmp_path / "translations")
    folder = str(tmp_path / "translations")
    app = create_app(settings(tmp_path) | {"BABEL_TRANSLATION_DIRECTORIES": folder})
    yield app
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def german(app: Flask, client: FlaskClient) -> FlaskClient:
    """The keeper's phone, asking for German."""
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    assert app.config["TESTING"]
    return client


@pytest.fixture
def table(german: FlaskClient) -> Table:
    """The keeper at a table, with a phone in German."""
    return Table(german)


def check(*pages: str) -> None:
    """Every page is in the marked language."""
    for page in pages:
        assert OPEN in page
        assert untranslated(page) == []


def test_the_check_finds_a_text_that_is_not_translated() -> None:
    page = f'<p title="b">{marked("a")} {NAMES[0]} c</p><b class="suit">d</b><i>{marked("e")} 7</i>'
    assert untranslated(page) == ["b", f"{marked('a')} {NAMES[0]} c"]


def test_a_page_says_which_language_it_is_in(german: FlaskClient) -> None:
    assert '<html lang="de">' in german.get("/").text


def test_a_phone_in_a_language_without_catalogue_gets_english(app: Flask) -> None:
    page = app.test_client().get("/", headers={"Accept-Language": "fr"}).text
    assert '<html lang="en">' in page
    assert OPEN not in page


def test_the_first_page(table: Table) -> None:
    check(table.client.get("/").text)
    table.start(*NAMES)
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    check(table.client.get("/").text, table.client.get("/?page=2").text)


def test_the_form_of_a_new_game(table: Table) -> None:
    check(table.client.get("/new").text)
    table.start(*NAMES)
    check(table.client.get("/new").text, table.post("/new", name=list(NAMES), draw="1").text)


def test_the_sentences_that_refuse_a_game(table: Table) -> None:
    sent: dict[str, Any] = {"start": "1", "variant": "wizard", "name": list(NAMES), "dealer": "0"}
    for change in (
        {"name": [NAMES[0]]},
        {"name": [*NAMES, *NAMES, NAMES[0]]},
        {"name": [NAMES[0], "", NAMES[1]]},
        {"variant": ""},
        {"dealer": "7"},
        {"dealer": "\u0661"},
        {"dealer": ["0", "1"]},
        {"csrf_token": ""},
        {"timed": "y", "clock": "0"},
        {"length": "list", "sizes": "x"},
        {"length": "list", "sizes": "99"},
        {"length": "list", "sizes": "0"},
        {"length": "ever"},
    ):
        response = table.post("/new", **sent | change)
        assert response.status_code == 422
        check(response.text)


@pytest.mark.parametrize("variant", ["wizard", "tournament", "two-player"])
def test_every_panel_the_sheet_and_the_result(table: Table, app: Flask, variant: str) -> None:
    names = NAMES[:2] if variant == "two-player" else NAMES
    viewer = app.test_client()

    def see(panel: str = "") -> None:
        check(table.client.get(f"{table.path}?panel={panel}").text)
        check(viewer.get(f"{table.path}?panel={panel}", headers=GERMAN).text)

    table.start(*names, variant=variant, hook="y", timed="y", clock="4", zero="y", not1="y")
    see()
    table.turn("wizard")
    see()
    table.turn("wizard", named="clubs")
    see()
    table.bid(*(1, 1, 1)[: len(names)])
    for panel in ("trump", "bids", "tricks"):
        see(panel)
    check(table.score(*(1, 1, 1)[: len(names)]).text)
    response = table.score(*(1, 0, 0)[: len(names)], negated="0" if len(names) == 2 else "")
    assert response.status_code == 303
    see()
    table.post(f"{table.path}/end", hands=1, revision=table.revision)
    see()
    check(table.client.get("/").text)


def test_what_the_status_line_says(table: Table) -> None:
    table.start(*NAMES)
    assert untranslated(said(table.turn("hearts", part=True))) == []
    table.bid(0, 1, 1)
    assert untranslated(said(table.score(0, 0, 1, part=True))) == []
    table.undo()
    check(main(table.page()), table.page())


def test_refusals_and_clashes_of_a_hand(table: Table) -> None:
    table.start(*NAMES, hook="y", length="list", sizes="5")
    check(table.turn("").text, table.turn("wizard", named="none").text)
    table.turn("hearts")
    check(table.bid(3, 1, 1).text, table.take(1, 1, 1).text, table.bid(9, None, None).text)
    check(table.bid(0, 1, 1, revision=0).text)
    table.bid(0, 1, 1)
    check(table.bid(2, None, None, revision=1).text)
    check(table.score(1, 1, 1).text, table.score(5, 5, 5).text, table.score(9, 0, 0).text)
    check(table.score(2, 2, None, revision=1).text, table.turn("hearts", number=7).text)


def test_correcting_house_rules_log_and_deleting(table: Table) -> None:
    table.start(*NAMES, timed="y")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    address = f"{table.path}/hands/1"
    check(table.client.get(address).text, table.client.get(f"{table.path}/hands/2").text)
    check(table.post(address, revision=table.revision).text)
    check(table.post(address, revision=0, dealer=1).text)
    rules: dict[str, Any] = {
        "hook": "y",
        "zero": "y",
        "timed": "y",
        "clock": "45",
        "length": "list",
    }
    rules |= {"sizes": "2, 3"}
    assert table.post(f"{table.path}/rules", **rules, revision=table.revision).status_code == 303
    check(table.page())
    check(table.post(f"{table.path}/rules", **rules | {"clock": "0"}, revision=0).text)
    table.undo()
    for page in ("log", "rules", "delete"):
        check(table.client.get(f"{table.path}/{page}").text)
    table.post(f"{table.path}/delete")
    check(table.client.get("/").text)


def test_errors(table: Table) -> None:
    table.start(*NAMES)
    client = table.client
    check(client.get("/nothing").text, client.get(f"{table.path}/undo").text)
    check(client.post("/new", data={"name": "a" * 70_000}).text)
