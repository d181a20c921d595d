"""The panel of the bids, and the rules for the dealer."""

import re
from typing import Any

import pytest

from tests.table import Table
from tests.web.page import chip, plain_text, problems

FORBIDDEN = "Ann deals and may not bid 3: the bids would add up to 5, the number of cards."


def test_bids_are_kept_as_they_are_said_one_by_one_and_panels_can_be_opened_again(
    seven: Table,
) -> None:
    seven.turn("hearts")
    seven.bid(None, 3, None)
    assert "Cem bids next" in seven.page()
    seven.bid(None, None, 1)
    seven.bid(2, None, None)
    text = plain_text(seven.page())
    assert re.search("Ben .*bid 3 .*Cem .*bid 1 .*Ann .*bid 2 ", text)
    assert "6 of 7 bid: 1 under" in text
    assert chip(seven.page("bids"), "bid_1", 3).checked
    assert chip(seven.page("trump"), "turned", "hearts").checked


@pytest.fixture
def hooked(table: Table) -> Table:
    """Three players at a hand of five cards whose bids may not add up; Ann deals."""
    table.start("Ann", "Ben", "Cem", hook="y", length="list", sizes="5")
    table.turn("hearts")
    return table


def test_the_forbidden_bid_is_struck_out_for_the_dealer(hooked: Table) -> None:
    assert "forbidden" not in hooked.page()
    hooked.bid(None, 4, 1)
    assert "5 of 5 bid so far" in hooked.page()
    hooked.bid(None, 1, 1)
    page = hooked.page()
    assert chip(page, "bid_0", 3).disabled
    assert "forbidden" in chip(page, "bid_0", 3).classes
    assert not chip(page, "bid_0", 2).disabled
    assert not chip(page, "bid_1", 3).disabled
    assert "Ann may not bid 3: bids would add up to 5" in page
    hooked.bid(None, 3, 3)
    assert "forbidden" not in hooked.page()


def test_the_forbidden_bid_is_refused_and_stays_in_sight(hooked: Table) -> None:
    response = hooked.bid(3, 1, 1)
    assert response.status_code == 422
    assert problems(response.text) == [FORBIDDEN]
    assert chip(response.text, "bid_0", 3).checked
    assert "forbidden" in chip(response.text, "bid_0", 3).classes
    assert not chip(hooked.page(), "bid_0", 3).checked


@pytest.mark.parametrize(
    ("option", "status"),
    [
        ({}, 422),
        ({"zero": "y"}, 303),
        ({"not1": "y"}, 303),
        ({"fewest": 1}, 422),
        ({"fewest": 2}, 303),
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
    ("more", "why", "said"),
    [
        (
            {},
            "Ben is in front and may not bid 3: bids would add up to 5",
            "Ben deals, is alone in front, and may not bid 3: the bids would add up to 5, "
            "the number of cards.",
        ),
        (
            {"onlylast": "y"},
            "Ben is in front: not 3 on the last hand, bids would add up",
            "Ben deals the last hand, is alone in front, and may not bid 3: the bids would add "
            "up to 5, the number of cards.",
        ),
    ],
    ids=["every hand", "last hand"],
)
def test_the_canadian_rule_says_why_the_leader_may_not_bid_a_number(
    table: Table, more: dict[str, Any], why: str, said: str
) -> None:
    table.start("Ann", "Ben", "Cem", canadian="y", length="list", sizes="1 5", **more)
    table.play("hearts", (0, 1, 0), (0, 1, 0))
    table.turn("hearts")
    table.bid(1, None, 1)
    assert why in plain_text(table.page())
    assert problems(table.bid(1, 3, 1).text) == [said]
    assert table.bid(1, 2, 1).status_code == 303


def test_the_canadian_rule_is_kept_and_shown_and_a_rule_for_all_dealers_beats_it(
    table: Table,
) -> None:
    table.start("Ann", "Ben", "Cem", canadian="y", onlylast="y")
    assert "on the last hand a dealer who is alone in front may not" in plain_text(table.page())
    rules = table.client.get(f"{table.path}/rules").text
    for name, checked in (("canadian", True), ("onlylast", True), ("hook", False)):
        assert (f'name="{name}" value="y" checked' in rules) == checked
    table.start("Ann", "Ben", "Cem", canadian="y", hook="y")
    assert "bids may add up" not in plain_text(table.page())
    table.turn("hearts")
    assert table.bid(0, 1, 0).status_code == 422


def test_hidden_bids_are_kept_and_shown_and_know_no_hook(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", hidden="y", hook="y", canadian="y")
    assert "hidden bids, shown all at once" in plain_text(table.page())
    rules = table.client.get(f"{table.path}/rules").text
    for name, checked in (("hidden", True), ("canadian", False), ("hook", False)):
        assert (f'name="{name}" value="y" checked' in rules) == checked
    table.turn("hearts")
    assert table.bid(0, 1, 0).status_code == 303
    table.score(0, 1, 0)
    assert "wizard+hidden" in table.client.get(f"{table.path}.csv").text


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
