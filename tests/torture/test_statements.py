"""Each statement of each write fails in turn: all of it is done or nothing, and nothing is lost.

What fails is a real statement of the real database, or its commit; then what the page of the
error kept is sent again, as its button does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scorekeeper.http.limits import limiter
from scorekeeper.store.models import db
from tests import databases
from tests.conftest import opened
from tests.figures import Figures
from tests.torture import size
from tests.torture.faults import Fault, engine_of, failing
from tests.web.cast import Cast, Role, cast_on

pytestmark = [pytest.mark.torture, pytest.mark.postgresql]

SAID = "The server could not save. What you entered is kept: try again."
NEW = {
    "variant": "wizard",
    "name": ["Uma", "Vic", "Wim"],
    "dealer": "0",
    "start": "1",
    "token": "t",
}
BIDS: dict[str, Any] = {"bid_0": "1", "bid_1": "0", "bid_2": "0"}
TRICKS = {"tricks_0": "1", "tricks_1": "0", "tricks_2": "1", "score": "1"}
HAND = {"dealer": "1", "turned": "clubs", "tricks_0": "1", "tricks_1": "0", "tricks_2": "0"}
AT = {"revision": "4"}
WRITES: dict[str, tuple[Role, str, dict[str, Any]]] = {
    "a game": (Role.KEEPER, "/new", NEW),
    "a phone's first game": (Role.FOLLOWER, "/new", NEW),
    "a rematch": (Role.KEEPER, "GAME/rematch", {}),
    "trump": (Role.KEEPER, "GAME/hands/2/trump", {"turned": "clubs"} | AT),
    "bids": (Role.KEEPER, "GAME/hands/2/bids", BIDS | AT),
    "bids of a stale page": (Role.GUEST, "GAME/hands/2/bids", BIDS | {"revision": "3"}),
    "a score": (Role.KEEPER, "GAME/hands/2/tricks", TRICKS | {"revision": "5"}),
    "a correction": (Role.KEEPER, "GAME/hands/1", HAND | BIDS | AT),
    "a dealer": (Role.KEEPER, "GAME/hands/2/dealer", {"dealer": "2"} | AT),
    "an undo": (Role.KEEPER, "GAME/undo", {"target": "4"} | AT),
    "an end": (Role.KEEPER, "GAME/end", {"hands": "1"} | AT),
    "house rules": (Role.KEEPER, "GAME/rules", {"hook": "y", "length": "whole"} | AT),
    "a deleted game": (Role.KEEPER, "GAME/delete", {}),
    "a right taken away": (Role.KEEPER, "GAME/phones", {"phone": "Gil’s phone"}),
    "a pencil offered": (Role.KEEPER, "GAME/pass", {"hand_over": "y"}),
    "a right claimed": (Role.MATE, "GAME/claim", {}),
    "a pencil taken": (Role.STRANGER, "PENCIL", {"name": "Ben’s phone"}),
    "a book joined": (Role.GUEST, "BOOK", {"name": "Ben’s phone"}),
    "a book recovered": (Role.NOBODY, "RECOVERY", {"name": "New phone"}),
    "a name": (Role.KEEPER, "/book/name", {"name": "Ben’s phone"}),
    "a link to the book": (Role.KEEPER, "/book/link", {}),
    "another recovery link": (Role.KEEPER, "/book/recovery", {"replace": "1"}),
    "a phone put out": (Role.KEEPER, "/book/phones", {"phone": "Mia’s phone"}),
}
ALWAYS_OTHERS = {"at", "changed_at", "started_at", "seen_at", "expires_at", "used_at", "id"}
ALWAYS_OTHERS |= {"key", "code", "key_hash", "token_hash", "nonce", "recovery_hash"}
"""Columns whose values are the time or chance; that they are filled is compared."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Flask]:
    """One app: the cast is put on it anew for each fault."""
    folder = tmp_path_factory.mktemp("statements")
    databases.copy(empty_database, folder)
    with opened(folder) as app:
        yield app
    databases.give_back(folder)


def test_every_address_that_writes_is_tried(app: Flask) -> None:
    adapter = app.url_map.bind("localhost")
    links = dict.fromkeys(("PENCIL", "BOOK", "RECOVERY"), "/link/x")
    tried = {
        adapter.match(links.get(address, address.replace("GAME", "/g/x")), method="POST")[0]
        for _, address, _ in WRITES.values()
    }
    known = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert known - tried == {"share.look_up"}, "a code that is typed leads on and writes nothing"


