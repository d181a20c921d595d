"""A game's page, Undo, ending early, log, rematch and deleting."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.store.games import games
from scorekeeper.web.game import game
from tests.table import HTMX, Table, field
from tests.web.page import main, plain_text, problems, said

OPEN_TOO_LONG = "This page expired"


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
    assert "Who are you?" in seen
    for address in ("1", "", "2"):
        assert f'href="{played.path}?me={address}"' in seen
    assert "Who are you?</h1>" not in stranger.get(f"{played.path}?me=").text
    for part in ("<form", "<input", "/rules", "/delete", "/phones", "/hands/"):
        assert part not in seen
    part = stranger.get(played.path, headers=HTMX).text
    assert "<button" not in part


@pytest.mark.parametrize("panel", ["trump", "bids", "tricks", "over"])
def test_a_viewer_sees_the_numbers_of_every_panel_without_chips(
    played: Table, stranger: FlaskClient, panel: str
) -> None:
    played.turn("hearts")
    played.bid(1, 1, 1)
    if panel == "over":
        end(played, 1)
    page = stranger.get(f"{played.path}?panel={panel}", headers=HTMX).text
    # A button without a form opens something on the page.
    seen = page.replace('<button type="button"', "")
    for part in ("<form", "<input", "<button"):
        assert part not in seen
    assert ("Cem wins with 30" if panel == "over" else "Ann") in seen


def test_a_hyphenated_name_in_a_sentence_is_on_one_line(
    table: Table, stranger: FlaskClient
) -> None:
    table.start("Jean-Baptiste", "Ben", "Cem")
    table.play("hearts", (1, 0, 0), (1, 0, 0))
    for line in ("Jean-Baptiste leads with 30.", "10 fewer than Jean-Baptiste."):
        kept = line.replace("-", "-\N{WORD JOINER}")
        assert f"{kept}<" in stranger.get(f"{table.path}?me=1").text


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


# Undo


def test_undo_takes_back_the_newest_save_and_names_it(played: Table) -> None:
    played.turn("spades")
    assert played.undo().status_code == 303
    page = played.page()
    assert "Undone: " in page
    assert "Trump?" in page
    target = field(page.split('form="undo-form"')[1], "target")
    for part in (True, False):
        response = played.post(f"{played.path}/undo", part=part, target=target)
        assert response.status_code == (200 if part else 303)
        assert not part or said(response) == "Undone: hand 1 scored"
        assert not part or "Hand 1 of 20" in plain_text(response.text)
    assert played.csv() == []
    assert played.revision == 6


@pytest.mark.parametrize(
    ("target", "status"),
    [
        *((target, 409) for target in ("", "0", "-1", "2", "999")),
        *((target, 422) for target in ("abc", "\u0663", "9" * 20, ["1", "3"])),
    ],
)
def test_undo_of_another_save_or_none_takes_back_nothing(
    played: Table, target: object, status: int
) -> None:
    response = played.post(f"{played.path}/undo", target=target)
    assert response.status_code == status
    assert status == 409 or len(problems(response.text)) == 1
    assert (played.revision, len(played.csv())) == (3, 3)


def test_before_the_first_save_there_is_nothing_to_take_back(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    assert 'form="undo-form" name="target" value="" disabled' in table.page()
    assert "Nothing has been entered yet." in table.client.get(f"{table.path}/log").text


# The end


def test_the_game_ends_now_takes_no_hand_and_can_be_played_on(played: Table) -> None:
    assert end(played, 1).status_code == 303
    page = played.page()
    assert "Cem wins with 30" in page
    assert "Ended early after 1 hand." in page
    response = played.send("trump", 2, turned="hearts", revision=played.revision)
    assert problems(response.text) == ["This game has no hand 2. Reload the page."]
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


@pytest.mark.parametrize("hands", ["0", "3", "-1", "99", []])
def test_the_game_ends_now_or_after_this_hand_and_never_otherwise(
    played: Table, hands: object
) -> None:
    response = end(played, hands)
    assert response.status_code == 422
    assert problems(response.text) == ["End the game now, or after the hand in progress."]


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


@pytest.mark.parametrize(("ago", "waited"), [("", 0), (3600, 3600), (10**8, 7200)])
def test_a_rematch_began_when_the_table_began_it_but_after_the_game_before(
    played: Table, monkeypatch: pytest.MonkeyPatch, ago: Any, waited: int
) -> None:
    end(played, 1)
    later = played.stored().changed_at.replace(tzinfo=None) + timedelta(hours=2)
    monkeypatch.setattr(games, "now", lambda: later)
    played.key = played.post(f"{played.path}/rematch", ago=ago).location.rsplit("/", 1)[1]
    began = played.stored().started_at.replace(tzinfo=None)
    assert abs(later - began - timedelta(seconds=waited)) < timedelta(seconds=1)


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


# The log


def test_the_curve_can_be_read_as_numbers_too(played: Table) -> None:
    played.play("hearts", (1, 0, 0), (2, 0, 0))
    page = played.client.get(f"{played.path}?view=evening").text
    found = re.search(r'<table aria-label="Totals after each hand">(.*?)</table>', page, re.DOTALL)
    assert found
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in found[1].split("</tr>")]
    totals = [row[14].replace("-", "\N{MINUS SIGN}") for row in played.csv()]
    assert [plain_text(cell) for cell in rows[0]] == ["Hand", *played.players]
    assert rows[1:-1] == [["1", *totals[:3]], ["2", *totals[3:]]]


def pages_of_log(table: Table, address: str) -> tuple[list[int], list[tuple[str, str]]]:
    """The numbers of the lines on a page, and ``before`` in each of its links."""
    page = main(table.client.get(address).text)
    links = re.findall(r'/log(?:\?before=(\d+))?">(\w+)</a>', page)
    numbers: list[int] = []
    for card in re.findall(
        r'<ol class="entries" reversed start="(\d+)">(.*?)</ol>', page, re.DOTALL
    ):
        numbers += range(int(card[0]), int(card[0]) - card[1].count("<time "), -1)
    return numbers, [(word, before) for before, word in links]


def test_the_log_tells_every_save_newest_first(played: Table, stranger: FlaskClient) -> None:
    played.undo()
    text = plain_text(stranger.get(f"{played.path}/log").text)
    assert text.index("undone") < text.index("Bid of Ben: \u2013 \u2192 1")
    assert "Scored: no \u2192 yes" in text
    assert "Turned up: \u2013 \u2192 Hearts" in text


def test_the_log_tells_a_hand_on_one_card_with_its_corrections(played: Table) -> None:
    played.turn("hearts")
    played.bid(None, 1, 0)
    played.bid(1, 2, 0)
    played.take(1, None, None)
    played.undo()
    played.score(1, 1, 0)
    played.post(f"{played.path}/about", revision=played.revision, title="Hut.")
    cards = re.findall(r"<li>\s*<(?:span|svg).*?</h2>\s*<p>(.*?)</p>", log_of(played), re.DOTALL)
    assert [*map(plain_text, cards)] == [
        "Title: Hut.",
        "Ben turned up Hearts. Ben bid 2, changed from 1 ; Cem 0, Ann 1. "
        "Ann took 1, Ben 1, Cem 0. Ann and Cem made their bids. 1 entry undone .",
        "Ann turned up Hearts. Ann bid 0, Ben 1, Cem 1. Ann took 0, Ben 0, Cem 1. "
        "Ann and Cem made their bids.",
    ]
    assert "<em>changed from 1</em>" in cards[1]


def test_the_log_does_not_tell_how_a_hand_began_that_was_undone(played: Table) -> None:
    played.turn("hearts")
    played.undo()
    text = plain_text(log_of(played))
    assert "Ben turned up Hearts, taken back . 1 entry undone ." in text
    assert "Dealer:" not in text


@pytest.mark.parametrize(
    ("turned", "bids", "said"),
    [
        ({"turned": "none"}, (1, 0, 0), "No card was turned up. {} All made their bids."),
        ({"turned": "jester"}, (0, 1, 1), "Ann turned up a Jester. {} Nobody made their bid."),
        (
            {"turned": "wizard", "named": "clubs"},
            (0, 1, 0),
            "Ann turned up a Wizard. Trump: Clubs. {} Cem made the bid.",
        ),
    ],
)
def test_the_log_says_what_was_turned_up_and_who_made_their_bids(
    table: Table, turned: dict[str, str], bids: tuple[int, ...], said: str
) -> None:
    table.start("Ann", "Ben", "Cem")
    table.turn(**turned)
    table.bid(*bids)
    table.score(1, 0, 0)
    entered = "Ann bid {}, Ben {}, Cem {}. Ann took 1, Ben 0, Cem 0.".format(*bids)
    assert said.format(entered) in plain_text(log_of(table))


def log_of(table: Table) -> str:
    return main(table.client.get(f"{table.path}/log").text)


def test_a_long_log_is_shown_in_pages_whose_lines_stay(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game, "LINES", 3)
    table.start("Ann", "Ben", "Cem", length="list", sizes="9")
    for number in range(8):
        table.turn(("hearts", "clubs")[number % 2])
    first = pages_of_log(table, f"{table.path}/log")
    assert first == ([8, 7, 6], [("Older", "6")])
    assert pages_of_log(table, f"{table.path}/log?before=6") == (
        [5, 4, 3],
        [("Newer", ""), ("Older", "3")],
    )
    last = pages_of_log(table, f"{table.path}/log?before=3")
    assert last == ([2, 1], [("Newer", "6")])
    for number in range(4):
        table.turn(("hearts", "clubs")[number % 2])
    assert pages_of_log(table, f"{table.path}/log?before=3") == last
    assert pages_of_log(table, f"{table.path}/log?before=6")[0] == [5, 4, 3]


@pytest.mark.parametrize("before", ["", "x", "-1", "99999999999", quote("\u0663")])
def test_an_invalid_page_of_the_log_is_the_newest(played: Table, before: str) -> None:
    assert pages_of_log(played, f"{played.path}/log?before={before}") == ([3, 2, 1], [])


def test_before_the_first_hand_the_standings_show_the_players(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    page = table.client.get(f"{table.path}?view=evening").text
    shown = plain_text(page.partition('id="figures"')[2].partition("</section>")[0])
    assert "Ann 0 Ben 0 Cem 0 The curve of the totals appears after the first hand." in shown
