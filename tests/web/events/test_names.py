"""Two people of one name in an event, on its pages, in its games and in its files."""

import pytest
from flask.testing import FlaskClient

from tests.desk import Desk
from tests.web.events.test_files import rows
from tests.web.page import main, plain_text


@pytest.fixture
def desk(client: FlaskClient) -> Desk:
    made = Desk(client)
    made.create(seating="free")
    made.did("players/add", names="Ann\nAnn\nBen, Cup\nBen, Hut", new_only="y", second=["Ann\t"])
    made.did("draw", "publish", "start")
    return made


def test_a_game_of_an_event_has_a_name_of_their_own_for_everybody(desk: Desk) -> None:
    names = {"Ann (1)", "Ann (2)", "Ben (Cup)", "Ben (Hut)"}
    assert set(desk.at(desk.client).players) == names
    desk.did("players/2", name="Anna", club="")
    assert set(desk.at(desk.client).stored().game.players) == names - {"Ann (1)", "Ann (2)"} | {
        "Ann",
        "Anna",
    }


def test_people_of_one_name_are_told_apart_on_every_page(desk: Desk) -> None:
    desk.play(desk.at(desk.client))
    seen = ["desk/round", "desk/round/1/table/1", "desk/round/seats", "desk/standings", "wall"]
    for page in (*seen, "standings", "print/by-name", "print/by-table", "print/standings"):
        text = plain_text(main(desk.client.get(f"{desk.path}/{page}").text))
        assert "Ann (1)" in text, page
        assert "Ben (Cup)" in text, page
    for page, lines in (
        ("desk/players", ("1 Ann number 1", "3 Ben Cup")),
        ("", ("1 Ann number 1", "3 Ben Cup")),
        ("print/slips", ("Ann 1", "Ben 3 · Cup")),
    ):
        text = plain_text(main(desk.client.get(f"{desk.path}/{page}".rstrip("/")).text))
        for line in lines:
            assert line in text, page
    desk.did("penalties", number=2, sign="penalty", points=5, of_round=1, reason="late")
    assert "Ann (2)" in plain_text(desk.page("log"))
    found = {
        (row["number"], row["name"], row["club"])
        for row in rows(desk.client, f"{desk.path}/results.csv")
    }
    assert found == {
        ("1", "Ann", ""),
        ("2", "Ann", ""),
        ("3", "Ben", "Cup"),
        ("4", "Ben", "Hut"),
    }
