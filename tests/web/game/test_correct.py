"""Correcting a scored hand, and changing the dealer of the hand in play."""

import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.table import Table, field
from tests.web.page import chip, plain_text, problems

GOOD: dict[str, Any] = {
    "dealer": "0",
    "turned": "clubs",
    "bid_0": "0",
    "bid_1": "1",
    "bid_2": "1",
    "tricks_0": "0",
    "tricks_1": "1",
    "tricks_2": "0",
}


FIRST = "Someone else changed this game first. Save again to keep yours."


@pytest.fixture
def played(played: Table) -> Table:
    """Two hands played, as on the printed sheet."""
    played.play("jester", (2, 0, 0), (1, 0, 1))
    return played


def correct(table: Table, number: int = 1, **change: Any) -> TestResponse:
    """Send the hand like GOOD, with changes."""
    sent = {"revision": table.revision} | GOOD | change
    return table.post(f"{table.path}/hands/{number}", **sent)


@pytest.mark.parametrize("is_read", [False, True], ids=["answer lost", "answer read"])
def test_a_correction_that_arrives_twice_is_announced_once(played: Table, is_read: bool) -> None:
    sent: dict[str, Any] = {"revision": played.revision, "tap": "the-number-of-a-tap"}
    correct(played, **sent)
    if is_read:
        played.page()
    correct(played, **sent)
    assert plain_text(played.page()).count("Hand 1 corrected: Ben took 1 (was 0)") == 1


def test_points_of_what_is_typed_stand_beside_those_before_and_nothing_is_saved(
    played: Table,
) -> None:
    before = played.revision
    for third, told in (
        ("0", "+20 −10 → +30 +30 → −10 2 of 1 bid: 1 over"),
        ("1", "+20 −10 → +30 +30 Tricks add up to 2, this hand has 1: 1 too many. Not 1 card?"),
        ("x", "+20 −10 → +30 +30 The tricks of Cem are missing."),
    ):
        typed = GOOD | {"tricks_0": "0", "tricks_1": "1", "tricks_2": third}
        answer = played.client.get(f"{played.path}/hands/1/points", query_string=typed)
        assert plain_text(answer.text) == told
    assert played.revision == before


def test_a_bid_that_a_cloud_moved_says_so_beside_the_points(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", dealer=2, specials="y", length="list", sizes="2, 2")
    table.turn("hearts")
    table.bid(1, 0, 0)
    table.send("extras", cloud="0+", void=0)
    table.score(2, 0, 0)
    assert "+40 Cloud: 1 → 2" in plain_text(table.client.get(f"{table.path}/hands/1").text)
    typed: dict[str, Any] = dict.fromkeys(("bid_1", "bid_2", "tricks_1", "tricks_2"), 0)
    typed |= {"bid_0": 2, "tricks_0": 2, "cloud": "0+"}
    answer = table.client.get(f"{table.path}/hands/1/points", query_string=typed)
    assert "+40 → −10 Cloud: 2 → 3" in plain_text(answer.text)


@pytest.mark.thorough
@pytest.mark.parametrize("cards", range(1, 21))
def test_the_keys_of_a_number_fill_their_rows(table: Table, cards: int) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes=str(cards))
    table.play("hearts", (0, 0, 0), (cards, 0, 0))
    page = table.client.get(f"{table.path}/hands/1").text
    (grid,) = set(re.findall(r'class="keys (c\d+ r\d+[^"]*)"', page))
    columns, rows, *zero = re.findall(r"[a-z]+\d*", grid)
    taken = {"zt": int(rows[1:]), "zw1": 2}[zero[0]] if zero else 1
    assert int(columns[1:]) <= 6
    assert cards + taken == int(columns[1:]) * int(rows[1:])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"tricks_2": "1"}, "Tricks add up to 2, this hand has 1: 1 too many."),
        ({"tricks_1": "0"}, "Tricks add up to 0, this hand has 1: 1 is missing."),
        ({"tricks_1": ""}, "The tricks of Ben are missing."),
        ({"bid_1": ""}, "The bid of Ben is missing."),
        ({"bid_1": "2"}, "Ben cannot bid 2: bids go from 0 to 1."),
        ({"bid_1": "-1"}, "Ben cannot bid -1: bids go from 0 to 1."),
        ({"bid_1": "\u0661"}, "Bid of Ben must be a whole number."),
        (
            {"bid_1": ["0", "1"]},
            "Bid of Ben was sent twice with different values. Reload the page.",
        ),
        ({"dealer": ""}, "Who deals? Tap a name."),
        ({"dealer": "3"}, "Who deals? Tap a name."),
        ({"turned": ""}, "Trump is missing: tap the card that was turned up."),
        ({"turned": "stars"}, "Trump: choose one of the options shown."),
        ({"turned": "wizard"}, "A Wizard was turned up: tap the suit that the dealer names."),
        (
            {"turned": "wizard", "named": "red"},
            "A Wizard was turned up: tap the suit that the dealer names.",
        ),
        ({"negated": "0"}, "Choose who won the negated trick, or “Not dealt”."),
    ],
)
def test_an_impossible_correction_is_refused_and_stays_in_sight(
    played: Table, change: dict[str, Any], sentence: str
) -> None:
    before = played.csv()
    response = correct(played, **change)
    assert response.status_code == 422
    assert problems(response.text) == [sentence]
    for name in GOOD.keys() - change.keys():
        assert chip(response.text, name, GOOD[name]).checked
    assert played.csv() == before


