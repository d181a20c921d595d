"""Which requests are looked at: those for a known name, from our own pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.http import access_log
from scorekeeper.http.guard import is_known_host
from scorekeeper.store import database
from scorekeeper.store.models import db
from tests.conftest import opened
from tests.table import Table


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost", True),
        ("localhost:8000", True),
        ("127.0.0.1", True),
        ("192.168.1.20:8000", True),
        ("[::1]:8000", True),
        ("[fe80::1]", True),
        ("raspberrypi", True),
        ("raspberrypi.local", True),
        ("nas.home.arpa:8000", True),
        ("scores.example.org", True),
        ("SCORES.example.org:443", True),
        ("evil.example.org", False),
        ("scores.example.org.evil.com", False),
        ("127.0.0.1.evil.com", False),
        ("local.evil.com", False),
        ("", False),
        ("[::1", False),
    ],
)
def test_a_name_of_the_internet_is_served_only_when_it_is_configured(
    host: str, known: bool
) -> None:
    assert is_known_host(host, ("scores.example.org",)) is known


def test_a_page_asked_for_by_a_forged_name_is_refused_and_never_links_to_it(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    for path in ("/", table.path, f"{table.path}/share"):
        response = table.client.get(path, headers={"Host": "evil.example.org"})
        assert response.status_code == 400
        assert "This server is not known by that name." in response.text
        assert "evil.example.org" not in response.text


@pytest.mark.parametrize("host", ["a..b", "x" * 64, "a b", "<script>", "[::1", "a:b", "a:999999"])
def test_a_host_that_is_no_name_is_refused(client: FlaskClient, host: str) -> None:
    response = client.get("/", headers={"Host": host})
    assert response.status_code == 400
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/new", "/history.csv", "/static/app.js", "/nothing"])
def test_an_address_with_bytes_that_are_no_text_is_refused(client: FlaskClient, path: str) -> None:
    response = client.get(path, environ_overrides={"QUERY_STRING": "page=\xff"})
    assert response.status_code == 400
    assert "This could not be read." in response.text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"Origin": "http://localhost"}, 303),
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "null"}, 303),
        ({"Sec-Fetch-Site": "none"}, 303),
        ({"Origin": "http://evil.example.org"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
def test_a_form_is_taken_from_our_own_pages_alone(
    table: Table, headers: dict[str, str], status: int
) -> None:
    table.start("Ann", "Ben", "Cem")
    data = {"csrf_token": table.token(), "revision": "0", "turned": "hearts"}
    before = table.revision
    response = table.client.post(f"{table.path}/hands/1/trump", data=data, headers=headers)
    assert response.status_code == status
    assert table.revision == before + (status == 303)
    if status == 403:
        assert "This was sent from another page." in response.text


def test_games_are_started_only_so_often_from_one_address_and_what_was_typed_stays(
    tmp_path: Path,
) -> None:
    with opened(tmp_path, LIMIT_STARTS="2 per hour") as app:
        table = Table(app.test_client())
        for _ in range(2):
            table.start("Ann", "Ben", "Cem")
        response = table.post("/new", start="1", variant="wizard", name=["Ann", "Ben", "Zoe"])
        assert response.status_code == 429
        assert "Too many games were started here in an hour." in response.text
        assert 'value="Zoe"' in response.text
        assert table.post("/new", draw="1", name=["Ann", "Ben", "Zoe"]).status_code == 429


def test_a_server_that_is_well_says_so_and_nothing_else(client: FlaskClient) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.text) == (200, "ok\n")
    assert response.mimetype == "text/plain"


def test_to_say_so_the_folder_of_the_migrations_is_not_read_again(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "ScriptDirectory", None)
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("table", ["alembic_version", "game"])
def test_a_server_without_its_schema_is_not_well(app: Flask, table: str) -> None:
    with app.app_context():
        db.session.execute(db.text(f"ALTER TABLE {table} RENAME TO gone"))
        db.session.commit()
    response = app.test_client().get("/healthz")
    assert (response.status_code, response.text) == (503, "not well\n")


def test_whom_to_tell_of_a_weakness_is_said_where_it_is_configured(
    app: Flask, client: FlaskClient
) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
    app.config["SECURITY_CONTACT"] = "mailto:ann@example.org"
    lines = client.get("/.well-known/security.txt").text.splitlines()
    assert lines[0] == "Contact: mailto:ann@example.org"
    assert lines[1].startswith("Expires: 20")


def test_the_access_log_names_routes_and_no_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    access_log.logger.handlers.clear()
    with opened(tmp_path, ACCESS_LOG=True) as app:
        table = Table(app.test_client())
        table.start("Ann", "Ben", "Cem")
        table.turn("hearts")
        table.client.get("/link/AAAAAAAAAAAAAAAAAAAAAA")
        table.client.get("/nothing/here")
    access_log.logger.handlers.clear()
    written = capsys.readouterr().err
    lines = [json.loads(line) for line in written.splitlines()]
    assert table.key not in written
    assert "AAAA" not in written
    assert {"/new", "/g/<key>", "/link/<token>", None} <= {line["route"] for line in lines}
    assert {line["status"] for line in lines} == {200, 303, 404}
    assert all(line["ms"] >= 0 and line["from"] == "127.0.0.1" for line in lines)
