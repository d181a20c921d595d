"""The games beyond Wizard, played through the pages, and one made up for the test."""

import re
from typing import Any

import pytest

from scorekeeper.rules.variants.cards import Trump
from scorekeeper.rules.variants.house import BidRule
from scorekeeper.rules.variants.model import Bids, Sizes, TrumpRule, Variant
from scorekeeper.rules.variants.points import Score, Terms
from scorekeeper.rules.variants.variants import VARIANTS
from scorekeeper.words.names import VARIANT_NAMES
from tests.table import Table
from tests.web.page import chip, plain_text, problems

NAMES = ("Ann", "Ben", "Cem")
SNAP = Variant(
    key="snap",
    min_players=2,
    max_players=4,
    deck=40,
    score=Score(made=Terms(3, per_trick=2), missed=Terms(-1), zero_made=Terms(per_card=5)),
    hands=Sizes(2, 3, back=True),
    trump=TrumpRule(rotation=(Trump.CLUBS, Trump.NONE)),
    bids=Bids(BidRule(hook=True), choice=False),
)
CORRECTED: dict[str, Any] = {"bid_0": 0, "bid_1": 1, "tricks_0": 1, "tricks_1": 1}


def test_the_list_of_other_games_is_open_where_one_of_them_is_chosen(table: Table) -> None:
    page = table.post("/new", variant="blob", name="", token="t", stay="1").text
    assert '<details class="more-kinds" open>' in page
    assert chip(page, "variant", "blob").checked


@pytest.mark.parametrize(
    ("game", "asks"),
    [
        ("wizard", {"most-6"}),
        ("two-player", {"most-2", "fixed-hands", "fixed-bids", "fixed-deck"}),
        ("oh-hell", {"most-7", "may-keep", "fixed-deck"}),
        ("nomination", {"most-6", "has-rule", "fixed-deck"}),
    ],
)
def test_a_game_says_what_the_page_does_not_ask_for_it(
    table: Table, game: str, asks: set[str]
) -> None:
    page = table.client.get("/new").text
    assert chip(page, "variant", game).classes == {"kind", *asks}


@pytest.mark.parametrize(
    ("chosen", "hands"),
    [
        ({}, "Hand 1 of 15 1 card"),
        ({"first": "10", "last": "1"}, "Hand 1 of 10 10 cards"),
        ({"last": "10", "back": "y"}, "Hand 1 of 19 1 card"),
        ({"first": "10", "last": "1", "back": "y"}, "Hand 1 of 19 10 cards"),
    ],
)
def test_oh_hell_goes_up_or_down_or_both(table: Table, chosen: dict[str, Any], hands: str) -> None:
    table.start(*NAMES, variant="oh-hell", length="span" if chosen else "whole", **chosen)
    assert hands in plain_text(table.page())


def test_without_a_card_to_turn_up_the_last_points_stay_until_the_first_bid(
    table: Table,
) -> None:
    table.start(*NAMES, variant="nomination", dealer=2, length="list", sizes="10 9 8")
    assert "in turn Trump: Spades" in plain_text(table.page())
    table.play("", (3, 0, 6), (4, 0, 6))
    # The bidders' order.
    assert re.findall(r'class="pts \w+">(.*?)<', table.page()) == ["+10", "+16", "+4"]
    view = f"{table.path}/table"
    text = plain_text(table.client.get(view).text)
    assert re.findall(r"last hand ([+]\d+)", text) == ["+4", "+10", "+16"]
    table.bid(None, 1, None)
    assert 'class="pts' not in table.page()
    assert "last hand" not in table.client.get(view).text


@pytest.mark.parametrize(
    ("game", "own"),
    [
        ("nomination", "bids may not add up"),
        ("stiche-raten", "bids may not add up"),
        ("blob", "bids may not add up, except on the last hand"),
    ],
)
def test_a_game_keeps_its_own_rule_for_bids_until_the_table_chooses_another(
    table: Table, game: str, own: str
) -> None:
    table.start(*NAMES, variant=game)
    rules = f"{table.path}/rules"
    page = table.client.get(rules).text
    assert "If all are off, the game’s own bidding rules apply." in page
    assert "checked" not in page.split('class="bidding"')[1].split("</div>")[0]
    table.post(rules, revision=table.revision, length="whole", timed="y")
    assert f"{own} · 1 h 45 min" in plain_text(table.page())
    leads = "a dealer who is alone in front may not make the bids add up, except with 0"
    table.post(rules, revision=table.revision, length="whole", canadian="y")
    assert f"· {leads}" in plain_text(table.page())
    assert 'name="canadian" value="y" checked' in table.client.get(rules).text
    table.post(rules, revision=table.revision, length="whole", hidden="y")
    assert "hidden bids, shown all at once" in plain_text(table.page())
    table.post(rules, revision=table.revision, length="whole")
    assert f"· {own}" in plain_text(table.page())


