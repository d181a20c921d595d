"""Following a game: what is asked for again and again, and the page of who looks on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event
from werkzeug.test import TestResponse

from scorekeeper.store.models import db
from scorekeeper.store.stamps import Stamps
from tests.table import HTMX, Table
from tests.torture.faults import Fault, engine_of, failing
from tests.web.cast import UNKNOWN, Cast, Role, cast_on, shown_link
from tests.web.page import main, plain_text

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
    """Ask what is new since this page was drawn, as its script does."""
    query = {"seen": data(page, "seen")}
    path, _, own = data(page, "poll").partition("?")
    query |= dict(part.split("=") for part in own.split("&") if part)
    return client.get(path, query_string=query, headers=HTMX)


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """All that is said to the database meanwhile, below everything of the program."""
    told: list[str] = []
    with app.app_context():
        engine = db.engine

    def trace(connection: Any, *_: object) -> None:
        connection.set_trace_callback(told.append)

    event.listen(engine, "checkout", trace)
    yield told
    event.remove(engine, "checkout", trace)


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


@pytest.mark.parametrize("change", ["pass", "take away", "claim"])
@VIEWS
def test_a_change_of_who_keeps_score_is_news(cast: Cast, change: str, view: str) -> None:
    shown = cast.get(Role.FOLLOWER, f"{cast.path}{view}").text
    if change == "pass":
        cast.post(Role.STRANGER, cast.pencil())
    elif change == "claim":
        cast.post(Role.MATE, f"{cast.path}/claim")
    else:
        phones = f"{cast.path}/phones"
        cast.post(Role.KEEPER, phones, phone=cast.id_of("Gil’s phone", phones))
    response = poll(cast.clients[Role.FOLLOWER], shown)
    assert response.status_code == 200
    assert data(response.text, "revision") == data(shown, "revision")


@VIEWS
@pytest.mark.parametrize(
    "seen",
    ["", "-", "4", "4.", ".", "4.0.0", "99.99", "-1.0", "None", "\u0664", "\x00", "4" * 500],
)
def test_a_page_that_has_seen_what_never_was_gets_the_game(
    cast: Cast, view: str, seen: str
) -> None:
    address = f"{cast.path}{view}"
    for headers in ({}, HTMX):
        client = cast.clients[Role.NOBODY]
        response = client.get(address, query_string={"seen": seen}, headers=headers)
        assert response.status_code == 200
        assert data(response.text, "revision") == "4"
    unknown = cast.clients[Role.NOBODY].get(f"/g/{UNKNOWN}{view}", query_string={"seen": seen})
    assert unknown.status_code == 404


@VIEWS
def test_a_game_that_was_deleted_is_not_found_by_who_followed_it(cast: Cast, view: str) -> None:
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


@VIEWS
def test_a_poll_that_the_storage_does_not_answer_is_told_so(
    cast: Cast, view: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = cast.get(Role.NOBODY, f"{cast.path}{view}").text
    monkeypatch.setattr(Stamps, "stamp", lambda *_: None)
    with failing(engine_of(cast.app), Fault(1, lasting=True)):
        assert poll(cast.clients[Role.NOBODY], shown).status_code == 503


@pytest.mark.sqlite
def test_the_statements_of_other_answers_are_counted(cast: Cast) -> None:
    """Else the one above would prove nothing."""
    with statements(cast.app) as told:
        cast.get(Role.NOBODY)
        cast.table(Role.KEEPER).bid(0, 1, 0)
    assert "BEGIN IMMEDIATE" in told
    assert len([line for line in told if line.startswith("SELECT")]) > 5


def test_a_phone_whose_right_is_taken_away_looks_on_from_the_next_poll(cast: Cast) -> None:
    shown = cast.get(Role.GUEST).text
    assert data(shown, "role") == "keeps"
    phones = f"{cast.path}/phones"
    cast.post(Role.KEEPER, phones, phone=cast.id_of("Gil’s phone", phones))
    response = poll(cast.clients[Role.GUEST], shown)
    assert response.status_code == 200
    assert data(response.text, "role") == "looks"
    assert "<form" not in response.text
    assert response.text == cast.get(Role.FOLLOWER, part=True).text


def test_a_phone_that_is_given_the_right_keeps_score_from_the_next_poll(cast: Cast) -> None:
    shown = cast.get(Role.STRANGER).text
    assert data(shown, "role") == "looks"
    cast.post(Role.STRANGER, cast.pencil())
    response = poll(cast.clients[Role.STRANGER], shown)
    assert data(response.text, "role") == "keeps"
    assert 'id="panel"' in response.text


@pytest.mark.parametrize("role", [Role.FOLLOWER, Role.STRANGER, Role.ENDED, Role.NOBODY])
def test_who_looks_on_has_nothing_to_send(cast: Cast, role: Role) -> None:
    page = main(cast.get(role).text)
    assert data(page, "role") == "looks"
    for tag in ("<form", "<input", "csrf_token", "hx-post"):
        assert tag not in page
    for path in ("/phones", "/rules", "/delete", "/hands/1", "/hands/2/dealer"):
        assert f'href="{cast.path}{path}"' not in page


@pytest.mark.parametrize("path", ["", ".csv", "/table", "/share", "/log", "?me=1", "?seen=4.9"])
def test_following_sets_no_cookie_and_needs_none(cast: Cast, path: str) -> None:
    phone = cast.app.test_client(use_cookies=False)
    for headers in ({}, HTMX):
        response = phone.get(f"{cast.path}{path}", headers=headers, buffered=True)
        assert response.status_code == 200
        assert "Set-Cookie" not in response.headers
    assert "Set-Cookie" not in poll(phone, cast.get(Role.NOBODY).text).headers


def me(cast: Cast, seat: object, path: str = "") -> str:
    """The page of who looks on as the player at this seat."""
    return cast.clients[Role.NOBODY].get(path or cast.path, query_string={"me": str(seat)}).text


def columns(page: str) -> list[str]:
    """The columns of the sheet that are marked, one for each row."""
    rows = re.findall(r"<tr.*?</tr>", page, re.DOTALL)
    cells = [re.findall(r'<t[hd](?: scope="col")?(?: class="([^"]*)")?>', row) for row in rows]
    return ["".join("*" if "me" in name.split() else "." for name in row) for row in cells]


@pytest.mark.parametrize(("seat", "name"), [(0, "Ann"), (1, "Ben"), (2, "Cem")])
def test_who_looks_on_as_a_player_finds_the_own_column_and_place_marked(
    cast: Cast, seat: int, name: str
) -> None:
    page = me(cast, seat)
    own = "".join("*" if column == seat else "." for column in range(3))
    head, hand = columns(page)
    assert head.endswith(own)
    assert hand.endswith(own)
    marked = re.findall(r'<div id="line-." class="player-line me">(.*?)</div>', page, re.DOTALL)
    assert [plain_text(place).split()[0] for place in marked] == [name]
    assert re.findall(r'aria-current="true">([^<]*)</a>', page) == [name]
    assert data(page, "poll") == f"{cast.path}?me={seat}"


def test_a_player_who_looks_on_is_told_what_to_do_and_nobody_else_is(table: Table) -> None:
    viewer = table.client.application.test_client()
    path = table.start("Ann", "Ben", "Cem", hook="y")

    def told() -> list[str]:
        return [data(viewer.get(f"{path}?me={seat}").text, "turn") for seat in range(3)]

    assert told() == ["You deal", "", ""]
    table.turn("wizard")
    assert told() == ["You name trump", "", ""]
    table.turn("wizard", named="clubs")
    assert told() == ["", "Your turn to bid", ""]
    table.bid(None, 0, None)
    assert told() == ["", "", "Your turn to bid"]
    table.bid(1, 0, None)
    assert told() == ["", "", "Your turn to bid"]
    table.bid(1, 0, 0)
    assert told() == ["You must change your bid", "", ""]
    table.bid(0, 0, 0)
    assert told() == ["", "", ""]
    assert data(viewer.get(path).text, "turn") == ""


def test_your_turn_to_bid_is_on_the_page_in_place_of_the_line_for_all(cast: Cast) -> None:
    assert '<p class="next turn">Your turn to bid</p>' in me(cast, 2)
    assert "Cem bids next" not in me(cast, 2)
    for page in (me(cast, 0), me(cast, 1), cast.get(Role.NOBODY).text):
        assert '<p class="next">Cem bids next</p>' in page
        assert "Your turn" not in page


def test_the_poll_of_a_player_answers_with_the_own_column_marked(cast: Cast) -> None:
    shown = me(cast, 0)
    phone = cast.clients[Role.NOBODY]
    assert poll(phone, shown).status_code == 204
    cast.table(Role.KEEPER).bid(None, None, 0)
    response = poll(phone, shown)
    assert response.status_code == 200
    assert data(response.text, "turn") == "Your turn to bid"
    (own,) = re.findall(r'<div id="who-0" class="who due">(.*?)</div>', response.text, re.DOTALL)
    assert plain_text(own) == "Ann total 20 you"


@pytest.mark.parametrize(
    "seat", ["", "3", "-1", "9", "00", "0.0", "x", "\u0661", "\u00b9", "\x00", "<b>", "1" * 5000]
)
def test_a_player_that_is_none_is_ignored(cast: Cast, seat: str) -> None:
    plain = cast.get(Role.NOBODY).text
    assert main(me(cast, seat)) == main(plain)
    assert data(plain, "turn") == ""
    assert "*" not in "".join(columns(plain))
    assert data(me(cast, seat), "poll") == cast.path


def test_the_page_asks_on_the_panel_that_is_open_and_who_looks_on(cast: Cast) -> None:
    page = cast.get(Role.NOBODY, f"{cast.path}?panel=trump&me=1").text
    assert data(page, "poll") == f"{cast.path}?panel=trump&me=1"
    cast.table(Role.KEEPER).bid(None, None, 0)
    response = poll(cast.clients[Role.NOBODY], page)
    assert data(response.text, "panel") == "trump"


@VIEWS
def test_a_game_that_is_over_says_so_to_the_script(table: Table, view: str) -> None:
    path = table.start("Ann", "Ben", "Cem", length="list", sizes="1") + view
    assert " data-over" not in table.client.get(path).text
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    assert " data-over" in table.client.get(path).text


def card(client: FlaskClient, path: str) -> str:
    """The recovery link that the page of a game shows, "" when it shows none."""
    page = client.get(path).text
    return shown_link(page, "recovery-link") if 'id="keep"' in page else ""


def test_the_page_of_the_first_game_shows_the_recovery_link_to_its_keeper_alone(
    app: Flask, table: Table
) -> None:
    path = table.start("Ann", "Ben", "Cem")
    link = card(table.client, path)
    assert link == shown_link(table.client.get("/book").text, "recovery-link")
    guest, mate, follower = (Table(app.test_client()) for _ in range(3))
    table.post(f"{path}/pass")
    guest.post(shown_link(table.client.get(f"{path}/phones").text))
    table.post("/book/link")
    mate.post(shown_link(table.client.get("/book").text))
    assert 'data-role="keeps"' in guest.client.get(path).text
    for other in (guest, mate, follower, Table(app.test_client(use_cookies=False))):
        page = other.client.get(path).text
        assert "recovery" not in page
        assert link not in page
    assert link in table.client.get(path, headers=HTMX).text


def test_the_recovery_link_is_shown_until_a_hand_is_scored(table: Table) -> None:
    path = table.start("Ann", "Ben", "Cem")
    table.turn("hearts")
    table.bid(0, 1, 1)
    assert card(table.client, path)
    table.score(0, 0, 1)
    assert card(table.client, path) == ""


def test_later_games_do_not_show_the_recovery_link(table: Table) -> None:
    first = table.start("Ann", "Ben", "Cem")
    second = table.start("Ann", "Ben", "Cem", dealer=1)
    assert card(table.client, first) == card(table.client, second) == ""
    table.post(f"{second}/delete")
    assert card(table.client, first)


def test_a_guest_whose_own_first_game_it_is_not_sees_no_card(cast: Cast) -> None:
    guest = cast.table(Role.GUEST)
    path = guest.start("Gil", "Hal", "Ida")
    assert card(guest.client, path) == cast.recovery(Role.GUEST)
    assert card(guest.client, cast.path) == ""