@pytest.mark.parametrize("number", ["0", "4", "99999999999999999999", "x", "-1", "1.0"])
def test_a_hand_that_was_not_played_is_not_found(played: Table, number: str) -> None:
    address = f"{played.path}/hands/{number}"
    assert played.client.get(address).status_code == 404
    assert played.post(address, **GOOD).status_code == 404


@pytest.mark.parametrize("revision", ["6", "", "-1", "999"])
def test_a_stale_correction_is_not_saved_and_stays_in_sight_until_it_is_sent_again(
    played: Table, revision: str
) -> None:
    assert played.revision == 6
    correct(played, turned="spades")
    before = played.csv()
    response = correct(played, revision=revision)
    assert response.status_code == 409
    first, *lines = problems(response.text)
    assert first == FIRST
    assert "Turned up: another page entered Spades, you entered Clubs." in lines
    assert chip(response.text, "turned", "clubs").checked
    assert chip(response.text, "tricks_1", 1).checked
    assert played.csv() == before
    assert correct(played, revision=field(response.text, "revision")).status_code == 303
    assert played.csv()[0][6:8] == ["clubs", "clubs"]


def test_a_hand_of_other_cards_is_corrected_with_what_was_typed(played: Table) -> None:
    typed = GOOD | {"tricks_2": "1", "revision": played.revision}
    page = played.client.get(f"{played.path}/hands/1", query_string=typed | {"cards": "2"}).text
    assert "How many cards?" in page
    assert problems(page) == []
    assert all(chip(page, name, 1).checked for name in ("bid_1", "tricks_1", "tricks_2"))
    assert not chip(page, "bid_0", 2).checked
    said = played.client.get(f"{played.path}/hands/1/points", query_string=typed).text
    assert "Tricks add up to 2, this hand has 1: 1 too many. Not 1 card?" in plain_text(said)
    assert correct(played, tricks_2="1", cards="2").status_code == 303
    assert "Hand 1 corrected: Cards: 2 (was 1)" in plain_text(played.page())
    assert "Cards: 2, changed from 1" in plain_text(played.client.get(f"{played.path}/log").text)
    played.undo()
    assert played.stored().game.hands[0].cards == 1


def test_another_number_of_cards_is_asked_for_in_the_hand_as_it_is_now(played: Table) -> None:
    asked = GOOD | {"revision": played.revision, "cards": "2"}
    correct(played, bid_1="0")
    page = played.client.get(f"{played.path}/hands/1", query_string=asked).text
    assert chip(page, "bid_1", 0).checked
    assert field(page, "revision") == str(played.revision)
