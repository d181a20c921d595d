"""A game's page, undo, ending early, house rules, rematch and deleting."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.table import HTMX, Table, field
from tests.web.page import main, plain_text, problems, said
from tests.web.screen import clash

LOOK = "Check the sheet, then enter yours again if you still want it."
OPEN_TOO_LONG = "This page expired"


@pytest.fixture
def played(table: Table) -> Table:
    """One hand played, the second not begun."""
    table.start("Ann", "Ben", "Cem")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    return table


def end(table: Table, hands: object, **more: Any) -> TestResponse:
    """Tap one of the buttons that end the game, or play on with ""."""
    sent: dict[str, Any] = {"hands": hands, "revision": table.revision} | more
    return table.post(f"{table.path}/end", **sent)


# The page


def test_the_keeper_has_a_panel_and_a_viewer_only_looks(
    played: Table, stranger: FlaskClient
) -> None:
    assert "<form" in main(played.page())
    seen = main(stranger.get(played.path).text)
    assert "Score sheet" in seen
    assert "Which player are you?" in seen
    assert f'<a class="pick" href="{played.path}?me=1">Ben</a>' in seen
    for part in ("<form", "<input", "/rules", "/delete", "/phones", "/hands/"):
        assert part not in seen
    assert "<button" not in stranger.get(played.path, headers=HTMX).text


@pytest.mark.parametrize("panel", ["trump", "bids", "tricks"])
def test_a_viewer_sees_the_numbers_of_every_panel_without_chips(
    played: Table, stranger: FlaskClient, panel: str
) -> None:
    played.turn("hearts")
    played.bid(1, 1, 1)
    seen = main(stranger.get(f"{played.path}?panel={panel}").text)
    assert "<input" not in seen
    assert "Ann" in seen


def test_a_viewer_of_a_game_that_is_over_has_no_button(
    played: Table, stranger: FlaskClient
) -> None:
    end(played, 1)
    seen = stranger.get(played.path, headers=HTMX).text
    assert "Cem wins with 30" in seen
    assert "<form" not in seen
    assert "<button" not in seen


def test_htmx_gets_the_board_alone_and_a_restored_page_whole(played: Table) -> None:
    part = played.client.get(played.path, headers=HTMX)
    assert part.text.lstrip().startswith('<div id="board"')
    whole = played.client.get(played.path, headers=HTMX | {"HX-History-Restore-Request": "true"})
    assert whole.text.startswith("<!doctype html>")


def test_the_sheet_shows_total_bid_tricks_and_points(played: Table) -> None:
    text = plain_text(played.page().split('id="sheet"')[1])
    assert "\u221210 bid and tricks 1/0 \u221210" in text
    assert "30 bid and tricks 1/1 +30" in text


def test_hands_after_the_end_are_struck_out(table: Table) -> None:
    table.start("Ann", "Ben", variant="two-player")
    for bid in (4, 3):
        table.turn("hearts")
        table.bid(bid, 0)
        table.score(bid, 0, negated=-1)
    assert 'class="void"' not in table.page()
    correction: dict[str, Any] = {"dealer": 0, "turned": "hearts", "bid_0": 8, "tricks_0": 8}
    correction |= {"bid_1": 0, "tricks_1": 0, "negated": -1, "revision": table.revision}
    assert table.post(f"{table.path}/hands/1", **correction).status_code == 303
    page = table.page()
    assert page.count('class="void"') == 1
    assert "Struck-out hands were played after the end and do not count." in page
    assert "Ann wins with 100" in page


def test_the_printed_sheet_of_three_players(table: Table) -> None:
    table.start("Thomas", "Ute", "Kevin")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    table.play("jester", (2, 0, 0), (1, 0, 1))
    assert table.totals() == [10, 10, 20]
    table.undo()
    assert table.totals() == [20, -10, 30]


# Undo


def test_undo_takes_back_the_newest_save(played: Table) -> None:
    played.turn("spades")
    response = played.undo()
    assert response.status_code == 303
    assert "Undone" in played.page()
    assert "Trump?" in played.page()
    played.undo()
    assert played.csv() == []


def test_undo_by_htmx_is_answered_with_the_board(played: Table) -> None:
    target = field(played.page().split('id="undo-form"')[1], "target")
    response = played.post(f"{played.path}/undo", part=True, target=target)
    assert response.status_code == 200
    assert said(response).startswith("Undone")
    assert "Hand 1 of 20" in plain_text(response.text)


def test_undo_twice_of_one_page_takes_back_once(played: Table) -> None:
    target = field(played.page().split('id="undo-form"')[1], "target")
    for _ in range(2):
        assert played.post(f"{played.path}/undo", target=target).status_code == 303
    assert played.revision == 4


def test_undo_of_a_stale_page_shows_what_stands_now(played: Table) -> None:
    response = played.post(f"{played.path}/undo", target=2)
    assert clash(response) == [LOOK]
    assert len(played.csv()) == 3


@pytest.mark.parametrize(
    "target",
    [
        "",
        "0",
        "-1",
        "999",
    ],
)
def test_undo_of_no_save_takes_back_nothing(played: Table, target: str) -> None:
    assert played.post(f"{played.path}/undo", target=target).status_code == 409
    assert played.revision == 3


@pytest.mark.parametrize("target", ["abc", "\u0663", "9" * 20, ["1", "3"]])
def test_undo_of_what_is_no_number_is_refused(played: Table, target: object) -> None:
    response = played.post(f"{played.path}/undo", target=target)
    assert response.status_code == 422
    assert len(problems(response.text)) == 1
    assert played.revision == 3


def test_before_the_first_save_there_is_nothing_to_take_back(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    assert 'form="undo-form" disabled' in table.page()


# The end


def test_the_game_ends_now_and_can_be_played_on(played: Table) -> None:
    assert end(played, 1).status_code == 303
    page = played.page()
    assert "Cem wins with 30" in page
    assert "Ended early after 1 hand." in page
    assert end(played, "").status_code == 303
    assert "Hand 2 of 20" in plain_text(played.page())


def test_the_game_ends_after_the_hand_in_progress(played: Table) -> None:
    played.turn("spades")
    response = end(played, 2, part=True)
    assert response.status_code == 200
    assert said(response) == "Saved"
    assert "Hand 2 of 2" in plain_text(response.text)
    played.bid(0, 0, 0)
    played.score(1, 1, 0)
    assert "Game over" in played.page()


def test_a_game_ended_before_a_hand_was_scored_has_no_winner(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    end(table, 0)
    assert "No hand was scored" in table.page()


@pytest.mark.parametrize("hands", ["0", "3", "-1", "99"])
def test_the_game_ends_now_or_after_this_hand_and_never_else(played: Table, hands: str) -> None:
    response = end(played, hands)
    assert response.status_code == 422
    assert problems(response.text) == ["End the game now, or after the hand in progress."]


def test_a_game_that_is_over_takes_no_hand(played: Table) -> None:
    end(played, 1)
    response = played.send("trump", 2, turned="hearts")
    assert response.status_code == 422
    assert "This game has no hand 2. Reload the page." in problems(response.text)


def test_ending_from_a_stale_page_ends_nothing(played: Table) -> None:
    response = end(played, 1, revision=0)
    assert clash(response) == [LOOK]
    assert "Game over" not in played.page()


# House rules


def test_house_rules_hold_from_the_next_hand_on(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    table.turn("hearts")
    rules = f"{table.path}/rules"
    assert "Cards in the hands to come: 2, 3," in table.client.get(rules).text
    response = table.post(rules, revision=table.revision, hook="y", length="whole")
    assert response.status_code == 303
    assert "House rules saved" in table.page()
    assert table.bid(1, 0, 0).status_code == 303
    table.score(1, 0, 0)
    table.turn("hearts")
    assert table.bid(1, 0, 1).status_code == 422


def test_hands_still_to_come_can_be_chosen_anew(played: Table) -> None:
    rules = f"{played.path}/rules"
    sent: dict[str, Any] = {"length": "list", "sizes": "2, 4", "revision": played.revision}
    assert played.post(rules, **sent).status_code == 303
    assert "Hand 2 of 3" in plain_text(played.page())


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"length": "list", "sizes": "2 21"},
            "With 3 players each hand can have at most 20 of the 60 cards",
        ),
        ({"length": "list", "sizes": "two"}, "Hand sizes: type numbers separated by commas"),
        ({"timed": "y", "clock": "9999"}, "The clock can be set from 1 to 1440 minutes."),
        ({"timed": "y", "clock": "\u0669"}, "Minutes must be a whole number."),
        ({"length": "span", "first": "-1", "last": "3"}, "A hand has at least 1 card."),
        ({"csrf_token": ""}, OPEN_TOO_LONG),
    ],
)
def test_house_rules_that_cannot_be_are_refused_and_stay_in_sight(
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


def test_house_rules_of_a_game_that_is_over_are_settled(played: Table) -> None:
    end(played, 1)
    response = played.post(f"{played.path}/rules", revision=played.revision, hook="y")
    assert response.status_code == 422
    assert problems(response.text) == ["The game is over. Tap Play on to continue it."]


def test_stale_house_rules_are_not_saved_and_stay_in_sight(played: Table) -> None:
    response = played.post(f"{played.path}/rules", revision=0, hook="y")
    assert response.status_code == 409
    assert "Someone else changed this game first." in response.text
    assert 'name="hook" value="y" checked' in response.text
    assert played.revision == 3


def test_after_a_clash_the_same_house_rules_can_be_saved(played: Table) -> None:
    rules = f"{played.path}/rules"
    page = played.post(rules, revision=0, hook="y").text
    again = played.post(rules, revision=field(page, "revision"), hook="y")
    assert again.status_code == 303


# Rematch


def test_a_rematch_keeps_seats_and_rules_and_moves_the_deal_on(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", hook="y", length="list", sizes="1")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    response = table.post(f"{table.path}/rematch")
    assert response.status_code == 303
    assert response.location != table.path
    text = plain_text(table.client.get(response.location).text)
    assert "Hand 1 of 1" in text
    assert "Ben deals" in text
    assert "bids may not add up" in text


def test_a_double_tap_on_rematch_makes_one_game(played: Table) -> None:
    end(played, 1)
    addresses = {played.post(f"{played.path}/rematch").location for _ in range(2)}
    assert len(addresses) == 1
    assert main(played.client.get("/").text).count('href="/g/') == 2


def test_a_rematch_of_an_unplayed_game_keeps_the_first_dealer(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", dealer=2)
    response = table.post(f"{table.path}/rematch")
    assert "Cem deals" in plain_text(table.client.get(response.location).text)


# Deleting


def test_deleting_asks_first_and_then_deletes_for_good(played: Table) -> None:
    address = f"{played.path}/delete"
    asked = played.client.get(address).text
    assert "Delete this game?" in asked
    assert played.client.get(played.path).status_code == 200
    response = played.post(address)
    assert response.status_code == 303
    assert "Game deleted" in played.client.get(response.location).text
    for path in (played.path, f"{played.path}.csv", f"{played.path}/log", address):
        assert played.client.get(path).status_code == 404


@pytest.mark.parametrize("action", ["undo", "end", "rules", "rematch", "delete"])
def test_without_a_csrf_token_nothing_is_done(played: Table, action: str) -> None:
    response = played.post(f"{played.path}/{action}", csrf_token="", revision=3, target=3, hands=1)
    assert response.status_code == 422
    assert problems(response.text)[0].startswith(OPEN_TOO_LONG)
    assert played.revision == 3
    assert main(played.client.get("/").text).count('href="/g/') == 1


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


def test_hand_sizes_to_come_may_go_down(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="1, 2, 3, 4")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    table.post(f"{table.path}/rules", revision=table.revision, length="span", first=5, last=3)
    assert "Hand 2 of 4" in table.page()


def test_an_end_without_a_hand_is_refused(played: Table) -> None:
    response = played.post(f"{played.path}/end", revision=played.revision)
    assert response.status_code == 422
