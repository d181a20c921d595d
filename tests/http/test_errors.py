"""What goes wrong: strangers, unknown addresses, wrong methods, and nonsense in every field."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from werkzeug.datastructures import MultiDict

from scorekeeper.http.limits import limiter
from tests.faults import Fault, engine_of, failing
from tests.table import HTMX, Table, link_on

HOUSE = {
    "hook": "",
    "not1": "",
    "zero": "",
    "timed": "",
    "clock": "90",
    "length": "list",
    "first": "1",
    "last": "4",
    "second": "",
    "sizes": "2, 3",
}
TRICKS = {"tricks_0": "1", "tricks_1": "1", "tricks_2": "0", "negated": ""}
BIDS = {"bid_0": "0", "bid_1": "1", "bid_2": "0"}
TURNED = {"turned": "wizard", "named": "clubs"}
SEATS = {"variant": "wizard", "name": "Ann", "token": "t", "dealer": "0"}
SMALL_BUTTONS = {"up": "1", "down": "0", "use": "Ben", "group": "x", "draw": "1"}

FIELDS: dict[str, dict[str, str]] = {
    "/new": SEATS | HOUSE | SMALL_BUTTONS,
    "/g/<key>/hands/<int:number>/<any(trump, bids, tricks):panel> trump": TURNED,
    "/g/<key>/hands/<int:number>/<any(trump, bids, tricks):panel> bids": BIDS,
    "/g/<key>/hands/<int:number>/<any(trump, bids, tricks):panel> tricks": TRICKS,
    "/g/<key>/hands/<int:number>/dealer": {"dealer": "0"},
    "/g/<key>/hands/<int:number>": {"dealer": "0"} | TURNED | BIDS | TRICKS,
    "/g/<key>/undo": {"target": "4"},
    "/g/<key>/end": {"hands": "1"},
    "/g/<key>/rules": HOUSE,
    "/g/<key>/rematch": {},
    "/g/<key>/delete": {},
    "/g/<key>/phones": {"phone": "999"},
    "/g/<key>/pass": {"hand_over": "y"},
    "/g/<key>/claim": {},
    "/link/<token>": {"name": "Ben"},
    "/join": {"code": "ACDEFG"},
    "/book/name": {"name": "Ann", "game": "x"},
    "/book/link": {},
    "/book/recovery": {"replace": "1"},
    "/book/phones": {"phone": "999"},
}
"""Every address that takes a POST, with its fields and a good value for each."""

BAD: dict[str, list[str]] = {
    "missing": [],
    "empty": [""],
    "negative": ["-1"],
    "big": ["99999999999999999999"],
    "fraction": ["1.5"],
    "text": ["abc"],
    "arabic digit": ["\u0661"],
    "nul": ["\x00"],
    "long": ["a" * 5000],
    "doubled": ["0", "1"],
    "formula": ["=1+1"],
    "markup": ["<script>"],
}

POSTS: dict[str, dict[str, Any]] = {
    "undo": {"target": "3"},
    "end": {"hands": "1"},
    "rules": {"hook": "y"},
    "rematch": {},
    "delete": {},
    "phones": {"phone": "1"},
    "pass": {"hand_over": "y"},
    "claim": {},
    "hands/1": {"dealer": "0"} | BIDS | TRICKS | TURNED,
    "hands/2/trump": TURNED,
    "hands/2/bids": BIDS,
    "hands/2/tricks": TRICKS | {"score": "1"},
}


@pytest.fixture
def played(table: Table) -> Table:
    """One hand played, the second begun."""
    table.start("Ann", "Ben", "Cem")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    table.turn("spades")
    return table


def addresses(app: Flask, method: str) -> set[str]:
    """All rules of the app that take this method."""
    return {rule.rule for rule in app.url_map.iter_rules() if method in (rule.methods or ())}


def test_every_address_that_takes_a_post_is_swept(app: Flask) -> None:
    assert addresses(app, "POST") == {without_panel(rule)[0] for rule in FIELDS}


def without_panel(rule: str) -> tuple[str, str]:
    """The rule of the app, and the panel that is named after it."""
    path, end, panel = rule.partition(":panel> ")
    return (path + end).strip(), panel


def filled(rule: str, key: str, number: int, link: str = "") -> str:
    """The rule as an address; ``link`` is that of a link."""
    path, panel = without_panel(rule.replace("/link/<token>", link))
    path = path.replace("<any(trump, bids, tricks):panel>", panel)
    return path.replace("<key>", key).replace("<int:number>", str(number))


@pytest.mark.parametrize("rule", FIELDS)
def test_nonsense_in_any_field_is_answered_and_harms_no_game(
    played: Table, stranger: FlaskClient, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each bad value in each field in turn, the others being good."""
    monkeypatch.setattr(limiter, "enabled", False)
    kept, before, token = played.path, played.csv(), played.token()
    other = Table(stranger)
    other.start("Gil", "Hal", "Ida")
    other.post(f"{other.path}/pass")
    link = link_on(stranger.get(f"{other.path}/phones").text)
    played.start("Dora", "Emil", "Fritz")
    fields = {"revision": "0", "csrf_token": token} | FIELDS[rule]
    for name in fields:
        for kind, values in BAD.items():
            address = filled(rule, played.key, 1, link)
            data = fields | {name: values, "start": "1"}
            response = played.client.post(address, data=data)
            assert response.status_code < 500, (name, kind)
            assert "Traceback" not in response.text, (name, kind)
            assert "<script>" not in response.text, (name, kind)
            if rule.endswith("delete") and response.status_code == 303:
                played.start("Dora", "Emil", "Fritz", csrf_token=token)
    played.key = kept.rsplit("/", 1)[1]
    assert played.csv() == before


