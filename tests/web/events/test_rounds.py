"""A round, as the desk draws it, seats it, times it and closes it, and its mishaps."""

import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.desk import SEVEN, Desk
from tests.web.page import plain_text, problems

EIGHT = ("Ann", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül", "Hans")
FREE = {"seating": "free", "rounds": "3"}


@pytest.fixture
def desk(app: Flask) -> Desk:
    """An event of eight people at two tables, before the first draw."""
    desk = Desk(app.test_client())
    desk.create(*EIGHT, **FREE)
    return desk


def shown(desk: Desk, page: str = "round") -> str:
    """The text of a page of the desk."""
    return plain_text(desk.page(page))


def seats(desk: Desk) -> list[list[int]]:
    return [list(table.seats) for table in desk.round.tables]


def test_other_tables_are_advised_when_people_meet_again(app: Flask) -> None:
    desk = Desk(app.test_client())
    desk.create(*EIGHT, *"IJKLMNOPQ", seating="planned", rounds="3", remainder="5")
    desk.did("draw")
    assert "pairs of players meet again" in shown(desk)
    assert "With 2 tables of 4, 3 tables of 3, nobody would meet twice." in shown(
        desk, "round/advice"
    )
    desk.did("sizes", size=4, remainder=3)
    assert [len(table) for table in seats(desk)] == [4, 4, 3, 3, 3]
    desk.did("publish")
    late = desk.client.get(f"{desk.path}/desk/round/advice", headers={"HX-Request": "true"})
    assert (late.status_code, "HX-Redirect" in late.headers) == (204, False)
    assert desk.client.get(f"{desk.path}/desk/round/advice").location == f"{desk.path}/desk/round"


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        ([1, 1, 1, 1, 2, 2, 2, ""], "Hans has no table yet"),
        ([1, 1, 1, 1, 3, 3, 3, 3], "Nobody sits at table 2"),
        ([1, 1, 1, 1, 1, 1, 1, 2], "A table of this game needs 3 to 6 players"),
        ([1, 1, 1, 1, 2, 2, 2, "x"], "Table"),
        ([1, 1, 1, 1, 2, 2, 2, -2], "Hans has no table yet"),
    ],
)
def test_an_invalid_seating_is_refused_and_stays_typed(
    app: Flask, tables: list[int | str], sentence: str
) -> None:
    desk = Desk(app.test_client())
    desk.create(*EIGHT, seating="by-hand")
    refused = desk.send("round/by-hand", number=list(range(1, 9)), table=tables)
    assert refused.status_code == 422
    assert sentence in plain_text(refused.text)
    assert f'name="table" value="{tables[-1]}"' in refused.text
    assert not desk.event.rounds


FOLLOWED = re.compile(r'data-from="([^"]+)"\s+data-seen="([^"]+)"')


def test_whatever_a_round_shows_its_page_asks_for_news_until_there_is_some(
    app: Flask, stranger: FlaskClient
) -> None:
    desk = Desk(app.test_client())
    desk.create(*EIGHT, seating="free", rounds="1", final="4", winners="1")
    other = desk.share(stranger)

    def news(page: str) -> Callable[[], int]:
        address, seen = FOLLOWED.findall(other.page(page))[0]
        asked = {"query_string": {"seen": seen}, "headers": {"HX-Request": "true"}}
        return lambda: other.client.get(address, **asked).status_code

    for step in (
        "draw",
        "publish",
        "start",
        "close",
        "final",
        "draw",
        "publish",
        "start",
        "close",
        "end",
    ):
        if step == "close":
            desk.finish(app.test_client())
        seats = ["round/seats"] if step in ("publish", "start", "close") else []
        pages = [news(page) for page in ("round", *seats)]
        assert [ask() for ask in pages] == [204] * len(pages), step
        desk.did(step)
        assert 204 not in [ask() for ask in pages], step


SEVEN_SEATS = """Name;Tisch;Platz
Ann;2;1
Ben;1;2
"Müller, Cem";1;1
4;2;3
Eva;2;2
Fay;1;4
Gil;1;3"""


@pytest.mark.parametrize(
    "typed",
    [
        SEVEN_SEATS,
        SEVEN_SEATS.replace(";", "\t"),
        "2;1;Ann\n1;2;Ben\n1;1;Cem Müller\n2;3;Dan\n2;2;Eva\n1;4;Fay\n1;3;Gil",
        "Cem Müller 1\nBen 1\nGil 1\nFay 1\nAnn 2\nEva 2\nDan 2",
        "1. Cem Müller, 1, 1\n2. Ben, 1, 2\n3. Gil, 1, 3\n4. Fay, 1, 4\n5. Ann, 2, 1\n"
        "6. Eva, 2, 2\n7. Dan, 2, 3",
    ],
)
def test_a_pasted_list_of_seats_becomes_the_draw_of_the_round(
    client: FlaskClient, typed: str
) -> None:
    desk = Desk(client)
    names = ["Ann", "Ben", "Cem Müller", *SEVEN[3:]]
    desk.create(*names, seating="by-hand", table_size="4", remainder="3")
    seen = plain_text(desk.send("round/list/look", seats=typed).text)
    assert "Read as 7 people" in seen
    assert "Table 1 Cem Müller, Ben, Gil, Fay Table 2 Ann, Eva, Dan" in seen
    assert not desk.event.rounds
    desk.did("round/list", seats=typed)
    assert [table.seats for table in desk.round.tables] == [(3, 2, 7, 6), (1, 5, 4)]
    desk.did("undo", number=desk.stored.revision)
    assert not desk.event.rounds


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ((";2;1", ";;"), "Line 2 has no table."),
        (("Ann", "Zoe"), "Line 2: nobody in this event has this name or number."),
        (("Ann", "Eva"), "Eva has two seats."),
        (("Ben;1;2", "Ben;1;1"), "Line 4: this seat is taken already."),
        (("Ann;2;1\n", ""), "Ann"),
        (("Fay;1", "Fay;4"), "3"),
    ],
)
def test_a_list_of_seats_with_a_mistake_is_shown_again_as_typed(
    client: FlaskClient, change: tuple[str, str], problem: str
) -> None:
    desk = Desk(client)
    names = ["Ann", "Ben", "Cem Müller", *SEVEN[3:]]
    desk.create(*names, seating="by-hand", table_size="4", remainder="3")
    typed = SEVEN_SEATS.replace(*change)
    assert problem in plain_text(desk.send("round/list/look", seats=typed).text)
    refused = desk.send("round/list", seats=typed)
    assert (refused.status_code, len(desk.event.rounds)) == (422, 0)
    assert any(problem in one for one in problems(refused.text))
    assert "Name;Tisch;Platz" in refused.text
