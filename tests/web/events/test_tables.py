"""The desk's page of one table: its phone, its sheet, its result, and who joins it."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.rules.events.entrant_acts import Wish
from scorekeeper.rules.events.event import Outcome
from tests.desk import Desk, seven
from tests.table import Table
from tests.web.page import plain_text

EIGHT = ("Ann", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül", "Hans")
HERE = "round/1/table/1"


@pytest.fixture
def desk(app: Flask) -> Desk:
    """An event whose first round is running, at two tables of four."""
    desk = Desk(app.test_client())
    desk.begin(*EIGHT)
    return desk


def shown(desk: Desk, page: str = HERE) -> str:
    """The text of a page of the desk."""
    return plain_text(desk.page(page))


def result(desk: Desk, table: int = 1) -> Outcome | None:
    return desk.round.table(table).by_hand


def test_one_tap_gives_the_pencil_to_all_tables_that_ask(desk: Desk, app: Flask) -> None:
    for number, phone in enumerate([app.test_client() for _ in range(2)], 1):
        assert "Give the pencil to all" not in desk.page("round")
        name = desk.event.entrant(desk.round.table(number).seats[0]).name
        Table(phone).post(f"{desk.path}/t/1-{number}", name=name)
    page = desk.page("round")
    assert "2 tables ask to keep score" in plain_text(page)
    form = page.partition('<form class="card asks"')[2].partition("</form>")[0]
    found = {name: re.findall(rf'name="{name}" value="(\d+)"', form) for name in ("table", "phone")}
    desk.did("pencils", **found)
    assert [game.has_keeper for game in desk.games().values()] == [True, True]
    assert "Give the pencil to all" not in desk.page("round")


@pytest.mark.parametrize(
    ("totals", "made", "sentence"),
    [
        ([30, "", 0, 20], [""] * 4, "Enter points for everybody at the table"),
        ([30, 10, 0, 20], [1, "", 1, 1], "Enter the bids made for everybody"),
        ([30, "ten", 0, 20], [""] * 4, "Points"),
        ([30, 10, 0, 20], [2, 0, 0, 0], "Nobody can have made more bids"),
        ([30, 10, 0], [""] * 3, "Enter points for everybody at the table"),
        ([30, 10, 0, 999999], [""] * 4, "10"),
    ],
)
def test_a_wrong_result_is_refused_and_stays_typed(
    desk: Desk, totals: list[int | str], made: list[int | str], sentence: str
) -> None:
    refused = desk.send(f"{HERE}/by-hand", totals=totals, made=made)
    assert refused.status_code == 422
    tile = refused.text.partition(" open><summary ")[2].partition("</details>")[0]
    assert sentence in plain_text(tile.partition('class="problems"')[2])
    assert 'name="totals" maxlength="6" value="30"' in " ".join(refused.text.split())
    assert result(desk) is None


@pytest.mark.parametrize(
    ("total", "made", "sentence"),
    [
        (375, [""] * 4, "375: the hands of this table give at most 30 points."),
        (-375, [""] * 4, "-375: the hands of this table give at least -10 points."),
        (25, [""] * 4, "25: the points of this game are multiples of 10."),
        (20, [0, 1, 0, 1], "20: the hands of this table cannot give this with 0 bids made."),
        (-10, [1, 1, 0, 1], "-10: the hands of this table cannot give this with 1 bid made."),
    ],
)
def test_totals_that_the_hands_cannot_give_are_saved_only_when_asked_again(
    desk: Desk, total: int, made: list[int | str], sentence: str
) -> None:
    typed = {"totals": [total, 30, 0, 20], "made": made}
    refused = desk.send(f"{HERE}/by-hand", **typed)
    first = desk.event.entrant(desk.round.table(1).seats[0]).name
    assert refused.status_code == 422
    assert plain_text(refused.text).count(f"{first}, {sentence}") == 1
    assert plain_text(refused.text).count("or save them anyway") == 1
    assert 'name="anyway" value="y"' in refused.text
    assert f'value="{total}"' in refused.text
    assert result(desk) is None
    desk.did(f"{HERE}/by-hand", anyway="y", **typed)
    saved = result(desk)
    assert saved
    assert saved.totals == (total, 30, 0, 20)
    assert "Save anyway" not in desk.page(HERE)


def test_the_own_mistake_of_a_result_is_said_before_its_doubts(desk: Desk) -> None:
    refused = desk.send(f"{HERE}/by-hand", totals=[375, 30, 0, 20], made=[2, 1, 0, 1])
    assert "Nobody can have made more bids" in plain_text(refused.text)
    assert "at most 30 points" not in plain_text(refused.text)
    assert 'name="anyway"' not in refused.text, "it can never be saved"


def test_a_table_is_not_set_aside_without_a_reason(desk: Desk) -> None:
    refused = desk.send(f"{HERE}/aside", reason=" ", points=[5, "", 5, 5])
    assert refused.status_code == 422
    refused = desk.send(f"{HERE}/aside", reason=" ", points=[5, 5, 5, 7])
    assert "Type the reason" in plain_text(refused.text)
    assert 'value="7"' in refused.text
    assert desk.round.table(1).set_aside is None


def test_a_paper_result_of_a_closed_round_is_corrected_with_a_reason(
    desk: Desk, stranger: FlaskClient
) -> None:
    desk.did(f"{HERE}/by-hand", totals=[30, 10, 0, 20], made=[""] * 4)
    desk.play(desk.at(stranger, 2))
    desk.did("close")
    new = {"totals": [20, 10, 0, 20], "made": ["", "", "", ""]}
    refused = desk.send(f"{HERE}/by-hand", reason="", **new)
    assert "Type the reason" in plain_text(refused.text)
    desk.did(f"{HERE}/by-hand", reason="added up wrong", **new)
    desk.did("end")
    desk.did(f"{HERE}/by-hand", reason="and again", **new | {"totals": [10, 10, 0, 20]})
    found = result(desk)
    assert found is not None
    assert found.totals == (10, 10, 0, 20)
    for reason in ("added up wrong", "and again"):
        assert reason in shown(desk, "log")


def test_a_correction_of_a_paper_result_is_made_as_a_whole_or_not_at_all(desk: Desk) -> None:
    for table in (1, 2):
        desk.did(f"round/1/table/{table}/by-hand", totals=[30, 10, 0, 20], made=[""] * 4)
    desk.did("close")
    before = desk.stored
    refused = desk.send(f"{HERE}/by-hand", totals=[""] * 4, made=[""] * 4, reason="nothing left")
    assert refused.status_code == 422
    assert desk.stored == before


def test_a_wrong_result_that_is_sent_again_has_the_same_reason_though_the_desk_went_on(
    desk: Desk,
) -> None:
    stale = desk.stored.revision
    desk.did("round/1/table/2/by-hand", totals=[30, 10, 0, 20], made=[""] * 4)
    wrong = {"totals": [30, 10, 0, 20], "made": [2, 0, 0, 0]}
    refused = desk.send(f"{HERE}/by-hand", revision=stale, **wrong)
    assert "Nobody can have made more bids" in plain_text(refused.text)
    again = desk.send(f"{HERE}/by-hand", revision=stale, **wrong | {"made": [""] * 4})
    assert again.status_code == 303
    assert desk.round.table(1).by_hand is not None


def test_results_of_other_tables_and_late_seats_do_not_stop_the_desk_or_a_helper(
    desk: Desk, app: Flask
) -> None:
    helper, stale = desk.helper(app.test_client()), desk.stored.revision
    entered: dict[str, Any] = {"totals": [30, 10, 0, 20], "made": [""] * 4}
    desk.did("round/1/table/2/by-hand", **entered)
    path = f"{desk.path}/help/round/1/table/1"
    assert helper.post(path, revision=stale, **entered).status_code == 303
    assert helper.post(path, revision=stale, **entered).status_code == 409
    assert desk.send("pause", revision=stale).status_code == 303
    assert desk.send("close", revision=stale).status_code == 409


def test_an_unknown_table_leads_to_the_round(desk: Desk) -> None:
    for page in ("round/1/table/9", "round/7/table/1"):
        answer = desk.client.get(f"{desk.path}/desk/{page}")
        assert answer.location == f"{desk.path}/desk/round"
    refused = desk.send("round/1/table/9/more-time", minutes=5)
    assert refused.location == f"{desk.path}/desk/round"
    assert desk.send("round/9/table/9/by-hand", totals=[1], made=[""]).status_code == 303


@pytest.fixture
def keeper(app: Flask, client: FlaskClient) -> tuple[Desk, Table]:
    """The phone that keeps score at table 1, where Ann, Ben, Cem and Dan sit; Vera is out."""
    desk = seven(app)
    desk.did("players/add", names="Vera")
    desk.did("players/8/mark", state="out")
    desk.did("publish", "start")
    return desk, desk.at(client)


def ask(table: Table, name: str) -> None:
    response = table.post(f"{table.path}/joins", name=name)
    assert response.status_code == 303, response.text


def ask_name(table: Table, name: str, seat: int) -> None:
    response = table.post(f"{table.path}/name", name=name, seat=seat)
    assert response.status_code == 303, response.text


def test_the_table_asks_no_longer(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    ask(table, "Vera")
    assert "The desk is asked: Vera" in plain_text(table.client.get(f"{table.path}/joins").text)
    assert table.post(f"{table.path}/joins", withdraw="y").status_code == 303
    late = desk.send(f"{HERE}/joining", answer="yes", joining="Vera")
    assert late.status_code == 422
    assert "Table 1 no longer asks for this" in plain_text(late.text)
    desk.did(f"{HERE}/joining", answer="no", joining="Vera")
    assert len(desk.round.table(1).seats) == 4


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "Type the name of the player who joins."),
        ("x" * 41, "at most"),
        ("eva", "Eva has a seat in this round"),
    ],
)
def test_a_name_that_cannot_join_is_refused_with_a_sentence(
    keeper: tuple[Desk, Table], name: str, says: str
) -> None:
    desk, table = keeper
    refused = table.post(f"{table.path}/joins", name=name)
    assert refused.status_code == 422
    assert says in plain_text(refused.text)
    assert f'value="{name}"' in refused.text
    assert desk.games()[1, 1].wish is None


def test_a_table_that_has_begun_asks_for_nobody(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    ask(table, "Vera")
    table.turn("hearts")
    for said in (shown(desk, "round"), shown(desk, HERE)):
        assert "joins" not in said
    assert "Somebody joins" not in plain_text(table.page())
    assert "Table 1 has begun" in plain_text(table.client.get(f"{table.path}/joins").text)
    assert table.post(f"{table.path}/joins", name="Vera").status_code == 422
    assert desk.send(f"{HERE}/joining", answer="yes", joining="Vera").status_code == 422
    table.undo()
    assert "Table 1 asks to seat Vera" in shown(desk, HERE)


def test_who_has_got_a_seat_elsewhere_is_asked_for_no_longer(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    ask(table, "Vera")
    desk.did("join", number=8, table=2)
    assert desk.games()[1, 1].wish is None
    assert "asks to seat" not in shown(desk, HERE)


def test_a_wish_for_a_name_ends_with_no_with_another_wish_or_when_the_desk_renames_them(
    keeper: tuple[Desk, Table],
) -> None:
    desk, table = keeper
    ask_name(table, "Benno", seat=1)
    desk.did(f"{HERE}/joining", answer="no", joining="Benno", renames="2")
    assert "Table 1: nobody is renamed Benno" in plain_text(desk.page("log"))
    ask_name(table, "Benno", seat=1)
    assert desk.send(f"{HERE}/joining", answer="yes", joining="Benno").status_code == 422
    desk.did("players/2", name="Benno B.", club="")
    assert desk.games()[1, 1].wish is None
    ask_name(table, "Cemal", seat=2)
    assert table.post(f"{table.path}/name", withdraw="y").status_code == 303
    assert desk.games()[1, 1].wish is None
    ask_name(table, "Cemal", seat=2)
    ask(table, "Vera")
    assert desk.games()[1, 1].wish == Wish("Vera")


@pytest.mark.parametrize(
    ("name", "seat", "status"),
    [("", "0", 422), ("x" * 41, "0", 422), ("Zoe", "", 422), ("Zoe", "4", 404)],
)
def test_a_wish_for_no_name_or_for_nobody_is_refused(
    keeper: tuple[Desk, Table], name: str, seat: str, status: int
) -> None:
    desk, table = keeper
    refused = table.post(f"{table.path}/name", name=name, seat=seat)
    assert refused.status_code == status
    assert status == 404 or f'value="{name}"' in refused.text
    assert desk.games()[1, 1].wish is None


def test_a_wish_for_the_name_of_somebody_else_is_refused(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    seated = desk.event.rounds[0].tables[0].seats
    names = {one.number: one.name for one in desk.event.entrants}
    other = next(name for number, name in names.items() if number not in seated)
    for name in (names[seated[1]].upper(), other):
        refused = table.post(f"{table.path}/name", name=name, seat="0")
        assert refused.status_code == 422
        assert f"Somebody else here is called {name.title()}." in plain_text(refused.text)
        assert f'value="{name}"' in refused.text
    assert desk.games()[1, 1].wish is None
    ask_name(table, names[seated[0]].upper(), 0)
