"""An event for its players: a name, the table, the slip, and the wall."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.words.events.entrants import behind_line
from tests.desk import SEVEN, Desk, seven
from tests.table import Table
from tests.turns import daily
from tests.web.page import plain_text

HAND = ("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
OTHER = ("hearts", (0, 1, 0), (1, 0, 0))
RUNNING = ("publish", "start")


def main(page: str) -> str:
    return plain_text(page.split("<main>")[1].split("</main>", maxsplit=1)[0])


def names(page: str) -> list[str]:
    return re.findall(r'<b class="name" translate="no">(.*?)</b>', page.split("list names")[1])


def seen(desk: Desk, client: FlaskClient, me: int, page: str = "") -> str:
    return main(client.get(f"{desk.path}{page}?me={me}").text)


@pytest.fixture
def desk(app: Flask) -> Desk:
    """The first round is running."""
    return seven(app, *RUNNING)


@pytest.fixture
def played(desk: Desk, app: Flask) -> Desk:
    """The first round is over; Ben and Cem and Dan are level behind Ann."""
    desk.at(app.test_client()).play(*HAND)
    desk.at(app.test_client(), 2).play(*OTHER)
    desk.did("close")
    return desk


def test_a_name_leads_to_its_table_and_the_phone_remembers_it(
    desk: Desk, client: FlaskClient
) -> None:
    page = client.get(desk.path).text
    assert names(page) == ["Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil"]
    assert "you" in seen(desk, client, 3)
    again = client.get(desk.path)
    assert again.location == f"{desk.path}?me=3"


def test_not_you_shows_the_names_again(desk: Desk, client: FlaskClient) -> None:
    page = client.get(f"{desk.path}?me=3").text
    assert f'href="{desk.path}?me="' in page
    assert "Who are you?" in client.get(f"{desk.path}?me=").text
    assert "Who are you?" in client.get(desk.path).text
    assert 'class="me"' not in client.get(f"{desk.path}/standings").text


def test_another_event_does_not_know_the_name(app: Flask, client: FlaskClient, desk: Desk) -> None:
    client.get(f"{desk.path}?me=3")
    other = Desk(app.test_client())
    assert client.get(other.create(*SEVEN)).status_code == 200


@pytest.mark.parametrize("text", ["be", "BE", "bé", "2", " be "])
def test_a_search_finds_a_name_without_scripts(desk: Desk, client: FlaskClient, text: str) -> None:
    assert names(client.get(desk.path, query_string={"me": "", "find": text}).text) == ["Ben"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("muell", ["Müller", "Mueller"]),
        ("MÜLL", ["Müller", "Mueller"]),
        ("mu\u0308ll", ["Müller", "Mueller"]),
        ("mull", ["Müller"]),
        ("agüero", ["Agüero"]),
        ("aguero", ["Agüero"]),
        ("soeren", ["Søren"]),
        ("sue", ["Sue"]),
    ],
)
def test_a_search_knows_umlauts_as_people_type_them(
    client: FlaskClient, text: str, found: list[str]
) -> None:
    desk = Desk(client)
    desk.create("Müller", "Mueller", "Agüero", "Søren", "Sue", "Susi")
    page = client.get(desk.path, query_string={"me": "", "find": text}).text
    assert sorted(names(page)) == sorted(found)
    at_desk = client.get(f"{desk.path}/desk/players", query_string={"find": text}).text
    listed = plain_text(main(at_desk))
    assert [
        name
        for name in ("Müller", "Mueller", "Agüero", "Søren", "Sue", "Susi")
        if f" {name} " in f"{listed} "
    ] == found


def test_a_search_that_finds_nobody_says_so(desk: Desk, client: FlaskClient) -> None:
    page = client.get(desk.path, query_string={"me": "", "find": "<b>zz"}).text
    assert names(page) == []
    assert "No player has that name" in page
    assert "&lt;b&gt;zz" in page


@pytest.mark.parametrize("me", ["99", "x", "-1", "1" * 400, "\u0661"])
def test_a_number_that_nobody_has_shows_the_names(desk: Desk, client: FlaskClient, me: str) -> None:
    assert "Who are you?" in client.get(desk.path, query_string={"me": me}).text


def test_a_name_of_nobody_at_the_table_is_not_taken(
    desk: Desk, client: FlaskClient, stranger: FlaskClient
) -> None:
    desk.at(client)
    Table(stranger).post(desk.slip(), name="Mallory")
    assert desk.games()[1, 1].asks == ""


@pytest.mark.parametrize("wrong", ["1-1-" + "a" * 22, "9-9-x", "..", "1-9", "1"])
def test_a_wrong_slip_says_so(desk: Desk, client: FlaskClient, wrong: str) -> None:
    found = client.get(f"{desk.path}/t/{wrong}")
    assert found.status_code == 404
    assert "This slip does not belong to a table" in main(found.text)


@pytest.mark.thorough
def test_wrong_slips_stop_no_other_phone_of_the_hall(desk: Desk, client: FlaskClient) -> None:
    table = Table(client)
    for _ in range(30):
        assert client.get(f"{desk.path}/t/1-1-{'a' * 22}").status_code == 404
        assert table.post(f"{desk.path}/t/1-1-{'a' * 22}").status_code == 404
    assert table.post(desk.slip()).location == desk.game()


NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil", "Hal")


def test_without_scripts_the_wall_asks_again_by_itself(client: FlaskClient) -> None:
    desk = Desk(client)
    desk.create(*NAMES)
    page = client.get(f"{desk.path}/wall").text
    assert '<noscript><meta http-equiv="refresh"' in page


@pytest.mark.thorough
@daily("step", [1, 20], 20)
def test_a_whole_hall_behind_one_address_may_start_within_five_minutes(
    app: Flask, client: FlaskClient, step: int
) -> None:
    """Forms are counted, pages are not: every day, some phones open theirs."""
    desk = Desk(client)
    desk.create(event="Hall", seating="free")
    for first in range(0, 400, 100):
        desk.did("players/add", names="\n".join(f"Ann {n}" for n in range(first, first + 100)))
    desk.did("draw", "publish", "start")
    for number in range(1, 101):
        table = desk.at(app.test_client(), number)
        table.bid(*[0] * len(table.players))
    for number in range(1, 401, step):
        phone = app.test_client()
        assert phone.get(desk.path).status_code == 200
        assert phone.get(f"{desk.path}?me={number}").status_code == 200


def test_who_has_as_many_points_as_the_next_is_not_said_to_share_the_place(
    played: Desk, client: FlaskClient
) -> None:
    played.did("penalties", number=5, sign="bonus", points=10, reason="tidy", of_round=1)
    pages = [seen(played, client, number, "/results") for number in range(1, 8)]
    assert not [page for page in pages if "level with" in page]
    assert behind_line(0, "Ann") == "same points as Ann"
