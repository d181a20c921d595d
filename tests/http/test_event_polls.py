"""Polls of an event's pages: nothing new costs no page, and news is drawn once for all."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event
from werkzeug.test import TestResponse

from scorekeeper.store.models import db
from tests.desk import Desk
from tests.http.test_polls import statements
from tests.table import HTMX, Table

NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil", "Hal")
PAGES = (
    "/wall",
    "/desk/round",
    "/desk/round/1/table/1",
    "/desk/more",
    "?me=1",
    "/results?me=1",
    "/standings",
)


class Page:
    """A page of an event that polls."""

    def __init__(self, client: FlaskClient, path: str) -> None:
        self.client = client
        self.hashes: dict[str, str] = {}
        self.learn(client.get(path).text)

    def learn(self, page: str) -> None:
        """Show this page."""
        self.seen, self.address = (
            unescape(re.findall(rf' data-{name}="([^"]*)"', page)[0]) for name in ("seen", "from")
        )
        self.hashes = {} if "<main" in page else self.hashes
        self.hashes |= dict(re.findall(r' id="([^"]+)"[^<>]* data-hash="([^"]*)"', page))

    def poll(self) -> TestResponse:
        """Ask for news and show them."""
        mark = "&" if "?" in self.address else "?"
        asked = f"{self.address}{mark}seen={self.seen}&parts={''.join(self.hashes.values())}"
        response = self.client.get(asked, headers=HTMX)
        if response.status_code == 200:
            self.learn(response.text)
        return response


@pytest.fixture
def desk(client: FlaskClient) -> Desk:
    """An event of two tables that play."""
    desk = Desk(client)
    desk.begin(*NAMES)
    return desk


def tables_of(app: Flask, desk: Desk) -> list[Table]:
    return [desk.at(app.test_client(), number) for number in (1, 2)]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_an_event_without_news_is_answered_without_a_page(desk: Desk, page: str) -> None:
    shown = Page(desk.client, desk.path + page)
    response = shown.poll()
    assert (response.status_code, response.data) == (204, b"")


@pytest.mark.parametrize("page", PAGES)
def test_an_act_of_the_desk_is_news_on_every_page(desk: Desk, page: str) -> None:
    shown = Page(desk.client, desk.path + page)
    desk.did("round/1/table/1/more-time", minutes="5")
    assert [shown.poll().status_code for _ in range(2)] == [200, 204]


def test_a_save_is_news_only_on_pages_that_show_it(app: Flask, desk: Desk) -> None:
    table = tables_of(app, desk)[0]
    mine, other = (desk.round.tables[at].seats[0] for at in (0, 1))
    paths = (
        *("/wall", "/desk/round", "/desk/round/1/table/1", "/desk/round/1/table/2"),
        *(f"?me={mine}", f"?me={other}", f"/standings?me={mine}"),
    )
    pages = [Page(desk.client, desk.path + path) for path in paths]
    table.bid(*[0] * len(table.players))
    assert [page.poll().status_code for page in pages] == [200, 200, 200, 200, 200, 204, 204]
    table.bid(1, *[0] * (len(table.players) - 1))
    assert [page.poll().status_code for page in pages] == [204, 204, 200, 204, 204, 204, 204]


def test_a_result_is_news_for_everybody(app: Flask, desk: Desk) -> None:
    table = tables_of(app, desk)[0]
    other = desk.round.tables[1].seats[0]
    pages = [Page(desk.client, f"{desk.path}{end}?me={other}") for end in ("", "/standings")]
    desk.play(table)
    assert [page.poll().status_code for page in pages] == [200, 200]


@pytest.mark.parametrize("page", ["/wall", "?me=1", "/results?me=1", "/standings"])
def test_news_is_drawn_once_for_all_who_ask_alike(app: Flask, desk: Desk, page: str) -> None:
    pages = [Page(app.test_client(), desk.path + page) for _ in range(3)]
    desk.did("round/1/table/1/more-time", minutes="5")
    first = pages[0].poll()
    for other in pages[1:]:
        with statements(app) as told:
            response = other.poll()
        assert response.data == first.data
        assert "Set-Cookie" not in response.headers
        assert len(told) <= 2


def test_a_new_round_leads_the_phones_to_its_tables(app: Flask, desk: Desk) -> None:
    mine = Page(app.test_client(), f"{desk.path}?me=1")
    desk.finish(app.test_client())
    desk.did("close", "draw", "publish")
    before = mine.address
    assert mine.poll().status_code == 200
    assert mine.address != before
    assert mine.poll().status_code == 204


@pytest.mark.parametrize("page", PAGES)
def test_a_page_never_waits_for_a_second_connection(app: Flask, desk: Desk, page: str) -> None:
    """A writer waits until the page has ended, and the page would wait for the writer."""
    held = most = 0

    def take(*_: object) -> None:
        nonlocal held, most
        held += 1
        most = max(most, held)

    def give(*_: object) -> None:
        nonlocal held
        held -= 1

    with app.app_context():
        engine = db.engine
    event.listen(engine, "checkout", take)
    event.listen(engine, "checkin", give)
    try:
        assert desk.client.get(desk.path + page).status_code == 200
    finally:
        event.remove(engine, "checkout", take)
        event.remove(engine, "checkin", give)
    assert most == 1
