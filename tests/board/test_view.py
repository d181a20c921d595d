"""The page of a follower who is one of the players, and the first game's recovery link."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.cast import Cast, Role, cast_on, shown_link
from tests.http.test_polls import data, poll
from tests.table import HTMX, Table
from tests.web.page import main, plain_text


@pytest.fixture
def cast(app: Flask) -> Cast:
    return cast_on(app)


def turn(page: str) -> str:
    """The line that a page announces to the player whose turn it is, or nothing."""
    found = re.search(r' data-turn="([^"]*)"', page)
    return found[1] if found else ""


def me(cast: Cast, seat: object, path: str = "") -> str:
    """The page of a follower who is the player at this seat."""
    return cast.clients[Role.NOBODY].get(path or cast.path, query_string={"me": str(seat)}).text


@pytest.mark.parametrize("dealer", range(3))
@pytest.mark.parametrize("out", [None, 0, 1, 2])
def test_only_the_player_left_of_the_dealer_plays_first(
    table: Table, dealer: int, out: int | None
) -> None:
    table.start("Ann", "Ben", "Cem", "Dora", dealer=dealer)
    if out is not None:
        where = f"{table.path}/players/{out}/out"
        assert table.post(where, number=1, out="y", revision=table.revision).status_code == 303
    table.turn("hearts")
    around = [seat % 4 for seat in range(dealer, dealer + 6) if seat % 4 != out]
    tags = re.findall(r'id="line-(.)".*?<span class="tags">(.*?)</span></span>', table.page(), re.S)
    said = {int(seat): plain_text(tag).strip() for seat, tag in tags}
    assert {seat: word for seat, word in said.items() if word and seat != out} == {
        around[0]: "deals",
        around[1]: "plays first",
    }


def own_card(page: str) -> str:
    """The words on the follower's own card."""
    (card,) = re.findall(r'<section id="mine".*?</section>', page, re.DOTALL)
    return plain_text(card).strip()


def columns(page: str) -> list[str]:
    """The marked column of the sheet in each row."""
    rows = re.findall(r"<tr.*?</tr>", page, re.DOTALL)
    cells = [re.findall(r'<t[hd](?: scope="col")?(?: class="([^"]*)")?>', row) for row in rows]
    return ["".join("*" if "me" in name.split() else "." for name in row) for row in cells]


def test_the_poll_of_a_player_answers_with_the_own_column_marked(cast: Cast) -> None:
    shown = me(cast, 0)
    phone = cast.clients[Role.NOBODY]
    assert poll(phone, shown).status_code == 204
    cast.table(Role.KEEPER).bid(None, None, 0)
    response = poll(phone, shown)
    assert response.status_code == 200
    assert turn(response.text) == "Your turn to bid"
    assert own_card(response.text).startswith("Your turn Ann, say your bid")


@pytest.mark.parametrize(
    "seat", ["ask", "3", "-1", "9", "00", "0.0", "x", "\u0661", "\u00b9", "\x00", "<b>", "1" * 5000]
)
def test_an_unknown_player_is_ignored(cast: Cast, seat: str) -> None:
    plain = cast.get(Role.NOBODY).text
    assert main(me(cast, seat)) == main(plain)
    assert turn(plain) == ""
    assert "*" not in "".join(columns(plain))
    assert data(me(cast, seat), "poll") == cast.path


def test_the_page_polls_with_its_open_panel_and_its_follower(cast: Cast) -> None:
    page = cast.get(Role.NOBODY, f"{cast.path}?panel=trump&me=1").text
    assert data(page, "poll") == f"{cast.path}?panel=trump&me=1"
    cast.table(Role.KEEPER).bid(None, None, 0)
    response = poll(cast.clients[Role.NOBODY], page)
    assert data(response.text, "panel") == "trump"


def card(client: FlaskClient, path: str) -> str:
    """The recovery link on the page of a game, "" if there is none."""
    page = client.get(path).text
    return shown_link(page, "recovery-link") if 'id="recovery-link"' in page else ""


def test_the_page_of_the_first_game_shows_the_recovery_link_to_its_keeper_alone(
    played: Table, stranger: FlaskClient
) -> None:
    link = card(played.client, played.path)
    assert link == shown_link(played.client.get("/book").text, "recovery-link")
    assert link in played.client.get(played.path, headers=HTMX).text
    guest, mate = (Table(played.client.application.test_client()) for _ in range(2))
    played.share(guest.client)
    played.post("/book/link")
    mate.post(shown_link(played.client.get("/book").text))
    for other in (guest.client, mate.client, stranger):
        assert "recovery" not in other.get(played.path).text


def test_the_recovery_link_is_shown_between_two_scored_hands_and_the_way_to_it_afterwards(
    table: Table,
) -> None:
    first = table.start("Ann", "Ben", "Cem")
    table.turn("hearts")
    second = table.start("Ann", "Ben", "Cem", dealer=1)
    assert card(table.client, first) == card(table.client, second) == ""
    table.post(f"{second}/delete")
    table.key = first.rpartition("/")[2]
    table.bid(0, 1, 1)
    assert card(table.client, first) == ""
    table.score(0, 0, 1)
    assert card(table.client, first)
    table.turn("clubs")
    assert card(table.client, first)
    table.bid(0, 1, 0)
    table.score(1, 1, 0)
    assert card(table.client, first) == ""
    assert 'href="/book#recovery"' in table.client.get(first).text


@pytest.mark.parametrize("role", Role)
def test_a_game_that_is_not_the_phones_own_first_one_shows_no_recovery_link(
    cast: Cast, role: Role
) -> None:
    if role is not Role.NOBODY:
        path = cast.table(role).start("Gil", "Hal", "Ida")
        table = cast.table(role)
        table.key, table.players = path.rpartition("/")[2], ("Gil", "Hal", "Ida")
        table.play("hearts", (0, 1, 1), (0, 0, 1))
        first = role not in (Role.KEEPER, Role.MATE, Role.STRANGER, Role.DESK)
        assert card(cast.clients[role], path) == (cast.recovery(role) if first else "")
    page = cast.get(role).text
    assert "recovery-link" not in page
    assert ("/book#recovery" in page) is (role is Role.KEEPER), "the way to its page is no secret"
