"""Hands that are skipped, dealt again, taken out or put in."""

import re
from typing import Any

import pytest

from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import LONGEST_GAME
from tests.exchange.made import read_games
from tests.table import HTMX, Table
from tests.web.page import plain_text, problems


def act(table: Table, what: str, number: int | None = None, **more: Any) -> int:
    """Send one of the buttons about a hand; the status of the answer."""
    hand = table.hand if number is None else number
    sent = {"revision": table.revision} | more
    return table.post(f"{table.path}/hands/{hand}/{what}".rstrip("/"), **sent).status_code


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


def test_the_hand_in_play_was_dealt_with_other_cards(played: Table) -> None:
    played.turn("hearts")
    played.bid(0, 1, 0)
    refused = played.score(1, 1, 1)
    assert refused.status_code == 422
    assert f'href="{played.path}/hands/2/dealer#cards">Not 2 cards?' in refused.text
    assert act(played, "dealer", dealer="1", cards="3") == 303
    assert "3 cards · Ben deals" in plain_text(played.page())
    log = plain_text(played.client.get(f"{played.path}/log").text)
    assert "Cards: 3, changed from 2" in log
    assert played.score(1, 1, 1).status_code == 303
    assert [hand.cards for hand in played.stored().game.hands] == [1, 3]
    assert next_cards(played) == 3


def test_a_stale_page_of_the_dealer_changes_the_cards_only_if_it_says_others(
    played: Table,
) -> None:
    seen = played.revision
    assert act(played, "dealer", dealer="1", cards="3") == 303
    assert act(played, "dealer", dealer="2", cards="2", revision=seen) == 303
    assert (played.stored().game.hands[1].cards, played.stored().game.hands[1].dealer) == (3, 2)
    assert act(played, "dealer", dealer="2", cards="4", revision=seen) == 409


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


FORGOTTEN: dict[str, Any] = {"cards": "2", "dealer": "1", "turned": "clubs", "bid_0": "0"}
FORGOTTEN |= {"bid_1": "1", "bid_2": "0", "tricks_0": "0", "tricks_1": "1", "tricks_2": "1"}


def test_another_number_of_cards_keeps_what_was_typed(three: Table) -> None:
    typed = {"bid_0": "1", "tricks_1": "2", "dealer": "2", "cards": "3", "points_1": "-10"}
    shown = three.client.get(f"{three.path}/hands/3/new", query_string=typed, headers=HTMX).text
    inputs = re.findall(r"<input [^>]*>", shown.partition('<form id="hand"')[2])
    checked = {
        re.sub(r'.* name="(\w+)".* value="(\w?)".*', r"\1 \2", one)
        for one in inputs
        if " checked" in one and 'name="sign_' not in one
    }
    assert checked == {"bid_0 1", "tricks_1 2", "dealer 2", "keeps "}
    assert sum(' name="bid_0"' in one for one in inputs) == 4
    assert any(' name="points_1"' in one and ' value="-10"' in one for one in inputs)


def plans(table: Table, page: str, **asked: str) -> dict[str, str]:
    """The plans of a page, by value: buttons, or a choice of which the chosen one has a star."""
    text = table.client.get(f"{table.path}/{page}", query_string=asked).text
    found = re.findall(r'name="keeps" value="(y?)"( checked)?>(.*?)</(?:label|button)>', text, re.S)
    return {value + "*" * bool(is_chosen): plain_text(said) for value, is_chosen, said in found}


def next_cards(table: Table) -> int:
    """The cards of the next hand."""
    hand = table.stored().sheet.hand
    assert hand
    return hand.cards


def test_a_hand_taken_out_may_leave_the_game_its_number_of_hands(three: Table) -> None:
    before = three.stored().game
    assert plans(three, "hands/3") == {
        "y": "The game keeps its 20 hands. Next: hand 3, 3 cards, Cem deals",
        "": "The game becomes 19 hands. Next: hand 3, 4 cards, Cem deals",
    }
    assert [*plans(three, "hands/2")] == ["y", ""]
    assert act(three, "delete", 3, keeps="y") == 303
    game = three.stored().game
    assert game.settings == before.settings
    assert "made their bids. The game keeps its 20 hands." in plain_text(
        three.client.get(f"{three.path}/log").text
    )
    three.undo()
    assert three.stored().game == before
    three.post(f"{three.path}/redo", revision=three.revision)
    assert three.stored().game == game


