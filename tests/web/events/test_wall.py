"""The wall, and the phones of a whole hall behind one address."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.desk import Desk

NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil", "Hal")


def test_without_scripts_the_wall_asks_again_by_itself(client: FlaskClient) -> None:
    desk = Desk(client)
    desk.create(*NAMES)
    page = client.get(f"{desk.path}/wall").text
    assert '<noscript><meta http-equiv="refresh"' in page


def test_the_wall_has_no_form_and_shows_no_right(client: FlaskClient) -> None:
    desk = Desk(client)
    desk.create(*NAMES, seating="free")
    desk.did("draw", "publish")
    page = client.get(f"{desk.path}/wall").text
    assert "<form" not in page
    assert "csrf" not in page
    assert "/t/" not in page


@pytest.mark.thorough
def test_a_whole_hall_behind_one_address_may_start_within_five_minutes(
    app: Flask, client: FlaskClient
) -> None:
    desk = Desk(client)
    desk.create(event="Hall", seating="free")
    for first in range(0, 400, 100):
        desk.did("players/add", names="\n".join(f"Ann {n}" for n in range(first, first + 100)))
    desk.did("draw", "publish", "start")
    for number in range(1, 101):
        table = desk.at(app.test_client(), number)
        table.bid(*[0] * len(table.players))
    for number in range(1, 401):
        phone = app.test_client()
        assert phone.get(desk.path).status_code == 200
        assert phone.get(f"{desk.path}?me={number}").status_code == 200
