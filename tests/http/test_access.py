"""Who may do what: every address of the app, opened and sent to by a phone of every role."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.exceptions import MethodNotAllowed, NotFound

from scorekeeper.http.limits import limiter
from tests import databases
from tests.cast import KEEPERS, OTHERS, UNKNOWN, Cast, Role, cast_on
from tests.conftest import opened

TABLE = """
                     GET                                  POST
                     keeper   mate    stranger   nobody   keeper   mate    stranger   nobody
                        guest   follower   ended             guest   follower   ended
/                       200 200 200 200 200 200 200         405 405 405 405 405 405 405
/new                    200 200 200 200 200 200 200         303 303 303 303 303 303 422
/history.csv            200 200 200 200 200 200 200         405 405 405 405 405 405 405
/join                   200 200 200 200 200 200 200         303 303 303 303 303 303 303
/static/app.js          200 200 200 200 200 200 200         405 405 405 405 405 405 405
/g/KEY                  200 200 200 200 200 200 200         405 405 405 405 405 405 405
/g/KEY.csv              200 200 200 200 200 200 200         405 405 405 405 405 405 405
/g/KEY/table            200 200 200 200 200 200 200         405 405 405 405 405 405 405
/g/KEY/share            200 200 200 200 200 200 200         405 405 405 405 405 405 405
/g/KEY/log              200 200 200 200 200 200 200         405 405 405 405 405 405 405
/g/KEY/hands/2/trump    405 405 405 405 405 405 405         303 303 404 404 404 404 404
/g/KEY/hands/2/bids     405 405 405 405 405 405 405         303 303 404 404 404 404 404
/g/KEY/hands/1/tricks   405 405 405 405 405 405 405         303 303 404 404 404 404 404
/g/KEY/hands/1          200 200 404 404 404 404 404         303 303 404 404 404 404 404
/g/KEY/hands/2/dealer   200 200 404 404 404 404 404         303 303 404 404 404 404 404
/g/KEY/undo             405 405 405 405 405 405 405         303 303 404 404 404 404 404
/g/KEY/end              405 405 405 405 405 405 405         303 303 404 404 404 404 404
/g/KEY/rules            200 200 404 404 404 404 404         303 303 404 404 404 404 404
/g/KEY/rematch          405 405 405 405 405 405 405         303 303 404 404 404 404 404
/g/KEY/delete           200 404 404 404 404 404 404         303 404 404 404 404 404 404
/g/KEY/phones           200 200 404 404 404 404 404         303 303 404 404 404 404 404
/g/KEY/pass             405 405 405 405 405 405 405         303 303 404 404 404 404 404
/g/KEY/claim            405 405 405 405 405 405 405         303 303 303 404 404 404 404
/link/TOKEN             200 200 200 200 200 200 200         200 200 303 303 303 303 422
/healthz                200 200 200 200 200 200 200         405 405 405 405 405 405 405
/.well-known/security.txt 404 404 404 404 404 404 404       405 405 405 405 405 405 405
/book                   200 200 200 200 200 200 200         405 405 405 405 405 405 405
/book/name              405 405 405 405 405 405 405         303 303 303 303 303 303 422
/book/link              405 405 405 405 405 405 405         303 303 303 303 303 303 422
/book/recovery          405 405 405 405 405 405 405         303 303 303 303 303 303 422
/book/phones            405 405 405 405 405 405 405         303 303 303 303 303 303 422
"""
"""What each role is answered. TOKEN ends a link for the game's score that the keeper made; the
keeper and the guest have what it offers. A mate may begin to keep score by itself."""

ROWS = {words[0]: words[1:] for line in TABLE.splitlines()[4:] if (words := line.split())}
ANSWERS = {
    (method, address, role): int(words[number * len(Role) + column])
    for address, words in ROWS.items()
    for number, method in enumerate(("GET", "POST"))
    for column, role in enumerate(Role)
}
BIDS = {"bid_0": 1, "bid_1": 0, "bid_2": 0}
TRICKS = {"tricks_0": 0, "tricks_1": 0, "tricks_2": 1}
HAND = {"dealer": 0, "turned": "hearts", "bid_0": 0, "bid_1": 1, "bid_2": 0}
FIELDS: dict[str, dict[str, Any]] = {
    "/new": {"variant": "wizard", "name": ["Uma", "Vic", "Wim"], "dealer": 0, "start": 1},
    "/join": {"code": "CODE"},
    "/g/KEY/hands/2/trump": {"turned": "clubs", "revision": 4},
    "/g/KEY/hands/2/bids": BIDS | {"revision": 4},
    "/g/KEY/hands/1/tricks": TRICKS | {"revision": 3},
    "/g/KEY/hands/1": HAND | TRICKS | {"revision": 4},
    "/g/KEY/hands/2/dealer": {"dealer": 2, "revision": 4},
    "/g/KEY/undo": {"target": 4},
    "/g/KEY/end": {"hands": 1, "revision": 4},
    "/g/KEY/rules": {"hook": "y", "revision": 4},
    "/g/KEY/phones": {"phone": "GIL"},
    "/g/KEY/pass": {"hand_over": "y"},
    "/link/TOKEN": {"name": "Ben’s phone"},
    "/book/name": {"name": "Ben’s phone"},
    "/book/recovery": {"replace": "1"},
    "/book/phones": {"phone": "MIA"},
}
"""Good fields of each address that takes any; what is in capitals is put in."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Flask]:
    """One app for all rows: the cast is put on it anew for each."""
    folder = tmp_path_factory.mktemp("roles")
    databases.copy(empty_database, folder)
    with opened(folder) as app:
        yield app


