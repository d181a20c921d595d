"""The rank of the highest score, shown at the end of a game to phones that share its book."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.store.statistics import records
from tests.table import Table
from tests.web.page import plain_text

HUNDRED = ("hearts", (0, 1, 1), (0, 0, 1))
"""20, −10, 30."""
TWO = ("clubs", (0, 0, 2), (0, 0, 2))
"""20, 20, 40."""


def play(table: Table, *names: str, turned: str = "hearts", **more: Any) -> None:
    table.start(*names, length="list", sizes="1", **more)
    table.play(turned, *HUNDRED[1:])


@pytest.fixture
def seven(table: Table) -> Table:
    """Seven games of three players: 21 scores, 14 of them below 30."""
    for _ in range(7):
        play(table, "Ann", "Ben", "Cem")
    return table


def said(page: str) -> str:
    found = re.search(r'<p class="about special">(.*?)</p>', page)
    return plain_text(found[1]) if found else ""


def test_the_end_says_how_many_scores_the_highest_is_better_than(seven: Table) -> None:
    assert said(seven.page()) == "", "18 others"
    play(seven, "Ann", "Ben", "Cem")
    sentence = "30 beats 66% of 21 other scores for Wizard with 3 players in this book."
    assert said(seven.page()) == sentence


def test_a_score_above_all_others_is_a_record(seven: Table) -> None:
    seven.start("Ann", "Ben", "Cem", length="list", sizes="1, 2")
    for hand in (HUNDRED, TWO):
        seven.play(*hand)
    record = "70 is a record: it beats all 21 other scores for Wizard with 3 players in this book."
    assert said(seven.page()) == record


def test_only_games_of_its_kind_with_as_many_players_are_compared(seven: Table) -> None:
    play(seven, "Ann", "Ben", "Cem", variant="tournament")
    assert said(seven.page()) == ""
    seven.start("Ann", "Ben", "Cem", "Dora", length="list", sizes="1")
    seven.play("hearts", (0, 1, 1, 0), (0, 0, 1, 0))
    assert said(seven.page()) == ""


def test_a_follower_reads_nothing_of_the_book(seven: Table, stranger: FlaskClient) -> None:
    play(seven, "Ann", "Ben", "Cem")
    assert said(seven.page())
    assert said(stranger.get(seven.path).text) == ""


def test_the_newest_games_are_looked_at(seven: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "NEWEST", 6)
    play(seven, "Ann", "Ben", "Cem")
    assert said(seven.page()) == "", "18 others"


def test_a_game_that_somebody_left_is_compared_with_nothing(table: Table) -> None:
    four = ("Ann", "Ben", "Cem", "Dora")

    def begin(sizes: str) -> None:
        table.start(*four, length="list", sizes=sizes)
        table.play("hearts", (0, 1, 1, 0), (0, 0, 1, 0))

    for _ in range(6):
        begin("1")
    assert "of 20 other scores" in said(table.page())
    begin("1, 2")
    left = table.post(f"{table.path}/players/3", revision=table.revision, away="y")
    assert left.status_code == 303
    assert table.post(f"{table.path}/end", hands=1, revision=table.revision).status_code == 303
    assert said(table.page()) == ""
    begin("1")
    assert "of 24 other scores" in said(table.page())


def above_the_pads(page: str) -> str:
    found = re.search(r'<p id="sum".*?<b>(.*?)</b>', page)
    assert found
    return plain_text(found[1])


def test_a_record_is_announced_after_its_hand_until_the_next_begins(
    seven: Table, stranger: FlaskClient
) -> None:
    seven.start("Ann", "Ben", "Cem", length="list", sizes="1, 2, 3")
    seven.play(*HUNDRED)
    assert above_the_pads(seven.page()) == "Hand 1 scored. Cem leads with 30."
    seven.play(*TWO)
    assert above_the_pads(seven.page()) == "A record: +40 for Cem"
    assert above_the_pads(stranger.get(seven.path).text) == "Hand 2 scored. Cem leads with 70."
    seven.turn("hearts")
    assert "record" not in above_the_pads(seven.page())


def test_a_record_is_announced_without_a_card_turned_up_too(table: Table) -> None:
    for _ in range(7):
        play(table, "Ann", "Ben", "Cem", variant="rascal", turned="")
    table.start("Ann", "Ben", "Cem", variant="rascal", length="list", sizes="3, 1")
    table.play("", (0, 1, 2), (1, 0, 2))
    assert above_the_pads(table.page()).startswith("A record: +")
    table.bid(0, None, None)
    assert "record" not in above_the_pads(table.page())
