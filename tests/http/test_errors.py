"""Errors: unknown addresses, wrong methods, bodies that are not forms, and failures."""

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scorekeeper.http.answers import SENTENCES
from tests.addresses import put_in
from tests.cast import Cast, Role
from tests.faults import Fault, engine_of, failing
from tests.table import HTMX, Table

FORM = "application/x-www-form-urlencoded"
BODIES = [
    *[(b"bid_0=1", kind, 422) for kind in ("text/plain", "", "multipart/form-data")],
    *[
        (text, "application/json", 422)
        for text in (b'{"a": "b"}', b"no json", b'{"bid_0": 1}', b"[1, 2]", b'"text"')
    ],
    (b"name=%ff%fe&bid_0=1&dealer=%c3", FORM, 422),
    (b"a=1&" * 2000, FORM, 422),
    (b"a=1&" * 4000, FORM, 413),
]


def says(response: TestResponse, status: int) -> bool:
    """Return whether it is a page with the sentence of this status, without internals."""
    shown = unescape(response.text)
    assert not re.search("sqlite|psycopg|Traceback|a detail|alembic_version", shown)
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert 'href="/"' in shown
    return response.status_code == status and str(SENTENCES[status]) in shown


def test_a_hand_number_of_thousands_of_digits_is_not_found(cast: Cast) -> None:
    path = f"{cast.path}/hands/{'9' * 5000}"
    assert cast.get(Role.KEEPER, path).status_code in (404, 405)
    assert cast.post(Role.KEEPER, path).status_code in (404, 405)
    assert cast.get(Role.KEEPER, f"{path}/bids").location == cast.path
    assert cast.post(Role.KEEPER, f"{path}/bids").status_code in (404, 405)


def test_a_body_of_very_many_parts_is_refused(client: FlaskClient) -> None:
    parts = {f"part{number}": "1" for number in range(300)}
    assert says(client.post("/new", data=parts, content_type="multipart/form-data"), 413)


@pytest.mark.parametrize(("body", "kind", "status"), BODIES)
def test_a_malformed_form_is_refused(cast: Cast, body: bytes, kind: str, status: int) -> None:
    path = f"{cast.path}/hands/2/bids"
    response = cast.clients[Role.KEEPER].post(path, data=body, content_type=kind)
    assert response.status_code == status


def test_an_error_is_a_complete_page_with_a_link_home(client: FlaskClient) -> None:
    for headers in ({}, HTMX):
        assert says(client.get("/nothing", headers=headers), 404)


def test_a_storage_failure_is_reported_without_internals(cast: Cast) -> None:
    with failing(engine_of(cast.app), Fault(1)):
        assert says(cast.get(Role.KEEPER), 503)


def test_input_sent_while_the_storage_failed_can_be_sent_again_by_one_tap(
    app: Flask, table: Table
) -> None:
    table.token()
    names = ["Ann", "Ben", 'C"<b>em']
    seats: dict[str, Any] = {"variant": "wizard", "dealer": "0", "start": "1", "token": "once"}
    with failing(engine_of(app), Fault(4)):
        response = table.post("/new", **seats, name=names)
    assert says(response, 503)
    (form,) = re.findall(
        r'<form method="post" action="/new" data-filled>(.*?)</form>', response.text, re.S
    )
    kept = re.findall(r'name="([^"]*)" value="([^"]*)"', form)
    again = table.client.post("/new", data=MultiDict((name, unescape(to)) for name, to in kept))
    assert again.status_code == 303
    page = table.client.get(again.location).text
    assert all(escape(name) in page for name in names)


@pytest.mark.parametrize("part", [False, True])
def test_input_that_a_constraint_refused_is_not_offered_again_and_logged_with_its_route(
    cast: Cast, caplog: pytest.LogCaptureFixture, *, part: bool
) -> None:
    path, before = f"{cast.path}/hands/2/trump", cast.state()
    with failing(engine_of(cast.app), Fault(2, lasting=True, refused=True)):
        response = cast.post(Role.KEEPER, path, turned="clubs", revision=4, part=part)
    assert says(response, 500)
    assert "<form" not in response.text
    assert cast.state() == before
    (line,) = [text for text in caplog.messages if "refused by the storage" in text]
    panels = "<any(trump, bids, tricks, extras, whole, dealer):panel>"
    assert line.endswith(f"on /g/<key>/hands/<int:number>/{panels} [POST]")
    assert "alembic_version" not in caplog.text


@pytest.mark.parametrize(
    "failure",
    [
        ("/", "store.lists.newest", PoolTimeoutError("a detail"), 503),
        ("/", "store.lists.newest", ZeroDivisionError("a detail"), 500),
        # Streams fail here too, and not in a server that logs the address.
        ("/g/KEY.csv", "exchange.tables.csv_out._game_rows", ZeroDivisionError("a detail"), 500),
    ],
)
def test_a_failure_gets_a_sentence_without_internals_and_a_log_line_with_its_route(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    failure: tuple[str, str, Exception, int],
) -> None:
    address, broken, error, status = failure

    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setitem(cast.app.config, "PROPAGATE_EXCEPTIONS", False)
    monkeypatch.setattr(f"scorekeeper.{broken}", fail)
    assert says(cast.get(Role.KEEPER, put_in(cast, address)), status)
    assert f"on {address.replace('KEY', '<key>')} [GET]" in caplog.text
    assert cast.key not in caplog.text
