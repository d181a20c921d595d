"""Every sentence goes through the catalogue; a made-up language marks translated texts."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from flask import Flask, render_template_string
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.http.guard import limiter
from scorekeeper.rules.problems import ProblemCode
from scorekeeper.store.models import db
from scorekeeper.store.sharing import books
from scorekeeper.words.language import ngettext
from scorekeeper.words.lines import rest_line
from scorekeeper.words.problems import SENTENCES, sentence_of
from tests import databases
from tests.cast import Cast, Role, cast_on
from tests.evenings.recorded import recorded
from tests.evenings.test_evenings import EVENINGS
from tests.languages import NOT_THERE
from tests.table import Table
from tests.web.link_states import MADE_UP, STATES, Steps
from tests.web.marked import (
    CATALOGUE,
    CLOSE,
    NAMES,
    OPEN,
    PHONES,
    app_in,
    bare_names,
    check,
    marked,
    see,
    speaking_german,
    told,
    untranslated,
)
from tests.web.page import main, said
from tests.web.screen import Screen, look
from tests.web.tree import parsed

pytestmark = pytest.mark.thorough


def given_the_score(table: Table, other: Table, names: tuple[str, str], **rules: Any) -> Screen:
    """A game in which both phones keep score, with trump turned up, and the pages before that."""
    table.start(*NAMES, **rules)
    old = look(table)
    table.post("/book/name", name=names[0])
    second = table.share(other.client, names[1])
    other.key, other.players = second.key, second.players
    other.turn("hearts")
    return old


def handed_over(cast: Cast) -> str:
    return cast.pencil(hand_over="y")


def answer(cast: Cast, role: Role, response: TestResponse) -> str:
    """The page that the phone shows after this answer."""
    return (cast.get(role, response.location) if response.status_code == 303 else response).text


@pytest.fixture(scope="module")
def one_marked(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Flask]:
    """The app with the marked catalogue, for all tests of this file."""
    yield from app_in(tmp_path_factory.mktemp("de"), empty_database)


@pytest.fixture
def app(one_marked: Flask) -> Flask:
    """The same with an empty database, and no attempts counted."""
    limiter.reset()
    databases.restore(one_marked, {table.name: [] for table in db.metadata.sorted_tables})
    return one_marked


@pytest.fixture
def cast(app: Flask) -> Cast:
    """All phones, in German."""
    cast = cast_on(app)
    for client in cast.clients.values():
        speaking_german(client)
    return cast


@pytest.fixture(scope="module")
def one_form(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Flask]:
    """The app in a language without plural forms, like Japanese."""
    yield from app_in(tmp_path_factory.mktemp("ja"), empty_database, "ja")


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """The keeper at a table, with a phone in German."""
    return Table(speaking_german(client))


@pytest.fixture
def other(app: Flask) -> Table:
    """Another phone in German."""
    return Table(speaking_german(app.test_client()))


def test_the_check_finds_a_text_that_is_not_translated() -> None:
    page = f'<p title="b">{marked("a")} {NAMES[0]} c</p><b class="suit">d</b><i>{marked("e")} 7</i>'
    assert untranslated(page) == ["b", f"{marked('a')} {NAMES[0]} c"]


@pytest.mark.parametrize(
    ("rest", "line"),
    [
        ((("Ann", 2),), "2 left for Ann"),
        ((("Ann", 0),), "Ann has no tricks"),
        ((("Ann", 0), ("Ben", 0)), "Ann and Ben has no tricks"),
    ],
)
def test_players_without_tricks_are_named_in_a_language_with_one_form(
    one_form: Flask, rest: tuple[tuple[str, int], ...], line: str
) -> None:
    with one_form.test_request_context(headers={"Accept-Language": "ja"}):
        assert rest_line(rest).translate(dict.fromkeys(map(ord, OPEN + CLOSE))) == line


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("ja", {0: 1, 1: 1, 2: 1, 100: 1}),
        ("ar", {0: 1, 1: 2, 2: 3, 3: 4, 11: 6, 100: 5}),
    ],
)
def test_a_number_takes_the_form_that_the_language_has_for_it(
    tmp_path: Path, empty_database: Path, language: str, forms: dict[int, int]
) -> None:
    head = "{% trans num=num %}{{ num }} card{% pluralize %}{{ num }} cards{% endtrans %}"
    for app in app_in(tmp_path, empty_database, language):
        with app.test_request_context(headers={"Accept-Language": language}):
            said = {num: ngettext("%(num)s card", "%(num)s cards", num) for num in forms}
            assert {num: text.count(OPEN) for num, text in said.items()} == forms
            assert {num: render_template_string(head, num=num) for num in forms} == said


def test_the_forms_for_one_and_for_many_say_the_same() -> None:
    """A value in only one of the forms would be lost if they are the same."""
    with CATALOGUE.open("rb") as file:
        pairs = [message.id for message in read_po(file) if isinstance(message.id, tuple)]
    assert pairs
    for forms in pairs:
        one, many = (set(re.findall(r"%\((\w+)\)", text)) - {"num"} for text in forms)
        assert one == many, forms


@pytest.mark.parametrize("evening", EVENINGS)
def test_every_page_and_every_answer_of_an_evening(app: Flask, evening: str) -> None:
    pages = recorded(app, EVENINGS[evening], "de")
    assert len(pages) > 5
    check(*(page.html for page in pages if page.is_whole))
    assert [name for page in pages for name in bare_names(parsed(page.html))] == []
    # A part may be mere numbers.
    assert [text for page in pages for text in untranslated(page.html)] == []


@pytest.mark.parametrize("code", SENTENCES)
def test_every_sentence_that_refuses_something(app: Flask, code: ProblemCode) -> None:
    with CATALOGUE.open("rb") as file:
        names = {*re.findall(r"%\((\w+)\)", file.read().decode()), "drawn"} - {"num"}
    with app.test_request_context(headers={"Accept-Language": "de"}):
        said = sentence_of(code, dict.fromkeys(names, 7))
    assert OPEN in said
    assert untranslated(f"<p>{said}</p>") == []


def test_the_messages_of_the_status_line(table: Table) -> None:
    table.start(*NAMES)
    assert untranslated(said(table.turn("hearts", part=True))) == []
    table.bid(0, 1, 1)
    assert untranslated(said(table.score(0, 0, 1, part=True))) == []
    undone = look(table).send("undo-form", part=True)
    assert untranslated(said(undone)) == []
    table.undo()
    check(main(table.page()), table.page())


def test_each_phone_is_sent_its_own_language_whoever_asked_first(app: Flask, table: Table) -> None:
    table.start(*NAMES)
    for asked, sent in (("de", "de"), ("en", "en"), (NOT_THERE, "en"), ("de", "de")):
        page = app.test_client().get(table.path, headers={"Accept-Language": asked}).text
        assert f'<html lang="{sent}">' in page
        assert (OPEN in page) is (sent == "de")


@pytest.mark.parametrize("names", [PHONES, ("", "")], ids=["names", "no names"])
def test_every_clash(table: Table, other: Table, names: tuple[str, str]) -> None:
    old = given_the_score(table, other, names, hook="y", length="list", sizes="5, 5")
    told(old.tap(turned="clubs"), 409)
    told(look(table).send("undo-form", target=0), 409)
    other.bid(0, 1, 2)
    tricks, bids = look(table), look(table, "?panel=bids")
    dealer, rules = look(table, "/hands/1/dealer"), look(table, "/rules")
    other.take(1, 1, 3)
    told(tricks.tap(tricks_0=0), 409)
    told(tricks.score(tricks_0=0), 409)
    other.post(f"{other.path}/hands/1/dealer", dealer=1, revision=other.revision)
    told(dealer.send(dealer=2), 409)
    other.post(f"{other.path}/hands/1/dealer", dealer=0, revision=other.revision)
    other.score(1, 1, 3)
    for response in (
        tricks.score(tricks_0=3, tricks_1=1),
        bids.tap(bid_0=4),
        dealer.send(dealer=2),
        rules.send(hook=""),
        tricks.send("end", hands=0),
    ):
        told(response, 409)
    correction = look(table, "/hands/1")
    other.undo()
    told(correction.send(bid_0=4), 409)
    table.start(*NAMES[:2], variant="two-player")
    table.turn("hearts")
    table.bid(1, 2)
    old = look(table)
    table.share(other.client).take(1, None, negated=-1)
    told(old.tap(negated=1), 409)


@pytest.mark.parametrize("named", [True, False], ids=["names", "no names"])
@pytest.mark.parametrize(
    ("steps", "role"),
    [(steps, role) for steps, role, *_ in STATES]
    + [(handed_over, role) for role in (Role.FOLLOWER, Role.KEEPER, Role.GUEST)],
)
def test_a_link_in_every_state(cast: Cast, steps: Steps, role: Role, named: bool) -> None:
    link = steps(cast)
    for giver in () if named else (Role.KEEPER, Role.GUEST, Role.MATE):
        cast.post(giver, "/book/name", name="")
    check(cast.get(role, link).text)
    fields: tuple[Any, ...] = ({"csrf_token": ""}, {"name": "B" * 41}, {"name": "Ben’s phone"})
    for more in fields:
        check(answer(cast, role, cast.post(role, link, **more)))


@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.parametrize("shared", [False, True], ids=["they go along", "they stay"])
def test_a_link_for_the_book_says_what_becomes_of_this_phones_games(
    cast: Cast, games: int, shared: bool
) -> None:
    for _ in range(games - 1):
        cast.table(Role.STRANGER).start(*NAMES)
    if shared:
        cast.post(Role.FOLLOWER, cast.book_link(Role.STRANGER))
    check(cast.get(Role.STRANGER, cast.book_link()).text)


@pytest.mark.parametrize("name", ["Gil’s phone", ""])
def test_the_phones_of_a_game_and_of_a_book(cast: Cast, name: str) -> None:
    phones = f"{cast.path}/phones"
    for hand_over in ("", "y"):
        cast.pencil(hand_over=hand_over)
        check(*(cast.get(role, phones).text for role in (Role.KEEPER, Role.GUEST)))
    check(cast.post(Role.KEEPER, phones, phone="x").text)
    cast.book_link()
    check(*(cast.get(role, "/book").text for role in (Role.KEEPER, Role.MATE)))
    for refused in ("\u00df" * 41, ["a", "b"]):
        check(cast.post(Role.KEEPER, "/book/name", name=refused).text)
    for role in (Role.GUEST, Role.MATE):
        cast.post(role, "/book/name", name=name)
    for address, role in ((phones, Role.GUEST), ("/book", Role.MATE)):
        page = cast.get(role, address).text
        check(page)
        sent = address.replace("/book", "/book/phones")
        for number in re.findall(r'name="phone" value="(\d+)"', page):
            check(answer(cast, role, cast.post(role, sent, phone=number)))
            check(cast.get(role).text)


def test_joining_and_what_is_asked_too_often(cast: Cast) -> None:
    for role in (Role.KEEPER, Role.NOBODY):
        check(cast.get(role, "/nothing").text)
        told(cast.post(role, f"{cast.path}.csv"), 405)
    told(cast.post(Role.KEEPER, "/new", name="a" * 70_000), 413)
    cast.post(Role.KEEPER, f"{cast.path}/end", hands=1, revision=4)
    check(cast.get(Role.KEEPER, f"{cast.path}/share").text)
    for code in ("", "A", "AAAAA0", *["AAAAAA"] * 17):
        told(cast.post(Role.FOLLOWER, "/join", code=code), 422)
    told(cast.post(Role.FOLLOWER, "/join", code="AAAAAA"), 429)
    limiter.reset()
    for status in [404] * 20 + [429]:
        told(cast.get(Role.FOLLOWER, MADE_UP), status)


def test_the_page_of_a_households_book(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.start(*NAMES)
    monkeypatch.setitem(app.config, "HOUSEHOLD", True)
    with app.app_context():
        db.engine.update_execution_options(household=True)
        books.open_household()
    see(table, "/book", table.path)
    with app.app_context():
        db.engine.update_execution_options(household=False)
