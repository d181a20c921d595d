"""Hands that are skipped, dealt again, taken out or put in."""

import re
from typing import Any

import pytest

from scorekeeper.rules.sheet import score_sheet
from tests.exchange.made import read_games
from tests.table import HTMX, Table
from tests.web.page import plain_text, problems


def act(table: Table, what: str, number: int | None = None, **more: Any) -> int:
    """Send one of the buttons about a hand; the status of the answer."""
    hand = table.hand if number is None else number
    sent = {"revision": table.revision} | more
    return table.post(f"{table.path}/hands/{hand}/{what}".rstrip("/"), **sent).status_code


@pytest.mark.parametrize(
    ("what", "said", "hand"),
    [("skip", "Hand 2 not played", 3), ("again", "Hand 2 dealt again", 2)],
)
def test_a_hand_is_skipped_or_dealt_again_and_one_tap_takes_it_back(
    played: Table, what: str, said: str, hand: int
) -> None:
    played.turn("hearts")
    played.bid(0, 1, None)
    before = played.stored().game
    assert "Something went wrong?" in plain_text(
        played.client.get(f"{played.path}/hands/2/dealer").text
    )
    assert act(played, what) == 303
    assert said in plain_text(played.page())
    assert played.hand == hand
    words = {"skip": "Not played", "again": "Dealt again"}
    assert words[what] in plain_text(played.client.get(f"{played.path}/log").text)
    played.undo()
    log = plain_text(played.client.get(f"{played.path}/log").text)
    assert "Not scored any more" not in log, "nothing had been scored"
    assert ("Undone: not played." in log) == (what == "skip")
    played.post(f"{played.path}/redo", revision=played.revision)
    done = {"skip": "hand 2 not played", "again": "hand 2 dealt again"}
    played.undo()
    assert f"Undone: {done[what]}" in plain_text(played.page())
    assert played.stored().game == before


def test_a_skipped_hand_stands_in_the_sheet_and_in_print_with_a_dash(played: Table) -> None:
    act(played, "skip")
    for page in ("", "/paper"):
        shown = plain_text(played.client.get(f"{played.path}{page}").text)
        assert "– not played –" in shown
    assert "Hand 2: not played" in shown
    assert played.client.get(f"{played.path}/hands/2").status_code == 200
    assert '"skipped":true' in played.client.get(f"{played.path}.json").text.replace(" ", "")


def test_standings_and_the_key_of_the_sheet_use_the_numbers_of_the_sheet(played: Table) -> None:
    assert "hand and cards" not in plain_text(played.page())
    act(played, "skip")
    played.play("hearts", (1, 0, 0), (1, 1, 1))
    act(played, "new", 3, **FORGOTTEN)
    page = played.client.get(f"{played.path}?view=evening").text
    below = re.findall('<g class="x">(.*?)</g>', page)
    assert [re.findall(r">(\d+)<", one) for one in below] == [["1", "3", "4"]] * 2
    assert re.search("<b>3<small>·2</small></b>: hand and cards", page)


def test_a_stale_page_neither_skips_nor_deals_again_a_hand_that_others_entered(
    played: Table,
) -> None:
    seen = played.revision
    played.turn("hearts")
    for what in ("skip", "again"):
        assert act(played, what, 2, revision=seen) == 409
    played.bid(0, 1, 0)
    played.score(1, 1, 0)
    assert act(played, "skip", 2) == 422


@pytest.mark.parametrize("what", ["skip", "again", "delete", ""])
def test_a_stale_page_beside_the_game_says_why_nothing_was_saved(played: Table, what: str) -> None:
    seen, number = played.revision, 1 if what in ("delete", "") else 2
    assert act(played, "delete", 1) == 303
    hand = {"dealer": 0, "bid_0": 0, "bid_1": 0, "bid_2": 0, "revision": seen}
    tricks = {"tricks_0": 1, "tricks_1": 0, "tricks_2": 0, "turned": "hearts"}
    path = f"{played.path}/hands/{number}/{what}".rstrip("/")
    played.turn("hearts")
    beside = played.post(path, part=True, **hand, **tricks)
    board = played.post(path, part=True, parts="x", **hand, **tricks)
    assert beside.status_code == board.status_code >= 409
    assert ("<main>" in beside.text, "<main>" in board.text) == (True, False)
    heading = re.search("<h1>(.+?)</h1>", beside.text)
    assert heading
    assert heading[1] in plain_text(board.text)
    assert f'href="{played.path}">Back to the game' in beside.text


def test_what_was_skipped_already_is_no_conflict(played: Table) -> None:
    seen = played.revision
    assert act(played, "skip", 2, revision=seen) == 303
    assert act(played, "skip", 2, revision=seen) == 303
    assert played.hand == 3


@pytest.fixture
def three(played: Table) -> Table:
    """Three hands played."""
    played.play("jester", (2, 0, 0), (1, 0, 1))
    played.play("hearts", (1, 1, 0), (1, 1, 1))
    return played


