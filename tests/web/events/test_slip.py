"""The slip of a table: who keeps its score, and what the others are told."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.rules.events.round_acts import Closed
from scorekeeper.store.events import slips, tables
from scorekeeper.store.models import EventTable, db
from tests.store.events.rally import ENTERED, RUNNING, drawn
from tests.store.phones import ANN
from tests.table import Table
from tests.web.events.a_table import Hall
from tests.web.events.test_everybody import HAND, OTHER, main


@pytest.fixture
def hall(app: Flask) -> Hall:
    """The first round is running."""
    return Hall(app, *RUNNING)


def asks(hall: Hall, app: Flask) -> str | None:
    with app.app_context():
        return tables.tables_of(hall.stored.id)[1, 1].asks


def test_the_first_phone_keeps_score_by_one_tap(hall: Hall, client: FlaskClient) -> None:
    page = client.get(hall.slip()).text
    assert "Keep score for this table?" in page
    assert "Ann" in page
    assert client.get(f"/g/{hall.game()}").text.count('data-role="looks"')
    hall.keeper(client)
    assert 'data-role="keeps"' in client.get(f"/g/{hall.game()}").text
    assert client.get(hall.slip()).location == f"/g/{hall.game()}"


def test_a_later_phone_asks_by_a_name_of_the_table_and_waits_for_the_desk(
    hall: Hall, app: Flask, client: FlaskClient, stranger: FlaskClient
) -> None:
    hall.keeper(client)
    assert "Another phone keeps score" in stranger.get(hall.slip()).text
    assert Table(stranger).post(hall.slip(), name="Ben").location == hall.slip()
    assert "The desk has been asked" in stranger.get(hall.slip()).text
    assert asks(hall, app) == "Ben"
    with app.app_context():
        slips.confirm(hall.key, ANN, (1, 1), _phone(app))
    assert stranger.get(hall.slip()).location == f"/g/{hall.game()}"
    assert 'data-role="looks"' in client.get(f"/g/{hall.game()}").text


def _phone(app: Flask) -> int:
    with app.app_context():
        asked = db.session.query(EventTable.asked_by).filter_by(round=1, number=1).scalar()
    assert asked is not None
    return int(asked)


def test_a_name_of_nobody_at_the_table_is_not_taken(
    hall: Hall, app: Flask, client: FlaskClient, stranger: FlaskClient
) -> None:
    hall.keeper(client)
    Table(stranger).post(hall.slip(), name="Mallory")
    assert asks(hall, app) == ""


def test_a_round_that_is_closed_gives_no_pencil(
    hall: Hall, app: Flask, client: FlaskClient, stranger: FlaskClient
) -> None:
    hall.keeper(client).play(*HAND)
    hall.keeper(app.test_client(), 2).play(*OTHER)
    hall.did(Closed(1))
    assert "This round is over" in stranger.get(hall.slip()).text
    assert "This round is over" in Table(stranger).post(hall.slip()).text
    assert 'data-role="looks"' in stranger.get(f"/g/{hall.game()}").text


@pytest.mark.parametrize("wrong", ["1-1-" + "a" * 22, "9-9-x", "..", "1-1"])
def test_a_wrong_slip_says_so(hall: Hall, client: FlaskClient, wrong: str) -> None:
    found = client.get(f"{hall.path}/t/{wrong}")
    assert found.status_code == 404
    assert "This slip does not open a table" in main(found.text)


def test_a_slip_of_a_round_that_is_only_drawn_opens_no_table(
    app: Flask, client: FlaskClient
) -> None:
    hall = Hall(app, ENTERED, drawn())
    assert "This slip does not open a table" in client.get(hall.slip()).text


def test_a_slip_of_another_event_opens_no_table(
    app: Flask, hall: Hall, client: FlaskClient
) -> None:
    other = Hall(app, *RUNNING)
    token = hall.slip().rsplit("/", 1)[1]
    assert client.get(f"{other.path}/t/{token}").status_code == 404