def test_a_forgotten_hand_may_leave_the_game_its_number_of_hands(three: Table) -> None:
    before = three.stored().game
    kept = "The game keeps its 20 hands, this one included. Next: hand 5, 5 cards, Ben deals"
    grown = "The game becomes 21 hands. Next: hand 5, 4 cards, Ben deals"
    assert plans(three, "hands/4/new") == {"y*": kept, "": grown}, "the hand that was due"
    assert [*plans(three, "hands/4/new", cards="2")] == ["*", "y"], "one more"
    assert [*plans(three, "hands/3/new")] == ["*", "y"], "between others"
    assert plans(three, "hands/4/new", dealer="2")["y*"] == kept.replace("Ben", "Ann")
    assert [*plans(three, "hands/4/new", cards="4", keeps="y")] == ["y*", ""], "chosen before"
    assert act(three, "new", 3, **FORGOTTEN, keeps="y") == 303
    assert three.stored().game.settings == before.settings
    assert next_cards(three) == 5
    log = plain_text(three.client.get(f"{three.path}/log").text)
    assert "made their bids. The game keeps its 20 hands, this one included." in log
    for ending in ("json", "csv"):
        (found,) = read_games(three.client.get(f"{three.path}.{ending}").text)
        assert [hand.cards for hand in found.game.hands] == [1, 2, 2, 3]
        assert ending == "csv" or found.game.settings == before.settings
    three.undo()
    assert three.stored().game == before


def test_a_forgotten_hand_ends_a_game_only_if_somebody_chooses_that_it_does(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="2, 2")
    table.play("hearts", (0, 1, 0), (0, 1, 1))
    assert plans(table, "hands/1/new") == {
        "*": "The game becomes 3 hands. Next: hand 3, 2 cards, Cem deals",
        "y": "The game keeps its 2 hands, this one included. The game ends now.",
    }


def test_nothing_says_that_a_game_ends_that_is_over(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="2")
    table.play("hearts", (0, 1, 0), (0, 1, 1))
    assert "The game ends now" not in table.client.get(f"{table.path}/hands/1/new").text
    assert act(table, "new", 1, **FORGOTTEN) == 303
    page = plain_text(table.page())
    assert "Hand 1 put in" in page
    assert "The game ends now" not in page


def test_the_longest_game_keeps_its_hands_when_a_forgotten_one_is_put_in(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes=", ".join(["2"] * LONGEST_GAME))
    table.play("hearts", (0, 1, 0), (0, 1, 1))
    page = table.client.get(f"{table.path}/hands/1/new").text
    assert f"The game keeps its {LONGEST_GAME} hands, this one included." in plain_text(page)
    assert '<input type="hidden" name="keeps" value="y">' in page
    assert act(table, "new", 1, **FORGOTTEN, keeps="y") == 303
    assert len(table.stored().game.settings.sizes) == LONGEST_GAME


def test_what_was_chosen_stays_when_a_forgotten_hand_is_refused(three: Table) -> None:
    sent: dict[str, Any] = {**FORGOTTEN, "tricks_2": "2", "revision": three.revision}
    for keeps in ("y", ""):
        refused = three.post(f"{three.path}/hands/3/new", **sent, keeps=keeps)
        assert refused.status_code == 422
        assert re.findall(r'name="keeps" value="(y?)" checked>', refused.text) == [keeps]


def test_nothing_is_asked_about_the_plan_of_a_game_that_a_target_ends(table: Table) -> None:
    table.start("Ann", "Ben", variant="two-player")
    table.turn("hearts")
    table.bid(1, 2)
    table.post(f"{table.path}/hands/1/tricks", tricks_0=1, tricks_1=2, negated=-1, score=1)
    for page in ("hands/1", "hands/1/new"):
        text = table.client.get(f"{table.path}/{page}").text
        assert 'name="keeps"' not in text
        assert "The game" not in plain_text(text)


@pytest.mark.parametrize("keeps", ["y", ""])
def test_another_keeper_who_scored_meanwhile_is_no_conflict_for_a_hand_taken_out(
    three: Table, keeps: str
) -> None:
    seen = three.revision
    three.play("hearts", (1, 1, 0), (1, 1, 2))
    assert act(three, "delete", 2, revision=seen, keeps=keeps) == 303
    assert next_cards(three) == (4 if keeps else 5)


