"""Following a game: polls, and the page of followers."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event
from werkzeug.test import TestResponse

from scorekeeper.http.polls import LONGEST
from scorekeeper.store.games.reading import Stamps
from scorekeeper.store.models import db
from tests.cast import UNKNOWN, Cast, Role, cast_on
from tests.faults import Fault, engine_of, failing
from tests.table import HTMX, Table
from tests.web.page import main

VIEWS = pytest.mark.parametrize("view", ["", "/table"], ids=["game", "table"])


@pytest.fixture
def cast(app: Flask) -> Cast:
    return cast_on(app)


def data(page: str, name: str) -> str:
    """A value that the page keeps for its script."""
    found = re.search(rf' data-{name}="([^"]*)"', page)
    assert found, f"no data-{name}"
    return unescape(found[1])


def poll(client: FlaskClient, page: str) -> TestResponse:
    """Poll with the stamp of this page, as its script does."""
    query = {"seen": data(page, "seen")}
    path, _, own = data(page, "poll").partition("?")
    query |= dict(part.split("=") for part in own.split("&") if part)
    return client.get(path, query_string=query, headers=HTMX)


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """All statements that reach the database meanwhile, recorded at the lowest level."""
    told: list[str] = []
    with app.app_context():
        engine = db.engine

    def trace(connection: Any, *_: object) -> None:
        connection.set_trace_callback(told.append)

    event.listen(engine, "checkout", trace)
    yield told
    event.remove(engine, "checkout", trace)


def end_guest(cast: Cast) -> None:
    """Revoke the guest's right."""
    phones = f"{cast.path}/phones"
    cast.post(Role.KEEPER, phones, phone=cast.id_of("Gil’s phone", phones))


CHANGES: dict[str, Callable[[Cast], object]] = {
    "pass": lambda cast: cast.post(Role.STRANGER, cast.pencil()),
    "claim": lambda cast: cast.post(Role.MATE, f"{cast.path}/claim"),
    "take away": end_guest,
}


@VIEWS
@pytest.mark.parametrize("role", Role)
def test_when_nothing_is_new_the_answer_is_204_and_empty(cast: Cast, role: Role, view: str) -> None:
    shown = cast.get(role, f"{cast.path}{view}").text
    assert data(shown, "poll") == f"{cast.path}{view}"
    for _ in range(2):
        response = poll(cast.clients[role], shown)
        assert (response.status_code, response.data) == (204, b"")
        assert response.headers["Cache-Control"] == "no-store"


@VIEWS
def test_a_save_is_news_for_everybody_and_the_answer_is_the_part_as_it_is_now(
    cast: Cast, view: str
) -> None:
    shown = {role: cast.get(role, f"{cast.path}{view}").text for role in Role}
    cast.table(Role.KEEPER).bid(0, 1, 0)
    for role in Role:
        response = poll(cast.clients[role], shown[role])
        assert response.status_code == 200
        assert "<html" not in response.text
        part = "board" if view == "" else "table"
        assert response.text.count(f'<div id="{part}"') == 1
        assert data(response.text, "revision") == "5"
        assert data(response.text, "seen") != data(shown[role], "seen")
        assert poll(cast.clients[role], response.text).status_code == 204


@VIEWS
def test_a_late_poll_gets_the_newest_state_and_not_another_phones_answer(
    cast: Cast, view: str
) -> None:
    shown = cast.get(Role.FOLLOWER, f"{cast.path}{view}").text
    seen = []
    for role, bids in ((Role.FOLLOWER, (0, None, None)), (Role.NOBODY, (0, 1, None))):
        cast.table(Role.KEEPER).bid(*bids)
        seen.append(data(poll(cast.clients[role], shown).text, "revision"))
    assert seen == ["5", "6"]


@pytest.mark.parametrize("status", [204, 200])
def test_answers_to_polls_say_how_many_pages_follow(cast: Cast, status: int) -> None:
    seen = data(cast.get(Role.FOLLOWER).text, "seen") if status == 204 else "0.0"

    def count(role: Role, page: str, path: str = "") -> str:
        headers = HTMX | ({"X-Page": page} if page else {})
        address = f"{cast.path}{path}?seen={seen}"
        answer = cast.clients[role].get(address, headers=headers)
        assert answer.status_code == status
        return answer.headers["X-Followers"]

    pages = [(Role.FOLLOWER, "one"), (Role.NOBODY, "two"), (Role.NOBODY, "two")]
    assert [count(*page) for page in pages] == ["1", "2", "2"]
    assert count(Role.KEEPER, "") == count(Role.FOLLOWER, "", "/table") == "2"
    assert "X-Followers" not in cast.get(Role.KEEPER).headers


@pytest.mark.sqlite
def test_an_answer_is_kept_for_others_unless_its_address_is_longer_than_any_of_our_pages(
    cast: Cast,
) -> None:
    drawn = []
    for more in ("", "x" * LONGEST):
        address = f"{cast.path}?seen=3.0&open={more}"
        for _ in range(2):
            with statements(cast.app) as told:
                client = cast.app.test_client(use_cookies=False)
                assert client.get(address, headers=HTMX).status_code == 200
            drawn.append(len(told))
    _, kept, *long = drawn
    assert kept == 1
    assert min(long) > kept


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@VIEWS
def test_a_change_of_who_keeps_score_is_news(
    cast: Cast, change: Callable[[Cast], object], view: str
) -> None:
    shown = cast.get(Role.FOLLOWER, f"{cast.path}{view}").text
    change(cast)
    response = poll(cast.clients[Role.FOLLOWER], shown)
    assert response.status_code == 200
    assert data(response.text, "revision") == data(shown, "revision")


