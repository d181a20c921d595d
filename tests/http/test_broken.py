"""A game or an event that cannot be read breaks nothing else, and no address of its own fails."""

import csv
import json
from collections.abc import Callable
from html import unescape
from io import StringIO
from itertools import cycle
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Delete, delete, select, text, update

from scorekeeper.http import gate
from scorekeeper.http.guard import limiter
from scorekeeper.store import lists
from scorekeeper.store.events import events, tables
from scorekeeper.store.games import reading
from scorekeeper.store.models import GAME, PLAYER, db, run
from tests import databases
from tests.addresses import REQUESTS, fields_of, prepare, put_in
from tests.cast import Cast, Role, cast_on
from tests.desk import Desk
from tests.documents import change_document
from tests.event_requests import BY_HAND, TABLE
from tests.requests import Request
from tests.table import Table

pytestmark = pytest.mark.thorough
Fault = dict[str, Any] | Delete
FAULTS: tuple[Fault, ...] = (
    delete(PLAYER).where(PLAYER.c.seat == 0),
    delete(PLAYER).where(PLAYER.c.seat == 2),
    {"hands": []},
    {"totals": "x"},
    {"sizes": "a,b"},
    {"rules": '{"x":1}', "kept_as": "Own"},
    {"variant": "chess"},
    {"first_dealer": 77},
)
SAYS, NOT_COUNTED = "This game cannot be shown.", "cannot be shown and "


IN_DOCUMENT = {
    "sizes": "sizes",
    "rules": "rules",
    "variant": "game",
    "first_dealer": "first_dealer",
    "hands": "hands",
}
"""The fields of a document, by the columns that repeat them."""


def break_game(app: Flask, key: str, fault: Fault) -> None:
    values = fault if isinstance(fault, dict) else {}
    with app.app_context():
        columns = {name: value for name, value in values.items() if name in GAME.c}
        if columns:
            run(update(GAME).where(GAME.c.key == key).values(columns))
        change_document(
            key, **{IN_DOCUMENT[name]: values[name] for name in values.keys() & IN_DOCUMENT}
        )
        if isinstance(fault, Delete):
            of_game = select(GAME.c.id).where(GAME.c.key == key)
            run(fault.where(fault.table.c.game_id.in_(of_game)))
        db.session.commit()
        reading.forget()
        tables.forget()


def break_event(app: Flask, key: str) -> None:
    with app.app_context():
        of_event = "event_id = (SELECT id FROM event WHERE key = :key)"
        broken = text(f"UPDATE event_act SET data = '[[' WHERE {of_event}")  # noqa: S608
        db.session.execute(broken, {"key": key})
        db.session.commit()
        events.forget()


def finished(cast: Cast, role: Role) -> Table:
    """A game of one hand."""
    table = Table(cast.clients[role])
    table.start("Ann", "Ben", "Cem")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    ends = table.post(f"{table.path}/end", revision=table.revision, hands="1")
    assert ends.status_code == 303
    return table


def spoil(cast: Cast, *faults: Fault) -> list[str]:
    """Break games, each by a fault, and an event in the books of the keeper and of the desk;
    returns the keys of the keeper's games."""
    keys = []
    for role in (Role.DESK, Role.KEEPER):
        keys = [finished(cast, role).key for _ in faults]
        for key, fault in zip(keys, faults, strict=True):
            break_game(cast.app, key, fault)
        desk = Desk(cast.clients[role])
        desk.create("Ann", "Ben", "Cem", event="Broken")
        break_event(cast.app, desk.key)
    return keys


def status(cast: Cast, request: Request, path: str, fields: dict[str, Any]) -> int:
    """The status of the answer, which is read to its end; that of a success if it says that a game
    cannot be shown."""
    gate.forget()
    limiter.reset()
    if request.method == "GET":
        answer = cast.get(request.by, path)
    else:
        answer = cast.post(request.by, path, **fields)
    is_said = answer.status_code == 404 and SAYS.encode() in answer.get_data()
    return request.status(request.by) if is_said else answer.status_code


