"""The pages of an event for its players: the choice of a name, the table, the results."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.desk import SEVEN, Desk, seven
from tests.web.page import plain_text

HAND = ("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
OTHER = ("hearts", (0, 1, 0), (1, 0, 0))
AGAIN = ((1, 5, 2), (3, 6, 4, 7))
RUNNING = ("publish", "start")


def main(page: str) -> str:
    return plain_text(page.split("<main>")[1].split("</main>", maxsplit=1)[0])


def names(page: str) -> list[str]:
    return re.findall(r'<b class="name">(.*?)</b>', page.split("list names")[1])


def seen(desk: Desk, client: FlaskClient, me: int, page: str = "") -> str:
    return main(client.get(f"{desk.path}{page}?me={me}").text)


@pytest.fixture
def desk(app: Flask) -> Desk:
    """The first round is running."""
    return seven(app, *RUNNING)


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
