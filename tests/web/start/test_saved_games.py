"""Named custom games: where the name appears, and what the book remembers."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.web.game import pictures
from tests.table import Table
from tests.web.page import chip, plain_text, problems

NUMBERS: dict[str, Any] = {
    **{"variant": "own", "own_bonus": "5", "own_trick": "5", "own_miss": "5", "own_zero": "7"},
    **{"deck": "52", "trump": "none", "length": "list", "sizes": "1"},
}
FRIDAY = NUMBERS | {"own_name": " Friday  rules "}


def offered(page: str) -> list[str]:
    """The names under More games, in their order."""
    return re.findall(r'<button class="kind" name="own" value="(.*?)"', page)


def test_the_name_is_shown_wherever_a_game_is_named(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.start("Ann", "Ben", **FRIDAY)
    running = table.client.get("/").text
    table.bid(1, 0)
    table.score(1, 0)
    pages = [running, table.page(), *(table.client.get(path).text for path in ("/", "/new"))]
    pages += [table.client.get(table.path + part).text for part in ("/howto", "/paper")]
    monkeypatch.setattr(pictures, "png_of", lambda _: None)
    picture = table.client.get(table.path + "/picture-tall").text
    for page in (*pages, picture):
        assert "Friday rules" in page
    assert "A game of your own" not in "".join(pages[:3] + pages[4:])
    assert {(row[2], row[-3]) for row in table.csv()} == {("own+short", "Friday rules")}


def test_a_game_that_was_played_under_a_name_is_offered_with_its_numbers(table: Table) -> None:
    table.start("Ann", "Ben", **FRIDAY)
    table.start("Ann", "Ben", **FRIDAY | {"own_name": "Sunday", "own_bonus": "9"})
    table.start("Ann", "Ben", variant="two-player")
    page = table.client.get("/new").text
    assert offered(page) == ["Sunday", "Friday rules"]
    page = table.post("/new", own="Friday rules", name=["Cem"], variant="wizard").text
    assert chip(page, "variant", "own").checked
    assert 'name="own_name" value="Friday rules"' in page
    assert 'name="own_bonus" value="5"' in page
    assert 'name="trump" value="none" checked' in page
    assert "make a bid of 3: 20; take only 1: −10; make a bid of 0: 7" in plain_text(page)
    assert 'value="Cem"' in page


def test_newer_numbers_under_the_same_name_are_the_ones_offered(table: Table) -> None:
    table.start("Ann", "Ben", **FRIDAY)
    table.start("Ann", "Ben", **FRIDAY | {"own_bonus": "8"})
    page = table.post("/new", own="Friday rules").text
    assert offered(page) == ["Friday rules"]
    assert 'name="own_bonus" value="8"' in page


def test_a_name_that_is_forgotten_is_offered_no_more_and_the_old_games_keep_it(
    table: Table,
) -> None:
    table.start("Ann", "Ben", **FRIDAY)
    assert "Forget Friday rules" in table.post("/new", own="Friday rules").text
    answer = table.post("/new", forget="Friday rules", **FRIDAY, name=["Cem"])
    for page in (answer.text, table.client.get("/new").text):
        assert offered(page) == []
        assert 'name="own_name" value=""' in page
        assert 'name="own_bonus" value="5"' in page
    assert 'value="Cem"' in answer.text
    assert "Friday rules" in table.page()
    table.start("Ann", "Ben", **FRIDAY)
    assert offered(table.client.get("/new").text) == ["Friday rules"]


def test_another_book_neither_sees_nor_forgets_the_name(
    table: Table, stranger: FlaskClient
) -> None:
    table.start("Ann", "Ben", **FRIDAY)
    other = Table(stranger)
    other.start("Cem", "Dora", **NUMBERS)
    assert offered(other.post("/new", forget="Friday rules").text) == []
    assert offered(table.client.get("/new").text) == ["Friday rules"]


def test_a_name_that_is_too_long_is_refused_and_stays(table: Table) -> None:
    sent = FRIDAY | {"start": "1", "name": ["Ann", "Ben"], "dealer": "0", "own_name": "x" * 25}
    answer = table.post("/new", **sent)
    assert (answer.status_code, problems(answer.text)) == (
        422,
        ["A name can have at most 24 characters."],
    )
    assert f'name="own_name" value="{"x" * 25}"' in answer.text


@pytest.mark.parametrize("name", ["", "\u200b"])
def test_without_a_name_the_book_keeps_nothing(table: Table, name: str) -> None:
    table.start("Ann", "Ben", **FRIDAY | {"own_name": name})
    assert offered(table.client.get("/new").text) == []
    assert "A game of your own" in plain_text(table.page())


def test_a_name_is_only_of_a_game_of_ones_own(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", **FRIDAY | {"variant": "wizard"})
    assert offered(table.client.get("/new").text) == []
    assert "Friday" not in table.page()