@pytest.mark.parametrize("what", WRITES)
def test_a_statement_that_fails_leaves_all_or_nothing(
    app: Flask, what: str, figures: Figures
) -> None:
    steps = _each_fault(app, what, late=False)
    figures(f"{steps} statements and commits, each failed once")
    assert steps >= 3


@pytest.mark.parametrize("what", WRITES)
def test_a_commit_whose_answer_is_lost_counts_once(app: Flask, what: str) -> None:
    assert _each_fault(app, what, late=True) >= 1


@pytest.mark.parametrize("what", WRITES)
def test_a_statement_that_is_refused_writes_nothing_and_is_not_sent_again(
    app: Flask, what: str
) -> None:
    """Nothing of it is done, and neither the program nor the page tries the same again."""
    for number in range(1, size(4, 100)):
        send, _ = _ready(app, what)
        before = _rows(app)
        fault = Fault(number, lasting=True, refused=True)
        with failing(engine_of(app), fault):
            response = send()
        if not fault.struck:
            break
        assert response.status_code == 500, number
        assert fault.steps == number, "it was tried again"
        assert _kept(response) == MultiDict(), "it is offered again"
        assert _rows(app) == before, number


def _each_fault(app: Flask, what: str, *, late: bool) -> int:
    """Let one step after the other fail, until there are no more; gives how many there are."""
    send, _ = _ready(app, what)
    assert send().status_code in (200, 303), what
    good = _rows(app)
    number = 1
    while _strike(app, what, Fault(number, late), good):
        number += 1
    return number - 1


def _strike(app: Flask, what: str, fault: Fault, good: object) -> bool:
    send, again = _ready(app, what)
    before = _rows(app)
    with failing(engine_of(app), fault):
        response = send()
    if not fault.struck:
        return False
    there = _rows(app)
    assert there in (before, good), f"half of it is there after step {fault.at}"
    if response.status_code == 503:
        assert SAID in response.text
        response = again(_kept(response))
        if what == "a deleted game" and there == good:
            assert response.status_code == 404
        else:
            assert response.status_code in (200, 303), (fault, response.text)
    assert response.status_code < 500, fault
    assert _rows(app) == good, f"done twice or not at all after step {fault.at}"
    return True


def _ready(
    app: Flask, what: str
) -> tuple[Callable[[], TestResponse], Callable[[MultiDict[str, str]], TestResponse]]:
    """The cast before the write; functions that send it, and that send again what was kept."""
    limiter.reset()
    cast = cast_on(app)
    role, address, fields = WRITES[what]
    if what == "a score":
        cast.post(Role.KEEPER, f"{cast.path}/hands/2/bids", revision="4", **BIDS)
    path = _path(cast, address)
    if "phone" in fields:
        listed = f"{cast.path}/phones" if "GAME" in address else "/book"
        fields = fields | {"phone": cast.id_of(fields["phone"], listed)}
    if role is Role.NOBODY:
        page = cast.get(role, path).text
        found = re.search(r'name="csrf_token" value="([^"]*)"', page)
        fields = fields | {"csrf_token": found and found[1]}

    def again(kept: MultiDict[str, str]) -> TestResponse:
        sent = {name: value for name, value in fields.items() if isinstance(value, str)}
        assert sent.items() <= kept.to_dict().items(), "something typed is gone"
        return cast.clients[role].post(path, data=kept)

    return lambda: cast.post(role, path, **fields), again


def _path(cast: Cast, address: str) -> str:
    if address == "PENCIL":
        return cast.pencil()
    if address == "BOOK":
        return cast.book_link()
    if address == "RECOVERY":
        return cast.recovery()
    return address.replace("GAME", cast.path)


def _kept(response: TestResponse) -> MultiDict[str, str]:
    """What the page of an error would send."""
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', response.text)
    return MultiDict((unescape(name), unescape(value)) for name, value in found)


def _rows(app: Flask) -> object:
    """All rows, with numbers that the database gives replaced by their order."""
    with app.app_context():
        held = databases.rows(db.session)
        db.session.remove()
    places = {
        name: {number: place for place, number in enumerate(sorted(row["id"] for row in rows))}
        for name, rows in held.items()
        if rows and "id" in rows[0]
    }
    return {
        table.name: sorted(
            repr([_plain(column, row[column.name], places) for column in table.columns])
            for row in held[table.name]
        )
        for table in db.metadata.sorted_tables
    }


def _plain(column: Any, value: Any, places: dict[str, dict[int, int]]) -> object:
    to = [key.column for key in column.foreign_keys if key.column.name == "id"]
    if value is None:
        return None
    if to:
        return places[to[0].table.name][value]
    return "some" if column.name in ALWAYS_OTHERS else value
