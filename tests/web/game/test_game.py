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
from tests.table import HTMX, Table
from tests.web.page import main, problems


def end(table: Table, hands: object, **more: Any) -> TestResponse:
    """Tap one of the buttons that end the game, or play on with ""."""
    sent: dict[str, Any] = {"hands": hands, "revision": table.revision} | more
    return table.post(f"{table.path}/end", **sent)


@pytest.mark.parametrize("panel", ["trump", "bids", "tricks", "extras", "over"])
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


def test_without_a_card_turned_up_the_sum_says_how_the_last_hand_ended_until_a_bid(
    table: Table,
) -> None:
    table.start("Ann", "Ben", "Cem", variant="skull-king")
    table.bid(1, 0, 0)
    table.score(1, 0, 0)
    said = r'<p id="sum"[^>]*><b>(.*?)</b>'
    assert re.findall(said, table.page()) == ["Hand 1 scored. Ann leads with 20."]
    table.bid(None, 0)
    assert re.findall(said, table.page()) == ["0 of 2 bid so far"]


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


@pytest.mark.parametrize("hands", ["0", "3", "-1", "99", []])
def test_the_game_ends_now_or_after_this_hand_and_never_otherwise(
    played: Table, hands: object
) -> None:
    response = end(played, hands)
    assert response.status_code == 422
    assert problems(response.text) == ["End the game now, or after the hand in progress."]


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


def pages_of_log(table: Table, address: str) -> tuple[list[int], list[tuple[str, str]]]:
    """The numbers of the lines on a page, and ``before`` in each of its links."""
    page = main(table.client.get(address).text)
    links = re.findall(r'/log(?:\?before=(\d+))?" rel="\w+">(\w+)</a>', page)
    numbers: list[int] = []
    for card in re.findall(r'<ol class="stack" reversed start="(\d+)">(.*?)</ol>', page, re.DOTALL):
        numbers += range(int(card[0]), int(card[0]) - card[1].count("<time "), -1)
    return numbers, [(word, before) for before, word in links]


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
