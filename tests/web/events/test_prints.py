"""The prints of an event: seats, slips, score sheets and standings."""

import re

import pytest
from flask import Flask

from tests.desk import Desk
from tests.web.page import plain_text

NAMES = ("Zoë", "Łukasz", "Ann, Club Köln", "Ben", "Çağla", "Mia", "Dora", "Émile")
PRINTS = ("by-name", "by-table", "slips", "sheets", "standings")


@pytest.fixture
def desk(app: Flask) -> Desk:
    """An event of two tables of four, whose first round is published."""
    desk = Desk(app.test_client())
    desk.create(*NAMES, seating="free")
    desk.did("draw", "publish")
    return desk


def printed(desk: Desk, what: str) -> str:
    """The text on paper."""
    response = desk.client.get(f"{desk.path}/print/{what}")
    assert response.status_code == 200, response.text
    return plain_text(response.text.partition('<div class="preview"')[2])


def leaves(desk: Desk, what: str) -> int:
    """The number of pages."""
    return len(
        re.findall(
            r'class="leaf|class="print-sheet ', desk.client.get(f"{desk.path}/print/{what}").text
        )
    )


def test_names_are_sorted_as_in_a_telephone_book(desk: Desk) -> None:
    shown = re.findall(r"([^\W\d]+) \d", printed(desk, "by-name").partition("your table.")[2])
    assert shown == ["Ann", "Ben", "Çağla", "Dora", "Émile", "Łukasz", "Mia", "Zoë"]


def test_the_qr_code_of_a_slip_is_that_of_its_table(desk: Desk) -> None:
    page = desk.client.get(f"{desk.path}/print/slips").text
    codes = re.findall(r"<svg[^>]*segno.*?</svg>", page, re.DOTALL)
    assert len({*codes}) == len(desk.round.tables)


def test_four_slips_are_a_page(app: Flask) -> None:
    desk = Desk(app.test_client())
    desk.create(*(f"P{number}" for number in range(17)), seating="free", table_size="3")
    desk.did("draw")
    assert (len(desk.round.tables), leaves(desk, "slips")) == (5, 2)


def test_sheets_of_seats_that_are_only_drawn_have_to_wait(app: Flask) -> None:
    desk = Desk(app.test_client())
    desk.create(*NAMES, seating="free")
    desk.did("draw")
    response = desk.client.get(f"{desk.path}/print/sheets", follow_redirects=True)
    assert "Publish the seats first" in response.text
    assert "not published yet" in response.text


def test_before_the_first_draw_the_list_says_what_is_missing(app: Flask) -> None:
    desk = Desk(app.test_client())
    desk.create(*NAMES)
    response = desk.client.get(f"{desk.path}/print/slips", follow_redirects=True)
    assert "Draw a round first" in response.text
    assert "Ann" in printed(desk, "standings")


def test_standings_after_a_round_leave_out_what_came_later(desk: Desk) -> None:
    desk.did("start")
    desk.finish(desk.client)
    desk.did("close", "draw", "publish", "start")
    desk.finish(desk.client)
    assert "R 2" in printed(desk, "standings")
    assert "R 2" not in printed(desk, "standings?after=1")
    assert "After round 1" in printed(desk, "standings?after=1")


def test_an_earlier_round_can_be_printed_again(desk: Desk) -> None:
    desk.did("start")
    desk.finish(desk.client)
    desk.did("close", "draw")
    assert "Round 2 of 3" in printed(desk, "by-name")
    assert "Round 1 of 3" in printed(desk, "by-name?round=1")
    assert "Round 2 of 3" in printed(desk, "by-name?round=9x")


@pytest.mark.parametrize("what", ["", *(f"/{one}" for one in PRINTS)])
def test_prints_are_for_the_desk_only(desk: Desk, app: Flask, what: str) -> None:
    assert desk.client.get(f"{desk.path}/print{what}").status_code == 200
    assert app.test_client().get(f"{desk.path}/print{what}").status_code == 404
