"""The slip of a table: the phone that gets the pencil, and the answers to the others."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.desk import Desk, seven
from tests.table import Table
from tests.web.events.test_everybody import HAND, OTHER, RUNNING, main


@pytest.fixture
def desk(app: Flask) -> Desk:
    """The first round is running."""
    return seven(app, *RUNNING)


def test_the_first_phone_keeps_score_by_one_tap(desk: Desk, client: FlaskClient) -> None:
    page = client.get(desk.slip()).text
    assert "Keep score for this table?" in page
    assert "Ann" in page
    assert client.get(desk.game()).text.count('data-role="looks"')
    desk.at(client)
    assert 'data-role="keeps"' in client.get(desk.game()).text
    assert client.get(desk.slip()).location == desk.game()


def test_a_later_phone_asks_by_a_name_of_the_table_and_waits_for_the_desk(
    desk: Desk, client: FlaskClient, stranger: FlaskClient
) -> None:
    desk.at(client)
    assert "Another phone keeps score" in stranger.get(desk.slip()).text
    assert Table(stranger).post(desk.slip(), name="Ben").location == desk.slip()
    assert "The desk has been asked" in stranger.get(desk.slip()).text
    assert desk.games()[1, 1].asks == "Ben"
    desk.did("round/1/table/1/pencil", answer="yes", phone=desk.games()[1, 1].asks_id)
    assert stranger.get(desk.slip()).location == desk.game()
    assert 'data-role="looks"' in client.get(desk.game()).text


def test_a_name_of_nobody_at_the_table_is_not_taken(
    desk: Desk, client: FlaskClient, stranger: FlaskClient
) -> None:
    desk.at(client)
    Table(stranger).post(desk.slip(), name="Mallory")
    assert desk.games()[1, 1].asks == ""


def test_a_round_that_is_closed_gives_no_pencil(
    desk: Desk, app: Flask, client: FlaskClient, stranger: FlaskClient
) -> None:
    desk.at(client).play(*HAND)
    desk.at(app.test_client(), 2).play(*OTHER)
    desk.did("close")
    assert "This round is over" in stranger.get(desk.slip()).text
    assert "This round is over" in Table(stranger).post(desk.slip()).text
    assert 'data-role="looks"' in stranger.get(desk.game()).text


@pytest.mark.parametrize("wrong", ["1-1-" + "a" * 22, "9-9-x", "..", "1-9", "1"])
def test_a_wrong_slip_says_so(desk: Desk, client: FlaskClient, wrong: str) -> None:
    found = client.get(f"{desk.path}/t/{wrong}")
    assert found.status_code == 404
    assert "This slip does not open a table" in main(found.text)


def test_wrong_slips_stop_no_other_phone_of_the_hall(desk: Desk, client: FlaskClient) -> None:
    table = Table(client)
    for _ in range(30):
        assert client.get(f"{desk.path}/t/1-1-{'a' * 22}").status_code == 404
        assert table.post(f"{desk.path}/t/1-1-{'a' * 22}").status_code == 404
    assert table.post(desk.slip()).location == desk.game()


def test_a_second_phone_waits_until_the_desk_has_answered_the_first(
    desk: Desk, client: FlaskClient, stranger: FlaskClient
) -> None:
    asks = f"{desk.path}/t/1-1"
    assert "Tap your name to ask the desk" in client.get(asks).text
    Table(client).post(asks, name="Ann")
    assert "Another phone has asked the desk" in stranger.get(asks).text
    Table(stranger).post(asks, name="Ann")
    desk.did("round/1/table/1/pencil", answer="yes", phone=desk.games()[1, 1].asks_id)
    assert client.get(asks).location == desk.game()
    assert "Another phone keeps score" in stranger.get(asks).text


def test_a_slip_of_a_round_that_is_only_drawn_opens_no_table(
    app: Flask, client: FlaskClient
) -> None:
    desk = seven(app)
    assert "This slip does not open a table" in client.get(desk.slip()).text


def test_a_phone_with_another_table_reads_why_it_asks_and_so_does_the_desk(
    desk: Desk, client: FlaskClient
) -> None:
    desk.at(client, 2)
    other = f'<a href="{desk.game(2)}">Open table 2</a>'
    page = client.get(desk.slip()).text
    assert "Tap your name to ask the desk" in page
    assert "This phone already keeps score at table 2." in page
    assert other in page
    assert Table(client).post(desk.slip(), name="Ann").location == desk.slip()
    assert other in client.get(desk.slip()).text
    assert "It already keeps score at table 2." in desk.page("round/1/table/1")
    desk.did("round/1/table/1/pencil", answer="yes", phone=desk.games()[1, 1].asks_id)
    assert "already keeps score" not in desk.page("round/1/table/1")
