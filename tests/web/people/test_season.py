"""The table of a season as the page shows it."""

import re

import pytest
from flask.testing import FlaskClient

from tests.cast import Cast, Role
from tests.table import Table
from tests.web.book.test_history import link
from tests.web.book.test_history import play as evening
from tests.web.page import main, plain_text


def play(table: Table, *names: str, at: str = "2025-03-01", variant: str = "wizard") -> None:
    """A game that ends 20, −10, 30 (in the tournament 20, −10, 30 too)."""
    evening(table, *names, variant=variant, at=f"{at} 19:00:00.000000")


def lines(page: str) -> list[tuple[str, ...]]:
    """Place, name, games, games that count if not all do, points, and points per game."""
    row = r'<td class="rk">(\d)</td>\s*<th scope="row"><div><a [^>]*>(\w+)</a></div></th>(.*?)</tr>'
    found = re.findall(row, page, re.DOTALL)
    return [(place, name, *re.findall("<td[^>]*>(.*?)</td>", rest)) for place, name, rest in found]


@pytest.fixture
def season(table: Table) -> Table:
    """Three games of 2025, one of another kind, one of the year before."""
    play(table, "Ann", "Ben", "Cem")
    play(table, "Cem", "Ben", "Ann")
    play(table, "Ann", "Ben", "Dora")
    play(table, "Ben", "Cem", "Ann", variant="tournament")
    play(table, "Cem", "Ben", "Ann", at="2024-12-31")
    return table


def test_the_newest_year_and_the_usual_game_stand_there_first(season: Table) -> None:
    page = season.client.get("/people/season").text
    assert "Wizard 2025" in page
    assert lines(page) == [
        ("1", "Ann", "3", "70", "23.3"),
        ("2", "Cem", "2", "50", "25.0"),
        ("3", "Dora", "1", "30", "30.0"),
        ("4", "Ben", "3", "−30", "−10.0"),
    ]
    assert "All games count." in page
    assert 'href="/people/season?game=wizard"' in season.client.get("/people").text
    assert link(page, "The games of this season") == "/history?year=2025&game=wizard"


def test_an_address_says_which_games_count(season: Table) -> None:
    page = season.client.get("/people/season?year=2025&least=2&best=1").text
    assert "At least 2 games each. Only each player’s best game counts." in plain_text(page)
    assert lines(page) == [
        ("1", "Ann", "3", "1", "30", "30.0"),
        ("1", "Cem", "2", "1", "30", "30.0"),
        ("3", "Ben", "3", "1", "−10", "−10.0"),
    ]
    by_mean = season.client.get(link(page, "Per game")).text
    assert 'name="best" value="1"' in by_mean
    assert lines(season.client.get("/people/season?by=mean").text)[0][1] == "Dora"
    assert lines(season.client.get("/people/season?year=2024").text)[0][1:3] == ("Ann", "1")
    assert lines(season.client.get("/people/season?game=tournament").text)[0][1] == "Ann"
    assert "Nobody has played that many games." in season.client.get("/people/season?least=9").text


def test_people_left_out_of_the_figures_are_not_in_the_table(season: Table) -> None:
    ann = re.search(r'href="(/people/\d+)">[^"]*"initial"[^"]*"true">A<', season_people(season))
    assert ann
    assert season.post(f"{ann[1]}/hide", hidden="y").status_code == 303
    found = lines(season.client.get("/people/season").text)
    assert [line[:2] for line in found] == [("1", "Cem"), ("2", "Dora"), ("3", "Ben")]


def season_people(table: Table) -> str:
    return table.client.get("/people").text


@pytest.mark.parametrize(
    "query", ["year=1999", "year=x", "game=x", "least=0", "best=x", "least=1000&best=-1"]
)
def test_unreadable_parameters_are_ignored(season: Table, query: str) -> None:
    usual = lines(season.client.get("/people/season").text)
    assert lines(season.client.get(f"/people/season?{query}").text) == usual


def test_a_new_phone_reads_when_the_table_begins(client: FlaskClient) -> None:
    page = main(client.get("/people/season").text)
    assert "starts with the first finished game" in page
    assert "<form" not in page


def test_followers_see_no_table(cast: Cast) -> None:
    for role in (Role.FOLLOWER, Role.GUEST, Role.ENDED, Role.STRANGER, Role.NOBODY):
        page = plain_text(main(cast.get(role, "/people/season").text))
        assert not {"Ann", "Ben", "Cem"} & set(page.split()), role