@pytest.mark.parametrize("rule", [rule for rule in FIELDS if rule.endswith(("number>", "ricks"))])
def test_nonsense_sent_to_a_scored_hand_leaves_its_points(played: Table, rule: str) -> None:
    """The fields hold the hand as it is, so that only the bad value could change it."""
    before = played.csv()
    bids = {"bid_0": "0", "bid_1": "1", "bid_2": "1"}
    tricks = {"tricks_0": "0", "tricks_1": "0", "tricks_2": "1"}
    good = {"dealer": "0", "turned": "hearts", "revision": str(played.revision)} | bids | tricks
    good["csrf_token"] = played.token()
    for name in good:
        for kind, values in BAD.items():
            if kind == "missing" and name == "revision":
                continue
            data = good | {name: values}
            response = played.client.post(filled(rule, played.key, 1), data=data)
            assert response.status_code < 500, (name, kind)
            assert played.csv() == before, (name, kind)


@pytest.mark.parametrize("part", [False, True])
@pytest.mark.parametrize("action", POSTS)
def test_another_phone_changes_nothing(
    played: Table, stranger: FlaskClient, action: str, part: bool
) -> None:
    before, revision = played.csv(), played.revision
    other = Table(stranger)
    other.start("Dora", "Emil", "Fritz")
    sent = POSTS[action] | {"revision": str(revision)}
    response = other.post(f"{played.path}/{action}", part=part, **sent)
    assert response.status_code == 404
    assert "There is nothing here, or it is not this phone" in response.text
    assert (played.csv(), played.revision) == (before, revision)


@pytest.mark.parametrize("action", ["rules", "delete", "phones", "hands/1", "hands/2/dealer"])
def test_another_phone_is_shown_no_page_for_changing(
    played: Table, stranger: FlaskClient, action: str
) -> None:
    assert played.client.get(f"{played.path}/{action}").status_code == 200
    assert stranger.get(f"{played.path}/{action}").status_code == 404


@pytest.mark.parametrize("action", POSTS)
def test_a_game_that_is_not_there_is_not_found(table: Table, action: str) -> None:
    assert table.post(f"/g/unknown/{action}", **POSTS[action]).status_code == 404


@pytest.mark.parametrize("key", ["unknown", "\x00", "a" * 5000, "'--", "\u0661", "%s", ".csv", "_"])
def test_a_key_that_is_none_is_not_found(client: FlaskClient, key: str) -> None:
    for path in ("", ".csv", "/log", "/share", "/table", "/delete", "/phones", "/hands/1"):
        assert client.get(f"/g/{key}{path}").status_code == 404, path


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("panel", ["", "/bids"])
def test_a_hand_number_of_thousands_of_digits_is_not_found(
    played: Table, method: str, panel: str
) -> None:
    address = f"{played.path}/hands/{'9' * 5000}{panel}"
    response = played.client.open(address, method=method)
    assert 400 <= response.status_code < 500


def test_unknown_and_not_allowed_look_the_same(played: Table, stranger: FlaskClient) -> None:
    theirs = stranger.get(f"{played.path}/rules")
    nobodys = stranger.get("/g/unknown/rules")
    assert theirs.data == nobodys.data


def test_a_wrong_method_is_refused_and_told_the_right_one(played: Table) -> None:
    for action in ("undo", "end", "rematch", "hands/2/bids"):
        response = played.client.get(f"{played.path}/{action}")
        assert response.status_code == 405
        assert "POST" in response.headers["Allow"]
        assert "Go back to the game." in response.text
    for path in ("", ".csv", "/log"):
        assert played.client.post(f"{played.path}{path}").status_code == 405
    for method in ("PUT", "DELETE", "PATCH"):
        assert played.client.open(played.path, method=method).status_code == 405


