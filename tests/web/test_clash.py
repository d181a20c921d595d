"""Two phones keep the score of one game: nothing that one entered is lost by the other."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.table import Table, numbers
from tests.web.page import chip, problems
from tests.web.screen import clash, hand, log, look, use_mine

LOOK = "Check the sheet, then enter yours again if you still want it."
PARTS = pytest.mark.parametrize("part", [False, True], ids=["whole page", "htmx"])


@pytest.fixture
def ben(table: Table, stranger: FlaskClient) -> Table:
    """Ben's phone beside Ann's: three players, trump of seven cards turned up, Ann deals."""
    table.start("Ann", "Ben", "Cem", length="list", sizes="7, 7, 7")
    table.post("/book/name", name="Ann's phone")
    table.turn("hearts")
    return table.share(stranger, "Ben's phone")


@pytest.fixture
def duel(table: Table, stranger: FlaskClient) -> Table:
    """Ben's phone beside Ann's in Two-Player Wizard, with trump and bids said."""
    table.start("Ann", "Ben", variant="two-player")
    table.turn("hearts")
    table.bid(1, 2)
    return table.share(stranger, "Ben's phone")


# What both entered stands


@pytest.mark.parametrize("panel", ["bids", "tricks"])
def test_numbers_of_different_players_from_stale_pages_both_stand(
    table: Table, ben: Table, app: Flask, panel: str
) -> None:
    name = "bid" if panel == "bids" else "tricks"
    table.bid(*((1, None, None) if panel == "bids" else (1, 1, 1)))
    old = look(table, f"?panel={panel}")
    ben.send(panel, **numbers(name, (2, 3, None)))
    mine: Any = {f"{name}_2": 2}
    assert old.tap(**mine).status_code == 303
    assert getattr(hand(table, app), panel) == (2, 3, 2)


def test_the_answer_shows_what_both_entered(table: Table, ben: Table) -> None:
    old = look(table)
    ben.bid(None, 3, None)
    response = old.tap(part=True, bid_2=1)
    assert response.status_code == 200
    assert chip(response.text, "bid_1", 3).checked
    assert chip(response.text, "bid_2", 1).checked


def test_what_a_stale_page_only_showed_is_not_entered_again(
    table: Table, ben: Table, app: Flask
) -> None:
    table.bid(None, 3, None)
    old = look(table)
    ben.undo()
    assert old.tap(bid_2=1).status_code == 303
    assert hand(table, app).bids == (None, None, 1)


def test_the_same_number_from_both_is_no_clash_and_written_once(
    table: Table, ben: Table, app: Flask
) -> None:
    old = look(table)
    ben.bid(None, 3, None)
    assert old.tap(bid_1=3).status_code == 303
    assert len(log(table, app)) == 2


def test_trump_is_named_beside_bids_that_came_in_meanwhile(
    table: Table, ben: Table, app: Flask
) -> None:
    table.turn("wizard")
    old = look(table)
    ben.bid(None, 3, None)
    assert old.tap(named="clubs").status_code == 303
    assert (hand(table, app).trump, hand(table, app).bids[1]) == ("clubs", 3)


@pytest.mark.parametrize(
    ("mine", "theirs", "stands"),
    [
        ({"tricks_0": 3}, {"negated": 1}, ((3, None), 1)),
        ({"negated": 1}, {"tricks_0": 3}, ((3, None), 1)),
        ({"tricks_1": 4}, {"tricks_0": 3, "negated": 0}, ((3, 4), 0)),
    ],
)
def test_tricks_and_the_spade_8_from_stale_pages_both_stand(
    duel: Table, table: Table, app: Flask, mine: Any, theirs: Any, stands: Any
) -> None:
    table.take(None, None, negated=-1)
    old = look(table)
    duel.send("tricks", **theirs)
    assert old.tap(**mine).status_code == 303
    assert (hand(table, app).tricks, hand(table, app).negated) == stands


# Both entered different things in the same place


@PARTS
@pytest.mark.parametrize(("name", "said"), [("Ben's phone", "Ben's phone"), ("", "another phone")])
def test_different_numbers_in_one_place_are_both_shown_and_nothing_is_written(
    table: Table, ben: Table, app: Flask, part: bool, name: str, said: str
) -> None:
    ben.post("/book/name", name=name)
    old = look(table)
    ben.bid(None, 3, None)
    before = log(table, app)
    response = old.tap(part=part, bid_1=1)
    assert clash(response) == [f"Bid of Ben: {said} entered 3, you entered 1."]
    assert chip(response.text, "bid_1", 3).checked
    assert log(table, app) == before


@PARTS
def test_use_mine_lets_ones_own_stand_and_leaves_what_else_the_other_entered(
    table: Table, ben: Table, app: Flask, part: bool
) -> None:
    table.bid(4, None, None)
    old = look(table)
    ben.bid(5, 3, 2)
    told = old.tap(part=part, bid_1=1)
    assert clash(told) == ["Bid of Ben: Ben's phone entered 3, you entered 1."]
    use_mine(table, told, part=part)
    assert hand(table, app).bids == (5, 1, 2)


def test_leave_it_so_is_a_link_to_the_game(table: Table, ben: Table, app: Flask) -> None:
    old = look(table)
    ben.bid(None, 3, None)
    told = old.tap(part=True, bid_1=1).text
    link = re.search(r'<a class="button" href="([^"]*)" hx-get="([^"]*)">Keep theirs</a>', told)
    assert link
    assert link.groups() == (table.path, table.path)
    assert 'class="clash"' not in table.client.get(link[1]).text
    assert hand(table, app).bids[1] == 3


def test_only_what_others_entered_otherwise_is_named(table: Table, ben: Table) -> None:
    old = look(table)
    ben.bid(None, 3, None)
    assert clash(old.tap(bid_1=1, bid_2=2)) == ["Bid of Ben: Ben's phone entered 3, you entered 1."]


def test_the_phone_that_entered_it_is_named_not_one_that_entered_something_else(
    table: Table, ben: Table, app: Flask
) -> None:
    cem = table.share(app.test_client(), "Cem's phone")
    old = look(table)
    ben.bid(None, 3, None)
    cem.bid(None, None, 1)
    assert clash(old.tap(bid_1=1)) == ["Bid of Ben: Ben's phone entered 3, you entered 1."]


@pytest.mark.parametrize(
    ("before", "theirs", "mine", "line"),
    [
        (
            "",
            "clubs",
            {"turned": "jester"},
            "Turned up: Ben's phone entered Clubs, you entered Jester.",
        ),
        (
            "wizard",
            "wizard clubs",
            {"named": "hearts"},
            "Trump: Ben's phone entered Clubs, you entered Hearts.",
        ),
        (
            "wizard",
            "clubs",
            {"named": "hearts"},
            "Turned up: Ben's phone entered Clubs, you entered Wizard.",
        ),
    ],
)
def test_different_trumps_clash_and_use_mine_decides(
    table: Table, ben: Table, before: str, theirs: str, mine: Any, line: str
) -> None:
    table.undo()
    if before:
        table.turn(before)
    old = look(table)
    turned, _, named = theirs.partition(" ")
    ben.turn(turned, named=named)
    told = old.tap(**mine)
    assert line in clash(told)
    use_mine(table, told)
    for name, card in mine.items():
        assert chip(look(table, "?panel=trump").html, name, card).checked


def test_different_tricks_clash_and_use_mine_decides(table: Table, ben: Table, app: Flask) -> None:
    table.bid(2, 2, 2)
    table.take(None, 4, None)
    old = look(table)
    ben.take(3, 1, None)
    told = old.tap(tricks_0=2)
    assert clash(told) == ["Tricks of Ann: Ben's phone entered 3, you entered 2."]
    use_mine(table, told)
    assert hand(table, app).tricks == (2, 1, None)


def test_different_takers_of_the_spade_8_clash_and_use_mine_decides(
    duel: Table, table: Table, app: Flask
) -> None:
    table.take(4, None)
    old = look(table)
    duel.take(3, None, negated=-1)
    told = old.tap(negated=1)
    assert clash(told) == ["Spade 8 taken by: Ben's phone entered Nobody, you entered Ben."]
    use_mine(table, told)
    assert (hand(table, app).tricks, hand(table, app).negated) == ((3, None), 1)


# Refused by the rules


@PARTS
def test_a_stale_bid_that_the_hook_forbids_is_refused_beside_what_the_other_entered(
    table: Table, stranger: FlaskClient, app: Flask, part: bool
) -> None:
    table.start("Ann", "Ben", "Cem", hook="y", length="list", sizes="5")
    table.turn("hearts")
    table.bid(None, 1, 1)
    ben = table.share(stranger)
    old = look(table)
    ben.bid(None, 2, None)
    response = old.tap(part=part, bid_0=2)
    assert response.status_code == 422
    assert problems(response.text) == [
        "Ann deals and may not bid 2: the bids would add up to 5, the number of cards."
    ]
    assert chip(response.text, "bid_0", 2).checked
    assert hand(table, app).bids == (None, 2, 1)
    assert old.after(response).tap(bid_0=3).status_code == 303
    assert hand(table, app).bids == (3, 2, 1)


# Scoring


def test_a_hand_scored_twice_with_the_same_tricks_is_scored_once(
    table: Table, ben: Table, app: Flask
) -> None:
    table.bid(2, 2, 2)
    mine, theirs = look(table), look(ben)
    for phone in (theirs, mine):
        assert phone.score(tricks_0=2, tricks_1=2).status_code == 303
    assert len(log(table, app)) == 3
    assert table.totals() == [40, 40, -10]


@PARTS
def test_a_hand_scored_otherwise_clashes_and_use_mine_corrects_it(
    table: Table, ben: Table, part: bool
) -> None:
    table.bid(2, 2, 2)
    old = look(table)
    look(ben).score(tricks_0=3, tricks_1=2, tricks_2=2)
    told = old.score(part=part, tricks_0=2, tricks_1=2)
    assert clash(told) == [
        "Tricks of Ann: Ben's phone entered 3, you entered 2.",
        "Tricks of Cem: Ben's phone entered 2, you entered 3.",
    ]
    assert table.totals() == [-10, 40, 40]
    use_mine(table, told, part=part)
    assert table.totals() == [40, 40, -10]


def test_use_mine_of_a_scored_hand_keeps_its_dealer_trump_and_bids(
    duel: Table, table: Table, app: Flask
) -> None:
    table.turn("wizard", named="spades")
    old = look(table)
    duel.score(1, 3, negated=1)
    before = hand(table, app)
    told = old.tap(tricks_0=4)
    assert clash(told) == ["Tricks of Ann: Ben's phone entered 1, you entered 4."]
    use_mine(table, told)
    assert hand(table, app) == replace(before, tricks=(4, 3))


def test_a_bid_in_a_hand_that_was_scored_meanwhile_clashes_and_use_mine_corrects_it(
    table: Table, ben: Table, app: Flask
) -> None:
    table.bid(2, 2, 2)
    old = look(table, "?panel=bids")
    ben.score(2, 2, 3)
    told = old.tap(bid_2=3)
    assert clash(told) == ["Bid of Cem: Ben's phone entered 2, you entered 3."]
    use_mine(table, told)
    assert hand(table, app).bids == (2, 2, 3)
    assert table.totals() == [40, 40, 50]


def test_a_hand_is_not_scored_where_the_other_changed_a_trick_until_use_mine(
    table: Table, ben: Table, app: Flask
) -> None:
    table.bid(2, 2, 2)
    table.take(2, 2, 3)
    old = look(table)
    ben.take(3, 2, 2)
    told = old.score()
    assert clash(told) == [
        "Tricks of Ann: Ben's phone entered 3, you entered 2.",
        "Tricks of Cem: Ben's phone entered 2, you entered 3.",
    ]
    assert not hand(table, app).scored
    use_mine(table, told)
    assert table.totals() == [40, 40, -10]


def test_a_hand_is_not_scored_where_the_other_changed_a_bid_until_use_mine(
    table: Table, ben: Table, app: Flask
) -> None:
    table.bid(2, 2, 2)
    old = look(table)
    ben.bid(None, None, 3)
    told = old.score(tricks_0=2, tricks_1=2)
    assert clash(told) == [LOOK]
    assert not hand(table, app).scored
    use_mine(table, told)
    assert table.totals() == [40, 40, 50]


def test_a_tap_in_a_hand_that_is_no_longer_played_is_not_saved(
    table: Table, ben: Table, app: Flask
) -> None:
    table.play("", (2, 2, 2), (2, 2, 3))
    old = look(table)
    ben.undo()
    before = log(table, app)
    assert clash(old.tap(turned="clubs")) == [LOOK]
    assert log(table, app) == before


# Undo, and the right to keep score


def test_undo_from_a_stale_page_takes_nothing_back_and_names_the_clash(
    table: Table, ben: Table, app: Flask
) -> None:
    table.bid(1, None, None)
    old = look(table)
    ben.bid(None, 3, None)
    assert clash(old.send("undo-form")) == [LOOK]
    assert hand(table, app).bids == (1, 3, None)


def test_a_phone_whose_right_was_taken_away_since_its_page_was_drawn_writes_nothing(
    table: Table, ben: Table, app: Flask
) -> None:
    old = look(ben)
    button = re.search(r'name="phone" value="(\d+)"', look(table, "/phones").html)
    assert button
    assert table.post(f"{table.path}/phones", phone=button[1]).status_code == 303
    before = log(table, app)
    for name in ("panel", "undo-form", "more"):
        assert old.send(name, bid_0=1, hands=1).status_code == 404
    assert log(table, app) == before


def test_a_copy_of_a_save_that_comes_late_does_not_overrule_a_newer_one(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    table.turn("hearts")
    shown = table.revision
    table.bid(1, None, None, revision=shown, touched="bid_0")
    table.bid(0, None, None, touched="bid_0")
    assert table.bid(1, None, None, revision=shown, touched="bid_0").status_code == 409
    assert chip(table.page(), "bid_0", 0).checked


def test_what_was_tapped_is_no_excuse_to_overrule_another_phone(table: Table, ben: Table) -> None:
    table.turn("hearts")
    shown = table.revision
    ben.bid(0, None, None)
    response = table.bid(1, None, None, revision=shown, touched="bid_0 nonsense bid_9")
    assert response.status_code == 409


# There and back


@PARTS
def test_a_place_that_the_other_touched_and_left_as_it_was_clashes_until_use_mine(
    table: Table, ben: Table, app: Flask, part: bool
) -> None:
    old = look(table)
    ben.bid(None, 3, None)
    ben.undo()
    before = log(table, app)
    told = old.tap(part=part, bid_1=1)
    assert clash(told) == ["Bid of Ben: Ben's phone entered –, you entered 1."]
    assert log(table, app) == before
    use_mine(table, told, part=part)
    assert hand(table, app).bids == (None, 1, None)


def test_trump_that_the_other_turned_up_and_back_clashes(table: Table, ben: Table) -> None:
    old = look(table, "?panel=trump")
    ben.turn("clubs")
    ben.turn("hearts")
    told = old.tap(turned="jester")
    assert "Turned up: Ben's phone entered Hearts, you entered Jester." in clash(told)


def test_a_hand_is_not_scored_where_the_other_changed_a_trick_and_took_that_back(
    table: Table, ben: Table, app: Flask
) -> None:
    table.bid(2, 2, 2)
    table.take(2, 2, None)
    old = look(table)
    ben.take(3, None, None)
    ben.undo()
    assert clash(old.score()) == [LOOK]
    assert not hand(table, app).scored


def test_other_places_than_those_touched_are_saved_beside_them(
    table: Table, ben: Table, app: Flask
) -> None:
    old = look(table)
    ben.bid(None, 3, None)
    ben.undo()
    assert old.tap(bid_2=1).status_code == 303
    assert hand(table, app).bids == (None, None, 1)


@pytest.mark.usefixtures("ben")
def test_taps_of_one_page_each_with_the_revision_it_was_told_do_not_clash(
    table: Table, app: Flask
) -> None:
    told, sent = look(table).form("panel").sent["revision"], dict[str, int]()
    for tapped in ({"bid_0": 1}, {"bid_1": 2}, {"bid_0": 0}, {"bid_0": 1}, {"bid_2": 3}):
        sent |= tapped
        data: Any = sent | {"revision": told, "touched": " ".join(sent)}
        response = table.send("bids", part=True, **data)
        assert response.status_code == 200
        told = response.headers["X-Revision"]
    assert hand(table, app).bids == (1, 2, 3)


def test_ones_own_tap_sent_again_is_a_success_though_its_place_was_touched_since(
    table: Table, ben: Table, app: Flask
) -> None:
    old = look(table)
    for _ in range(2):
        assert old.tap(bid_1=3).status_code == 303
    ben.bid(0, None, None)
    assert old.tap(bid_1=3).status_code == 303
    assert len(log(table, app)) == 3
