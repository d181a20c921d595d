"""The hand being played: trump, bids, tricks, scoring."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scorekeeper.store import past
from tests.table import Table
from tests.web.page import chip, plain_text, problems, said

TAP = "the-number-of-a-tap"
FORBIDDEN = "Ann deals and may not bid 3: the bids would add up to 5, the number of cards."


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
    assert "Bids 6 of 7, one under" in text
    assert chip(seven.client.get(f"{seven.path}?panel=bids").text, "bid_1", 3).checked
    assert chip(seven.client.get(f"{seven.path}?panel=trump").text, "turned", "hearts").checked


@pytest.mark.parametrize("panel", ["", "none", "\x00", "<b>", "tricks", "TRUMP"])
def test_a_panel_that_is_not_there_shows_what_the_hand_waits_for(seven: Table, panel: str) -> None:
    response = seven.client.get(seven.path, query_string={"panel": panel})
    assert response.status_code == 200
    assert chip(response.text, "turned", "hearts")


@pytest.fixture
def hooked(table: Table) -> Table:
    """Three players at a hand of five cards whose bids may not add up; Ann deals."""
    table.start("Ann", "Ben", "Cem", hook="y", length="list", sizes="5")
    table.turn("hearts")
    return table


def test_the_forbidden_bid_is_struck_out_for_the_dealer(hooked: Table) -> None:
    assert "forbidden" not in hooked.page()
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


@pytest.mark.parametrize(("option", "status"), [("", 422), ("zero", 303), ("not1", 303)])
def test_house_options_loosen_the_hook(table: Table, option: str, status: int) -> None:
    more: Any = {"hook": "y", option or "hook": "y"}
    table.start("Ann", "Ben", "Cem", **more)
    table.turn("hearts")
    assert table.bid(0, 1, 0).status_code == status


@pytest.mark.parametrize(
    ("more", "why", "said"),
    [
        (
            {},
            "Ben leads and may not bid 3: bids would add up to 5",
            "Ben deals, leads alone and may not bid 3: the bids would add up to 5, the number of "
            "cards.",
        ),
        (
            {"onlylast": "y"},
            "Ben leads: not 3 on the last hand, bids would add up",
            "Ben deals the last hand, leads alone and may not bid 3: the bids would add up to 5, "
            "the number of cards.",
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
    assert "on the last hand a dealer alone in the lead may not" in plain_text(table.page())
    rules = table.client.get(f"{table.path}/rules").text
    for name, checked in (("canadian", True), ("onlylast", True), ("hook", False)):
        assert (f'name="{name}" value="y" checked' in rules) == checked
    table.start("Ann", "Ben", "Cem", canadian="y", hook="y")
    assert "any bids" not in plain_text(table.page())
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
    ("taps", "stored"),
    [
        ([("wizard", ""), ("wizard", "clubs")], ["wizard", "clubs"]),
        ([("wizard", ""), ("spades", "")], ["spades", "spades"]),
        ([("jester", "")], ["jester", "none"]),
    ],
)
def test_the_card_turned_up_and_the_suit_that_is_named_make_trump(
    seven: Table, taps: list[tuple[str, str]], stored: list[str]
) -> None:
    for turned, named in taps:
        assert seven.turn(turned, named=named).status_code == 303
    seven.bid(2, 2, 2)
    seven.score(2, 2, 3)
    assert seven.csv()[0][6:8] == stored


def test_after_a_wizard_a_suit_is_named_or_another_card_is_tapped(seven: Table) -> None:
    seven.turn("wizard")
    assert "Ann names trump" in seven.page()
    response = seven.turn("wizard", named="none")
    assert response.status_code == 422
    assert problems(response.text) == [
        "A Wizard was turned up: tap the suit that the dealer names."
    ]
    assert "Ann names trump" in seven.page()
    again = seven.client.get(f"{seven.path}?panel=trump&again=1").text
    assert not chip(again, "turned", "wizard").checked


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


@pytest.mark.parametrize(
    ("tricks", "negated", "sentence"),
    [
        ((1, 3), "", "Who won the 8 of spades? Tap a name, or Not dealt."),
        ((0, 2), 0, "Ann won the 8 of spades: enter at least 1 trick for Ann."),
        ((1, 2), 3, "Choose who won the 8 of spades, or Not dealt."),
        ((1, 2), -2, "Choose who won the 8 of spades, or Not dealt."),
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


@pytest.mark.parametrize(
    ("negated", "line"),
    [(0, "Pile of Ann: 3 counts 2"), (2, "The dummy has 4 tricks"), (-1, "The dummy has 4 tricks")],
)
def test_who_won_the_spade_8_is_shown_again_and_what_the_pile_counts_at_once(
    two: Table, negated: int, line: str
) -> None:
    two.take(3, 4, negated=negated)
    page = two.page()
    answers = (0, 1, 2, -1)
    assert [chip(page, "negated", value).checked for value in answers] == [
        value == negated for value in answers
    ]
    assert line in plain_text(page)


def test_a_dummy_without_a_trick_cannot_have_won_the_spade_8(two: Table) -> None:
    cards = two.score(4, 7, negated=2)
    assert cards.status_code == 422
    assert "it needs a trick, but the players have all 11" in problems(cards.text)[0]
    assert two.score(4, 7, negated=-1).status_code == 303


def test_two_players_see_how_far_they_are_from_the_first_hand_on(two: Table) -> None:
    assert 'aria-label="First to 100: Ann 0, Ben 0"' in two.page()
    two.score(1, 2, negated=-1)
    assert 'aria-label="First to 100: Ann 30, Ben 40"' in two.page()


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


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        *((n, f"This game has no hand {n}. Reload the page.") for n in (3, 99, 10**18)),
        (1, "Hand 1 is already scored. Tap it in the sheet to correct it."),
    ],
)
def test_a_hand_that_is_not_there_or_is_scored_is_refused(
    seven: Table, number: int, sentence: str
) -> None:
    seven.play("hearts", (2, 2, 2), (2, 2, 3))
    response = seven.send("bids", number, bid_0=5)
    assert (response.status_code, problems(response.text)) == (422, [sentence])


@pytest.mark.parametrize("revision", ["", "0", "-1", "999999"])
def test_the_same_once_more_is_a_success_that_writes_nothing(seven: Table, revision: str) -> None:
    seven.turn("hearts")
    seven.bid(2, 2, 2)
    before = seven.revision
    assert seven.bid(2, 2, 2, revision=revision).status_code == 303
    seven.score(2, 2, 3)
    assert seven.send("tricks", 1, revision=revision, score="1", tricks_0=2).status_code == 303
    assert seven.revision == before + 1


@pytest.mark.parametrize(
    ("sent", "sentence", "header"),
    [
        *(({"csrf_token": token}, "This page expired", "token") for token in ("", "wrong")),
        *(
            ({"tap": tap}, "Your tap could not be saved. Reload the page and tap again.", None)
            for tap in ("short", "a" * 44, "no spaces in numbers", "über-long-number")
        ),
    ],
)
def test_without_a_good_token_or_number_of_the_tap_what_was_tapped_stays(
    seven: Table, sent: dict[str, str], sentence: str, header: str | None
) -> None:
    seven.turn("hearts")
    response = seven.bid(2, 1, None, **sent)
    assert response.status_code == 422
    assert [text[: len(sentence)] for text in problems(response.text)] == [sentence]
    assert response.headers.get("X-Refused") == header
    assert chip(response.text, "bid_0", 2).checked
    assert chip(response.text, "bid_1", 1).checked
    assert seven.revision == 1


@pytest.mark.parametrize("knows", [" ".join([TAP] * 41), f"{TAP} short"], ids=["many", "short"])
def test_numbers_of_earlier_taps_have_their_shape_and_their_end(seven: Table, knows: str) -> None:
    seven.turn("hearts")
    assert seven.bid(2, None, None, knows=knows).status_code == 422
    assert seven.bid(2, None, None, knows=" ".join([TAP] * 40)).status_code == 303


def test_a_page_that_was_not_told_yet_of_its_own_saves_changes_them_back(seven: Table) -> None:
    seven.turn("hearts")
    seven.bid(3, None, None)
    seven.bid(2, None, None, revision=2, tap=TAP)
    again = {"revision": 2, "tap": TAP[::-1], "touched": "bid_0"}
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
