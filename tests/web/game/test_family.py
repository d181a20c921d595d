"""The games beyond Wizard, played through the pages, and one made up for the test."""

import re
from typing import Any

import pytest

from scorekeeper.rules.variants.cards import Trump
from scorekeeper.rules.variants.house import BidRule
from scorekeeper.rules.variants.model import Bids, Sizes, TrumpRule, Variant
from scorekeeper.rules.variants.points import Score, Terms
from scorekeeper.rules.variants.variants import MORE, VARIANTS
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


def test_new_game_lists_other_games_with_their_points_behind_those_of_wizard(table: Table) -> None:
    page = table.client.get("/new").text
    first, more = page.split('<details class="more-kinds">')
    assert [f'id="variant-{variant.key}"' in first for variant in MORE] == [False] * len(MORE)
    text = plain_text(more.partition("</details>")[0])
    assert "Oh Hell 3 to 7 players · 52 cards make a bid of 3: 13; take only 1: 0" in text
    assert "Nomination Whist 3 to 6 players · 52 cards, trump in turn make a bid of 3" in text
    example = "make a bid of 3: 13; take only 1: 0"
    assert re.sub("(?<!;) ", "\N{NO-BREAK SPACE}", example) in page, "no line ends before a number"
    assert "Blob 2 to 9 players · 52 cards make a bid of 3: 8; take only 1: 1" in text


def test_the_list_of_other_games_is_open_where_one_of_them_is_chosen(table: Table) -> None:
    page = table.post("/new", variant="blob", name="", token="t", stay="1").text
    assert '<details class="more-kinds" open>' in page
    assert chip(page, "variant", "blob").checked


def test_the_game_played_last_is_after_those_of_wizard_and_selected(table: Table) -> None:
    table.start(*NAMES, variant="blob")
    page = table.client.get("/new").text
    first, more = page.split('<details class="more-kinds">')
    assert 'id="variant-blob"' in first
    assert 'id="variant-blob"' not in more
    assert chip(page, "variant", "blob").checked
    table.start(*NAMES, variant="wizard")
    assert table.client.get("/new").text.split('<details class="more-kinds">')[1].count("Blob") == 1


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


def test_a_hand_of_oh_hell_asks_for_a_suit_and_shows_a_miss_as_one(table: Table) -> None:
    table.start(*NAMES, variant="oh-hell", dealer=2)
    page = table.page()
    assert [f'value="{card}"' in page for card in ("clubs", "jester", "wizard")] == [
        *(True, False, False)
    ]
    assert problems(table.turn("wizard").text) == [
        "This card is not in the deck of this game: tap one that is."
    ]
    table.turn("clubs")
    table.bid(1, 1, 0)
    table.score(1, 0, 0)
    assert table.totals() == [11, 0, 10]
    assert [line[6:8] for line in table.csv()] == [["clubs", "clubs"]] * 3


def test_a_miss_that_scores_is_marked_as_a_miss(table: Table) -> None:
    table.start(*NAMES, variant="oh-hell", kept="y", length="list", sizes="5")
    table.turn("clubs")
    table.bid(0, 2, 1)
    table.take(0, 4)
    page = table.page()
    assert '<b class="pts made">+10</b>' in page
    assert '<b class="pts missed">+4</b>' in page
    table.score(0, 4, 1)
    assert table.totals() == [10, 4, 11]
    assert table.csv()[0][2] == "oh-hell+kept+short"
    assert "bids may add up · tricks count even if the bid is missed" in plain_text(table.page())


def test_captured_cards_count_on_a_miss_where_the_table_wants_that(table: Table) -> None:
    chosen = {"variant": "skull-king", "captures": "y", "length": "list", "sizes": "1"}
    table.start(*NAMES, dealer=2, **chosen)
    table.bid(1, 0, 0)
    assert table.send("extras", 1, king_0=1, eight_0=2).status_code == 303
    table.score(0, 1, 0)
    assert table.totals() == [-10 + 40, -10, 10]
    assert table.csv()[0][2] == "skull-king+captures+hidden+short"
    said = "captured cards count even if the bid is missed"
    assert said in plain_text(table.page())
    page = table.client.get(f"/new?group={table.key}").text
    assert 'name="captures" value="y" checked' in page


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


