"""Two phones keep the score of one game: ending early, house rules and corrections."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.table import Table
from tests.web.page import chip, plain_text, problems
from tests.web.screen import clash, hand, log, look

LOOK = "Check the sheet, then enter yours again if you still want it."


@pytest.fixture
def ben(table: Table, stranger: FlaskClient) -> Table:
    """Ben's phone beside Ann's: three players, trump of seven cards turned up, Ann deals."""
    table.start("Ann", "Ben", "Cem", length="list", sizes="7, 7, 7")
    table.turn("hearts")
    return table.share(stranger, "Ben's phone")


# The end and house rules


def test_house_rules_and_an_early_end_are_saved_beside_a_tap_of_the_other(
    table: Table, ben: Table
) -> None:
    table.bid(2, 2, None)
    rules = look(table, "/rules")
    ben.bid(None, None, 1)
    assert rules.send(hook="y").status_code == 303
    assert "bids may not add up" in table.page()
    board = look(table)
    ben.bid(None, 1, None)
    assert board.send("more", hands=1).status_code == 303
    assert "Hand 1 of 1" in plain_text(table.page())


def test_house_rules_changed_by_both_clash_and_are_saved_when_sent_again(
    table: Table, ben: Table
) -> None:
    mine, theirs = look(table, "/rules"), look(ben, "/rules")
    assert theirs.send(timed="y", clock="45").status_code == 303
    told = mine.send(hook="y")
    assert told.status_code == 409
    assert problems(told.text) == [
        "Someone else changed this game first. Save again to keep yours."
    ]
    assert "any bids \u00b7 45 min" in table.page()
    assert mine.after(told).send().status_code == 303
    assert "bids may not add up" in table.page()


def test_hand_sizes_to_come_are_not_taken_for_a_hand_that_the_other_began(
    table: Table, ben: Table
) -> None:
    table.play("", (2, 2, 2), (2, 2, 3))
    old = look(table, "/rules")
    ben.turn("clubs")
    assert old.send(length="list", sizes="7, 5").status_code == 409
    assert "Hand 2 of 3" in plain_text(table.page())


def test_a_game_is_not_ended_where_the_other_scored_a_hand_meanwhile(
    table: Table, ben: Table
) -> None:
    table.bid(2, 2, 2)
    old = look(table)
    ben.score(2, 2, 3)
    assert clash(old.send("more", hands=0)) == [LOOK]
    assert "Hand 2 of 3" in plain_text(table.page())


def test_settings_that_the_other_changed_and_took_back_clash_all_the_same(
    table: Table, ben: Table
) -> None:
    table.play("", (2, 2, 2), (2, 2, 3))
    board, rules = look(table), look(table, "/rules")
    look(ben, "/rules").send(hook="y")
    ben.undo()
    assert clash(board.send("more", hands=1)) == [LOOK]
    assert rules.send(timed="y").status_code == 409
    assert look(table).send("more", hands=1).status_code == 303


# Corrections


def test_hand_1_is_corrected_while_the_other_bids_in_hand_3(
    table: Table, ben: Table, app: Flask
) -> None:
    for turned in ("", "clubs"):
        table.play(turned, (2, 2, 2), (2, 2, 3))
    table.turn("clubs")
    old = look(table, "/hands/1")
    ben.bid(1, None, None)
    assert old.send(bid_2=3).status_code == 303
    assert hand(table, app, 1).bids == (2, 2, 3)
    assert hand(table, app, 3).bids == (1, None, None)


def test_a_correction_of_the_same_hand_clashes_and_is_saved_when_sent_again(
    table: Table, ben: Table, app: Flask
) -> None:
    table.play("", (2, 2, 2), (2, 2, 3))
    cem = table.share(app.test_client(), "Cem's phone")
    mine, theirs = look(table, "/hands/1"), look(ben, "/hands/1")
    theirs.send(tricks_1=3, tricks_2=2, turned="wizard", named="clubs")
    cem.play("clubs", (2, 3, 2), (2, 3, 2))
    before = log(table, app)
    told = mine.send(tricks_0=3, tricks_2=2, turned="wizard", named="spades")
    assert told.status_code == 409
    assert problems(told.text) == [
        "Someone else changed this hand first. Save again to keep yours.",
        "Tricks of Ben: Ben's phone entered 3, you entered 2.",
        "Trump: Ben's phone entered Clubs, you entered Spades.",
    ]
    assert log(table, app) == before
    assert mine.after(told).send().status_code == 303
    assert hand(table, app).tricks == (3, 2, 2)
    assert hand(table, app).trump == "spades"


def test_a_correction_of_a_hand_whose_scoring_was_taken_back_is_not_said_to_be_saved(
    table: Table, ben: Table, app: Flask
) -> None:
    table.play("", (2, 2, 2), (2, 2, 3))
    old = look(table, "/hands/1")
    ben.undo()
    before = log(table, app)
    told = old.send(bid_2=3)
    assert told.status_code == 409
    assert problems(told.text) == ["Hand 1 is not scored yet. Enter it on the page of the game."]
    assert log(table, app) == before


def test_the_dealer_is_changed_beside_a_bid_of_the_other(
    table: Table, ben: Table, app: Flask
) -> None:
    old = look(table, "/hands/1/dealer")
    ben.bid(1, None, None)
    assert old.send(dealer=2).status_code == 303
    assert (hand(table, app).dealer, hand(table, app).bids[0]) == (2, 1)


def test_different_dealers_clash(table: Table, ben: Table, app: Flask) -> None:
    mine, theirs = look(table, "/hands/1/dealer"), look(ben, "/hands/1/dealer")
    theirs.send(dealer=1)
    told = mine.send(dealer=2)
    assert told.status_code == 409
    assert problems(told.text)[1:] == ["Dealer: Ben's phone entered Ben, you entered Cem."]
    assert hand(table, app).dealer == 1


def test_a_dealer_that_nobody_is_clashes_like_any_other(table: Table, ben: Table) -> None:
    mine, theirs = look(table, "/hands/1/dealer"), look(ben, "/hands/1/dealer")
    theirs.send(dealer=1)
    told = mine.send(dealer=7)
    assert told.status_code == 409
    assert problems(told.text)[1:] == ["Dealer: Ben's phone entered Ben, you entered 7."]


def test_a_dealer_of_a_hand_that_the_other_scored_clashes_and_the_whole_hand_is_shown(
    table: Table, ben: Table, app: Flask
) -> None:
    old = look(table, "/hands/1/dealer")
    ben.post(f"{ben.path}/hands/1/dealer", dealer=1, revision=1)
    ben.play("", (2, 2, 2), (2, 2, 3))
    told = old.send(dealer=2)
    assert told.status_code == 409
    assert problems(told.text)[1:] == ["Dealer: Ben's phone entered Ben, you entered Cem."]
    assert old.after(told).send().status_code == 303
    assert (hand(table, app).dealer, hand(table, app).tricks) == (2, (2, 2, 3))


def test_use_mine_that_cannot_be_scored_opens_the_correction_with_it(
    table: Table, ben: Table
) -> None:
    table.bid(2, 2, 2)
    old = look(table)
    ben.score(2, 2, 3)
    told = old.tap(part=True, tricks_0=3)
    assert 'class="clash"' in told.text
    assert "hx-post" not in told.text.partition('class="clash"')[2].partition("</form>")[0]
    response = old.after(told).send("clash")
    assert response.status_code == 422
    assert "Correct hand 1" in response.text
    assert chip(response.text, "tricks_0", 3).checked
    assert table.totals() == [40, 40, -10]


def test_use_mine_of_a_wizard_names_no_suit_that_the_other_turned_up(
    table: Table, ben: Table, app: Flask
) -> None:
    table.undo()
    old = look(table)
    ben.play("clubs", (2, 2, 2), (2, 2, 3))
    told = old.tap(turned="wizard")
    assert "Turned up: Ben's phone entered Clubs, you entered Wizard." in clash(told)
    response = old.after(told).send("clash")
    assert response.status_code == 422
    assert problems(response.text) == ["Trump is missing: tap the card that was turned up."]
    assert chip(response.text, "turned", "wizard").checked
    assert hand(table, app).turned == "clubs"


def test_a_correction_and_a_dealer_that_the_other_changed_and_took_back_clash(
    table: Table, ben: Table, app: Flask
) -> None:
    table.play("", (2, 2, 2), (2, 2, 3))
    table.turn("clubs")
    correction, dealer = look(table, "/hands/1"), look(table, "/hands/2/dealer")
    look(ben, "/hands/1").send(bid_2=3)
    ben.undo()
    look(ben, "/hands/2/dealer").send(dealer=0)
    ben.undo()
    before = log(table, app)
    told = correction.send(bid_2=0)
    assert told.status_code == 409
    assert problems(told.text)[1:] == ["Bid of Cem: Ben's phone entered 2, you entered 0."]
    assert dealer.send(dealer=2).status_code == 409
    assert log(table, app) == before
    assert correction.after(told).send().status_code == 303
    assert hand(table, app).bids == (2, 2, 0)
