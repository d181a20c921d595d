"""The prints and files of an event."""

import csv
import io
import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.desk import Desk
from tests.table import Table, link_on
from tests.web.page import plain_text

NAMES = ("Ann, Köln", "=1+1", "Cem", "Dora")


@pytest.fixture
def desk(app: Flask) -> Desk:
    """An event of one table that has played its first round, with a penalty."""
    desk = Desk(app.test_client())
    desk.begin(*NAMES)
    desk.finish(desk.client)
    desk.did("penalties", number="3", sign="penalty", points="5", reason="late", of_round="1")
    desk.did("close")
    return desk


def rows(client: FlaskClient, address: str, delimiter: str = ",") -> list[dict[str, str]]:
    """The lines of a CSV file."""
    response = client.get(address)
    assert response.status_code == 200, response.text
    return [*csv.DictReader(io.StringIO(response.data.decode("utf-8-sig")), delimiter=delimiter)]


def test_standings_name_what_each_round_counts(desk: Desk) -> None:
    lines = {
        line["number"]: line
        for line in rows(desk.client, f"{desk.path}/standings.csv?sep=semicolon", ";")
    }
    third = lines["3"]
    assert third["penalty"] == "-5"
    assert int(third["counted"]) == int(third["round_1"]) - 5


def test_a_file_is_named_after_its_event(desk: Desk) -> None:
    desk.create(event="Köln: 2. Rally!")
    for page, name in (
        ("results.csv",) * 2,
        ("standings.csv",) * 2,
        ("desk/event.json", "event.json"),
    ):
        headers = desk.client.get(f"{desk.path}/{page}", buffered=True).headers
        assert headers["Content-Disposition"] == f'attachment; filename="koln-2-rally-{name}"'


def test_another_book_imports_the_whole_event_and_runs_it(desk: Desk, app: Flask) -> None:
    file = desk.client.get(f"{desk.path}/desk/event.json").text
    other = Desk(app.test_client())
    answer = other.table.post("/book/bring", text=file)
    assert answer.status_code == 303
    other.key = answer.location.split("/e/")[1].split("/")[0]
    assert other.key != desk.key
    assert other.event == desk.event
    standings = rows(other.client, f"{other.path}/standings.csv")
    assert standings == rows(desk.client, f"{desk.path}/standings.csv")
    other.did("draw")
    assert len(desk.event.rounds) == 1


def test_a_book_imports_an_event_once(desk: Desk, app: Flask) -> None:
    file = desk.client.get(f"{desk.path}/desk/event.json").text
    other = Table(app.test_client())
    assert (
        other.post("/book/bring", text=file).location
        == other.post("/book/bring", text=file).location
    )


def test_a_changed_event_is_refused_and_nothing_is_lost(desk: Desk) -> None:
    file = desk.client.get(f"{desk.path}/desk/event.json").text.replace('"drawn"', '"drawm"')
    answer = desk.table.post("/book/bring", text=file)
    assert answer.status_code == 422
    assert "drawm" in answer.text


def test_a_game_that_a_phone_brought_into_the_book_becomes_no_table(app: Flask) -> None:
    """It would leave the book with its phone, but stay at the desk."""
    mia, pia = Table(app.test_client()), Table(app.test_client())
    mia.start("Uma", "Vic", "Wim")
    pia.start("Ann", "Ben", "Cem", "Dora")
    mia.post("/book/link")
    assert pia.post(link_on(mia.client.get("/book").text), name="Pia").status_code == 303
    desk = Desk(app.test_client())
    desk.begin("Ann", "Ben", "Cem", "Dora")
    whole = json.loads(desk.page("event.json"))
    whole["tables"][0]["game"] = whole["games"][0]["id"] = pia.stored().uid
    refused = mia.post("/book/bring", file=(io.BytesIO(json.dumps(whole).encode()), "event.json"))
    assert refused.status_code == 422
    assert "Import the event on a phone that does not share this book." in refused.text
    assert pia.turn("hearts").status_code == 303
    other = Table(app.test_client())
    came = other.post("/book/bring", file=(io.BytesIO(json.dumps(whole).encode()), "event.json"))
    assert came.status_code == 303


EIGHT = ("Zoë", "Łukasz", "Ann, Club Köln", "Ben", "Çağla", "Mia", "Dora", "Émile")


@pytest.fixture
def published(app: Flask) -> Desk:
    """An event of two tables of four, whose first round is published."""
    published = Desk(app.test_client())
    published.create(*EIGHT, seating="free")
    published.did("draw", "publish")
    return published


def printed(published: Desk, what: str) -> str:
    """The text on paper."""
    response = published.client.get(f"{published.path}/print/{what}")
    assert response.status_code == 200, response.text
    return plain_text(response.text.partition('<div class="preview"')[2])


def leaves(published: Desk, what: str) -> int:
    """The number of pages."""
    return len(
        re.findall(
            r'class="leaf|class="print-sheet ',
            published.client.get(f"{published.path}/print/{what}").text,
        )
    )


def test_names_are_sorted_as_in_a_telephone_book(published: Desk) -> None:
    shown = re.findall(r"([^\W\d]+) \d", printed(published, "by-name").partition("your table.")[2])
    assert shown == ["Ann", "Ben", "Çağla", "Dora", "Émile", "Łukasz", "Mia", "Zoë"]


def test_the_qr_code_of_a_slip_is_that_of_its_table(published: Desk) -> None:
    page = published.client.get(f"{published.path}/print/slips").text
    codes = re.findall(r"<svg[^>]*segno.*?</svg>", page, re.DOTALL)
    assert len({*codes}) == len(published.round.tables)


def test_four_slips_are_a_page(app: Flask) -> None:
    published = Desk(app.test_client())
    published.create(*(f"P{number}" for number in range(17)), seating="free", table_size="3")
    published.did("draw")
    assert (len(published.round.tables), leaves(published, "slips")) == (5, 2)
