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
from tests.web.events.shown import rows_of
from tests.web.page import plain_text

EIGHT = ("Ann", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül", "Hans")
HERE = "round/1/table/1"
LONG = {"hands_3": "1, 2, 3", "hands_4": "1, 2, 3"}


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


def test_the_desk_confirms_or_refuses_a_phone_that_asks(
    desk: Desk, app: Flask, stranger: FlaskClient
) -> None:
    desk.at(stranger, 1)
    late = Table(app.test_client())
    late.post(desk.slip(1), name="Jo")
    assert "asks to keep score" in shown(desk)
    desk.did(f"{HERE}/pencil", answer="no")
    assert "asks to keep score" not in shown(desk)
    late.post(desk.slip(1))
    asking = desk.games()[1, 1].asks_id
    desk.did(f"{HERE}/pencil", answer="yes", phone=asking)
    assert late.post(desk.slip(1)).location.startswith("/g/")
    assert "asks to keep score" not in shown(desk)


def corrects(desk: Desk, page: str = HERE) -> bool:
    """Return whether a page offers to end a correction."""
    return f'action="{desk.path}/desk/{HERE}/done"' in desk.page(page)


def test_a_correction_says_who_corrects_and_lasts_until_it_is_done(
    desk: Desk, stranger: FlaskClient
) -> None:
    desk.finish(stranger)
    desk.did("close")
    desk.table.post("/book/name", name="The desk")
    desk.did(f"{HERE}/correct", reason="a wrong bid")
    assert "The desk corrects this sheet" in shown(desk)
    game = desk.client.get(desk.game()).text
    assert 'data-role="keeps"' in game
    assert f'action="{desk.path}/desk/{HERE}/done"' in game
    desk.did(f"{HERE}/done")
    assert not corrects(desk)
    assert 'data-role="looks"' in desk.client.get(desk.game()).text
    assert desk.send(f"{HERE}/done").status_code == 303, "it is done already"


def test_another_phone_of_the_desk_ends_a_correction_or_takes_it_over(
    desk: Desk, app: Flask, stranger: FlaskClient
) -> None:
    desk.finish(stranger)
    desk.did("close")
    other = desk.share(app.test_client())
    desk.did(f"{HERE}/correct", reason="a wrong bid")
    other.did(f"{HERE}/correct", reason="another one")
    keeps = [one.client.get(desk.game()).text.count('data-role="keeps"') for one in (desk, other)]
    assert keeps == [0, 1]
    desk.did(f"{HERE}/done")
    assert not corrects(other)


def test_after_the_end_a_sheet_is_corrected_once_the_round_is_open_again(
    desk: Desk, stranger: FlaskClient
) -> None:
    desk.finish(stranger)
    desk.did("close", "end")
    refused = desk.send(f"{HERE}/correct", reason="a wrong bid")
    assert refused.status_code == 422
    assert "This event has ended. Reopen its last round first." in plain_text(refused.text)
    assert 'data-role="looks"' in desk.client.get(desk.game()).text
    desk.did("reopen")
    assert 'data-role="keeps"' in stranger.get(desk.game()).text, "as before it was closed"


def test_one_tap_gives_the_pencil_to_all_tables_that_ask(desk: Desk, app: Flask) -> None:
    for number, phone in enumerate([app.test_client() for _ in range(2)], 1):
        assert "Give the pencil to all" not in desk.page("round")
        name = desk.event.entrant(desk.round.table(number).seats[0]).name
        Table(phone).post(f"{desk.path}/t/1-{number}", name=name)
    page = desk.page("round")
    assert "2 tables ask to keep score" in plain_text(page)
    form = page.partition('<form class="asks"')[2].partition("</form>")[0]
    found = {name: re.findall(rf'name="{name}" value="(\d+)"', form) for name in ("table", "phone")}
    desk.did("pencils", **found)
    assert [game.has_keeper for game in desk.games().values()] == [True, True]
    assert "Give the pencil to all" not in desk.page("round")


def test_a_phone_that_asks_at_all_tables_gets_none_with_one_tap(desk: Desk, app: Flask) -> None:
    phone = Table(app.test_client())
    for number in (1, 2):
        phone.post(f"{desk.path}/t/1-{number}")
    assert "Give the pencil to all" not in desk.page("round")


def test_a_phone_that_was_told_who_it_is_asks_with_that_name_first(desk: Desk, app: Flask) -> None:
    seats, phone = desk.round.table(1).seats, app.test_client()
    phone.get(f"{desk.path}?me={seats[1]}")
    page = phone.get(f"{desk.path}/t/1-1").text
    first = page.partition('class="button main" name="name" value="')[2].partition('"')[0]
    assert first == desk.event.entrant(seats[1]).name
    assert page.count("button main") == 1


def test_the_pencil_is_called_back(desk: Desk, stranger: FlaskClient) -> None:
    desk.at(stranger, 1)
    desk.did(f"{HERE}/pencil", answer="back")
    assert "No phone keeps score yet" in shown(desk)


def test_a_result_is_entered_by_hand_and_taken_back(desk: Desk) -> None:
    desk.did(f"{HERE}/by-hand", totals=[30, -10, 0, 20], made=[1, 0, 0, 1])
    assert result(desk) == Outcome((30, -10, 0, 20), (1, 0, 0, 1), (1, 1, 1, 1))
    assert "Table 1 · Round 1 · In" in shown(desk).replace("Table 1 Round", "Table 1 · Round")
    desk.did(f"{HERE}/by-hand", totals=["", "", "", ""], made=["", "", "", ""])
    assert result(desk) is None


def test_a_result_by_hand_counts_although_the_phone_plays_on_and_both_say_so(
    app: Flask, client: FlaskClient
) -> None:
    desk = seven(app, "publish", "start", **LONG)
    table = desk.at(client)
    table.play("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
    desk.did(f"{HERE}/by-hand", totals=[30, 20, 10, 0], made=[""] * 4)
    for page in ("round?show=all", HERE):
        assert "plays on" not in shown(desk, page)
    desk.did("players/1", name="Anna", club="")
    assert "plays on" not in shown(desk, HERE), "a new name is no tap of the table"
    said = "The desk entered the result: Anna 30, Ben 20, Cem 10, Dan 0."
    assert f"{said} What is entered here does not count." in plain_text(table.page())
    table.turn("hearts")
    for page in ("round?show=all", HERE):
        assert "The phone plays on: Hand 2 of 3" in shown(desk, page)
    table.undo()
    for hand in (2, 3):
        table.play("hearts", (hand, 0, 0, 0), (hand, 0, 0, 0))
    assert said in plain_text(table.page())
    for page in ("round?show=all", HERE):
        assert "The phone has another result" in shown(desk, page)
    assert counted(desk, "Anna") == "30"
    desk.did(f"{HERE}/by-hand", totals=[""] * 4, made=[""] * 4)
    assert counted(desk, "Anna") == "120"
    assert "another result" not in shown(desk, HERE)
    assert said not in plain_text(table.page())


def counted(desk: Desk, name: str) -> str:
    return next(row["counted"] for row in rows_of(desk, "standings.csv") if row["name"] == name)


def test_the_phone_of_a_table_that_was_set_aside_says_so(app: Flask, client: FlaskClient) -> None:
    desk = seven(app, "publish", "start", **LONG)
    table = desk.at(client)
    desk.did(f"{HERE}/aside", points=[0] * 4, reason="a card is missing")
    page = plain_text(table.page())
    assert "The desk set this table aside: a card is missing. What is entered here" in page


def test_the_desk_sees_that_a_game_was_shortened(
    app: Flask, client: FlaskClient, stranger: FlaskClient
) -> None:
    desk = seven(app, "publish", "start", **LONG)
    first, other = desk.at(client), desk.at(stranger, 2)
    first.play("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
    desk.pass_time(106)
    first.turn("hearts")
    first.bid(2, 0, 0, 0)
    first.score(2, 0, 0, 0)
    for page in ("round?show=all", HERE):
        assert "In · 2 of 3 hands" in shown(desk, page)
    other.play("hearts", (1, 0, 0), (1, 0, 0))
    desk.did("round/1/table/2/keep", answer="keep")
    desk.table.post(f"{other.path}/end", hands=1, revision=other.revision)
    assert "1 of 3 hands" in shown(desk, "round")
    rows = rows_of(desk, "results.csv")
    assert [row["hands_played"] for row in rows] == ["2"] * 4 + ["1"] * 3
    assert {row["hands_planned"] for row in rows} == {"3"}
    desk.did("round/1/table/2/by-hand", totals=[30, 20, 10], made=[""] * 3)
    assert "1 of 3 hands" not in shown(desk, "round")
    desk.did("close")
    assert "2 of 3 hands" in shown(desk, "standings?after=1")


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
    tile = refused.text.partition(" open><summary>")[2].partition("</details>")[0]
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


def test_the_desk_keeps_score_or_lets_somebody_leave(desk: Desk) -> None:
    game = desk.games()[1, 1].key
    assert desk.send(f"{HERE}/keep", answer="keep").location == f"/g/{game}"
    assert desk.send(f"{HERE}/keep", answer="leaves").location == f"/g/{game}/players/leave"
    assert desk.client.get(f"/g/{game}/players/leave").status_code == 200


def test_the_desk_corrects_the_sheet_of_a_closed_round_with_a_reason(
    desk: Desk, stranger: FlaskClient
) -> None:
    desk.finish(stranger)
    desk.did("close")
    assert desk.send(f"{HERE}/keep", answer="keep").status_code == 422
    refused = desk.send(f"{HERE}/correct", reason="")
    assert "Type the reason" in plain_text(refused.text)
    opened = desk.send(f"{HERE}/correct", reason="two tricks swapped")
    game = desk.games()[1, 1].key
    assert opened.location == f"/g/{game}"
    sheet = Table(desk.client)
    sheet.key = game
    sheet.players = sheet.stored().game.players
    before = sheet.stored().sheet.totals
    values: dict[str, Any] = {
        f"{name}_{seat}": 0 for name in ("bid", "tricks") for seat in range(4)
    }
    values |= {"tricks_1": 1, "turned": "hearts", "revision": sheet.revision, "dealer": 0}
    corrected = sheet.post(f"{sheet.path}/hands/1", **values)
    assert corrected.status_code == 303, corrected.text
    assert sheet.stored().sheet.totals != before
    assert "two tricks swapped" in shown(desk, "log")


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


def test_a_stale_page_of_the_desk_sees_the_acts_since(desk: Desk) -> None:
    stale = desk.stored.revision
    desk.did(f"{HERE}/by-hand", totals=[30, 10, 0, 20], made=[""] * 4)
    refused = desk.send(f"{HERE}/aside", revision=stale, reason="nobody came", points=[""] * 4)
    assert refused.status_code == 409
    assert "Since this page was opened: Table 1 entered by hand" in plain_text(refused.text)
    assert "nobody came" in refused.text
    assert desk.round.table(1).set_aside is None


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


def test_nobody_wins_a_table_that_was_set_aside_and_every_page_says_so(
    desk: Desk, stranger: FlaskClient
) -> None:
    desk.finish(stranger)
    where, me = desk.games()[1, 1].key, desk.round.table(1).seats[0]
    pages = (HERE, "round", "round?show=all", "standings")
    addresses = [f"{desk.path}/desk/{page}" for page in pages]
    addresses += [f"{desk.path}/{page}" for page in ("print/sheets?table=1", "print/standings")]
    addresses += [f"{desk.path}{page}" for page in ("/wall", "/standings", f"?me={me}")]
    addresses += [f"{desk.path}/results?me={me}", f"/g/{where}", f"{desk.path}/results.csv"]
    for address in addresses[1:]:
        assert "set aside" not in text_at(desk, address).lower(), address
    desk.did(f"{HERE}/aside", reason="ill", points=[20, 0, 0, 0])
    for address in addresses:
        assert "set aside" in text_at(desk, address).lower(), address
    assert "Round 1 · Set aside" in shown(desk)
    assert "won the table" not in shown(desk)
    assert "wins" not in text_at(desk, f"/g/{where}")
    assert "in front" not in text_at(desk, f"{desk.path}?me={me}")
    assert "wins" not in text_at(desk, f"{desk.path}/print/sheets?table=1")
    first = desk.page("round").partition('<ol class="results">')[2].partition("</ol>")[0]
    assert re.findall("<i>(.*?)</i>", first) == ["–"] * 4
    for page in ("desk/standings", "standings", "wall", "print/standings"):
        said = desk.client.get(f"{desk.path}/{page}", follow_redirects=True).text
        assert len(re.findall(r"\d</?[^>]*>\*|\d\*", said)) == 4, page


def text_at(desk: Desk, address: str) -> str:
    """The text of a page or a file."""
    text = desk.client.get(address, follow_redirects=True).text
    return plain_text(text.rpartition("<main")[2])


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


def shown_of_joining(desk: Desk, page: str) -> str:
    return plain_text(desk.page(page))


def test_a_name_that_is_not_entered_yet_is_entered_too(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    ask(table, "  Viktor ")
    assert "Table 1 asks to seat Viktor, who is not entered yet" in shown_of_joining(desk, HERE)
    desk.did(f"{HERE}/joining", answer="yes", joining="Viktor")
    assert desk.event.entrant(9).name == "Viktor"
    assert desk.round.table(1).seats == (1, 2, 3, 4, 9)
    log = shown_of_joining(desk, "log")
    assert "Viktor entered" in log
    assert "Viktor joins table 1" in log


def test_the_desk_says_no(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    ask(table, "Vera")
    desk.did(f"{HERE}/joining", answer="no", joining="Vera")
    assert "Table 1: Vera does not join" in shown_of_joining(desk, "log")
    assert "asks to seat" not in shown_of_joining(desk, HERE)
    assert "ask the desk" in plain_text(table.page())
    assert len(desk.round.table(1).seats) == 4


def test_the_page_of_the_round_answers_a_table_and_stays(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    ask(table, "Viktor")
    for answer in ("no", "yes"):
        ask(table, "Viktor")
        assert "Table 1 asks to seat Viktor, who is not entered yet" in shown_of_joining(
            desk, "round"
        )
        response = desk.send(f"{HERE}/joining", answer=answer, joining="Viktor", back="round")
        assert response.location == f"{desk.path}/desk/round"
        assert "asks to seat" not in shown_of_joining(desk, "round")
    assert "Viktor joins table 1" in shown_of_joining(desk, "log")


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
    for said in (shown_of_joining(desk, "round"), shown_of_joining(desk, HERE)):
        assert "joins" not in said
    assert "Somebody joins" not in plain_text(table.page())
    assert "Table 1 has begun" in plain_text(table.client.get(f"{table.path}/joins").text)
    assert table.post(f"{table.path}/joins", name="Vera").status_code == 422
    assert desk.send(f"{HERE}/joining", answer="yes", joining="Vera").status_code == 422
    table.undo()
    assert "Table 1 asks to seat Vera" in shown_of_joining(desk, HERE)


def test_who_has_got_a_seat_elsewhere_is_asked_for_no_longer(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    ask(table, "Vera")
    desk.did("join", number=8, table=2)
    assert desk.games()[1, 1].wish is None
    assert "asks to seat" not in shown_of_joining(desk, HERE)


def test_the_desk_corrects_a_name_that_a_table_asks_for_also_in_mid_game(
    keeper: tuple[Desk, Table],
) -> None:
    desk, table = keeper
    table.turn("hearts")
    assert "A name is wrong" in plain_text(table.page())
    ask_name(table, " Anne ", seat=0)
    for page in ("round", HERE):
        assert "Table 1: Ann is really called Anne" in plain_text(desk.page(page))
    assert "the desk is asked: Anne" in plain_text(table.page())
    asked = {"answer": "yes", "joining": "Anne", "renames": "1"}
    assert desk.send(f"{HERE}/joining", **asked, back="round").location == f"{desk.path}/desk/round"
    assert desk.event.entrant(1).name == table.stored().game.players[0] == "Anne"
    assert "really called" not in plain_text(desk.page("round"))
    assert "Number 1: Anne" in plain_text(desk.page("log"))
    assert desk.send(f"{HERE}/joining", **asked).status_code == 422


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


def test_only_who_keeps_score_at_a_table_of_an_event_asks(
    keeper: tuple[Desk, Table], stranger: FlaskClient, table: Table
) -> None:
    desk, kept = keeper
    other = Table(stranger)
    assert other.post(f"{kept.path}/joins", name="Vera").status_code == 404
    table.start("Ann", "Ben", "Cem")
    assert table.client.get(f"{table.path}/joins").status_code == 404
    assert table.post(f"{table.path}/joins", name="Vera").status_code == 404
    assert desk.games()[1, 1].wish is None
