"""The panel of the card turned up."""

import re
from typing import Any

import pytest

from tests.table import Table
from tests.web.page import chip, plain_text, problems


@pytest.mark.parametrize(
    ("taps", "stored", "drawn"),
    [
        ([("wizard", ""), ("wizard", "clubs")], ["wizard", "clubs"], ["clubs", "wizard"]),
        ([("wizard", ""), ("spades", "")], ["spades", "spades"], ["spades"]),
        ([("wizard", ""), ("wizard", "none")], ["wizard", "none"], ["wizard"]),
        ([("jester", "")], ["jester", "none"], ["jester"]),
        ([("hearts", ""), ("none", "")], ["none", "none"], []),
    ],
)
def test_the_card_turned_up_and_the_suit_that_is_named_make_trump(
    seven: Table, taps: list[tuple[str, str]], stored: list[str], drawn: list[str]
) -> None:
    for turned, named in taps:
        assert seven.turn(turned, named=named).status_code == 303
    assert cards_on_the_sheet(seven) == drawn
    seven.bid(2, 2, 2)
    seven.score(2, 2, 3)
    assert seven.csv()[0][6:8] == stored
    assert cards_on_the_sheet(seven) == drawn


def cards_on_the_sheet(table: Table) -> list[str]:
    """The signs on the card beside the number of the first hand."""
    row = re.search(r'<tr id="row-1".*?</th>', table.page(), re.DOTALL)
    return re.findall('href="#([a-z]+)"', row[0]) if row else []


def test_after_a_wizard_a_suit_is_named_or_another_card_is_tapped(seven: Table) -> None:
    seven.turn("wizard")
    assert "Ann names a suit" in seven.page()
    response = seven.turn("wizard", named="red")
    assert response.status_code == 422
    assert problems(response.text) == [
        "A Wizard was turned up: tap the suit that the dealer names."
    ]
    assert "Ann names a suit" in seven.page()
    again = seven.client.get(f"{seven.path}?panel=trump&again=1").text
    assert not chip(again, "turned", "wizard").checked


def test_the_panel_of_the_card_shows_the_last_hand_until_the_first_bid(seven: Table) -> None:
    seven.play("hearts", (2, 2, 2), (2, 2, 3))
    seven.turn("clubs")
    assert 'class="slot took' in seven.page("trump")
    seven.bid(None, 4, None)
    page = seven.page("trump")
    assert 'class="slot took' not in page
    assert re.search("Ben .*bid 4 ", plain_text(page))


def test_no_trump_is_asked_for_when_all_cards_are_dealt(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="20")
    page = table.page("trump")
    assert 'name="turned"' not in page
    assert "Trump?" not in page
    assert table.turn("hearts").status_code == 303
    assert table.revision == 0
    table.bid(0, 0, 0)
    table.score(20, 0, 0)
    assert table.csv()[0][6:8] == ["", "none"]


@pytest.mark.parametrize("turned", ["", "blue", "stars", "\u0661", ["hearts", "clubs"]])
def test_an_unknown_card_is_refused(seven: Table, turned: Any) -> None:
    response = seven.turn(turned)
    assert response.status_code == 422
    assert len(problems(response.text)) == 1
    assert seven.revision == 0
