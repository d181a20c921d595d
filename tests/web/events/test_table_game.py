"""The game page of a table: its place in the event, the clock of its round, its result."""

import re
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from scorekeeper.store.engine import now
from scorekeeper.store.models import GameRow, db
from tests.desk import Desk, seven
from tests.table import Table
from tests.web.events.test_everybody import HAND, RUNNING
from tests.web.page import plain_text

LONG = {"hands_3": "1, 2, 3", "hands_4": "1, 2, 3"}


@pytest.fixture
def keeper(app: Flask, client: FlaskClient) -> tuple[Desk, Table]:
    """The phone that keeps score at table 1."""
    desk = seven(app, *RUNNING, **LONG)
    return desk, desk.at(client)


def end(page: str) -> str:
    return plain_text(page.split('id="over"')[1].split('id="sheet"', maxsplit=1)[0])


def test_a_hint_names_only_what_the_menu_has(keeper: tuple[Desk, Table], played: Table) -> None:
    for game in (keeper[1], played):
        menu = plain_text(game.page().partition('id="more"')[2])
        for page in ("players", "players/leave", "players/0", "players/1", "players/new"):
            text = plain_text(game.client.get(f"{game.path}/{page}").text)
            for item in re.findall(r"under “More”, “([^”]*)”\.", text):
                assert item in menu, (page, item)
    assert "under “More”, “House rules”." in text, "a game of no event has them"


def test_undo_of_the_last_hand_takes_back_the_end_of_the_table(
    keeper: tuple[Desk, Table],
) -> None:
    desk, table = keeper
    for cards in (1, 2, 3):
        table.play("hearts", (1, 0, 0, 0), (cards, 0, 0, 0))
    over = desk.games()[1, 1]
    assert (over.is_over, over.standing.ended is None) == (True, False)
    table.undo()
    again = desk.games()[1, 1]
    assert (again.is_over, again.standing.ended) == (False, None)


def test_a_hand_that_is_scored_by_one_tap_after_the_time_is_the_last(
    keeper: tuple[Desk, Table],
) -> None:
    desk, table = keeper
    table.turn("hearts")
    table.bid(1, 0, 0, 0)
    desk.pass_time(106)
    table.score(1, 0, 0, 0)
    assert "The result is in" in end(table.page())