def test_what_is_broken_breaks_nothing_beside_it(one_app: Flask) -> None:
    spoil(cast_on(one_app), *FAULTS)
    rows, wrong, wrote = databases.held(one_app), {}, True
    for request in REQUESTS:
        if wrote:
            cast = cast_on(one_app)
            databases.restore(one_app, rows)
        wrote = request.method == "POST" or request.hides or bool(request.after)
        prepare(cast, request)
        found = status(cast, request, put_in(cast, request.address), fields_of(cast, request))
        if found != request.status(request.by):
            wrong[request.method, request.address] = found
    assert not wrong


def of_game(cast: Cast) -> str:
    return cast.key


def of_table(cast: Cast) -> str:
    """The game of a table of the event in progress."""
    with cast.app.app_context():
        return tables.tables_of(events.read(cast.events["RALLY"]).id)[1, 1].key


@pytest.mark.parametrize(("broken", "begins"), [(of_game, "/g/"), (of_table, "/e/")])
def test_no_address_of_a_broken_game_fails(
    one_app: Flask, broken: Callable[[Cast], str], begins: str
) -> None:
    wrong = {}
    of_it = [request for request in REQUESTS if request.address.startswith(begins)]
    for request, fault in zip(of_it, cycle(FAULTS), strict=False):
        cast = cast_on(one_app)
        if request.after or request.hides:
            prepare(cast, request)
        path, fields = put_in(cast, request.address), fields_of(cast, request)
        break_game(one_app, broken(cast), fault)
        found = status(cast, request, path, fields)
        # An entry may not fit what is left of the game.
        if found not in (request.status(request.by), 422):
            wrong[request.method, request.address] = found
    assert not wrong


def test_what_is_broken_is_named_beside_the_others(one_app: Flask) -> None:
    cast = cast_on(one_app)
    whole = finished(cast, Role.KEEPER)
    # A dealer who does not exist breaks no page, but no import accepts it.
    broken = spoil(cast, *FAULTS[:-1])[1]
    with one_app.app_context():
        lists.recount()
        lists.recount()
    assert cast.get(Role.KEEPER, f"/g/{broken}").status_code == 404, (
        "its row still tells what it lacks"
    )
    uids = uids_of(cast)
    pages = ("", "/season", "/hands", f"/{cast.person('Ann')}")
    for page in (*pages, f"/{cast.person('Ann')}/with/{cast.person('Ben')}"):
        shown = unescape(cast.get(Role.KEEPER, f"/people{page}").text)
        assert NOT_COUNTED in shown, page
        assert f'href="/g/{broken}"' in shown
        assert f'href="/g/{whole.key}"' not in shown.partition(NOT_COUNTED)[2]
    data = json.loads(cast.get(Role.KEEPER, "/history.json").text)
    named = [one["id"] for one in data["unreadable"]]
    read = [one["id"] for one in data["games"]]
    assert uids[broken] in named
    assert uids[whole.key] in read
    assert not {*named} & {*read}
    lines = [*csv.DictReader(StringIO(cast.get(Role.KEEPER, "/history.csv").text.lstrip("\ufeff")))]
    assert [one["uid"] for one in lines if one["variant"] == "unreadable"] == named
    for kind in ("json", "csv"):
        file = cast.get(Role.KEEPER, f"/history.{kind}").text
        came = cast.post(Role.STRANGER, "/book/bring", text=file)
        assert came.status_code == (303 if kind == "json" else 200), "CSV is shown first"


def uids_of(cast: Cast) -> dict[str, str]:
    with cast.app.app_context():
        return {row.key: row.uid for row in run(GAME.select())}


def test_a_table_whose_game_is_broken_is_named_and_gets_a_result_by_hand(one_app: Flask) -> None:
    cast = cast_on(one_app)
    break_game(one_app, of_table(cast), FAULTS[1])
    assert SAYS in cast.get(Role.DESK, put_in(cast, TABLE)).text
    papers = cast.get(Role.DESK, put_in(cast, "/e/RALLY/print/sheets")).text
    assert papers.count(SAYS) == 1
    assert papers.count("<table") > 0
    fields = BY_HAND | {"revision": "RALLY_AT", "anyway": "y"}
    values: dict[str, Any] = {
        name: put_in(cast, value).split("\n") for name, value in fields.items()
    }
    entered = cast.post(Role.DESK, put_in(cast, f"{TABLE}/by-hand"), **values)
    assert entered.status_code == 303, entered.text
