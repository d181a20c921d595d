"""The panel of the tricks, and scoring a hand."""

import re

import pytest

from tests.table import Table
from tests.web.page import chip, plain_text, problems, said


def test_scoring_says_who_leads_and_at_the_end_who_wins(seven: Table) -> None:
    seven.turn("hearts")
    seven.bid(2, 2, 2)
    response = seven.score(2, 2, 3, part=True)
    assert said(response) == "Hand 1 scored. Ann and Ben lead with 40."
    assert "Hand 2 of 2" in plain_text(response.text)
    seven.turn("jester")
    seven.bid(0, 7, 0)
    response = seven.score(0, 7, 0, part=True)
    assert said(response) == "Hand 2 scored. Ben wins with 130."
    assert "Game over" in response.text


@pytest.mark.parametrize(
    ("tricks", "sentence"),
    [
        ((3, 2, 1), "Tricks add up to 6, this hand has 7: 1 is missing."),
        ((3, 0, 1), "Tricks add up to 4, this hand has 7: 3 are missing."),
        ((3, 2, 3), "Tricks add up to 8, this hand has 7: 1 too many."),
        ((7, 7, None), "Tricks add up to 14, this hand has 7: 7 too many."),
        ((3, None, None), "The tricks of Ben and Cem are missing."),
        ((8, 0, 0), "Ann cannot have 8 tricks: enter 0 to 7."),
        ((0, -1, 8), "Ben cannot have -1 tricks: enter 0 to 7."),
    ],
)
def test_tricks_that_do_not_add_up_are_refused_and_stay_in_sight(
    seven: Table, tricks: tuple[int | None, ...], sentence: str
) -> None:
    seven.turn("hearts")
    seven.bid(2, 2, 2)
    response = seven.score(*tricks)
    assert response.status_code == 422
    assert sentence in problems(response.text)
    for seat, number in enumerate(tricks):
        if number in range(8):
            assert chip(response.text, f"tricks_{seat}", number).checked
    assert seven.csv() == []


def test_the_rest_is_offered_and_written_in_when_scoring(seven: Table) -> None:
    seven.turn("hearts")
    seven.bid(2, 2, 2)
    seven.take(3, None, 2)
    page = seven.page()
    assert "2 left for Ben" in plain_text(page)
    assert "Ben: last 2 tricks?" in plain_text(page)
    assert "offered" in chip(page, "tricks_1", 2).classes
    assert not chip(page, "tricks_1", 2).checked
    assert seven.score().status_code == 303
    assert [row[11] for row in seven.csv()] == ["3", "2", "2"]


@pytest.mark.parametrize(
    ("turned", "bids", "sentence"),
    [
        ("hearts", (2, None, 2), "The bid of Ben is missing."),
        ("wizard", (2, 2, 2), "Trump is missing: tap the card that was turned up."),
    ],
)
def test_a_hand_is_not_scored_without_trump_or_a_bid(
    seven: Table, turned: str, bids: tuple[int | None, ...], sentence: str
) -> None:
    seven.turn(turned)
    seven.bid(*bids)
    response = seven.score(2, 2, 3)
    assert (response.status_code, problems(response.text)) == (422, [sentence])


@pytest.mark.parametrize(
    ("bids", "tricks", "offered"),
    [
        ((1, 1, 1), (None, None, None), ["All made their bids All as bid: 0-1 1-1 2-1"]),
        ((1, 1, 1), (1, None, None), ["Others as bid: 0-1 1-1 2-1"]),
        ((1, 1, 1), (None, 1, None), ["Others as bid: 0-1 1-1 2-1"]),
        (
            (1, 1, 1),
            (0, None, None),
            ["Took 2, others as bid: 0-0 1-2 2-1", "Took 2, others as bid: 0-0 1-1 2-2"],
        ),
        ((1, 1, 1), (1, 2, None), []),
        ((1, 1, 1), (3, None, None), []),
        (
            (0, 1, 3),
            (None, None, None),
            [
                "Ben 0, others as bid Took 0, others as bid: 0-0 1-0 2-3",
                "Cem 2, others as bid Took 2, others as bid: 0-0 1-1 2-2",
            ],
        ),
    ],
)
def test_remaining_tricks_are_offered_as_bid_or_to_a_player_who_missed(
    table: Table, bids: tuple[int, ...], tricks: tuple[int | None, ...], offered: list[str]
) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="3")
    table.turn("hearts")
    table.bid(*bids)
    table.take(*tricks)
    found = re.findall(r'name="made" value="([-\d ]+)">(.*?)</button>', table.page(), re.DOTALL)
    assert [f"{plain_text(words).strip()}: {piles}" for piles, words in found] == offered


def test_no_pad_is_open_while_the_hand_is_played_until_somebody_counts_the_tricks(
    seven: Table,
) -> None:
    seven.turn("hearts")
    seven.bid(2, 2, 2)
    assert not re.search(r'name="pad"[^>]* checked', seven.page())
    link = re.search(r'id="count" href="([^"]+)"', seven.page())
    assert link
    pad = re.compile(r'name="pad" value="(.)"[^>]* checked')
    assert pad.findall(seven.client.get(link[1]).text) == ["1"]
    assert pad.findall(seven.score(3, None, None).text) == ["1"]
    seven.take(3, None, None)
    assert pad.findall(seven.page()) == ["1"]
    assert "Count the tricks" not in seven.page()


def test_a_hand_is_scored_with_what_is_offered_whatever_is_entered_beside_it(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="3")
    table.turn("hearts")
    table.bid(0, 1, 1)
    response = table.take(2, made="0-1 1-1 2-1")
    assert response.status_code == 303
    assert [row[11] for row in table.csv()] == ["1", "1", "1"]


@pytest.mark.parametrize("made", ["1", "0-1", "0-1 1-1 2-9", "0-x", "0-1, 1-1, 2-1", "7-3"])
def test_piles_of_another_shape_or_sum_score_nothing(table: Table, made: str) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="3")
    table.turn("hearts")
    table.bid(0, 1, 1)
    assert table.take(made=made).status_code == 422
    assert "Hand 1 of 1" in plain_text(table.page())
