"""The desk's standings: now and after each round, ranks that moved, level, final and podium."""

import re

import pytest
from flask.testing import FlaskClient

from tests.desk import Desk
from tests.web.page import main, plain_text

EIGHT = ("Ann", "Ben", "Cem", "Dora", "Emil", "Fay", "Gus", "Hanna")


@pytest.fixture
def desk(client: FlaskClient) -> Desk:
    return Desk(client)


def play(desk: Desk, *totals: int) -> None:
    """A round whose tables are entered by hand: points by start number."""
    desk.did("draw", "publish", "start")
    enter(desk, *totals)
    desk.did("close")


def enter(desk: Desk, *totals: int) -> None:
    for table in desk.round.tables:
        points = [totals[number - 1] for number in table.seats]
        desk.did(
            f"round/{desk.round.number}/table/{table.number}/by-hand", totals=points, anyway="y"
        )


def ranks(desk: Desk, after: str = "") -> list[tuple[str, str, str]]:
    """Rank, ranks moved and name of each line."""
    line = r'<i class="rk">(\d+)</i>(.*?)<span class="who"><b class="name">(.*?)</b>'
    page = desk.page(f"standings?after={after}")
    found = re.findall(line, page, re.DOTALL)
    return [(rank, plain_text(moved), name) for rank, moved, name in found]


def text(desk: Desk) -> str:
    return plain_text(main(desk.page("standings")))


def test_there_are_no_standings_before_the_first_result(desk: Desk) -> None:
    desk.create(*EIGHT[:4])
    assert "Standings appear after the first result." in text(desk)


def test_standings_can_be_seen_now_and_after_each_round(desk: Desk) -> None:
    desk.create(*EIGHT[:4])
    play(desk, 40, 30, 20, 10)
    play(desk, 0, 20, 0, 40)
    desk.did("draw", "publish", "start")
    assert "So far" in text(desk)
    now = [("1", "up 3", "Dora"), ("2", "", "Ben"), ("3", "down 2", "Ann"), ("4", "down 1", "Cem")]
    assert ranks(desk) == ranks(desk, "2") == now
    assert ranks(desk, "1") == [(f"{n}", "", name) for n, name in enumerate(EIGHT[:4], 1)]


def test_a_player_without_a_result_yet_has_no_rank_and_no_points(desk: Desk) -> None:
    desk.create(*EIGHT)
    desk.did("draw", "publish", "start")
    seats = desk.round.table(1).seats
    desk.did("round/1/table/1/by-hand", totals=[30, 20, 10, -10])
    said = text(desk)
    assert f"4 {EIGHT[seats[3] - 1]} −10 −10 –" in said
    assert said.split().count("–") == 8


def test_a_round_that_does_not_exist_shows_the_standings_of_now(desk: Desk) -> None:
    desk.create(*EIGHT[:4])
    play(desk, 40, 30, 20, 10)
    for asked in ("9", "x", "%C2%B2"):
        assert len(ranks(desk, asked)) == 4


def test_level_in_all_is_the_same_rank_and_the_order_is_said(desk: Desk) -> None:
    desk.create(*EIGHT[:4])
    play(desk, 30, 30, 10, 10)
    assert [rank for rank, _, _ in ranks(desk)] == ["1", "1", "3", "3"]
    assert "ranked by: tables won, share of bids made, best" in text(desk)


def test_results_without_bids_are_counted_below_the_standings(desk: Desk) -> None:
    desk.create(*EIGHT)
    desk.did("draw", "publish", "start")
    pages = ("desk/standings", "standings", "print/standings")
    for number, said in ((1, "1 result without bids: not"), (2, "2 results without bids: not")):
        desk.did(f"round/1/table/{number}/by-hand", totals=[30, 20, 10, -10])
        for page in pages:
            assert said in plain_text(desk.client.get(f"{desk.path}/{page}").text)
    for number in (1, 2):
        desk.did(f"round/1/table/{number}/by-hand", totals=[30, 20, 0, -10], made=[1, 1, 0, 0])
    for page in pages:
        assert "without bids" not in desk.client.get(f"{desk.path}/{page}").text


def test_the_event_ends_with_a_podium(desk: Desk) -> None:
    desk.create(*EIGHT[:4], rounds=1)
    play(desk, 40, 30, 20, 10)
    assert 'class="podium"' not in desk.page("standings")
    desk.did("end")
    podium = desk.page("standings").partition('class="podium"')[2].partition("</ol>")[0]
    assert re.findall(r'class="name">(.*?)<', podium) == ["Ann", "Ben", "Cem"]


def test_a_final_ranks_by_the_stage_that_people_reached(desk: Desk) -> None:
    desk.create(*EIGHT, rounds=1, final=4, winners=1)
    play(desk, 80, 70, 60, 50, 40, 30, 20, 10)
    desk.did("final")
    play(desk, 0, 10, 20, 30, 0, 0, 0, 0)
    page = text(desk)
    assert [name for _, _, name in ranks(desk)] == [*EIGHT[3::-1], *EIGHT[4:]]
    assert page.index("Final: 4 players") < page.index("Dora") < page.index("Before the final")
    assert "Dora 50 30 30" in page
    assert "Before the final 5 Emil 40 40" in page


def test_a_table_of_an_older_round_is_found_under_its_standings(desk: Desk) -> None:
    desk.create(*EIGHT[:4])
    play(desk, 40, 30, 20, 10)
    desk.did("draw", "publish")
    address = f"{desk.path}/desk/round/1/table/1"
    assert address in desk.page("standings?after=1")
    assert address not in desk.page("standings")
    assert desk.client.get(address).status_code == 200
