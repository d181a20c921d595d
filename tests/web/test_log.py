"""The log of a game: every save, newest first, some to a page."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from scorekeeper.web import game
from tests.table import Table
from tests.web.page import main, plain_text


@pytest.fixture
def played(table: Table) -> Table:
    """One hand played, the second not begun."""
    table.start("Ann", "Ben", "Cem")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    return table


def pages_of_log(table: Table, address: str) -> tuple[list[int], list[tuple[str, str]]]:
    """The numbers of the lines that a page shows, and its links: ``before`` of each."""
    page = main(table.client.get(address).text)
    links = re.findall(r'/log(?:\?before=(\d+))?">(\w+)</a>', page)
    start = re.search(r'<ol class="log" reversed start="(\d+)">', page)
    lines = page.count("<time ")
    numbers = list(range(int(start[1]), int(start[1]) - lines, -1)) if start else []
    return numbers, [(word, before) for before, word in links]


def test_the_log_tells_every_save_newest_first(played: Table, stranger: FlaskClient) -> None:
    played.undo()
    text = plain_text(stranger.get(f"{played.path}/log").text)
    assert text.index("undone") < text.index("Bid of Ben: \u2013 \u2192 1")
    assert "Scored: no \u2192 yes" in text
    assert "Turned up: \u2013 \u2192 Hearts" in text


def test_the_log_of_a_new_game_is_empty(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    assert "Nothing has been entered yet." in table.client.get(f"{table.path}/log").text


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
def test_a_page_of_the_log_that_is_none_is_the_newest(played: Table, before: str) -> None:
    assert pages_of_log(played, f"{played.path}/log?before={before}") == ([3, 2, 1], [])
