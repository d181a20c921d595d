"""The desk's standings: now and after each round, ranks that moved, level, final and podium."""

import re

import pytest
from flask.testing import FlaskClient

from tests.desk import Desk
from tests.web.page import plain_text

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


def test_a_round_that_does_not_exist_shows_the_standings_of_now(desk: Desk) -> None:
    desk.create(*EIGHT[:4])
    play(desk, 40, 30, 20, 10)
    for asked in ("9", "x", "%C2%B2"):
        assert len(ranks(desk, asked)) == 4
