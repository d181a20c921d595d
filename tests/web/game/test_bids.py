"""Trump, bids, tricks and house rules of a hand."""

import re
from typing import Any

import pytest

from tests.table import Table
from tests.web.page import chip, plain_text, problems, said

FORBIDDEN = "Ann deals and may not bid 3: the bids would add up to 5, the number of cards."


def test_bids_are_kept_as_they_are_said_one_by_one_and_panels_can_be_opened_again(
    seven: Table,
) -> None:
    seven.turn("hearts")
    seven.bid(None, 3, None)
    assert "Cem bids next" in seven.page()
    assert "3 of 7 bid so far" in seven.page()
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


def test_the_rest_is_offered_and_written_in_when_scoring(seven: Table) -> None:
    seven.turn("hearts")
    seven.bid(2, 2, 2)
    seven.take(3, None, 2)
    page = seven.page()
    assert "2 left for Ben" in plain_text(page)
    assert "Ben: last 2 tricks?" in plain_text(page)
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


def test_no_pad_is_open_while_the_hand_is_played_until_somebody_counts_the_tricks(
    seven: Table,
) -> None:
    seven.turn("hearts")
    seven.bid(2, 2, 2)
    assert not re.search(r'name="pad"[^>]* checked', seven.page())
    link = re.search(r'id="count" href="([^"]+)"', seven.page())
    assert link
    pad = re.compile(r'name="pad" value="(.)"[^>]* checked')
    assert pad.findall(seven.client.get(link[1]).text) == ["1"]
    assert pad.findall(seven.score(3, None, None).text) == ["1"]
    seven.take(3, None, None)
    assert pad.findall(seven.page()) == ["1"]
    assert "Count the tricks" not in seven.page()


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


def test_a_planned_end_is_shown_beside_the_button_that_reverses_it(played: Table) -> None:
    for hands, told in (
        (2, "Ends after hand 2 unless you keep playing Play on"),
        (1, "Resume the game with the next hand Play on"),
    ):
        assert "End this game early" in plain_text(played.page())
        played.post(f"{played.path}/end", hands=hands, revision=played.revision)
        page = plain_text(played.page())
        assert told in page
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
