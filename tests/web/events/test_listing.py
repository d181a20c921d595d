"""The events of a book: on the first page, in their list, and from a file."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.store.events import events
from scorekeeper.store.events.events import PAGE
from tests import databases
from tests.desk import Desk
from tests.table import Table, link_on
from tests.web.page import games, plain_text, problems

NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil")
SEATS = {"table_size": "4", "remainder": "3", "seating": "free"}


@pytest.fixture
def desk(client: FlaskClient) -> Desk:
    """Seven people, before the first draw."""
    made = Desk(client)
    made.create(*NAMES, event="Bremen rally", rounds="1", day="2026-11-28", place="Fürth", **SEATS)
    return made


def said(client: FlaskClient, address: str) -> str:
    """The words of a page."""
    return plain_text(client.get(address).text.split("<main>")[1])


def test_the_tables_of_an_event_are_no_games_of_the_first_page(desk: Desk) -> None:
    desk.did("draw", "publish", "start")
    phone = desk.client.application.test_client()
    desk.at(phone, 1)
    assert games(desk.client.get("/").text) == []
    assert len(games(phone.get("/").text)) == 1, "the phone that keeps its score finds it again"


def test_the_history_continues_no_game_that_the_desk_decided(desk: Desk) -> None:
    desk.did("draw", "publish", "start")
    desk.did("round/1/table/1/by-hand", totals=[30, 20, 10, 0])
    desk.did("round/1/table/2/aside", reason="Fire", points=[""] * 3)
    text = said(desk.client, "/history")
    assert "Table 1 entered by hand" in text
    assert "Table 2 set aside: Fire" in text
    assert "Continue" not in text
    desk.did("round/1/table/2/back")
    assert said(desk.client, "/history").count("Continue") == 1


def test_others_of_the_book_are_led_to_the_public_page(desk: Desk, app: Flask) -> None:
    desk.did("draw", "publish", "start")
    desk.table.post("/book/link")
    mate = Table(app.test_client())
    mate.post(link_on(desk.client.get("/book").text))
    page = mate.client.get("/").text
    assert "Open the event" in page
    assert f'href="{desk.path}"' in page


def test_a_book_without_running_events_costs_the_first_page_one_statement(
    table: Table, app: Flask
) -> None:
    table.start("Ann", "Ben", "Cem")
    page = table.client.get("/").text
    assert "event_card" not in page
    with databases.asked(app) as sent:
        table.client.get("/")
    assert len([one for one, _ in sent if "FROM event" in one]) == 1


def test_events_are_listed_a_page_at_a_time_and_only_those_shown_are_read(
    client: FlaskClient, app: Flask
) -> None:
    for number in range(PAGE + 3):
        Desk(client).create(event=f"Event {number}.")
    events.forget()
    with databases.asked(app) as sent:
        first = client.get("/events").text
    assert len([one for one, _ in sent if "FROM event_act" in one]) == PAGE
    older = re.findall(r'href="(/events[?]before=.*?)" rel="next"', first)
    second = client.get(*older).text
    shown = [{*re.findall(r"Event (\d+)[.]", page)} for page in (first, second)]
    assert shown == [{f"{n}" for n in range(3, PAGE + 3)}, {"0", "1", "2"}]
    assert 'rel="next"' not in second
    assert 'href="/events" rel="prev"' in second


def import_(client: FlaskClient, text: str) -> TestResponse:
    """Import the text of a file."""
    return Table(client).post("/book/bring", text=text)


def file_of(desk: Desk) -> str:
    """The event as a file."""
    return desk.client.get(f"{desk.path}/desk/event.json").text


def test_an_event_is_imported_from_its_file_with_its_games(desk: Desk, app: Flask) -> None:
    desk.did("draw", "publish", "start")
    desk.finish(app.test_client())
    desk.did("close", "end")
    other = app.test_client()
    response = import_(other, file_of(desk))
    assert response.location.endswith("/desk/players")
    assert "Event added." in other.get(response.location).text
    assert "win · 7 players" in said(other, "/events")


def test_an_event_that_is_there_already_is_not_added_again(desk: Desk) -> None:
    response = import_(desk.client, file_of(desk))
    assert response.location == f"{desk.path}/desk/players"
    assert "This event was already there." in desk.client.get(response.location).text


@pytest.mark.parametrize("wrong", [('"created"', '"invented"'), ('"version":1', '"version":9')])
def test_a_damaged_file_is_refused_with_a_sentence(desk: Desk, wrong: tuple[str, str]) -> None:
    response = import_(desk.client, file_of(desk).replace(*wrong))
    assert response.status_code == 422
    assert problems(response.text)
