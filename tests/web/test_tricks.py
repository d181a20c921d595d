"""The panel of the tricks, and scoring a hand."""

from __future__ import annotations

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
        ((8, 0, 0), "Tricks of Ann: 8 is not between 0 and 7."),
        ((0, -1, 8), "Tricks of Ben: -1 is not between 0 and 7."),
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
    assert "Ben has the rest: 2" in page
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
    ("tricks", "offered"),
    [
        ((None, None, None), "All made as bid 1 1 1"),
        ((1, None, None), "Rest made as bid 1 1 1"),
        ((None, 1, None), "Rest made as bid 1 1 1"),
        ((0, None, None), ""),
        ((1, 2, None), ""),
        ((3, None, None), ""),
    ],
)
def test_what_is_left_is_offered_as_bid_where_that_adds_up(
    table: Table, tricks: tuple[int | None, ...], offered: str
) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="3")
    table.turn("hearts")
    table.bid(1, 1, 1)
    table.take(*tricks)
    page = table.page()
    words = re.findall(r"(All|Rest) made as bid", page)
    form = page.partition('<form id="made"')[2].partition("</form>")[0]
    numbers = re.findall(r'name="tricks_\d" value="(\d)"', form)
    assert " ".join([*(f"{word} made as bid" for word in words), *numbers]) == offered