def test_the_same_players_play_the_same_game_with_what_they_chose(table: Table) -> None:
    table.start(*NAMES, variant="oh-hell", kept="y", hook="y")
    page = table.client.get(f"/new?group={table.key}").text
    assert chip(page, "variant", "oh-hell").checked
    for name in ("kept", "hook"):
        assert f'name="{name}" value="y" checked' in page


def test_a_made_up_game_is_a_value_and_a_name(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(VARIANTS, "snap", SNAP)
    monkeypatch.setitem(VARIANT_NAMES, "snap", "Snap")
    table.start("Ann", "Ben", variant="snap")
    page = plain_text(table.page())
    assert "Hand 1 of 3 2 cards" in page
    assert "Trump: Clubs" in page
    assert table.bid(0, 2).status_code == 422
    table.play("", (0, 1), (0, 2))
    table.play("", (2, 2), (2, 1))
    assert table.totals() == [10 + 7, -1 - 1]
    table.undo()
    table.score(1, 2)
    table.play("", (1, 0), (1, 1))
    assert table.totals() == [10 - 1 + 5, -1 + 7 - 1]
    assert "Ann wins with 14" in plain_text(table.page())
    assert [line[2] for line in table.csv()[::2]] == ["snap+hook"] * 3
    table.post(f"{table.path}/hands/1", revision=table.revision, dealer=0, **CORRECTED)
    assert table.totals()[1] == 5 + 7 - 1


OWN_GAME: dict[str, Any] = {
    **{"variant": "own", "own_bonus": "5", "own_trick": "5", "own_miss": "5", "own_zero": "7"},
    **{"deck": "32", "trump": "none", "length": "span", "last": "3", "back": "y"},
}


@pytest.mark.parametrize(
    ("trump", "cards"), [("wizard", ["jester", "wizard"]), ("suit", []), ("", ["jester", "wizard"])]
)
def test_a_game_of_ones_own_turns_up_what_the_table_says(
    table: Table, trump: str, cards: list[str]
) -> None:
    table.start("Ann", "Ben", **OWN_GAME | {"trump": trump})
    page = table.page()
    assert [card for card in ("jester", "wizard") if f'value="{card}"' in page] == cards


def test_its_example_is_redrawn_without_scripts_and_what_was_typed_stays(table: Table) -> None:
    assert "make a bid of 3: 50; take only 1: −20; make a bid of 0: 20" in plain_text(
        table.client.get("/new").text
    )
    page = table.post("/new", example="1", name=["Ann"], **OWN_GAME).text
    assert "make a bid of 3: 20; take only 1: −10; make a bid of 0: 7" in plain_text(page)
    assert 'name="own_zero" value="7"' in page
    page = table.post("/new", example="1", **OWN_GAME | {"own_bonus": ""}).text
    assert "make a bid of 3: 15" in plain_text(page)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"own_miss": "1001"}, "Points must be from 0 to 1000."),
        ({"own_bonus": "-1"}, "Points must be from 0 to 1000."),
        ({"own_bonus": "ten"}, "Made bid must be a whole number."),
        ({"deck": "5"}, "A deck can have from 10 to 120 cards."),
        ({"last": "17"}, "With 2 players each hand can have at most 16 of the 32 cards."),
        ({"trump": "x"}, "Trump: choose one of the options shown."),
    ],
)
def test_numbers_that_no_game_can_have_are_refused_in_a_sentence(
    table: Table, change: dict[str, str], sentence: str
) -> None:
    sent = OWN_GAME | {"start": "1", "name": ["Ann", "Ben"], "dealer": "0"} | change
    response = table.post("/new", **sent)
    assert response.status_code == 422
    assert problems(response.text) == [sentence]
    for name, value in change.items():
        assert name == "trump" or f'value="{value}"' in response.text


def test_the_numbers_of_the_last_game_of_ones_own_are_offered_again(table: Table) -> None:
    table.start("Ann", "Ben", **OWN_GAME)
    key = table.key
    table.start(*NAMES)
    for address in ("/new", f"/new?group={key}"):
        page = table.client.get(address).text
        assert 'name="own_zero" value="7"' in page
        assert 'name="trump" value="none" checked' in page
    assert chip(page, "variant", "own").checked


def test_the_log_of_a_hand_under_the_canadian_rule_names_another_dealer_alone(
    table: Table,
) -> None:
    table.start(*NAMES, canadian="y")
    table.play("hearts", (0, 1, 0), (0, 1, 0))
    table.turn("hearts")
    table.post(f"{table.path}/hands/2/dealer", revision=table.revision, dealer=0)
    text = plain_text(table.client.get(f"{table.path}/log").text)
    assert "Dealer: Ben → Ann" in text
    assert "Bidding" not in text
    table.undo()
    table.undo()
    assert table.client.get(f"{table.path}/log").status_code == 200
