"""Trump, bids, tricks and house rules of a hand."""

import re
from typing import Any

import pytest

from tests.table import Table
from tests.web.page import chip, plain_text, problems


@pytest.mark.parametrize(
    ("option", "status"),
    [
        ({}, 422),
        ({"zero": "y"}, 303),
        ({"not1": "y"}, 303),
        ({"fewest": 1}, 422),
        ({"fewest": 2}, 303),
        ({"canadian": "y"}, 422),
        ({"hidden": "y"}, 303),
    ],
)
def test_house_options_loosen_the_hook(table: Table, option: dict[str, Any], status: int) -> None:
    table.start("Ann", "Ben", "Cem", hook="y", **option)
    table.turn("hearts")
    assert table.bid(0, 1, 0).status_code == status


def test_the_hand_from_which_the_hook_holds_is_asked_again_where_no_hand_is_so_large(
    table: Table,
) -> None:
    page = table.post(
        "/new",
        start="1",
        variant="wizard",
        name=["Ann", "Ben", "Cem"],
        dealer=0,
        hook="y",
        fewest=22,
    ).text
    assert "from 1 to 21" in problems(page)[0]
    assert 'name="fewest" value="22"' in page
    table.start("Ann", "Ben", "Cem", hook="y", fewest=4)
    assert "in hands of 4 cards or more, bids may not add up" in table.page()
    assert 'value="4"' in table.client.get(f"{table.path}/rules").text


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("-1", "Ben cannot bid -1: bids go from 0 to 7."),
        ("8", "Ben cannot bid 8: bids go from 0 to 7."),
        ("9" * 20, "Bid of Ben must be a whole number."),
        ("1.5", "Bid of Ben must be a whole number."),
        ("two", "Bid of Ben must be a whole number."),
        ("\u0662", "Bid of Ben must be a whole number."),
        (["1", "2"], "Bid of Ben was sent twice with different values. Reload the page."),
    ],
)
def test_an_invalid_bid_is_refused_and_the_others_stay(
    seven: Table, value: Any, sentence: str
) -> None:
    seven.turn("hearts")
    response = seven.send("bids", bid_0="2", bid_1=value, bid_2="3")
    assert response.status_code == 422
    assert problems(response.text) == [sentence]
    assert chip(response.text, "bid_0", 2).checked
    assert chip(response.text, "bid_2", 3).checked
    assert seven.revision == 1


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


@pytest.mark.parametrize(
    ("turned", "named"),
    [
        *((turned, "") for turned in ("", "blue", "stars", "\u0661", ["hearts", "clubs"])),
        ("wizard", "red"),
    ],
)
def test_an_unknown_card_or_suit_is_refused(seven: Table, turned: Any, named: str) -> None:
    response = seven.turn(turned, named=named)
    assert response.status_code == 422
    assert len(problems(response.text)) == 1
    assert seven.revision == 0


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


@pytest.mark.parametrize(
    ("turned", "bids", "sentence"),
    [
        ("hearts", (2, None, 2), "The bid of Ben is missing."),
        ("wizard", (2, 2, 2), "A Wizard was turned up: tap the suit that the dealer names."),
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
                "Ben took 0 Took 0, others as bid: 0-0 1-0 2-3",
                "Cem took 2 Took 2, others as bid: 0-0 1-1 2-2",
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


@pytest.mark.parametrize(
    ("bids", "question"),
    [
        ((1, 1, 2), "Who is off by one?"),
        ((0, 0, 1), "Who is off by 2?"),
        ((1, 1, 1), ""),
        ((0, 4, 0), ""),
    ],
)
def test_who_missed_is_asked_unless_only_one_can_have(
    table: Table, bids: tuple[int, ...], question: str
) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="3")
    table.turn("hearts")
    table.bid(*bids)
    found = re.search(r'<p class="whose"><b>(.*?)</b>', table.page())
    assert (found[1] if found else "") == question


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


def test_house_rules_hold_from_the_next_hand_on(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    table.turn("hearts")
    rules = f"{table.path}/rules"
    assert "Cards in the hands to come: 2, 3," in table.client.get(rules).text
    response = table.post(rules, revision=table.revision, hook="y", length="whole")
    assert response.status_code == 303
    assert "Saved" in table.page()
    assert table.bid(1, 0, 0).status_code == 303
    table.score(1, 0, 0)
    table.turn("hearts")
    assert table.bid(1, 0, 1).status_code == 422


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"length": "list", "sizes": "2 21"},
            "With 3 players each hand can have at most 20 of the 60 cards",
        ),
        ({"length": "list", "sizes": "two"}, "Hand sizes: type numbers separated by commas"),
        ({"timed": "y", "clock": "9999"}, "Minutes: type a number from 1 to 1440."),
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
    assert problems(response.text) == ["The game is over. Tap “Play on” to continue it."]
