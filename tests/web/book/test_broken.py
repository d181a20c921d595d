"""A game whose rows make no sense breaks no list of games, and can be deleted."""

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.store.games import reading
from scorekeeper.store.models import db
from scorekeeper.store.models.tables import GAME, run
from tests.table import Table

NOT_SHOWN = "This game cannot be shown."


@pytest.mark.parametrize("fault", [{"totals": "x"}, {"sizes": "a,b"}, {"rules": '{"x":1}'}])
def test_a_game_that_is_broken_breaks_no_list_and_can_be_deleted(
    app: Flask, fault: dict[str, str]
) -> None:
    table = Table(app.test_client())
    table.start("Dora", "Emil", "Fritz")
    whole = f"/g/{table.key}"
    table.start("Ann", "Ben", "Cem")
    broken = f"/g/{table.key}"
    with app.app_context():
        run(update(GAME).where(GAME.c.key == table.key).values(fault))
        db.session.commit()
        reading.forget()
    for address in ("/", "/history"):
        answer = table.client.get(address)
        assert answer.status_code == 200, address
        assert NOT_SHOWN in answer.text
        assert whole in answer.text
    assert table.client.get(broken).status_code in (200, 404)
    assert table.post(f"{broken}/delete", revision="0").status_code == 303
    assert NOT_SHOWN not in table.client.get("/").text
