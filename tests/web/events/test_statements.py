"""A page of an event asks the database as often for twenty tables as for two."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.store.events import events, tables
from scorekeeper.store.games import reading
from tests import databases
from tests.desk import Desk
from tests.web.events.test_attacks import DESK_PAGES, PAGES

EVERY = (*PAGES, "?me=1", "/results?me=1", *(f"/desk/{page}" for page in DESK_PAGES))


def asked(app: Flask, client: FlaskClient, address: str) -> list[str]:
    """The statements of a page that nobody has opened yet."""
    events.forget()
    tables.forget()
    reading.forget()
    with databases.asked(app) as found:
        assert client.get(address).status_code in (200, 303), address
    return [text for text, _ in found]


def event_of(app: Flask, people: int) -> Desk:
    """An event whose first round is over, and whose second is running."""
    desk = Desk(app.test_client())
    desk.create(*(f"P{n}" for n in range(people)), event=f"Of {people}", seating="free")
    for _ in range(2):
        desk.did("draw", "publish", "start")
        desk.finish(app.test_client())
        if desk.round.number == 1:
            desk.did("close")
    return desk


@pytest.mark.thorough
def test_no_page_asks_more_often_for_more_tables(app: Flask) -> None:
    small, large = event_of(app, 8), event_of(app, 80)
    for page in EVERY:
        few, many = (asked(app, one.client, one.path + page) for one in (small, large))
        assert len(many) == len(few), (page, [text for text in many if text not in few])
