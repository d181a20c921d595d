"""The games that a phone followed, on its first page."""

import re

import pytest
from flask import Flask

from scorekeeper.web.home import WATCHED
from tests.desk import seven
from tests.table import Table
from tests.web.page import plain_text

NAMES = ("Ann", "Ben", "Cem", "Dora", "Emil")


def watching(page: str) -> list[str]:
    """The text of each line, without its buttons."""
    block = re.search(r'id="watching".*?</form>', page, re.DOTALL)
    found = re.findall(r'class="words">(.*?)</span>', block[0] if block else "", re.DOTALL)
    return [" ".join(plain_text(line).split()) for line in found]


@pytest.fixture
def games(table: Table) -> list[str]:
    """A finished game of each, and a last one in hand 1."""
    found = []
    for name in NAMES:
        found.append(table.start(name, "Zoe", "Xaver", length="list", sizes="1"))
        if name != NAMES[-1]:
            table.play("hearts", (0, 1, 1), (0, 0, 1))
    return found


def test_the_first_page_lists_what_the_phone_followed_running_ones_first(
    app: Flask, games: list[str]
) -> None:
    phone = app.test_client()
    assert watching(phone.get("/").text) == []
    for path in reversed(games):
        phone.get(path)
    lines = watching(phone.get("/").text)
    assert len(lines) == WATCHED
    assert lines[0] == "Emil, Zoe, Xaver Hand 1"
    assert lines[1] == "Ann, Zoe, Xaver Game over · Xaver wins with 30"
    # As kept for the time without a server.
    assert watching(phone.get("/", headers={"X-Keep": "1"}).text) == lines


def test_a_cross_forgets_a_game(app: Flask, games: list[str]) -> None:
    phone = app.test_client()
    for path in games[3:]:
        phone.get(path)
    assert len(watching(phone.get("/").text)) == 2
    response = phone.post("/watching", data={"game": games[4].rpartition("/")[2]})
    assert (response.status_code, response.location) == (303, "/")
    assert [line[:4] for line in watching(phone.get("/").text)] == ["Dora"]
    phone.post("/watching", data={"game": games[3].rpartition("/")[2]})
    page = phone.get("/").text
    assert 'id="watching"' in page
    assert watching(page) == []


def test_without_cookies_the_address_names_the_games(app: Flask, games: list[str]) -> None:
    phone = app.test_client(use_cookies=False)
    keys = ".".join(path.rpartition("/")[2] for path in games[3:])
    assert len(watching(phone.get(f"/?watched={keys}.{'A' * 22}.%00.<xx>").text)) == 2
    assert 'id="watching"' not in phone.get("/").text


def test_what_the_phone_keeps_itself_is_not_watched(games: list[str], table: Table) -> None:
    for path in games:
        table.client.get(path)
    other = table.client.application.test_client()
    other.get(games[0])
    other.post("/watching", data={"game": "x"})
    table.client.set_cookie("watched", games[0].rpartition("/")[2])
    assert watching(table.client.get("/").text) == []


@pytest.mark.parametrize("page", ["?me=1", "?me=", "/standings", "/wall"])
def test_an_event_is_watched_too_before_games_that_are_over(
    app: Flask, games: list[str], page: str
) -> None:
    desk = seven(app, "publish", "start")
    phone = app.test_client()
    for path in (f"{desk.path}{page}", games[0], f"{games[-1]}/table"):
        phone.get(path)
    lines = watching(first := phone.get("/").text)
    assert lines[0] == "Emil, Zoe, Xaver Hand 1"
    assert lines[1] == "Rally Round 1 of 3 · 7 players"
    assert lines[2].startswith("Ann, Zoe, Xaver Game over")
    assert f'href="{desk.path}"' in first
    assert "Rally" in plain_text(desk.client.get("/").text)
    desk.client.get(f"{desk.path}{page}")
    assert watching(desk.client.get("/").text) == []
    phone.post("/watching", data={"game": desk.key})
    assert len(watching(phone.get("/").text)) == 2


def test_a_page_that_follows_leads_to_the_first_page(app: Flask, games: list[str]) -> None:
    assert 'class="back" href="/"' in app.test_client().get(games[4]).text