@pytest.fixture
def cast(app: Flask) -> Cast:
    """Everybody, with the game as it was."""
    limiter.reset()
    return cast_on(app)


def test_every_address_of_the_app_has_a_row(app: Flask) -> None:
    adapter = app.url_map.bind("localhost")
    covered = set()
    for address in ROWS:
        for method in ("GET", "POST"):
            try:
                rule, _ = adapter.match(address, method=method, return_rule=True)
            except (NotFound, MethodNotAllowed):
                continue
            covered.add((rule.endpoint, method))
    methods = {"GET", "POST"}
    rules = [(rule.endpoint, rule.methods or set()) for rule in app.url_map.iter_rules()]
    assert {(name, method) for name, known in rules for method in known & methods} == covered


def test_every_row_has_an_answer_for_every_role_and_method() -> None:
    assert {len(words) for words in ROWS.values()} == {2 * len(Role)}


@pytest.mark.parametrize(("method", "address", "role"), ANSWERS)
def test_a_phone_is_answered_as_its_role_may(
    cast: Cast, method: str, address: str, role: Role
) -> None:
    expected = ANSWERS[method, address, role]
    before = cast.state()
    response = ask(cast, method, address, role)
    assert response.status_code == expected, response.text
    if expected >= 400 or method == "GET" or role in OTHERS:
        after = cast.state()
        given = expected == 303 and address in ("/link/TOKEN", "/g/KEY/claim")
        assert after[:1] + after[2:3] == before[:1] + before[2:3]
        assert given or after == before
    if "KEY" in address and expected in (404, 405):
        unknown = ask(cast, method, address.replace("KEY", UNKNOWN), role)
        assert unknown.status_code == expected
        assert unknown.data == response.data
        # A phone without any is given one for its forms, whatever it asks for first.
        assert role is Role.NOBODY or "Set-Cookie" not in response.headers
        assert said(unknown.headers) == said(response.headers)


@pytest.mark.parametrize("role", OTHERS)
def test_an_address_that_writes_is_the_same_to_htmx(cast: Cast, role: Role) -> None:
    before = cast.state()
    for address, words in ROWS.items():
        if address.startswith("/g/") and words[-1] == "404" and not address.endswith("claim"):
            response = ask(cast, "POST", address, role, part=True)
            assert response.status_code == 404, address
            assert response.data == ask(cast, "POST", f"/g/{UNKNOWN}/undo", role, part=True).data
    assert cast.state() == before


@pytest.mark.parametrize("role", KEEPERS)
@pytest.mark.parametrize(
    "address", [address for address in FIELDS if FIELDS[address].keys() & {"revision", "target"}]
)
def test_the_fields_of_this_table_are_such_that_a_keeper_saves_with_them(
    cast: Cast, address: str, role: Role
) -> None:
    """Else a refusal of others would prove nothing."""
    before = cast.state()
    ask(cast, "POST", address, role)
    changes = 0 if address == "/g/KEY/hands/1/tricks" else 1
    assert len(cast.state()[-1]) - len(before[-1]) == changes


def ask(cast: Cast, method: str, address: str, role: Role, *, part: bool = False) -> Any:
    """Open an address of the table, or send it good fields."""
    path = address.replace("KEY", cast.key)
    if "TOKEN" in path:
        path = cast.pencil()
    if method == "GET":
        return cast.get(role, path, part=part)
    fields = dict(FIELDS.get(address.replace(UNKNOWN, "KEY"), {}))
    if fields.get("code"):
        found = re.search(r'class="letters">([^<]+)<', cast.get(role, f"{cast.path}/share").text)
        fields["code"] = found and found[1]
    if fields.get("phone") == "GIL":
        fields["phone"] = cast.id_of("Gil’s phone", f"{cast.path}/phones")
    if fields.get("phone") == "MIA":
        fields["phone"] = cast.id_of("Mia’s phone")
    return cast.post(role, path, part=part, **fields)


def said(headers: Any) -> dict[str, str]:
    """The headers that could tell one answer from another."""
    return {name: value for name, value in headers.items() if name not in ("Set-Cookie", "Date")}