def test_a_hand_is_taken_out_and_one_tap_brings_it_back(three: Table) -> None:
    before, totals = three.stored().game, three.totals()
    page = plain_text(three.client.get(f"{three.path}/hands/2").text)
    assert "Take this hand out" in page
    assert "between hand 1 and this one" in page
    hands = len(before.settings.sizes)
    assert f"Its 2 cards leave the plan. The game becomes {hands - 1} hands." in page
    assert act(three, "delete", 2) == 303
    assert "Hand 2 taken out" in plain_text(three.page())
    assert [hand.cards for hand in three.stored().game.hands] == [1, 3]
    assert len(three.stored().game.settings.sizes) == hands - 1
    assert three.totals() != totals
    assert "Hand 2 taken out." in plain_text(three.client.get(f"{three.path}/log").text)
    three.undo()
    assert "Undone: hand 2 taken out" in plain_text(three.page())
    assert three.stored().game == before
    three.post(f"{three.path}/redo", revision=three.revision)
    assert [hand.cards for hand in three.stored().game.hands] == [1, 3]


FORGOTTEN: dict[str, Any] = {"cards": "2", "dealer": "1", "turned": "clubs", "bid_0": "0"}
FORGOTTEN |= {"bid_1": "1", "bid_2": "0", "tricks_0": "0", "tricks_1": "1", "tricks_2": "1"}


def test_another_number_of_cards_keeps_what_was_typed(three: Table) -> None:
    typed = {"bid_0": "1", "tricks_1": "2", "dealer": "2", "cards": "3", "points_1": "-10"}
    shown = three.client.get(f"{three.path}/hands/3/new", query_string=typed, headers=HTMX).text
    inputs = re.findall(r"<input [^>]*>", shown.partition('<form id="hand"')[2])
    checked = {
        re.sub(r'.* name="(\w+)".* value="(\d)".*', r"\1 \2", one)
        for one in inputs
        if " checked" in one and 'name="sign_' not in one
    }
    assert checked == {"bid_0 1", "tricks_1 2", "dealer 2"}
    assert sum(' name="bid_0"' in one for one in inputs) == 4
    assert any(' name="points_1"' in one and ' value="-10"' in one for one in inputs)


def test_a_forgotten_hand_is_put_in_and_one_tap_takes_it_out(three: Table) -> None:
    before = three.stored().game
    page = plain_text(three.client.get(f"{three.path}/hands/3/new").text)
    for text in ("Forgotten hand", "after hand 2", "Hand 3 stays at 3 cards.", "21 hands"):
        assert text in page
    refused = three.post(
        f"{three.path}/hands/3/new", **FORGOTTEN | {"tricks_2": "2"}, revision=three.revision
    )
    assert refused.status_code == 422
    assert "1 too many" in plain_text(refused.text)
    assert act(three, "new", 3, **FORGOTTEN) == 303
    assert "Hand 3 put in" in plain_text(three.page())
    assert [hand.cards for hand in three.stored().game.hands] == [1, 2, 2, 3]
    assert "put in later" in plain_text(three.page())
    assert "Hand 3 put in." in plain_text(three.client.get(f"{three.path}/log").text)
    three.undo()
    assert three.stored().game == before


CORRECTED = {name: value for name, value in FORGOTTEN.items() if name != "cards"}
MEANT: dict[str, tuple[int, dict[str, Any]]] = {
    "": (2, CORRECTED),
    "delete": (3, {}),
    "dealer": (4, {"dealer": "2"}),
    "skip": (4, {}),
    "again": (4, {}),
    "trump": (4, {"turned": "hearts"}),
    "bids": (4, {"bid_0": "3", "touched": "bid_0"}),
    "whole": (4, {"turned": "clubs", "bid_0": "3", "bid_1": "1", "drawn": "4-0"}),
}
"""What a page of four hands sends about one of them."""


@pytest.mark.thorough
@pytest.mark.parametrize("what", MEANT)
@pytest.mark.parametrize(("listed", "step"), [("delete", -1), ("new", 1)])
def test_a_stale_page_reaches_the_hand_that_it_showed_under_its_new_number(
    three: Table, listed: str, step: int, what: str
) -> None:
    three.turn("diamonds")
    seen, (number, sent) = three.revision, MEANT[what]
    assert act(three, listed, 1, **FORGOTTEN | {"cards": "2"}) == 303
    before = three.stored().game
    assert act(three, what, number, revision=seen, **sent) == 303
    reached = three.stored().game
    assert reached != before
    three.undo()
    assert three.stored().game == before
    assert act(three, what, number + step, **sent) == 303
    assert three.stored().game == reached


@pytest.mark.parametrize("number", [2, 3])
@pytest.mark.parametrize("what", ["", "delete"])
def test_a_stale_page_changes_nothing_if_its_hand_was_taken_out(
    three: Table, what: str, number: int
) -> None:
    seen = three.revision
    act(three, "delete", number)
    game = three.stored().game
    sent: dict[str, Any] = {"revision": seen, **CORRECTED}
    sent |= {"tricks_2": "2"} if number == 3 else {}
    gone = three.post(f"{three.path}/hands/{number}/{what}".rstrip("/"), **sent)
    assert gone.status_code == 422
    assert "Someone else took this hand out. Nothing was saved." in plain_text(gone.text)
    assert three.stored().game == game
    three.undo()
    assert act(three, what, number, **sent) == 303, "the same hand again"


