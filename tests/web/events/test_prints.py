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


def test_each_name_has_its_table(desk: Desk) -> None:
    text = printed(desk, "by-name")
    for table in desk.round.tables:
        for number in table.seats:
            assert f"{desk.event.entrant(number).name} {table.number}" in text


def test_a_list_by_table_marks_who_deals(desk: Desk) -> None:
    page = desk.client.get(f"{desk.path}/print/by-table").text
    dealers = re.findall(r'<li class="deals">.*?class="name">([^<]+)<', page, re.DOTALL)
    tables = desk.round.tables
    assert dealers == [desk.event.entrant(one.seats[one.dealer]).name for one in tables]


def test_a_slip_has_seats_dealer_hands_and_the_code_of_the_game(desk: Desk) -> None:
    text, table = printed(desk, "slips?table=2"), desk.round.table(2)
    names = [desk.event.entrant(number).name for number in table.seats]
    assert [name for name in names if name in text] == names
    assert text.count("deals first") == 1
    assert "1 hand, 1 h 45 min 1" in text
    assert f"{desk.games()[1, 2].code}" in text
    assert "Table 1" not in text


def test_the_qr_code_of_a_slip_is_that_of_its_table(desk: Desk) -> None:
    page = desk.client.get(f"{desk.path}/print/slips").text
    codes = re.findall(r"<svg[^>]*segno.*?</svg>", page, re.DOTALL)
    assert len({*codes}) == len(desk.round.tables)


def test_a_slip_has_a_box_for_points_and_one_for_bids_made_of_each_player(desk: Desk) -> None:
    page = desk.client.get(f"{desk.path}/print/slips").text
    players = sum(len(table.seats) for table in desk.round.tables)
    assert page.count('<i class="pen"></i>') == players
    assert page.count('<i class="pen made">/1</i>') == players
    assert "On paper: points, bids made" in page


def test_four_slips_are_a_page(app: Flask) -> None:
    desk = Desk(app.test_client())
    desk.create(*(f"P{number}" for number in range(17)), seating="free", table_size="3")
    desk.did("draw")
    assert (len(desk.round.tables), leaves(desk, "slips")) == (5, 2)


def test_a_sheet_for_each_table_waits_for_the_pen(desk: Desk) -> None:
    text = printed(desk, "sheets")
    assert leaves(desk, "sheets") == 2
    assert "Round 1 · Table 1 Rally" in text
    assert "Round 1 · Table 2 Rally" in text
    assert leaves(desk, "sheets?table=2") == 1


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


def test_standings_have_a_column_for_each_round_that_has_a_result(desk: Desk) -> None:
    desk.did("start")
    desk.finish(desk.client)
    desk.did("penalties", number="3", sign="penalty", points="5", reason="late", of_round="")
    text = printed(desk, "standings")
    assert "R 1 Penalty Game points Won Bids Points" in text
    assert "R 2" not in text
    assert re.search(r"Ann Club Köln −?\d+ −5 ", text)
    assert "Game points count." in text


@pytest.mark.parametrize(("counts", "head"), [("points", ""), ("placement", "Game points ")])
def test_game_points_have_a_column_only_where_others_count(
    app: Flask, counts: str, head: str
) -> None:
    desk = Desk(app.test_client())
    desk.create(*NAMES, seating="free", counts=counts)
    desk.did("draw", "publish", "start")
    desk.finish(desk.client)
    assert f"R 1 {head}Won Bids Points" in printed(desk, "standings")


def test_a_player_without_a_result_has_no_rank_and_no_points(desk: Desk) -> None:
    desk.did("start")
    desk.play(desk.at(desk.client))
    text, wall = printed(desk, "standings"), desk.client.get(f"{desk.path}/wall").text
    assert len(re.findall(r"– [^–]+ – 0 – –", text)) == 4
    assert wall.count("<strong>–</strong>") == 2, "of the first six"


def test_standings_give_the_reasons_of_penalties(desk: Desk) -> None:
    desk.did("penalties", number=4, sign="penalty", points=10, reason="late", of_round=1)
    text = printed(desk, "standings")
    assert "> Standings · So far" in text
    assert "Ben −10: late" in text


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
