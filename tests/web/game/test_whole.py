"""Hands that a page played by itself, and what it is told of those to come."""

import gzip
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.rules.variants.variants import VARIANTS
from scorekeeper.store.engine import now
from scorekeeper.store.games import saves, writing
from tests.table import Table, numbers
from tests.web.page import chip, plain_text, problems
from tests.web.screen import hand, log, use_mine

Bids = tuple[int | None, ...]
TAPS = ("the-tap-of-hand-1", "the-tap-of-hand-2")


def send(
    table: Table, number: int, bids: Bids = (2, 3, 1), tricks: Bids = (2, 3, 2), **more: Any
) -> TestResponse:
    """Send a hand as a page does that was drawn before the game began."""
    values = {"revision": 0, "turned": "hearts", "drawn": f"7-{number - 1}", "score": "1"}
    values |= numbers("bid", bids) | numbers("tricks", tricks) | more
    given: Any = {name: value for name, value in values.items() if value is not None}
    return table.post(f"{table.path}/hands/{number}/whole", **given)


def test_hands_played_without_a_server_are_saved_in_order_each_with_one_line(
    seven: Table, app: Flask
) -> None:
    first = send(seven, 1, tap=TAPS[0], touched="turned bid_0 score", part=True)
    assert first.status_code == 200
    assert "Hand 1 scored. Ben leads with 50." in first.headers["HX-Trigger"]
    assert send(seven, 2, tap=TAPS[1], knows=TAPS[0]).status_code == 303
    assert [line.tap for line in log(seven, app)] == [*reversed(TAPS)]
    played = [row[2:-2] for row in seven.csv()]
    seven.start("Ann", "Ben", "Cem", length="list", sizes="7, 7")
    for _ in range(2):
        seven.play("hearts", (2, 3, 1), (2, 3, 2))
    assert [row[2:-2] for row in seven.csv()] == played


def test_a_page_that_has_more_to_send_is_answered_without_the_board(seven: Table) -> None:
    response = send(seven, 1, more="1", part=True)
    assert (response.status_code, response.text) == (204, "")
    assert response.headers["X-Revision"] == "1"
    assert response.headers["X-Scorekeeper"]
    assert send(seven, 3, more="1", part=True).status_code == 422


@pytest.mark.parametrize(
    ("ago", "waited"),
    [("", 0), (3600, 3600), (10**8, 10**8), (4 * 10**8, 0), (18 * 10**8, 0), (-5, 0)],
)
def test_a_hand_has_the_time_of_the_table_but_none_before_the_one_before(
    seven: Table, app: Flask, monkeypatch: pytest.MonkeyPatch, ago: Any, waited: int
) -> None:
    later = now() + timedelta(days=9 * 365)
    monkeypatch.setattr(writing, "now", lambda: later)
    send(seven, 1, tap=TAPS[0], ago=ago)
    send(seven, 2, knows=TAPS[0], ago=10**8)
    second, first = (line.at.replace(tzinfo=None) for line in log(seven, app))
    assert first == later - timedelta(seconds=waited)
    assert second == first


def test_a_hand_is_sent_as_far_as_it_was_played_and_then_whole(seven: Table, app: Flask) -> None:
    nothing = (None, None, None)
    send(seven, 1, nothing, nothing, score=None, tap=TAPS[0])
    assert "Ben bids next" in plain_text(seven.page())
    send(seven, 1, (None, 3, 1), nothing, score=None, knows=TAPS[0])
    assert hand(seven, app).bids == (None, 3, 1)
    assert send(seven, 1, made="0-2 1-3 2-2", tricks=nothing, score=None).status_code == 303
    assert hand(seven, app).scored


def test_undo_takes_back_a_hand_that_was_sent_whole(seven: Table, app: Flask) -> None:
    send(seven, 1)
    assert "Undo all of hand 1" in plain_text(seven.page())
    text = plain_text(seven.client.get(f"{seven.path}/log").text)
    assert "Ann turned up Hearts. Ann bid 2, Ben 3, Cem 1. Ann took 2" in text
    assert "Ann and Ben made their bids." in text
    seven.undo()
    assert "Undone: all of hand 1 Not saved" in plain_text(seven.page())
    assert len(log(seven, app)) == 2


