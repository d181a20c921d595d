"""The extras of a hand: their points, entering and correcting them, and where they appear."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.rules.game import Bonus
from tests.table import Table
from tests.web.page import chip, plain_text, problems
from tests.web.screen import Screen, clash, hand, use_mine

NAMES = ("Ann", "Ben", "Cem")


def send(table: Table, number: int = 1, **fields: Any) -> str:
    """Save extras of a hand; returns the page in the answer."""
    answer = table.send("extras", number, **fields)
    return answer.text if answer.status_code != 303 else ""


@pytest.fixture
def skull_king(table: Table) -> Table:
    """A hand of one card, with bids."""
    table.start(*NAMES, variant="skull-king", dealer=2)
    table.bid(1, 0, 0)
    return table


def test_the_cards_that_a_player_won_count_with_the_bid(skull_king: Table) -> None:
    send(skull_king, fourteen_0=2, loot_0_2=1)
    skull_king.score(1, 0, 0)
    assert skull_king.totals() == [20 + 20 + 20, 10, 10 + 20]
    rows = [line[15:20] for line in skull_king.csv()]
    assert rows == [
        ["1", "0", "fourteen:2 loot:1@3", "", ""],
        ["0", "0", "", "", ""],
        ["0", "0", "", "", ""],
    ]


def typed(page: str, kind: str) -> list[str]:
    """The values in the fields of all seats."""
    found = dict(re.findall(rf'name="{kind}_(\d)"[^>]* value="([^"]*)"', page, re.DOTALL))
    return [found[seat] for seat in sorted(found)]


def test_extra_points_can_be_typed_before_a_hand_begins_and_between_the_bids(table: Table) -> None:
    table.start(*NAMES, dealer=2)
    assert 'data-panel="extras"' in table.page("extras")
    send(table, points_0="5")
    table.turn("hearts")
    table.bid(1, None, None)
    page = table.page("extras")
    assert typed(page, "points") == ["5", "", ""]
    assert 'class="steps beside-bids"' in page
    send(table, points_0="")
    table.bid(1, 0, 0)
    page = table.page("extras")
    assert typed(page, "points") == [""] * 3
    assert 'class="steps beside-tricks"' in page


def test_extra_points_can_be_typed_for_players_who_sit_out_or_left(table: Table) -> None:
    table.start(*NAMES, "Dora", dealer=2, length="list", sizes="1, 1, 1")
    table.play("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
    table.post(f"{table.path}/players/3", revision=table.revision, away="y")
    page = table.page("extras")
    assert len(typed(page, "points")) == 4
    assert 'id="at-3"' in page
    send(table, 2, points_3="-5", reason_3="left early")
    table.turn("hearts")
    table.bid(1, 0, 0)
    table.score(1, 0, 0)
    assert table.totals()[3] == 20 - 5


def tapped(table: Table, touched: str, **fields: Any) -> TestResponse:
    """The answer to a tap on the panel that the scripts sent."""
    return table.send("extras", 1, part=True, touched=touched, **fields)


def test_a_tap_taken_back_before_its_answer_came_is_taken_back(
    skull_king: Table, app: Flask
) -> None:
    shown, tap = skull_king.revision, "a" * 22
    tapped(skull_king, "pirate_1", pirate_1=1, tap=tap)
    tapped(skull_king, "pirate_1", pirate_1=0, revision=shown, knows=tap)
    assert hand(skull_king, app).bonuses == ()


def test_other_points_of_two_phones_for_one_player_ask_and_one_tap_decides(
    skull_king: Table, stranger: FlaskClient, app: Flask
) -> None:
    shown, ben = skull_king.revision, skull_king.share(stranger, "Ben’s phone")
    tapped(ben, "points_0", king_2=1, points_0="5", reason_0="kind")
    # Nobody had any extras when the panel was drawn.
    stale = {"king_2": 0, "points_1": "", "reason_1": "", "reason_0": "late"}
    answer = tapped(skull_king, "points_0", revision=shown, points_0="9", **stale)
    assert clash(answer) == [
        "Extras: Ben’s phone entered Ann: +5 kind; Cem: Skull King taken by a mermaid, "
        "you entered Ann: +9 late; Cem: Skull King taken by a mermaid."
    ]
    mine = Screen(skull_king, "", answer.text).form("clash")
    assert mine.sent.keys() - {"csrf_token", "revision"} == {"points_0", "reason_0"}
    assert typed(answer.text, "points")[0] == "5", "what is stored"
    use_mine(skull_king, answer)
    assert hand(skull_king, app).bonuses == (
        Bonus(0, "points", 9, reason="late"),
        Bonus(2, "king", 1),
    )


@pytest.mark.parametrize(
    ("steps", "line"),
    [
        (({"pirate_0": 1},), "Ann: Pirate taken by the Skull King"),
        (({"points_1": "-10", "reason_1": "late"},), "Ben: −10 late"),
        (({"black14_0": 1}, {"black14_0": 0}), "Ann without Black 14"),
        (({"points_1": "-10"}, {"points_1": ""}), "Ben without −10"),
        (({"loot_0_1": 1},), "Ann: Loot with Ben"),
        (({"pirate_0": 1, "king_1": 1},), "extras"),
        (({"void": "1"},), "Tricks for nobody: 1"),
    ],
)
def test_undo_says_which_extra_it_takes_back(
    skull_king: Table, steps: tuple[dict[str, Any], ...], line: str
) -> None:
    for fields in steps:
        send(skull_king, **fields)
    button = re.search(r'<button class="undo".*?</button>', skull_king.page(), re.DOTALL)
    assert button
    assert plain_text(button[0]).strip() == f"Undo {line}"


PLAYED: dict[str, Any] = {"dealer": "2", "bid_0": "1", "bid_1": "0", "bid_2": "0"}
PLAYED |= {"tricks_0": "1", "tricks_1": "0", "tricks_2": "0"}


def test_a_scored_hand_is_corrected_with_its_extras(skull_king: Table) -> None:
    send(skull_king, fourteen_0=1, loot_0_2=1, points_1="7", reason_1="good")
    skull_king.score(1, 0, 0)
    here = f"{skull_king.path}/hands/1"
    page = skull_king.client.get(here).text
    for name in ("fourteen_0-1", "loot_0_2-1", "loot_2_0-1", "void-0"):
        assert chip(page, *name.rsplit("-", 1)).checked
    assert typed(page, "reason") == ["", "good", ""]
    # Only extras of players who have some are unfolded.
    assert len(re.findall(r'<details class="extras-of"[^>]* open', page)) == 3
    skull_king.post(here, revision=skull_king.revision, **PLAYED)
    assert skull_king.totals() == [50, 17, 30]
    gone: dict[str, Any] = {"fourteen_0": 0, "loot_2_0": 0, "points_1": "", "reason_1": ""}
    gone["revision"] = skull_king.revision
    Screen(skull_king, here, page).send("correct", **gone)
    assert skull_king.totals() == [20, 10, 10]


def test_a_correction_that_is_refused_keeps_the_extras_as_they_were_typed(
    skull_king: Table,
) -> None:
    skull_king.score(1, 0, 0)
    here = f"{skull_king.path}/hands/1"
    more = {"king_1": "1", "points_2": "ten", "reason_2": "late"}
    answer = skull_king.post(here, revision=skull_king.revision, **PLAYED | more)
    assert problems(answer.text) == ["Extra points of Cem must be a whole number."]
    assert chip(answer.text, "king_1", "1").checked
    assert typed(answer.text, "points") == ["", "", "ten"]
    assert typed(answer.text, "reason") == ["", "", "late"]
    assert re.findall(r'id="extras-of-(\d)" open', answer.text) == ["1", "2"]


def test_the_points_beside_a_correction_count_its_extras(skull_king: Table) -> None:
    skull_king.score(1, 0, 0)
    here = f"{skull_king.path}/hands/1/points"
    shown = skull_king.client.get(here, query_string=PLAYED | {"king_0": "1", "points_1": "-3"})
    assert "+60" in shown.text
    assert "+7" in shown.text


def test_undo_takes_extras_back(skull_king: Table) -> None:
    send(skull_king, king_1=1)
    assert chip(skull_king.page("extras"), "king_1", "1").checked
    skull_king.undo()
    assert chip(skull_king.page("extras"), "king_1", "0").checked


def test_with_special_cards_a_hand_of_60_asks_for_the_card_and_says_what_a_bomb_means(
    table: Table,
) -> None:
    table.start(*NAMES, specials="y", dealer=2, length="list", sizes="20")
    page = table.page()
    assert 'name="turned" value="werewolf"' in page
    assert "Jester, Bomb" in plain_text(page)
    table.turn("jester")
    assert "A Jester or Bomb: no trump" in plain_text(table.page())
    said = plain_text(table.client.get(f"{table.path}/howto").text)
    assert "If it is turned up, there is no trump, as with a Jester." in said
    assert "With the special cards there is always a card left to turn up." in said
    table.start(*NAMES, length="list", sizes="20")
    assert "Bomb" not in plain_text(table.page())
    assert "All cards are dealt: no trump" in plain_text(table.page())
