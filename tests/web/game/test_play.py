"""Taps on the hand in play, on any panel: answers, repeats and refusals."""

import pytest

from scorekeeper.store.games import past
from tests.table import Table
from tests.web.page import chip, problems, said

TAP = "the-number-of-a-tap"


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
            (sent, "Your tap could not be saved. Reload the page and tap again.", None)
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