def test_a_tap_made_before_the_end_ends_nothing(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    table.turn("hearts")
    table.bid(1, 0, 0, 0)
    desk.pass_time(106)
    wait(table, 106)
    table.score(1, 0, 0, 0, ago=300)
    assert table.hand == 2


def wait(table: Table, minutes: int) -> None:
    """Let the newest save of the table be so old."""
    with table.client.application.app_context():
        made = now() - timedelta(minutes=minutes)
        db.session.execute(update(GameRow).filter_by(key=table.key).values(changed_at=made))
        db.session.commit()


def test_a_tap_is_not_older_than_the_save_before_it(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    desk.pass_time(106)
    table.turn("hearts")
    table.bid(1, 0, 0, 0)
    table.score(1, 0, 0, 0, ago=300)
    assert "The result is in" in end(table.page())


def test_the_desk_sees_the_hands_that_came_after_the_time(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    page = "round/1/table/1"
    table.turn("hearts")
    table.bid(1, 0, 0, 0, ago=100)
    assert "came after the time" not in desk.page(page)
    desk.pass_time(106)
    wait(table, 106)
    table.score(1, 0, 0, 0, ago=100)
    said = "1 hand came after the time was up. The phone says that it waited 100 s"
    assert said in plain_text(desk.page(page))
    table.turn("hearts", ago=95)
    table.bid(0, 1, 0, 0, ago=95)
    table.score(0, 2, 0, 0, ago=95)
    assert table.hand == 3
    said = "2 hands came after the time was up. The phone says that they waited up to 100 s"
    assert said in plain_text(desk.page(page))


def test_a_hand_that_waited_and_came_in_time_is_not_late(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    table.turn("hearts")
    table.bid(1, 0, 0, 0)
    wait(table, 5)
    table.score(1, 0, 0, 0, ago=100)
    assert "came after the time" not in desk.page("round/1/table/1")


def test_a_hand_scored_after_the_end_is_no_late_hand(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    table.turn("hearts")
    table.bid(1, 0, 0, 0)
    desk.pass_time(120)
    wait(table, 1)
    table.score(1, 0, 0, 0, ago=30)
    assert "came after the time" not in desk.page("round/1/table/1")


def test_a_corrected_hand_is_no_late_hand(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    table.turn("hearts")
    table.bid(1, 0, 0, 0)
    table.score(1, 0, 0, 0)
    desk.pass_time(106)
    wait(table, 106)
    again: dict[str, Any] = {
        f"{what}_{seat}": int(not seat) for what in ("bid", "tricks") for seat in range(4)
    }
    again |= {"turned": "clubs", "dealer": 0, "revision": table.revision, "ago": 100}
    assert table.post(f"{table.path}/hands/1", **again).status_code == 303
    assert "came after the time" not in desk.page("round/1/table/1")


def test_a_late_table_loses_points_whatever_its_phone_says_of_the_time(
    app: Flask, client: FlaskClient
) -> None:
    desk = seven(app, *RUNNING, time_up="late")
    table = desk.at(client)
    table.turn("hearts")
    table.bid(1, 0, 0, 0)
    desk.pass_time(106)
    wait(table, 106)
    table.score(1, 0, 0, 0, ago=300)
    assert "This table was late: each player loses 10 points." in end(table.page())


@pytest.mark.parametrize("act", ["pause", "more-time"])
def test_a_change_of_the_clock_is_news(keeper: tuple[Desk, Table], act: str) -> None:
    desk, table = keeper
    seen = table.page().split('data-seen="')[1].split('"')[0]
    poll = f"{table.path}?seen={seen}"
    assert table.client.get(poll, headers={"HX-Request": "true"}).status_code == 204
    desk.did(act, minutes=5)
    assert table.client.get(poll, headers={"HX-Request": "true"}).status_code == 200


def test_a_table_ends_its_game_only_between_two_hands_after_the_time(
    keeper: tuple[Desk, Table],
) -> None:
    desk, table = keeper
    table.play(*HAND)

    def end_of(table: Table, hands: object) -> int:
        return table.post(f"{table.path}/end", hands=hands, revision=table.revision).status_code

    assert end_of(table, 1) == 404
    desk.pass_time(106)
    assert [end_of(table, hands) for hands in (2, "", "x")] == [404, 404, 404]
    table.turn("hearts")
    assert end_of(table, 1) == 404
    table.undo()
    assert end_of(table, 1) == 303
    assert end_of(table, 1) == 303, "a repeat"
    assert end_of(table, "") == 404
    assert "The result is in" in end(table.page())
    table.undo()
    assert table.hand == 2


def test_a_table_does_not_take_back_what_the_desk_did(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    table.play(*HAND)
    desk.did("round/1/table/1/keep", answer="keep")
    acts: dict[str, dict[str, Any]] = {
        "end": {"hands": 1},
        "hands/2/again": {},
        "hands/2/skip": {},
        "hands/1/delete": {},
        "hands/2/dealer": {"dealer": 1, "cards": 3},
        "players/0": {"away": "y"},
    }
    for form, fields in acts.items():
        if form == "hands/2/again":
            table.turn("hearts")
        done = desk.table.post(f"{table.path}/{form}", revision=table.revision, **fields)
        assert done.status_code == 303, done.text
        before, target = table.stored().game, table.revision
        refused = table.post(f"{table.path}/undo", target=target)
        assert "Only the desk can take it back" in refused.text
        assert refused.status_code == 422
        assert table.stored().game == before
        assert desk.table.post(f"{table.path}/undo", target=target).status_code == 303
        redo = table.post(f"{table.path}/redo", revision=table.revision)
        assert (redo.status_code, table.stored().game == before) == (422, False)
        # What the desk did again is its own too.
        again = desk.table.post(f"{table.path}/redo", revision=table.revision)
        assert (again.status_code, table.stored().game == before) == (303, True)
        assert table.post(f"{table.path}/undo", target=table.revision).status_code == 422
        assert desk.table.post(f"{table.path}/undo", target=table.revision).status_code == 303


SCORED: dict[str, Any] = {"dealer": "0", "turned": "hearts"}
SCORED |= {f"bid_{seat}": str(int(not seat)) for seat in range(4)}
SCORED |= {f"tricks_{seat}": str(int(not seat)) for seat in range(4)}


def test_only_the_desk_gives_a_hand_another_number_of_cards(keeper: tuple[Desk, Table]) -> None:
    desk, table = keeper
    table.play(*HAND)
    desk.did("round/1/table/1/keep", answer="keep")
    three = SCORED | {"tricks_1": "2"}
    crafted: dict[str, dict[str, Any]] = {
        **{
            "hands/1": three,
            "hands/2/dealer": {"dealer": "1"},
            "hands/2/trump": {"turned": "clubs"},
        },
        "hands/2/whole": {"turned": "clubs", "drawn": "2-1"},
    }
    for form, fields in crafted.items():
        before, touched = table.stored(), {"touched": "cards"}
        sent = fields | touched | {"cards": "3", "revision": str(before.revision)}
        told = table.post(f"{table.path}/{form}", **sent)
        assert told.status_code == 404, form
        assert "only the desk can do this" in plain_text(told.text), form
        assert table.stored().game == before.game, form
    for page in ("hands/1", "hands/2/dealer"):
        shown = [
            plain_text(phone.client.get(f"{table.path}/{page}?cards=2").text)
            for phone in (table, desk.table)
        ]
        assert ["How many cards?" in text for text in shown] == [False, True], page
    whole = plain_text(table.client.get(f"{table.path}/hands/1?cards=2").text)
    assert "Correct hand 1 1 card" in whole
    told = table.post(f"{table.path}/hands/1", **SCORED, cards="1", revision=table.revision)
    assert told.status_code == 303
    seen = table.revision
    changed = desk.table.post(f"{table.path}/hands/2/dealer", dealer="1", cards="3", revision=seen)
    assert changed.status_code == 303
    # A page that was drawn before changes the dealer only.
    told = table.post(f"{table.path}/hands/2/dealer", dealer="2", cards="2", revision=seen)
    assert told.status_code == 303
    assert (table.stored().game.hands[1].cards, table.stored().game.hands[1].dealer) == (3, 2)


def test_a_phone_without_the_server_starts_no_rematch_of_a_table(
    keeper: tuple[Desk, Table], played: Table
) -> None:
    _, table = keeper
    assert table.client.get(f"{table.path}/ahead").json["again"] is None  # type: ignore[index]
    assert played.client.get(f"{played.path}/ahead").json["again"]  # type: ignore[index]


def test_a_phone_without_a_server_shows_the_table_and_leads_to_a_page_that_it_has(
    keeper: tuple[Desk, Table],
) -> None:
    desk, table = keeper
    assert "Round 1 · Table 1" in table.client.get(f"{table.path}/ahead").text
    bar = r'<a class="back" href="(.*?)"'
    kept = table.client.get(table.path, headers={"X-Keep": "1"}).text
    assert re.findall(bar, kept)[0] == "/"
    assert re.findall(bar, table.page())[0] == desk.path