@pytest.mark.parametrize(
    "address", ["/new", "/join", "/link/none", "/book/name", *sorted(POSTS.keys() - {"claim"})]
)
def test_a_huge_body_is_refused(played: Table, address: str) -> None:
    """But by what does not read it: who keeps score has nothing to claim."""
    address = address if address.startswith("/") else f"{played.path}/{address}"
    data = {"csrf_token": played.token(), "name": "a" * 70_000}
    response = played.client.post(address, data=data)
    assert response.status_code == 413
    assert "That was too much at once." in response.text


def test_a_body_of_very_many_parts_is_refused(table: Table) -> None:
    data = {f"part{number}": "1" for number in range(300)}
    response = table.client.post("/new", data=data, content_type="multipart/form-data")
    assert response.status_code == 413


@pytest.mark.parametrize("content_type", ["text/plain", "", "multipart/form-data"])
def test_a_body_that_is_no_form_is_refused(played: Table, content_type: str) -> None:
    response = played.client.post(
        f"{played.path}/hands/2/bids", data=b"bid_0=1", content_type=content_type
    )
    assert response.status_code == 422


@pytest.mark.parametrize(
    "body",
    [
        '{"a": "b"}',
        "no json",
        '{"bid_0": 1}',
        "[1, 2]",
        '"text"',
    ],
)
def test_a_body_of_json_is_refused(played: Table, body: str) -> None:
    response = played.client.post(
        f"{played.path}/hands/2/bids", data=body, content_type="application/json"
    )
    assert 400 <= response.status_code < 500


def test_bytes_that_are_no_text_are_answered(table: Table) -> None:
    response = table.client.post(
        "/new",
        data=b"name=%ff%fe&start=1&dealer=%c3",
        content_type="application/x-www-form-urlencoded",
    )
    assert response.status_code == 422


def test_an_error_is_a_whole_page_that_leads_home(client: FlaskClient) -> None:
    for headers in ({}, HTMX):
        response = client.get("/nothing", headers=headers)
        assert response.status_code == 404
        assert "<h1>There is nothing here" in response.text
        assert 'href="/"' in response.text


def test_a_storage_that_fails_is_said_without_internals(app: Flask, played: Table) -> None:
    with failing(engine_of(app), Fault(1)):
        response = played.client.get(played.path)
    assert response.status_code == 503
    assert "The storage did not answer. Nothing was lost: try again." in response.text
    assert "sqlite" not in response.text.lower()


def test_what_was_sent_when_the_storage_failed_is_kept_for_one_tap(
    app: Flask, table: Table
) -> None:
    table.token()
    names = ["Ann", "Ben", 'C"<b>em']
    seats: dict[str, Any] = SEATS | {"name": names, "start": "1", "token": "once"}
    with failing(engine_of(app), Fault(4)):
        response = table.post("/new", **seats)
    assert response.status_code == 503
    assert "What you entered is kept on this page." in response.text
    (form,) = re.findall(r'<form method="post" action="/new">(.*?)</form>', response.text, re.S)
    kept = re.findall(r'name="([^"]*)" value="([^"]*)"', form)
    again = table.client.post("/new", data=MultiDict((name, unescape(to)) for name, to in kept))
    assert again.status_code == 303
    page = table.client.get(again.location).text
    assert all(escape(name) in page for name in names)


@pytest.mark.parametrize("part", [False, True])
def test_what_a_constraint_refused_is_not_offered_again_and_is_logged_with_its_route(
    app: Flask, played: Table, caplog: pytest.LogCaptureFixture, *, part: bool
) -> None:
    path, revision = f"{played.path}/hands/2/trump", played.revision
    with failing(engine_of(app), Fault(2, lasting=True, refused=True)):
        response = played.post(path, turned="clubs", revision=revision, part=part)
    assert response.status_code == 500
    assert "Something went wrong here. What was saved is safe" in response.text
    assert "<form" not in response.text
    assert played.revision == revision
    (line,) = [text for text in caplog.messages if "refused by the storage" in text]
    assert line.endswith("on /g/<key>/hands/<int:number>/<any(trump, bids, tricks):panel> [POST]")
    assert "alembic_version" not in caplog.text


def test_a_storage_without_a_free_connection_is_said(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise PoolTimeoutError("a detail")

    monkeypatch.setattr("scorekeeper.store.lists.newest", fail)
    response = client.get("/")
    assert response.status_code == 503
    assert "The storage did not answer." in response.text


def test_a_failure_of_the_program_is_said_without_internals(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("a detail")

    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr("scorekeeper.store.lists.newest", fail)
    response = client.get("/")
    assert response.status_code == 500
    assert "Something went wrong here." in response.text
    assert "a detail" not in response.text
    assert response.headers["X-Content-Type-Options"] == "nosniff"
