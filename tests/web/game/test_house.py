"""House rules changed while a game is played."""

from typing import Any

import pytest

from tests.table import Table
from tests.web.page import plain_text, problems


def test_house_rules_hold_from_the_next_hand_on(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    table.turn("hearts")
    rules = f"{table.path}/rules"
    assert "Cards in the hands to come: 2, 3," in table.client.get(rules).text
    response = table.post(rules, revision=table.revision, hook="y", length="whole")
    assert response.status_code == 303
    assert "House rules saved" in table.page()
    assert table.bid(1, 0, 0).status_code == 303
    table.score(1, 0, 0)
    table.turn("hearts")
    assert table.bid(1, 0, 1).status_code == 422


@pytest.mark.parametrize(
    ("sizes", "hands"),
    [
        ({"length": "list", "sizes": "2, 4"}, "Hand 2 of 3 2 cards"),
        ({"length": "span", "first": 5, "last": 3}, "Hand 2 of 4 5 cards"),
    ],
)
def test_hands_still_to_come_can_be_chosen_again(
    played: Table, sizes: dict[str, Any], hands: str
) -> None:
    response = played.post(f"{played.path}/rules", revision=played.revision, **sizes)
    assert response.status_code == 303
    assert hands in plain_text(played.page())


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"length": "list", "sizes": "2 21"},
            "With 3 players each hand can have at most 20 of the 60 cards",
        ),
        ({"length": "list", "sizes": "two"}, "Hand sizes: type numbers separated by commas"),
        ({"timed": "y", "clock": "9999"}, "The clock can be set from 1 to 1440 minutes."),
        ({"timed": "y", "clock": "\u0669"}, "Minutes must be a whole number."),
        ({"length": "span", "first": "-1", "last": "3"}, "A hand has at least 1 card."),
        ({"csrf_token": ""}, "This page expired"),
    ],
)
def test_invalid_house_rules_are_refused_and_stay_in_sight(
    played: Table, change: dict[str, Any], sentence: str
) -> None:
    response = played.post(
        f"{played.path}/rules", revision=played.revision, zero="y", **{"hook": "y"} | change
    )
    assert response.status_code == 422
    assert problems(response.text)[0].startswith(sentence)
    assert 'name="hook" value="y" checked' in response.text
    assert 'name="zero" value="y" checked' in response.text
    for name in change.keys() & {"sizes", "clock", "first", "last"}:
        assert f'value="{change[name]}"' in response.text
    assert played.revision == 3


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"length": "list", "sizes": ""}, "A game needs at least one hand."),
        ({"length": "list", "sizes": "11, 11"}, "In this game every hand has the same size."),
    ],
)
def test_house_rules_that_mean_no_hands_are_refused(
    table: Table, change: dict[str, Any], sentence: str
) -> None:
    table.start("Ann", "Ben", variant="two-player")
    response = table.post(f"{table.path}/rules", revision=table.revision, **change)
    assert response.status_code == 422
    assert sentence in problems(response.text)


def test_house_rules_of_a_finished_game_cannot_change(played: Table) -> None:
    played.post(f"{played.path}/end", hands=1, revision=played.revision)
    response = played.post(f"{played.path}/rules", revision=played.revision, hook="y")
    assert response.status_code == 422
    assert problems(response.text) == ["The game is over. Tap Play on to continue it."]


def test_a_planned_end_is_shown_beside_the_button_that_reverses_it(played: Table) -> None:
    for hands, said in (
        (2, "Ends after hand 2 unless you play on Play on"),
        (1, "Resume the game with the next hand Play on"),
    ):
        assert "End this game early" in plain_text(played.page())
        played.post(f"{played.path}/end", hands=hands, revision=played.revision)
        page = plain_text(played.page())
        assert said in page
        assert "End this game early" not in page
        played.post(f"{played.path}/end", hands="", revision=played.revision)


def test_a_race_neither_offers_nor_takes_a_rule_for_the_dealers_bid(table: Table) -> None:
    table.start("Ann", "Ben", variant="two-player", hook="y")
    rules = f"{table.path}/rules"
    page = table.client.get(rules).text
    assert 'name="timed"' in page
    assert 'name="hook"' not in page
    assert table.post(rules, revision=table.revision, hook="y").status_code == 303
    table.turn("hearts")
    assert table.bid(5, 6).status_code == 303
    assert "bids may add up" in plain_text(table.page())
