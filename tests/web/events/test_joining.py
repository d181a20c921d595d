"""A table asks the desk to seat somebody there too."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.desk import Desk, seven
from tests.table import Table
from tests.web.page import plain_text

HERE = "round/1/table/1"


@pytest.fixture
def keeper(app: Flask, client: FlaskClient) -> tuple[Desk, Table]:
    """The phone that keeps score at table 1, where Ann, Ben, Cem and Dan sit; Vera is out."""
    desk = seven(app)
    desk.did("players/add", names="Vera")
    desk.did("players/8/mark", state="out")
    desk.did("publish", "start")
    return desk, desk.at(client)


def ask(table: Table, name: str) -> None:
    response = table.post(f"{table.path}/joins", name=name)
    assert response.status_code == 303, response.text


def shown(desk: Desk, page: str) -> str:
    return plain_text(desk.page(page))


def test_a_name_that_is_not_entered_yet_is_entered_too(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    ask(table, "  Viktor ")
    assert "This table asks to seat Viktor, who is not entered yet" in shown(desk, HERE)
    desk.did(f"{HERE}/joining", answer="yes", joining="Viktor")
    assert desk.event.entrant(9).name == "Viktor"
    assert desk.round.table(1).seats == (1, 2, 3, 4, 9)
    log = shown(desk, "log")
    assert "Viktor entered" in log
    assert "Viktor joins table 1" in log


def test_the_desk_says_no(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    ask(table, "Vera")
    desk.did(f"{HERE}/joining", answer="no", joining="Vera")
    assert "Table 1: Vera does not join" in shown(desk, "log")
    assert "This table asks" not in shown(desk, HERE)
    assert "ask the desk" in plain_text(table.page())
    assert len(desk.round.table(1).seats) == 4


def test_the_table_asks_no_longer(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    ask(table, "Vera")
    assert "The desk is asked: Vera" in plain_text(table.client.get(f"{table.path}/joins").text)
    assert table.post(f"{table.path}/joins", withdraw="y").status_code == 303
    late = desk.send(f"{HERE}/joining", answer="yes", joining="Vera")
    assert late.status_code == 422
    assert "Table 1 no longer asks for this" in plain_text(late.text)
    desk.did(f"{HERE}/joining", answer="no", joining="Vera")
    assert len(desk.round.table(1).seats) == 4


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "Type the name of the player who joins."),
        ("x" * 41, "at most"),
        ("eva", "Eva has a seat in this round"),
    ],
)
def test_a_name_that_cannot_join_is_refused_with_a_sentence(
    keeper: tuple[Desk, Table], name: str, says: str
) -> None:
    desk, table = keeper
    refused = table.post(f"{table.path}/joins", name=name)
    assert refused.status_code == 422
    assert says in plain_text(refused.text)
    assert f'value="{name}"' in refused.text
    assert desk.games()[1, 1].joining is None


def test_a_table_that_has_begun_asks_for_nobody(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    ask(table, "Vera")
    table.turn("hearts")
    for said in (shown(desk, "round"), shown(desk, HERE)):
        assert "joins" not in said
    assert "Somebody joins us" not in plain_text(table.page())
    assert "Table 1 has begun" in plain_text(table.client.get(f"{table.path}/joins").text)
    assert table.post(f"{table.path}/joins", name="Vera").status_code == 422
    assert desk.send(f"{HERE}/joining", answer="yes", joining="Vera").status_code == 422
    table.undo()
    assert "This table asks to seat Vera" in shown(desk, HERE)


def test_who_has_got_a_seat_elsewhere_is_asked_for_no_longer(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    ask(table, "Vera")
    desk.did("join", number=8, table=2)
    assert desk.games()[1, 1].joining is None
    assert "This table asks" not in shown(desk, HERE)


def test_only_who_keeps_score_at_a_table_of_an_event_asks(
    keeper: tuple[Desk, Table], stranger: FlaskClient, table: Table
) -> None:
    desk, kept = keeper
    other = Table(stranger)
    assert other.post(f"{kept.path}/joins", name="Vera").status_code == 404
    table.start("Ann", "Ben", "Cem")
    assert table.client.get(f"{table.path}/joins").status_code == 404
    assert table.post(f"{table.path}/joins", name="Vera").status_code == 404
    assert desk.games()[1, 1].joining is None
