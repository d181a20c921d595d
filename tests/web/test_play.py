"""The hand being played: trump, bids, tricks, scoring."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.store import past
from tests.table import Table
from tests.web.page import chip, plain_text, problems, said
from tests.web.screen import clash

TAP = "the-number-of-a-tap"


@pytest.fixture
def seven(table: Table) -> Table:
    """Three players at a hand of seven cards; Ann deals."""
    table.start("Ann", "Ben", "Cem", length="list", sizes="7, 7")
    return table


@pytest.fixture
def two(table: Table) -> Table:
    """Two-Player Wizard with trump and bids said."""
    table.start("Ann", "Ben", variant="two-player")
    table.turn("hearts")
    table.bid(1, 2)
    return table


def test_a_tap_without_htmx_leads_back_to_the_page(seven: Table) -> None:
    for response in (seven.turn("hearts"), seven.bid(2, 2, 2), seven.take(2, 2, 3)):
        assert response.status_code == 303
        assert response.location == seven.path
    assert "Saved" in seven.page()


def test_a_tap_by_htmx_is_answered_with_the_board_and_a_word(seven: Table) -> None:
    response = seven.turn("hearts", part=True)
    assert response.status_code == 200
    assert response.text.lstrip().startswith('<div id="board" data-revision="1"')
    assert said(response) == "Saved"
    assert response.headers["X-Revision"] == "1"


def test_scoring_says_who_leads(seven: Table) -> None:
    seven.turn("hearts")
    seven.bid(2, 2, 2)
    response = seven.score(2, 2, 3, part=True)
    assert said(response) == "Hand 1 scored. Ann and Ben lead with 40."
    assert "Hand 2 of 2" in plain_text(response.text)


def test_scoring_the_last_hand_says_who_wins(seven: Table) -> None:
    seven.play("hearts", (2, 2, 2), (2, 2, 3))
    seven.turn("jester")
    seven.bid(0, 7, 0)
    response = seven.score(0, 7, 0, part=True)
    assert said(response) == "Hand 2 scored. Ben wins with 130."
    assert "Game over" in response.text


def test_bids_are_kept_as_they_are_said_one_by_one(seven: Table) -> None:
    seven.turn("hearts")
    seven.bid(None, 3, None)
    assert "Cem bids next" in seven.page()
    seven.bid(None, None, 1)
    seven.bid(2, None, None)
    seven.send("tricks")
    page = seven.page()
    assert all(text in plain_text(page) for text in ("Ben bid 3", "Cem bid 1", "Ann bid 2"))


def test_a_panel_of_the_hand_can_be_opened_again(seven: Table) -> None:
    seven.turn("hearts")
    seven.bid(1, 2, 3)
    assert chip(seven.client.get(f"{seven.path}?panel=bids").text, "bid_2", 3).checked
    assert chip(seven.client.get(f"{seven.path}?panel=trump").text, "turned", "hearts").checked


@pytest.mark.parametrize("panel", ["", "none", "\x00", "<b>", "tricks", "TRUMP"])
def test_a_panel_that_is_not_there_shows_what_the_hand_waits_for(seven: Table, panel: str) -> None:
    response = seven.client.get(seven.path, query_string={"panel": panel})
    assert response.status_code == 200
    assert chip(response.text, "turned", "hearts")


def test_the_forbidden_bid_is_struck_out_for_the_dealer(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", hook="y", length="list", sizes="5")
    table.turn("hearts")
    assert "forbidden" not in table.page()
    table.bid(None, 1, 1)
    page = table.page()
    assert chip(page, "bid_0", 3).disabled
    assert "forbidden" in chip(page, "bid_0", 3).classes
    assert not chip(page, "bid_0", 2).disabled
    assert not chip(page, "bid_1", 3).disabled
    assert "Ann may not bid 3: bids would add up to 5" in page


def test_the_forbidden_bid_is_refused_and_stays_in_sight(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", hook="y", length="list", sizes="5")
    table.turn("hearts")
    response = table.bid(3, 1, 1)
    assert response.status_code == 422
    assert problems(response.text) == [
        "Ann deals and may not bid 3: the bids would add up to 5, the number of cards."
    ]
    assert chip(response.text, "bid_0", 3).checked
    assert "forbidden" in chip(response.text, "bid_0", 3).classes
    assert not chip(table.page(), "bid_0", 3).checked


def test_the_sum_is_free_where_the_others_bid_too_much(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", hook="y", length="list", sizes="5")
    table.turn("hearts")
    table.bid(None, 3, 3)
    assert "forbidden" not in table.page()


@pytest.mark.parametrize(
    ("options", "free"), [({}, False), ({"zero": "y"}, True), ({"not1": "y"}, True)]
)
def test_house_options_loosen_the_hook(table: Table, options: dict[str, Any], free: bool) -> None:
    table.start("Ann", "Ben", "Cem", hook="y", **options)
    table.turn("hearts")
    assert (table.bid(0, 1, 0).status_code == 303) is free


def test_a_bid_changed_later_waits_for_the_dealer_before_tricks(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", hook="y", length="list", sizes="5")
    table.turn("hearts")
    table.bid(2, 1, 1)
    assert table.bid(None, 2, None).status_code == 303
    assert "Ann must change the bid" in table.page()
    for response in (table.take(2, 2, 1), table.score(2, 2, 1)):
        assert response.status_code == 422
        assert problems(response.text) == [
            "Ann deals and may not bid 2: the bids would add up to 5, the number of cards."
        ]
    assert table.bid(3, None, None).status_code == 303
    assert table.score(2, 2, 1).status_code == 303


def test_the_standard_game_allows_any_sum(seven: Table) -> None:
    seven.turn("hearts")
    assert seven.bid(3, 2, 2).status_code == 303
    assert "Bids 7 of 7, even" in seven.page()


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


def test_tricks_wait_for_every_bid(seven: Table) -> None:
    seven.turn("hearts")
    seven.bid(2, None, 2)
    response = seven.take(3, 2, 2)
    assert response.status_code == 422
    assert problems(response.text) == ["The bid of Ben is missing."]


def test_after_a_wizard_the_dealer_names_a_suit(seven: Table) -> None:
    seven.turn("wizard")
    page = seven.page()
    assert "Ann names trump" in page
    assert seven.turn("wizard", named="clubs").status_code == 303
    seven.bid(2, 2, 2)
    seven.score(2, 2, 3)
    assert seven.csv()[0][6:8] == ["wizard", "clubs"]


def test_after_a_wizard_no_trump_is_refused(seven: Table) -> None:
    seven.turn("wizard")
    response = seven.turn("wizard", named="none")
    assert response.status_code == 422
    assert problems(response.text) == [
        "A Wizard was turned up: tap the suit that the dealer names."
    ]
    assert "Ann names trump" in seven.page()


def test_a_wizard_tapped_by_mistake_can_be_another_card(seven: Table) -> None:
    seven.turn("wizard")
    page = seven.client.get(f"{seven.path}?panel=trump&again=1").text
    assert not chip(page, "turned", "wizard").checked
    assert seven.turn("spades").status_code == 303
    seven.bid(2, 2, 2)
    seven.score(2, 2, 3)
    assert seven.csv()[0][6:8] == ["spades", "spades"]


def test_a_hand_without_trump_cannot_be_scored(seven: Table) -> None:
    seven.turn("wizard")
    seven.bid(2, 2, 2)
    response = seven.score(2, 2, 3)
    assert response.status_code == 422
    assert "Trump is missing: tap the card that was turned up." in problems(response.text)


def test_a_jester_means_no_trump(seven: Table) -> None:
    seven.play("jester", (2, 2, 2), (2, 2, 3))
    assert seven.csv()[0][6:8] == ["jester", "none"]


def test_no_trump_is_asked_for_when_all_cards_are_dealt(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="20")
    page = table.client.get(f"{table.path}?panel=trump").text
    assert 'name="turned"' not in page
    assert "Trump?" not in page
    assert table.turn("hearts").status_code == 303
    assert table.revision == 0
    table.bid(0, 0, 0)
    table.score(20, 0, 0)
    assert table.csv()[0][6:8] == ["", "none"]


def test_two_players_must_say_who_took_the_spade_8(two: Table) -> None:
    response = two.score(1, 3)
    assert response.status_code == 422
    assert problems(response.text) == ["Who won the 8 of spades? Tap a name, or Nobody."]
    assert chip(response.text, "tricks_1", 3).checked
    assert two.score(1, 3, negated=1).status_code == 303
    assert [row[10:15] for row in two.csv()] == [
        ["1", "1", "0", "30", "30"],
        ["2", "3", "1", "40", "40"],
    ]


def test_the_dummy_holds_what_is_left_and_no_rest_is_offered(two: Table) -> None:
    two.take(3, None)
    page = two.page()
    assert "8 tricks left" in page
    assert "offered" not in page
    response = two.score(3, None, negated=-1)
    assert problems(response.text) == ["The tricks of Ben are missing."]
    assert chip(response.text, "negated", -1).checked
    two.take(3, 4)
    assert "The dummy has 4 tricks" in two.page()


def test_an_empty_pile_cannot_hold_the_spade_8(two: Table) -> None:
    response = two.score(0, 2, negated=0)
    assert response.status_code == 422
    assert problems(response.text) == ["Ann won the 8 of spades: enter at least 1 trick for Ann."]


@pytest.mark.parametrize("negated", [2, -2])
def test_the_spade_8_goes_to_nobody_else(two: Table, negated: int) -> None:
    response = two.score(1, 2, negated=negated)
    assert response.status_code == 422
    assert problems(response.text) == [
        "Choose a player of this game for the 8 of spades, or Nobody."
    ]


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("-1", "Bid of Ben: -1 is not between 0 and 7."),
        ("8", "Bid of Ben: 8 is not between 0 and 7."),
        ("9" * 20, "Bid of Ben must be a whole number."),
        ("1.5", "Bid of Ben must be a whole number."),
        ("two", "Bid of Ben must be a whole number."),
        ("\u0662", "Bid of Ben must be a whole number."),
        (["1", "2"], "Bid of Ben was sent twice with different values. Reload the page."),
    ],
)
def test_a_bid_that_is_none_is_refused_and_the_others_stay(
    seven: Table, value: Any, sentence: str
) -> None:
    seven.turn("hearts")
    response = seven.send("bids", bid_0="2", bid_1=value, bid_2="3")
    assert response.status_code == 422
    assert problems(response.text) == [sentence]
    assert chip(response.text, "bid_0", 2).checked
    assert chip(response.text, "bid_2", 3).checked
    assert seven.revision == 1


@pytest.mark.parametrize("turned", ["", "none", "stars", "\u0661", ["hearts", "clubs"]])
def test_a_card_that_is_none_is_refused(seven: Table, turned: Any) -> None:
    response = seven.turn(turned)
    assert response.status_code == 422
    assert len(problems(response.text)) == 1
    assert seven.revision == 0


@pytest.mark.parametrize("number", [2, 99, 10**18])
def test_a_hand_that_is_not_there_is_refused(seven: Table, number: int) -> None:
    response = seven.send("trump", number, turned="hearts")
    assert response.status_code == 422
    assert problems(response.text) == [f"This game has no hand {number}. Reload the page."]


def test_a_scored_hand_is_not_entered_again(seven: Table) -> None:
    seven.play("hearts", (2, 2, 2), (2, 2, 3))
    response = seven.send("bids", 1, bid_0=5)
    assert response.status_code == 422
    assert problems(response.text) == [
        "Hand 1 is already scored. Tap it in the sheet to correct it."
    ]


@pytest.mark.parametrize("part", [False, True])
def test_a_stale_page_shows_the_present_state_and_what_was_entered(
    seven: Table, part: bool
) -> None:
    seven.turn("hearts")
    seven.bid(None, 3, None)
    response = seven.bid(None, 1, None, revision=1, part=part)
    assert response.status_code == 409
    assert 'data-revision="2"' in response.text
    assert chip(response.text, "bid_1", 3).checked
    assert clash(response) == ["Bid of Ben: another phone entered 3, you entered 1."]
    assert seven.revision == 2


def test_a_stale_page_of_a_hand_scored_elsewhere_is_not_entered(seven: Table) -> None:
    seven.play("hearts", (2, 2, 2), (2, 2, 3))
    response = seven.send("bids", 1, revision=1, bid_0=5)
    assert clash(response) == ["Bid of Ann: another phone entered 2, you entered 5."]
    assert seven.totals() == [40, 40, -10]


@pytest.mark.parametrize("revision", ["", "0", "-1", "999999"])
def test_the_same_once_more_is_a_success_that_writes_nothing(seven: Table, revision: str) -> None:
    seven.turn("hearts")
    seven.bid(2, 2, 2)
    before = seven.revision
    assert seven.bid(2, 2, 2, revision=revision).status_code == 303
    seven.score(2, 2, 3)
    assert seven.send("tricks", 1, revision=revision, score="1", tricks_0=2).status_code == 303
    assert seven.revision == before + 1


@pytest.mark.parametrize("token", ["", "wrong"])
def test_without_a_good_csrf_token_what_was_tapped_stays(seven: Table, token: str) -> None:
    seven.turn("hearts")
    response = seven.bid(2, 1, None, csrf_token=token)
    assert response.status_code == 422
    (sentence,) = problems(response.text)
    assert sentence.startswith("This page expired")
    assert response.headers["X-Refused"] == "token"
    assert chip(response.text, "bid_0", 2).checked
    assert chip(response.text, "bid_1", 1).checked
    assert seven.revision == 1


def test_what_is_refused_for_another_reason_does_not_blame_the_token(seven: Table) -> None:
    for response in (seven.turn(""), seven.turn("hearts", revision=7), seven.turn("hearts")):
        assert "X-Refused" not in response.headers


@pytest.mark.parametrize("tap", ["short", "a" * 44, "no spaces in numbers", "über-long-number"])
def test_a_tap_with_a_number_of_another_shape_is_refused_and_what_was_tapped_stays(
    seven: Table, tap: str
) -> None:
    seven.turn("hearts")
    response = seven.bid(2, None, None, tap=tap)
    assert response.status_code == 422
    assert problems(response.text) == [
        "Your tap could not be saved. Reload the page and tap again."
    ]
    assert chip(response.text, "bid_0", 2).checked
    assert seven.revision == 1


@pytest.mark.parametrize("knows", [" ".join([TAP] * 41), f"{TAP} short"], ids=["many", "short"])
def test_numbers_of_earlier_taps_have_their_shape_and_their_end(seven: Table, knows: str) -> None:
    seven.turn("hearts")
    assert seven.bid(2, None, None, knows=knows).status_code == 422
    assert seven.bid(2, None, None, knows=" ".join([TAP] * 40)).status_code == 303


def test_a_page_that_was_not_told_yet_of_its_own_saves_changes_them(seven: Table) -> None:
    seven.turn("hearts")
    seven.bid(2, None, None, revision=1, tap=TAP)
    again = {"revision": 1, "tap": TAP[::-1], "touched": "bid_0"}
    assert seven.bid(3, None, None, **again).status_code == 409
    assert seven.bid(3, None, None, **again, knows=TAP).status_code == 303
    assert chip(seven.page(), "bid_0", 3).checked


def test_undo_takes_back_the_tap_that_it_names(seven: Table) -> None:
    seven.turn("hearts")
    seven.bid(2, None, None, tap=TAP)
    response = seven.post(f"{seven.path}/undo", target="", undoes=TAP, tap=TAP[::-1])
    assert response.status_code == 303
    assert not chip(seven.page(), "bid_0", 2).checked


@pytest.mark.parametrize("part", [False, True])
def test_a_tap_too_many_within_an_hour_is_refused_and_what_was_tapped_stays(
    seven: Table, monkeypatch: pytest.MonkeyPatch, part: bool
) -> None:
    monkeypatch.setattr(past, "SAVES_AN_HOUR", 2)
    seven.turn("hearts")
    seven.bid(1, None, None)
    response = seven.bid(2, None, None, part=part)
    assert response.status_code == 422
    assert problems(response.text) == [
        "This game was saved 2 times in an hour. Wait a few minutes, then save again."
    ]
    assert chip(response.text, "bid_0", 2).checked
    assert seven.revision == 2