def test_a_hand_of_nomination_whist_begins_with_the_bids_and_shows_its_trump(table: Table) -> None:
    table.start(*NAMES, variant="nomination", dealer=2, length="list", sizes="10 9 8 7 6")
    page = table.page()
    assert "Trump: Spades" in plain_text(page)
    assert 'id="step-trump"' not in page
    assert 'name="turned"' not in page
    assert problems(table.bid(3, 0, 7).text) == [
        "Cem deals and may not bid 7: the bids would add up to 10, the number of cards."
    ]
    table.bid(3, 0, 6)
    table.score(4, 0, 6)
    assert table.totals() == [4, 10, 16]
    assert "Trump: Hearts" in plain_text(table.page())
    assert 'name="turned"' not in table.client.get(f"{table.path}/hands/1").text
    for cards in (9, 8, 7):
        table.bid(0, 0, 0)
        table.score(0, 0, cards)
    assert "No trump" in plain_text(table.page())
    assert [line[6:8] for line in table.csv()[::3]] == [
        ["", trump] for trump in ("spades", "hearts", "clubs", "diamonds")
    ]


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


def test_in_blob_the_dealer_is_free_on_the_last_hand(table: Table) -> None:
    table.start(*NAMES, variant="blob", dealer=1, length="list", sizes="2 1")
    table.turn("hearts")
    assert table.bid(1, 1, 0).status_code == 422
    table.play("hearts", (1, 0, 0), (1, 1, 0))
    assert table.turn("spades").status_code == 303
    assert table.bid(1, 0, 0).status_code == 303
    assert [line[2] for line in table.csv()[:1]] == ["blob+hook+short"]
    table.score(1, 0, 0)
    assert [line[2] for line in table.csv()[-1:]] == ["blob+short"]
    assert "bids may not add up, except on the last hand" in plain_text(table.page())


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


def test_the_canadian_rule_binds_in_a_game_with_a_hook_of_its_own(table: Table) -> None:
    table.start(*NAMES, variant="stiche-raten", dealer=0, canadian="y")
    table.play("hearts", (0, 1, 0), (0, 1, 0))
    assert table.totals() == [10, 11, 10]
    table.turn("hearts")
    answer = table.bid(0, 1, 1)
    assert answer.status_code == 422
    assert "Ben" in problems(answer.text)[0]
    assert "in front" in problems(answer.text)[0]


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


def test_in_rage_more_exact_bids_win_and_the_list_says_so_too(table: Table) -> None:
    table.start("Ann", "Ben", variant="rage", length="list", sizes="10 5")
    table.play("", (0, 9), (0, 10))
    table.play("", (1, 4), (0, 5))
    assert table.totals() == [5, 5]
    assert "Ann wins with 5" in plain_text(table.page())
    assert "Ann" in (said := plain_text(table.client.get("/").text))
    assert "wins on the tie-break" in said
    assert "Ties are decided by: more exact bids." in plain_text(
        table.client.get(f"{table.path}/howto").text
    )


def test_two_play_skull_king_with_a_ghost_whose_tricks_are_not_entered(table: Table) -> None:
    table.start("Ann", "Ben", variant="skull-king", length="list", sizes="3 3")
    assert "a third hand to a ghost" in table.client.get(f"{table.path}/howto").text
    table.bid(1, 1)
    page = table.page()
    assert "Ghost" in plain_text(page)
    assert 'id="at-negated"' not in page
    table.take(1, 1)
    assert "The ghost has 1 trick" in plain_text(table.page())
    assert table.score(1, 1).status_code == 303
    assert table.totals() == [20, 20]
    correct = table.client.get(f"{table.path}/hands/1").text
    assert "Dummy" not in correct
    table.start(*NAMES, variant="skull-king")
    table.bid(0, 0, 0)
    assert "Ghost" not in table.page()


OWN_GAME: dict[str, Any] = {
    **{"variant": "own", "own_bonus": "5", "own_trick": "5", "own_miss": "5", "own_zero": "7"},
    **{"deck": "32", "trump": "none", "length": "span", "last": "3", "back": "y"},
}


def test_a_game_of_ones_own_counts_what_the_table_typed_and_has_no_trump(table: Table) -> None:
    table.start("Ann", "Ben", dealer=1, **OWN_GAME, hook="y")
    page = table.page()
    assert "Hand 1 of 5 1 card" in plain_text(page)
    assert table.bid(1, 0).status_code == 422
    table.bid(0, 0)
    assert "tcard" not in table.page()
    table.score(1, 0)
    assert table.totals() == [-5, 7]
    text = plain_text(table.page())
    assert "trump" not in text.lower()
    assert "trump" not in plain_text(table.client.get(f"{table.path}/table").text).lower()
    assert [line[2] for line in table.csv()] == ["own+hook+short"] * 2


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
    assert 'name="own_zero" min="0" max="1000" value="7"' in page
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
        assert 'name="own_zero" min="0" max="1000" value="7"' in page
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