def test_a_forgotten_hand_shows_the_points_of_what_is_typed_and_of_the_last_pile(
    three: Table,
) -> None:
    typed = {"bid_0": "1", "tricks_0": "1", "bid_1": "0", "tricks_1": "0", "bid_2": "0"}
    shown = three.client.get(f"{three.path}/hands/3/new", query_string=typed | {"cards": "1"}).text
    points = re.findall(r'id="points-(\d)">(.*?)</span>', shown, re.S)
    assert {seat: plain_text(text).strip() for seat, text in points} == {
        **{"0": "+30", "1": "+20", "2": "+20"}
    }
    empty = three.client.get(f"{three.path}/hands/3/new").text
    assert {text.strip() for _, text in re.findall(r'id="points-(\d)">(.*?)<', empty, re.S)} == {""}
    over = typed | {"tricks_0": "2", "tricks_1": "1", "tricks_2": "0", "cards": "2"}
    assert "1 too many" in three.client.get(f"{three.path}/hands/3/new", query_string=over).text


def test_all_that_a_forgotten_hand_lacks_is_said_at_once_and_leads_there(three: Table) -> None:
    lacks = {key: value for key, value in FORGOTTEN.items() if key != "turned"}
    del lacks["tricks_2"], lacks["tricks_1"]
    refused = three.post(f"{three.path}/hands/3/new", **lacks, revision=three.revision)
    assert problems(refused.text) == [
        "The tricks of Ben and Cem are missing.",
        "Trump is missing: tap the card that was turned up.",
    ]
    for there, sentence in (
        ({"turned": "clubs"}, '<a href="#numbers-1">The tricks of Ben and Cem'),
        ({"tricks_1": "1"}, '<a href="#turned-up">Trump is missing'),
    ):
        refused = three.post(f"{three.path}/hands/3/new", **lacks | there, revision=three.revision)
        assert sentence in refused.text
        assert f'id="{sentence[10:].partition(chr(34))[0]}"' in refused.text


@pytest.mark.parametrize(
    ("gone", "title"), [(2, "after hand 1"), (1, "after hand 1"), (3, "after hand 2")]
)
def test_a_forgotten_hand_is_asked_about_where_it_belongs_now(
    three: Table, gone: int, title: str
) -> None:
    seen = three.revision
    act(three, "delete", gone)
    sent: dict[str, Any] = {"revision": seen, **FORGOTTEN}
    asked = three.post(f"{three.path}/hands/3/new", **sent)
    assert asked.status_code == 409
    page = plain_text(asked.text)
    assert "Save again to keep yours." in page
    assert title in page
    assert re.search(r'id="bid_1-1" value="1"[^>]* checked', asked.text)


def test_the_points_of_a_stale_correction_are_those_of_its_hand(three: Table) -> None:
    asked, of = {"revision": three.revision} | CORRECTED, f"{three.path}/hands/2/points"
    meant = three.client.get(of, query_string=asked).text
    act(three, "delete", 1)
    assert three.client.get(of, query_string=asked).text == meant


def test_a_stale_entry_that_is_refused_is_shown_again_in_the_hand_it_was_meant_for(
    three: Table,
) -> None:
    three.turn("hearts")
    seen = three.revision
    act(three, "delete", 1)
    sent: dict[str, Any] = {"bid_0": "9", "bid_1": "1", "touched": "bid_0 bid_1", "open": "bids"}
    refused = three.post(f"{three.path}/hands/4/bids", revision=seen, **sent)
    assert refused.status_code == 422
    assert re.search(r'name="bid_1" value="1"[^>]* checked', refused.text)


def test_a_hand_dealt_again_loses_its_hidden_bids_once(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", variant="skull-king")
    table.post(f"{table.path}/sealed", on="y")

    def missing() -> bool:
        page = plain_text(table.client.get(f"{table.path}/sealed").text)
        return "Ann and Cem have not bid yet" in page

    tap: dict[str, Any] = {"tap": f"tap-{1:012}"}
    for is_left in (False, True):
        assert act(table, "sealed", bid_1="0") == 303
        assert missing()
        assert act(table, "again", **tap) == 303
        assert missing() is is_left, "the second time it is the same tap"


def test_skipped_hands_leave_and_come_back_as_json_and_csv(three: Table) -> None:
    act(three, "new", 3, **FORGOTTEN)
    act(three, "skip")
    three.play("hearts", (1, 1, 0), (1, 1, 3))
    before = three.stored().game
    for ending in ("json", "csv"):
        text = three.client.get(f"{three.path}.{ending}").text
        (found,) = read_games(text)
        hands = found.game.hands
        for one, hand in zip(hands, before.hands, strict=True):
            assert (one.skipped, one.added) == (hand.skipped, hand.added)
        assert score_sheet(found.game).totals == score_sheet(before).totals