@pytest.mark.parametrize(
    ("number", "more", "sentences"),
    [
        (2, {}, ["Hand 1 is not scored yet. Enter it on the game page."]),
        (0, {"drawn": ""}, ["This game has no hand 0. Reload the page."]),
        (1, {"turned": "blue"}, ["This card is not in the deck of this game: tap one that is."]),
        (1, {"turned": None}, ["Trump is missing: tap the card that was turned up."]),
        (1, {"bid_1": 8}, ["Ben cannot bid 8: bids go from 0 to 7."]),
        (1, {"bid_1": None}, ["The bid of Ben is missing."]),
        (1, {"bid_1": "x"}, ["Bid of Ben must be a whole number."]),
        (
            1,
            {"bid_0": 3},
            ["Ann deals and may not bid 3: the bids would add up to 7, the number of cards."],
        ),
        (1, {"tricks_0": 4}, ["Tricks add up to 9, this hand has 7: 2 too many."]),
        (1, {"tricks_0": 1}, ["Tricks add up to 6, this hand has 7: 1 is missing."]),
        (1, {"drawn": "7"}, ["This entry could not be saved. Reload the page and enter it again."]),
        (
            1,
            {"drawn": "5-0"},
            [
                "Hand 1 was entered with 5 cards each, but has 7 now. Change the house rules back, "
                "or enter the hand again."
            ],
        ),
    ],
)
@pytest.mark.parametrize("revision", [0, 1])
def test_a_hand_that_cannot_be_saved_is_refused_and_nothing_is_lost(
    seven: Table, number: int, more: dict[str, Any], sentences: list[str], revision: int
) -> None:
    seven.post(f"{seven.path}/rules", revision=0, hook="y", length="list", sizes="7, 7")
    response = send(seven, number, revision=revision, **more)
    assert (response.status_code, problems(response.text)) == (422, sentences)
    assert seven.revision == 1
    assert send(seven, 1).status_code == 303


# Others keep score meanwhile
@pytest.fixture
def ben(seven: Table, stranger: FlaskClient) -> Table:
    return seven.share(stranger, "Ben's phone")


def test_changes_in_other_places_and_equal_entries_do_not_clash(
    seven: Table, ben: Table, app: Flask
) -> None:
    ben.post(f"{ben.path}/about", revision=0, title="Hut")
    ben.turn("hearts")
    ben.bid(None, 3, None)
    assert send(seven, 1, tap=TAPS[0]).status_code == 303
    ben.post(f"{ben.path}/hands/2/dealer", revision=ben.revision, dealer=2)
    assert send(seven, 2, knows=TAPS[0]).status_code == 303
    assert (hand(seven, app, 2).dealer, hand(seven, app, 2).scored) == (2, True)


def test_a_hand_with_another_trump_is_asked_about_and_one_tap_saves_mine(
    seven: Table, ben: Table, app: Flask
) -> None:
    ben.turn("clubs")
    told = send(seven, 1, part=True)
    assert told.status_code == 409
    assert (
        "Hand 1 differs Ben's phone This phone Trump Clubs Hearts Ann – bid 2, took 2 "
        "Ben – bid 3, took 3 Cem – bid 1, took 2 Keep theirs Use mine"
    ) in plain_text(told.text)
    use_mine(seven, told, part=True)
    assert (hand(seven, app).turned, hand(seven, app).scored) == ("hearts", True)
    assert send(seven, 2, revision=1).status_code == 303


def test_a_hand_scored_otherwise_is_asked_about_once_and_then_corrected(
    seven: Table, ben: Table, app: Flask
) -> None:
    ben.play("clubs", (2, 2, 1), (2, 3, 2))
    told = send(seven, 1)
    assert "Ben bid 2, took 3 bid 3, took 3" in plain_text(told.text)
    use_mine(seven, told)
    assert (hand(seven, app).turned, hand(seven, app).bids) == ("hearts", (2, 3, 1))
    assert len(log(seven, app)) == 4
    assert send(seven, 2, revision=0).status_code == 303


def test_the_last_pile_that_this_phone_filled_in_is_its_own(
    seven: Table, ben: Table, app: Flask
) -> None:
    ben.play("hearts", (2, 3, 1), (3, 3, 1))
    told = send(seven, 1, tricks=(2, 3, None))
    assert "Cem bid 1, took 1 bid 1, took 2" in plain_text(told.text)
    use_mine(seven, told)
    assert hand(seven, app).tricks == (2, 3, 2)


