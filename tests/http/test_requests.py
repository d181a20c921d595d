"""Methods, origins, kinds of content and redirects: what a request may be, and what answers it."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.store.models import db
from tests.cast import COOKIE, UNKNOWN
from tests.conftest import opened
from tests.http.test_headers import KINDS
from tests.table import Table, field

SECURE = "https://localhost"
KEY = "K" * 43
"""The key of a phone that somebody else chose."""


def answer(table: Table, kind: str) -> TestResponse:
    """An answer of a kind, from a game that is being played."""
    table.start("Ann", "Ben", "Cem")
    return KINDS[kind](table)


@pytest.mark.parametrize("kind", KINDS)
def test_no_other_site_is_allowed_to_read_an_answer(table: Table, kind: str) -> None:
    headers = answer(table, kind).headers
    assert not [name for name, _ in headers if name.lower().startswith("access-control")]
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_a_browser_that_asks_beforehand_is_allowed_nothing(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    asked = {
        "Origin": "https://evil.example.org",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "hx-request",
    }
    for path in ("/new", table.path, f"{table.path}/undo", "/join"):
        response = table.client.options(path, headers=asked)
        assert response.status_code == 200
        assert not [name for name, _ in response.headers if "Access-Control" in name]


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PUT", "DELETE", "PATCH", "PROPFIND", "X"])
def test_a_method_that_no_page_uses_is_refused_and_tells_nothing_again(
    table: Table, method: str
) -> None:
    table.start("Ann", "Ben", "Cem")
    for path in ("/", "/new", table.path, f"{table.path}/undo", "/static/app.js", "/join"):
        response = table.client.open(path, method=method, headers={"X-Mine": "told"})
        assert response.status_code == 405, path
        assert "told" not in response.text


def test_no_header_or_field_makes_another_method_of_a_request(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    for name in ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"):
        assert table.client.get(f"{table.path}/delete", headers={name: "POST"}).status_code == 200
    assert table.client.get(f"{table.path}/delete?_method=POST").status_code == 200
    assert table.client.get(table.path).status_code == 200


def test_no_address_that_is_opened_changes_anything(app: Flask, table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    table.play("hearts", (0, 1, 1), (0, 0, 1))

    def rows() -> list[str]:
        with app.app_context():
            tables = db.metadata.sorted_tables
            return sorted(repr(row) for t in tables for row in db.session.execute(t.select()))

    before = rows()
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()):
            path = rule.rule.replace("<key>", table.key).replace("<token>", UNKNOWN)
            path = path.replace("<path:filename>", "app.js").replace("<int:number>", "1")
            assert table.client.get(path, buffered=True).status_code in (200, 303, 404), path
            table.client.head(path, buffered=True)
    assert rows() == before


@pytest.mark.parametrize(
    "origin",
    ["http://[::1", "http://[", "localhost", "", "http://localhost.evil.com", "//localhost"],
)
def test_an_origin_that_is_none_of_ours_or_no_origin_is_refused(table: Table, origin: str) -> None:
    table.start("Ann", "Ben", "Cem")
    data = {"csrf_token": table.token(), "revision": "0", "turned": "hearts"}
    before = table.revision
    response = table.client.post(
        f"{table.path}/hands/1/trump", data=data, headers={"Origin": origin}
    )
    assert response.status_code == 403
    assert table.revision == before


def test_a_token_of_another_phone_is_no_token(table: Table, stranger: FlaskClient) -> None:
    table.start("Ann", "Ben", "Cem")
    theirs = field(stranger.get("/new").text, "csrf_token")
    before = table.revision
    assert table.turn("hearts", csrf_token=theirs).status_code == 422
    assert table.revision == before


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_says_what_it_is_and_how_it_is_written(table: Table, kind: str) -> None:
    response = answer(table, kind)
    if not response.data:
        return
    expected = {
        "csv": "text/csv; charset=utf-8",
        "static": "text/javascript; charset=utf-8",
    }
    assert response.headers["Content-Type"] == expected.get(kind, "text/html; charset=utf-8")


@pytest.mark.parametrize("host", ["<script>", "a b"])
def test_even_a_host_that_is_no_name_is_answered_in_a_known_encoding(
    client: FlaskClient, host: str
) -> None:
    response = client.get("/", headers={"Host": host})
    assert response.status_code == 400
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"


@pytest.mark.parametrize(
    "path",
    ["//evil.example.org", "//evil.example.org/g/x", "/g//x", "/\\evil.example.org", "///evil"],
)
def test_no_address_leads_away_from_this_server(client: FlaskClient, path: str) -> None:
    for query in ("", "next=https://evil.example.org"):
        response = client.get("/", query_string=query, environ_overrides={"PATH_INFO": path})
        assert response.status_code in (308, 404)
        assert response.headers.get("Location", "http://localhost/").startswith("http://localhost/")


@pytest.mark.parametrize(
    "path", ["/.git/config", "/.env", "/wsgi.py", "/instance/secret_key", "/static/"]
)
def test_no_file_of_the_program_and_no_list_of_files_is_given_out(
    client: FlaskClient, path: str
) -> None:
    assert client.get(path).status_code == 404
    assert "SECRET" not in client.get(f"/static/..{path}").text


@pytest.mark.parametrize("kind", [*KINDS, "nothing new"])
def test_over_https_every_answer_asks_for_https_from_then_on(tmp_path: Path, kind: str) -> None:
    with opened(tmp_path, PROXIES=1) as app:
        table = Table(app.test_client())
        table.client.environ_base["HTTP_X_FORWARDED_PROTO"] = "https"
        table.start("Ann", "Ben", "Cem")
        if kind == "nothing new":
            response = table.client.get(f"{table.path}?seen=0.0")
            assert response.status_code == 204
        else:
            response = KINDS[kind](table)
        assert response.headers.getlist("Strict-Transport-Security") == ["max-age=31536000"]


def test_over_https_no_key_is_taken_that_a_page_without_https_could_have_planted(
    app: Flask, table: Table
) -> None:
    table.start("Ann", "Ben", "Cem")
    phone = app.test_client()
    phone.set_cookie(COOKIE, KEY, domain="localhost")
    response = phone.get("/new", base_url=SECURE)
    sent = [text for text in response.headers.getlist("Set-Cookie") if f"__Host-{COOKIE}=" in text]
    assert len(sent) == 1
    assert KEY not in sent[0]


def test_a_file_of_a_game_that_fails_is_refused_here_and_not_by_the_server_that_names_it_in_its_log(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    table.start("Ann", "Ben", "Cem")
    assert table.client.get(f"{table.path}.csv").status_code == 200
    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr("scorekeeper.export._game_rows", fail)
    assert table.client.get(f"{table.path}.csv").status_code == 500
    assert "/g/<key>.csv" in caplog.text
    assert table.key not in caplog.text
