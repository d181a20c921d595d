"""Mishaps on the day: somebody leaves or is replaced, or a result is wrong."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.desk import Desk
from tests.table import Table
from tests.web.events.shown import rows_of
from tests.web.page import plain_text

NAMES = ("Ann", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül", "Hans")
FIRST = "round/1/table/1"


@pytest.fixture
def desk(app: Flask) -> Desk:
    """An event whose first round is running, at two tables that play two hands."""
    desk = Desk(app.test_client())
    desk.begin(*NAMES, hands_4="1, 2")
    return desk


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    """A phone of a table."""
    return app.test_client()


def won(table: Table, winner: int = 0) -> None:
    """Play a hand: this seat bids all tricks and takes them."""
    bids = tuple(table.hand * (seat == winner) for seat in range(len(table.players)))
    response = table.play("hearts", bids, bids)
    assert response.status_code == 303, response.text


def leave(desk: Desk, table: Table, seat: int) -> None:
    """The desk lets somebody leave the table."""
    desk.did(f"{FIRST}/keep", answer="leaves")
    fields: dict[str, Any] = {"away": "y", "revision": table.revision}
    gone = desk.table.post(f"{table.path}/players/{seat}", **fields)
    assert gone.status_code == 303, gone.text


def without_first(table: Table) -> None:
    """Play a hand without the first player, who left."""
    table.turn("hearts")
    table.bid(None, 2, 0, 0)
    assert table.score(None, 2, 0, 0).status_code == 303


def finish(desk: Desk, phone: FlaskClient) -> None:
    """Play both hands at both tables, and close the round."""
    for seated in desk.round.tables:
        table = desk.at(phone, seated.number)
        won(table)
        won(table)
    desk.did("close")


def counted(desk: Desk) -> dict[str, int]:
    """The counted points of everybody, by name."""
    return {row["name"]: int(row["counted"]) for row in rows_of(desk, "standings.csv")}


@pytest.mark.parametrize("counts", ["comes", "leaves"])
def test_the_one_on_stand_by_takes_the_seat_and_the_hands_stay(
    desk: Desk, phone: FlaskClient, counts: str
) -> None:
    desk.did("players/add", names="Ina", stand_by="y")
    table = desk.at(phone, 1)
    won(table)
    left, comes = desk.round.table(1).seats[0], 9
    desk.did("replace", leaves=left, comes=comes, counts=counts)
    name = desk.event.entrant(left).name
    assert "Ina" in table.page()
    won(table)
    assert table.totals()[0] == 30 + 40
    other = desk.at(phone, 2)
    won(other)
    won(other)
    desk.did("close")
    found = counted(desk)
    expected = {"comes": (0, 70), "leaves": (70, 0)}[counts]
    assert (found.get(name, 0), found.get("Ina", 0)) == expected
    desk.did("draw")
    assert desk.round.table_of(left) is None


def test_a_table_continues_without_somebody_who_leaves(desk: Desk, phone: FlaskClient) -> None:
    table = desk.at(phone, 1)
    won(table)
    leave(desk, table, 0)
    without_first(table)
    other = desk.at(phone, 2)
    won(other)
    won(other)
    desk.did("close")
    places = {
        row["number"]: int(row["place"])
        for row in rows_of(desk, "results.csv")
        if row["table"] == "1"
    }
    seats = desk.event.round(1).table(1).seats
    assert [places[str(number)] for number in seats] == [4, 1, 2, 2]


def test_the_desk_is_asked_whether_somebody_who_left_plays_in_the_next_round(
    desk: Desk, phone: FlaskClient
) -> None:
    table, other = desk.at(phone, 1), desk.at(phone, 2)
    won(table)
    number = desk.round.table(1).seats[0]
    name = desk.event.entrant(number).name
    asks, notes = f"Does {name} play in the next round?", f"{name} left in mid-game and is"
    assert notes not in plain_text(desk.page(FIRST))
    desk.did(f"{FIRST}/keep", answer="leaves")
    fields: dict[str, Any] = {"away": "y", "revision": table.revision}
    gone = desk.table.post(f"{table.path}/players/0", **fields)
    assert gone.location == f"{desk.path}/desk/{FIRST}"
    assert asks in plain_text(desk.page(FIRST))
    plays = desk.send(f"players/{number}/mark", state="in", back="round")
    assert plays.location == f"{desk.path}/desk/round"
    assert asks not in plain_text(desk.page(FIRST))
    assert f"{name} plays" in plain_text(desk.page("log"))
    desk.did("undo", number=desk.stored.revision)
    assert asks in plain_text(desk.page(FIRST))
    without_first(table)
    for _ in range(2):
        won(other)
    desk.did("close")
    assert notes in plain_text(desk.page("round"))
    assert number in desk.event.playing
    desk.did(f"players/{number}/mark", state="in", back="round")
    assert notes not in plain_text(desk.page("round")), "the desk has said it"
    desk.did("undo", number=desk.stored.revision)
    out = desk.send(f"players/{number}/mark", state="out", back="round")
    assert out.location == f"{desk.path}/desk/round"
    assert notes not in plain_text(desk.page("round"))
    assert number not in desk.event.playing


def test_somebody_who_left_comes_back_by_the_desk(desk: Desk, phone: FlaskClient) -> None:
    table = desk.at(phone, 1)
    leave(desk, table, 0)
    page = plain_text(desk.client.get(f"{table.path}/players/leave").text)
    assert "Who comes back?" in page
    back = desk.table.post(f"{table.path}/players/0", away="", revision=table.revision)
    assert back.location == table.path
    assert "left in mid-game" not in plain_text(desk.page(FIRST))


def test_a_result_corrected_two_rounds_later_changes_the_standings_and_no_draw(
    desk: Desk, phone: FlaskClient
) -> None:
    finish(desk, phone)
    desk.did("draw", "publish", "start")
    finish(desk, phone)
    desk.did("draw")
    before, drawn = counted(desk), desk.event.rounds
    key = desk.games()[1, 1].key
    kept = Table(phone)
    kept.key = key
    hand: dict[str, Any] = {
        "turned": "hearts",
        "dealer": 0,
        "bid_0": 1,
        "bid_1": 0,
        "bid_2": 0,
        "bid_3": 0,
    }
    taken: dict[str, Any] = {"tricks_0": 0, "tricks_1": 1, "tricks_2": 0, "tricks_3": 0}
    refused = kept.post(f"{kept.path}/hands/1", revision=kept.revision, **hand, **taken)
    assert refused.status_code == 404
    assert desk.send(f"{FIRST}/correct", reason="").status_code == 422
    desk.did(f"{FIRST}/correct", reason="Ben took it")
    kept = Table(desk.client)
    kept.key = key
    done = kept.post(f"{kept.path}/hands/1", revision=kept.revision, **hand, **taken)
    assert done.status_code == 303, done.text
    after = counted(desk)
    names = [desk.event.entrant(number).name for number in desk.event.round(1).table(1).seats]
    assert [after[name] - before[name] for name in names] == [-40, -30, 0, 0]
    assert {name for name in after if after[name] != before[name]} == {*names[:2]}
    assert desk.event.rounds == drawn
    assert "Ben took it" in desk.page("log")
