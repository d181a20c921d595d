"""Every sentence on the pages by which phones share a game or a book goes through the catalogue."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.store import links, phones
from scorekeeper.store.models import db
from scorekeeper.store.transaction import now
from tests.table import Table, field, link_on
from tests.web.marked import NAMES, PHONES, app_in, done, see, speaking_german, told

UNKNOWN = f"/link/{'A' * 22}"
NewPhone = Callable[[], Table]


@pytest.fixture
def app(tmp_path: Path, empty_database: Path) -> Iterator[Flask]:
    """The app with the marked catalogue."""
    yield from app_in(tmp_path, empty_database)


@pytest.fixture
def phone(app: Flask) -> NewPhone:
    """A new phone in German, each time that it is called."""
    return lambda: Table(speaking_german(app.test_client()))


@pytest.fixture
def table(phone: NewPhone) -> Table:
    """The keeper's phone, with a game."""
    table = phone()
    table.start(*NAMES)
    return table


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let links grow too old."""
    old = timedelta(minutes=11)
    return lambda: monkeypatch.setattr(links, "now", lambda: now() + old)


def buttons(table: Table, address: str) -> list[str]:
    """What the buttons beside phones send, from the top of the page."""
    return re.findall(r'name="phone" value="(\d+)"', table.client.get(address).text)


def pencil(table: Table, **more: Any) -> str:
    """A link for the game's score."""
    assert table.post(f"{table.path}/pass", **more).status_code == 303
    return link_on(table.client.get(f"{table.path}/phones").text)


def book(table: Table) -> str:
    """A link for the phone's book."""
    assert table.post("/book/link").status_code == 303
    return link_on(table.client.get("/book").text)


def take(table: Table, link: str, name: str = "") -> TestResponse:
    """Tap the button of a link's page."""
    token = field(table.client.get(link).text, "csrf_token")
    return table.post(link, csrf_token=token, name=name)


def stands(table: Table, link: str, status: int) -> None:
    """The page of a link in one of its states."""
    told(table.client.get(link), status)


def test_sharing(table: Table, phone: NewPhone) -> None:
    for each in (table, phone()):
        see(each, f"{table.path}/share")
    table.post(f"{table.path}/end", hands=0, revision=0)
    see(table, f"{table.path}/share")


def test_joining_and_what_refuses_it(phone: NewPhone) -> None:
    see(phone(), "/join")
    for code in ("", "A", "AAAAAA", "AAAAA0"):
        told(phone().client.post("/join", data={"code": code}), 422)
    for _ in range(16):
        phone().client.post("/join", data={"code": "AAAAAA"})
    told(phone().client.post("/join", data={"code": "AAAAAA"}), 429)


def test_the_phones_of_a_game_with_and_without_a_link(table: Table, phone: NewPhone) -> None:
    address = f"{table.path}/phones"
    see(table, address)
    done(table, table.post("/book/name", name=PHONES[0], game=table.key))
    other = phone()
    table.share(other.client, PHONES[1])
    table.share(phone().client)
    for more in ({}, {"hand_over": "y"}):
        pencil(table, **more)
        see(table, address)
        see(other, address)
    for path in (address, f"{table.path}/pass"):
        told(table.post(path, csrf_token=""), 422)
    told(table.post(address, phone="x"), 422)
    for button in buttons(table, address):
        done(table, table.post(address, phone=button))
    see(other, table.path)


@pytest.mark.parametrize("name", ["", PHONES[0]], ids=["no name", "name"])
@pytest.mark.parametrize("more", [{}, {"hand_over": "y"}], ids=["share", "hand over"])
def test_a_link_for_the_score_in_every_state(
    table: Table, phone: NewPhone, later: Callable[[], None], name: str, more: dict[str, str]
) -> None:
    guest, taker, late = table.share(phone().client, name), phone(), phone()
    replaced, link = pencil(guest, **more), pencil(guest, **more)
    for each in (guest, table, taker):
        stands(each, link, 200)
    stands(late, replaced, 404)
    told(taker.post(link, csrf_token=""), 422)
    done(taker, take(taker, link, PHONES[1]))
    stands(taker, link, 200)
    stands(late, link, 410)
    told(late.post(link), 410)
    link = pencil(table, **more)
    later()
    stands(late, link, 410)


def test_a_link_of_a_phone_that_lost_what_it_gives(table: Table, phone: NewPhone) -> None:
    guest, mate = table.share(phone().client, PHONES[1]), phone()
    take(mate, book(table))
    given = pencil(guest), book(mate)
    done(table, table.post(f"{table.path}/phones", phone=buttons(table, f"{table.path}/phones")[0]))
    done(table, table.post("/book/phones", phone=buttons(table, "/book")[1]))
    for link in given:
        stands(phone(), link, 410)


def test_a_link_for_the_book_in_every_state(
    table: Table, phone: NewPhone, later: Callable[[], None]
) -> None:
    mate, late = phone(), phone()
    link = book(table)
    stands(table, link, 200)
    stands(mate, link, 200)
    done(mate, take(mate, link, PHONES[1]))
    stands(mate, link, 200)
    stands(late, link, 410)
    see(mate, table.path)
    done(mate, mate.post(f"{table.path}/claim"))
    link = book(table)
    stands(mate, link, 200)
    later()
    stands(late, link, 410)


@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.parametrize("shared", [False, True], ids=["they go along", "they stay"])
def test_a_link_for_the_book_says_what_becomes_of_this_phones_games(
    table: Table, phone: NewPhone, games: int, shared: bool
) -> None:
    other = phone()
    for _ in range(games):
        other.start(*NAMES)
    if shared:
        take(phone(), book(other))
    stands(other, book(table), 200)


def test_a_recovery_link(table: Table, phone: NewPhone) -> None:
    link = link_on(table.client.get("/book").text, "recovery-link")
    stands(table, link, 200)
    new = phone()
    stands(new, link, 200)
    done(new, take(new, link))
    stands(new, link, 200)
    table.post("/book/recovery", replace=1)
    stands(phone(), link, 404)


def test_an_unknown_link(table: Table) -> None:
    for _ in range(20):
        stands(table, UNKNOWN, 404)
    stands(table, UNKNOWN, 429)


def test_the_page_of_the_book_with_one_phone_and_two(table: Table, phone: NewPhone) -> None:
    mate = phone()
    see(mate, "/book")
    see(table, "/book")
    done(table, table.post("/book/name", name=PHONES[0]))
    take(mate, book(table))
    for each in (table, mate):
        see(each, "/book")
    book(table)
    see(table, "/book")
    told(table.post("/book/name", name="\u00df" * 25), 422)
    told(table.post("/book/name", name=["a", "b"]), 422)
    for action in ("name", "link", "recovery", "phones"):
        told(table.post(f"/book/{action}", csrf_token=""), 422)
    mate.post("/book/recovery", replace=1)
    see(table, "/book")
    table.post("/book/recovery")
    see(table, "/book")
    for button in reversed(buttons(mate, "/book")):
        done(mate, mate.post("/book/phones", phone=button))
        see(mate, "/book")


def test_the_page_of_a_households_book(table: Table, app: Flask) -> None:
    app.config["HOUSEHOLD"] = True
    with app.app_context():
        db.engine.update_execution_options(household=True)
        phones.open_household()
    see(table, "/book", table.path)
