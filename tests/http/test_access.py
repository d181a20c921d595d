"""Permissions: every address of the app, opened and posted to by a phone of every role."""

from dataclasses import replace
from html import unescape

import pytest
from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.test import TestResponse

from scorekeeper.http.limits import limiter
from tests import databases
from tests.addresses import (
    FIELDS,
    GETS,
    OF_ACTS,
    OF_DESK,
    POSTS,
    REQUESTS,
    fields_of,
    prepare,
    put_in,
    rule_of,
)
from tests.cast import KEEPERS, UNKNOWN, Cast, Role, cast_on
from tests.forms import every_field

ADDRESSES = list(dict.fromkeys([*GETS, *POSTS]))
WRITES_NOTHING = ("/join", "/language", "/e/RALLY/desk/claim")
GIVES_A_RIGHT = ("/link/TOKEN", "/g/KEY/claim", "/e/RALLY/t/SLIP")
TELLS_THE_OTHERS = ("/g/KEY/hands/3/sealed", "/people/ANN/colour")
"""The columns that only record who has bid, or how a seat is drawn."""


def test_every_route_is_entered_in_the_list_of_addresses(one_app: Flask) -> None:
    adapter = one_app.url_map.bind("localhost")
    entered = {(request.method, rule_of(request, adapter)[0].rule) for request in REQUESTS}
    methods = {"GET", "POST"}
    rules = [
        (rule.rule, methods & (rule.methods or set())) for rule in one_app.url_map.iter_rules()
    ]
    assert entered == {(method, rule) for rule, known in rules for method in known}


def test_every_field_that_the_program_reads_is_entered_there() -> None:
    assert every_field() <= set(FIELDS)


@pytest.mark.parametrize(
    "address",
    [
        pytest.param(address, marks=() if address in GIVES_A_RIGHT else pytest.mark.thorough)
        for address in ADDRESSES
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_phone_is_answered_as_its_role_may(one_app: Flask, method: str, address: str) -> None:
    good = (GETS if method == "GET" else POSTS).get(address)
    limiter.reset()
    wrote = True
    for role in Role:
        if wrote:
            cast = cast_on(one_app)
            if good:
                prepare(cast, good)
            path, state, before = put_in(cast, address), cast.state(), databases.held(one_app)
        # The address of a form leads to the page above it.
        expected = good.status(role) if good else 303 if method == "GET" else 405
        response = ask(cast, method, address, role, path)
        assert response.status_code == expected, (role, response.text)
        wrote = not databases.is_same(before, databases.held(one_app))
        if method == "GET" or expected != 303:
            assert not wrote, role
        elif role is POSTS[address].by:
            assert wrote or address in WRITES_NOTHING, "its fields are good"
        if wrote and role not in KEEPERS:
            kept = slice(3) if address not in GIVES_A_RIGHT else slice(1)
            kept = slice(0, 3, 2) if address in TELLS_THE_OTHERS else kept
            assert cast.state()[kept] == state[kept], role
        if "KEY" in address and expected in (404, 405):
            check_unknown(cast, method, address, role, response)


OF_GAME = [(one.method, one.address) for one in REQUESTS if one.address.startswith("/g/KEY")]


def at_table(app: Flask) -> Cast:
    """The cast, whose follower keeps score at a table of the desk's event, as the desk does."""
    cast = cast_on(app)
    slip = put_in(cast, "/e/RALLY/t/SLIP")
    taken = cast.post(Role.FOLLOWER, slip)
    assert taken.status_code == 303, taken.text
    cast = replace(cast, key=taken.location.rpartition("/")[2])
    cast.post(Role.DESK, put_in(cast, "/e/RALLY/desk/round/1/table/1/keep"), answer="keep")
    assert cast.keeps(Role.FOLLOWER)
    assert cast.keeps(Role.DESK)
    return cast


@pytest.mark.thorough
def test_a_phone_that_keeps_score_at_a_table_leaves_the_rest_to_the_desk(one_app: Flask) -> None:
    limiter.reset()
    wrote = True
    for method, address in OF_GAME:
        for role in (Role.FOLLOWER, Role.DESK):
            if wrote:
                cast = at_table(one_app)
                before = databases.held(one_app)
            is_left = address in OF_ACTS or (address in OF_DESK and role is not Role.DESK)
            if address in OF_ACTS | OF_DESK:
                response = ask(cast, method, address, role)
            else:
                send = cast.get if method == "GET" else cast.post
                response = send(role, put_in(cast, address))
            says = "This game is a table of an event" in unescape(response.text)
            assert says is is_left, (method, address, role, response.text)
            wrote = not databases.is_same(before, databases.held(one_app))
            if is_left:
                assert response.status_code == 404
                assert f'href="{cast.path}"' in response.text
                assert not wrote, (method, address, role)


def test_each_page_has_a_title_of_its_own(one_app: Flask) -> None:
    cast, titles = cast_on(one_app), {}
    for address, request in GETS.items():
        # The phone names the page of a game that the server does not know.
        is_ours = not (request.after or request.leads_on or address == "/g/~TAP")
        if is_ours and (role := min({Role.KEEPER, Role.DESK} & request.may, default=None)):
            page = cast.get(role, put_in(cast, address))
            if page.mimetype == "text/html":
                titles[address] = page.text.partition("<title>")[2].partition("</title>")[0]
    names = [address for address, title in titles.items() if title == "Scorekeeper"]
    assert names == ["/"]
    assert len({*titles.values()}) == len(titles)


def check_unknown(cast: Cast, method: str, address: str, role: Role, refused: TestResponse) -> None:
    """Check that refusals look like the answer for a game that does not exist, for htmx too."""
    nowhere = address.replace("KEY", UNKNOWN)
    unknown = ask(cast, method, address, role, nowhere)
    assert (unknown.status_code, unknown.data) == (refused.status_code, refused.data), role
    # A phone without a cookie gets one for its forms, whatever it requests first.
    assert role is Role.NOBODY or "Set-Cookie" not in refused.headers
    assert told(unknown.headers) == told(refused.headers), role
    parts = [
        ask(cast, method, address, role, path, part=True)
        for path in (address.replace("KEY", cast.key), nowhere)
    ]
    assert {part.status_code for part in parts} == {refused.status_code}
    assert parts[0].data == parts[1].data, role


def ask(
    cast: Cast, method: str, address: str, role: Role, path: str = "", *, part: bool = False
) -> TestResponse:
    """Open an address, or send it valid fields; ``path`` replaces its own."""
    path = path or put_in(cast, address)
    if method == "GET":
        return cast.get(role, path, part=part)
    fields = fields_of(cast, POSTS[address]) if address in POSTS else {}
    return cast.post(role, path, part=part, **fields)


def told(headers: Headers) -> dict[str, str]:
    """The headers that could distinguish answers."""
    return {name: value for name, value in headers.items() if name not in ("Set-Cookie", "Date")}
