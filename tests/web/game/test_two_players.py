"""Two-Player Wizard: the dummy, and who won the 8 of spades."""

import pytest

from tests.table import Table
from tests.web.page import chip, problems


@pytest.fixture
def two(table: Table) -> Table:
    """Two-Player Wizard with trump and bids said."""
    table.start("Ann", "Ben", variant="two-player")
    table.turn("hearts")
    table.bid(1, 2)
    return table


@pytest.mark.parametrize(
    ("tricks", "negated", "sentence"),
    [
        ((1, 3), "", "Who won the 8 of spades? Tap a name, or “Not dealt”."),
        ((0, 2), 0, "Ann won the 8 of spades: enter at least 1 trick for Ann."),
        ((1, 2), 3, "Choose who won the negated trick, or “Not dealt”."),
        ((1, 2), -2, "Choose who won the negated trick, or “Not dealt”."),
    ],
)
def test_two_players_must_say_who_took_the_spade_8(
    two: Table, tricks: tuple[int, int], negated: object, sentence: str
) -> None:
    response = two.score(*tricks, negated=negated)
    assert (response.status_code, problems(response.text)) == (422, [sentence])
    assert chip(response.text, "tricks_1", tricks[1]).checked
    assert two.score(1, 3, negated=1).status_code == 303
    assert [row[10:15] for row in two.csv()] == [
        ["1", "1", "0", "30", "30"],
        ["2", "3", "1", "40", "40"],
    ]


def test_a_dummy_without_a_trick_cannot_have_won_the_spade_8(two: Table) -> None:
    cards = two.score(4, 7, negated=2)
    assert cards.status_code == 422
    assert "it needs a trick, but the players have all 11" in problems(cards.text)[0]
    assert two.score(4, 7, negated=-1).status_code == 303