@VIEWS
@pytest.mark.parametrize(
    "seen",
    ["", "-", "4", "4.", ".", "4.0.0", "99.99", "-1.0", "None", "\u0664", "\x00", "4" * 500],
)
def test_a_page_with_an_unknown_revision_gets_the_game(cast: Cast, view: str, seen: str) -> None:
    address = f"{cast.path}{view}"
    for headers in ({}, HTMX):
        client = cast.clients[Role.NOBODY]
        response = client.get(address, query_string={"seen": seen}, headers=headers)
        assert response.status_code == 200
        assert data(response.text, "revision") == "4"
    unknown = cast.clients[Role.NOBODY].get(f"/g/{UNKNOWN}{view}", query_string={"seen": seen})
    assert unknown.status_code == 404


@VIEWS
def test_a_deleted_game_is_not_found_by_its_followers(cast: Cast, view: str) -> None:
    shown = cast.get(Role.FOLLOWER, f"{cast.path}{view}").text
    cast.post(Role.KEEPER, f"{cast.path}/delete")
    assert poll(cast.clients[Role.FOLLOWER], shown).status_code == 404


@pytest.mark.sqlite
@VIEWS
@pytest.mark.parametrize("role", [Role.KEEPER, Role.FOLLOWER, Role.NOBODY])
def test_an_answer_without_news_is_one_select_by_an_index_and_nothing_else(
    cast: Cast, role: Role, view: str
) -> None:
    shown = cast.get(role, f"{cast.path}{view}").text
    with statements(cast.app) as told:
        assert poll(cast.clients[role], shown).status_code == 204
    (statement,) = told
    assert statement.startswith("SELECT game.revision, game.rights")
    with cast.app.app_context():
        plan = db.session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}").all()
    (step,) = plan
    assert re.match(r"SEARCH game USING (COVERING )?INDEX \S+ \(key=\?\)", step.detail)
    with statements(cast.app) as told:
        cast.table(Role.KEEPER).bid(0, 1, 0)
    assert "BEGIN IMMEDIATE" in told, "what is said elsewhere would be counted"


@VIEWS
def test_a_poll_during_a_storage_failure_is_reported(
    cast: Cast, view: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = cast.get(Role.NOBODY, f"{cast.path}{view}").text
    monkeypatch.setattr(Stamps, "stamp", lambda *_: None)
    with failing(engine_of(cast.app), Fault(1, lasting=True)):
        assert poll(cast.clients[Role.NOBODY], shown).status_code == 503


@pytest.mark.parametrize(
    ("role", "change", "roles"),
    [(Role.GUEST, "take away", ("keeps", "looks")), (Role.STRANGER, "pass", ("looks", "keeps"))],
)
def test_a_phone_keeps_score_or_follows_from_the_next_poll(
    cast: Cast, role: Role, change: str, roles: tuple[str, str]
) -> None:
    shown = cast.get(role).text
    CHANGES[change](cast)
    response = poll(cast.clients[role], shown)
    assert (data(shown, "role"), data(response.text, "role")) == roles
    if roles[1] == "keeps":
        assert 'id="panel"' in response.text
    else:
        assert response.text == cast.get(Role.FOLLOWER, part=True).text


@pytest.mark.parametrize("role", [Role.FOLLOWER, Role.STRANGER, Role.ENDED, Role.NOBODY])
def test_a_followers_page_has_no_form(cast: Cast, role: Role) -> None:
    page = main(cast.get(role).text)
    assert data(page, "role") == "looks"
    for tag in ("<form", "<input", "csrf_token", "hx-post"):
        assert tag not in page
    for path in ("/phones", "/rules", "/delete", "/hands/1", "/hands/2/dealer"):
        assert f'href="{cast.path}{path}"' not in page


@pytest.mark.parametrize("path", ["", ".csv", "/table", "/share", "/log", "?me=1", "?seen=4.9"])
def test_following_needs_no_cookie_and_sets_only_that_of_the_games_followed(
    cast: Cast, path: str
) -> None:
    phone = cast.app.test_client(use_cookies=False)
    for headers in ({}, HTMX):
        response = phone.get(f"{cast.path}{path}", headers=headers, buffered=True)
        assert response.status_code == 200
        names = [one.partition("=")[0] for one in response.headers.getlist("Set-Cookie")]
        assert names in ([], ["watched"])
        assert not (names and headers)
    assert "Set-Cookie" not in poll(phone, cast.get(Role.NOBODY).text).headers


@VIEWS
def test_a_game_that_is_over_says_so_to_the_script(table: Table, view: str) -> None:
    path = table.start("Ann", "Ben", "Cem", length="list", sizes="1") + view
    assert " data-over" not in table.client.get(path).text
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    assert " data-over" in table.client.get(path).text


def test_before_the_first_save_a_restarted_game_is_shown_to_all_followers(
    app: Flask, table: Table
) -> None:
    for name in ("Cem", "Kim"):
        table.start("Ann", "Ben", name, token="the same page")
        for _ in range(2):
            assert name in app.test_client().get(f"{table.path}?seen=9.9", headers=HTMX).text


def test_a_page_that_follows_learns_when_the_newest_tap_was_and_a_keeper_does_not(
    cast: Cast,
) -> None:
    newest = cast.state()[4][0].at
    assert data(cast.get(Role.FOLLOWER).text, "at") == f"{newest:%Y-%m-%dT%H:%M:%SZ}"
    assert "data-at=" not in cast.get(Role.KEEPER).text