def test_a_bound_hand_that_another_dealt_is_asked_about(
    seven: Table, ben: Table, app: Flask
) -> None:
    ben.post(f"{ben.path}/rules", revision=0, hook="y", length="list", sizes="7, 7")
    ben.post(f"{ben.path}/hands/1/dealer", revision=1, dealer=1)
    told = send(seven, 1, revision=1)
    assert "Hand 1 differs Ben's phone This phone Dealer Ben Ann Trump –" in plain_text(told.text)
    use_mine(seven, told)
    assert hand(seven, app).dealer == 0


def test_a_hand_that_is_gone_meanwhile_waits_for_the_one_before(seven: Table, ben: Table) -> None:
    assert send(seven, 1, tap=TAPS[0]).status_code == 303
    ben.undo()
    told = send(seven, 2, knows=TAPS[0])
    assert problems(told.text) == ["Hand 1 is not scored yet. Enter it on the game page."]
    ben.post(f"{ben.path}/end", revision=2, hands=0)
    told = send(seven, 1)
    assert problems(told.text) == ["The game is over. Tap “Play on” to continue it."]


NAMES = (
    "Friederike",
    "Maximiliane",
    "Jean-Baptiste",
    "Tom",
    "Christoph",
    "Wilhelmine",
    "Zoë",
    "Ida",
)


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize(
    "variant",
    ["wizard", "tournament", "two-player", "oh-hell", "nomination", "stiche-raten", "blob"],
)
def test_the_sheet_ahead_takes_less_than_five_kilobytes(
    table: Table, variant: str, language: str
) -> None:
    most = VARIANTS[variant].max_players
    table.start(*NAMES[:most], variant=variant)
    answer = table.client.get(f"{table.path}/ahead", headers={"Accept-Language": language})
    assert "panels" in answer.text
    assert len(gzip.compress(answer.data)) <= 4_800


TAP = "the-number-of-a-tap"


@pytest.mark.parametrize("panel", ["", "none", "\x00", "<b>", "tricks", "TRUMP"])
def test_a_panel_that_is_not_there_shows_what_the_hand_waits_for(seven: Table, panel: str) -> None:
    response = seven.client.get(seven.path, query_string={"panel": panel})
    assert response.status_code == 200
    assert chip(response.text, "turned", "hearts")


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
            (sent, "This entry could not be saved. Reload the page and enter it again.", None)
            for sent in (
                *({"tap": tap} for tap in ("short", "a" * 44, "no spaces in numbers", "über-long")),
                {"revision": "x"},
                {"revision": ["1", "2"], "knows": "x"},
            )
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


def test_a_page_that_does_not_know_its_own_saves_yet_can_change_them_back(seven: Table) -> None:
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
    monkeypatch.setattr(saves, "SAVES_AN_HOUR", 2)
    seven.turn("hearts")
    seven.bid(1, None, None)
    response = seven.bid(2, None, None, part=part)
    assert response.status_code == 422
    assert problems(response.text) == [
        "This game was saved 2 times in an hour. Wait a few minutes, then save again."
    ]
    assert chip(response.text, "bid_0", 2).checked
    assert seven.revision == 2


def over(table: Table) -> Table:
    """A game of two hands that was played to its end."""
    table.start("Ann", "Ben", "Cem", length="list", sizes="1, 2")
    table.play("hearts", (1, 0, 0), (1, 0, 0))
    table.play("hearts", (1, 0, 0), (1, 0, 1))
    return table


def test_a_running_game_has_nothing_to_choose_and_an_odd_number_is_refused(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="1, 2")
    assert table.client.get(f"{table.path}/more").status_code == 404
    for hands in ("1", "", "x"):
        answer = table.post(f"{table.path}/more", hands=hands, revision=table.revision)
        assert answer.status_code == 422
        assert len(problems(answer.text)) == 1
    assert "Hand 1" in plain_text(table.page())


def test_a_game_that_has_a_rematch_offers_only_that(table: Table) -> None:
    over(table).post(f"{table.path}/rematch", revision=table.revision)
    assert "Play more hands" not in table.page()