CORRECTED = {name: value for name, value in FORGOTTEN.items() if name != "cards"}
MEANT: dict[str, tuple[int, dict[str, Any]]] = {
    "": (2, CORRECTED | {"dealer": "2"}),
    "delete": (3, {}),
    "dealer": (4, {"dealer": "1"}),
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


def test_a_stale_correction_keeps_the_dealer_that_a_hand_put_in_moved_on(three: Table) -> None:
    seen = three.revision
    assert act(three, "new", 1, **FORGOTTEN | {"dealer": "0"}) == 303
    assert act(three, "", 2, revision=seen, **CORRECTED) == 303
    hands = three.stored().game.hands
    assert [hand.dealer for hand in hands] == [0, 1, 2, 0]
    assert hands[2].bids == (0, 1, 0)


def test_whoever_puts_in_or_takes_out_a_hand_reads_that_the_deal_moves_on(three: Table) -> None:
    def read(page: str) -> str:
        return plain_text(three.client.get(f"{three.path}{page}").text)

    assert "Who dealt? Ann Ben Cem The hand after it gets another dealer." in read("/hands/3/new")
    assert "another dealer" not in read("/hands/4/new")
    assert "other dealers" not in read("/hands/3/new?dealer=1"), "hand 4 was dealt by Cem"
    assert "The 2 hands after it get other dealers." in read("/hands/1")
    assert act(three, "new", 3, **FORGOTTEN | {"dealer": "2"}) == 303
    assert "Hand 3 put in. Next: hand 5, 4 cards, Ben deals" in read("")
    assert "The game becomes 21 hands. The hand after it gets another" in read("/log")
    assert act(three, "delete", 1) == 303
    assert "Hand 1 taken out. Next: hand 4, 4 cards, Ann deals" in read("")


def test_the_log_tells_what_was_put_in_or_taken_out_once(three: Table) -> None:
    entered = "Ben turned up Clubs. Ann bid 0, Ben 1, Cem 0. Ann took 0, Ben 1, Cem 1."
    made = "Ann and Ben made their bids."
    detail = "Bid of Ben: {}"

    def newest() -> str:
        return plain_text(three.client.get(f"{three.path}/log").text.split("<li class")[1])

    assert act(three, "new", 3, **FORGOTTEN) == 303
    assert f"Hand 3 put in. {entered} {made} The game becomes 21 hands." in newest()
    assert detail.format("– → 1") in newest()
    three.undo()
    assert newest().count(entered) == 1
    three.post(f"{three.path}/redo", revision=three.revision)
    assert act(three, "delete", 3) == 303
    assert "Hand 3 taken out. The game becomes 20 hands." in newest(), "told above"
    assert detail.format("1 → –") in newest()
    assert act(three, "delete", 2) == 303
    assert "Hand 3" not in newest(), "each hand has its own card"
    assert "Hand 2 taken out. Ben turned up a Jester. Ann bid 2, Ben 0, Cem 0." in newest()


@pytest.mark.parametrize("what", ["skip", "dealer"])
def test_a_stale_page_clashes_with_a_dealer_chosen_before_a_hand_was_put_in(
    three: Table, what: str
) -> None:
    seen = three.revision
    assert act(three, "dealer", dealer="2") == 303
    assert act(three, "new", 1, **FORGOTTEN) == 303
    assert act(three, what, 4, revision=seen, dealer="1") == 409
    assert three.stored().game.hands[-1].dealer == 2


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


def test_all_that_a_forgotten_hand_lacks_is_said_at_once_and_leads_there(three: Table) -> None:
    lacks = {key: value for key, value in FORGOTTEN.items() if key != "turned"}
    del lacks["tricks_2"], lacks["tricks_1"]
    refused = three.post(f"{three.path}/hands/3/new", **lacks, revision=three.revision)
    assert problems(refused.text) == [
        "The tricks of Ben and Cem are missing.",
        "Trump is missing: tap it, or “Not known, or no card turned up”.",
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


@pytest.mark.parametrize(("number", "what"), [(3, "new"), (4, "")], ids=["new", "skipped"])
def test_nobody_needs_to_know_the_trump_of_a_hand_that_is_put_in(
    three: Table, number: int, what: str
) -> None:
    unknown, form = "Not known, or no card turned up", f"hands/{number}/{what}".rstrip("/")

    def read(page: str) -> str:
        return plain_text(three.client.get(f"{three.path}/{page}").text)

    if not what:
        assert act(three, "skip", number) == 303
    assert unknown in read(form)
    assert unknown not in read("hands/2")
    for turned in ("", "wizard"):
        lacks = FORGOTTEN | {"turned": turned, "revision": three.revision}
        (missing,) = problems(three.post(f"{three.path}/{form}", **lacks).text)
        assert missing == f"Trump is missing: tap it, or “{unknown}”."
    assert act(three, what, number, **FORGOTTEN | {"turned": "none"}) == 303
    assert unknown in read(f"hands/{number}")
    assert f"{unknown}." in read("log")
    row = three.page().split(f'<tr id="row-{number}"')[1].partition("</tr>")[0]
    assert "No trump" not in row
