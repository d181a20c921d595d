"""A hand to try, and games that were saved."""

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import cli
from tests import conftest, databases
from tests.table import Table
from tests.web.page import chip, plain_text, problems

LISTS = (
    *("/", "/new", "/history", "/history?text=david", "/history.csv", "/history.json"),
    *("/people", "/people/season", "/people/hands", "/book"),
)
OUTSIDE = "David"
"""The one of the four whom the example on the first page does not name."""


def try_out(table: Table) -> str:
    """Tap on Try a hand; gives the game's address."""
    response = table.post("/try")
    assert response.status_code == 303
    table.key, table.players = response.location.rsplit("/", 1)[1], ("Anna", "Ben", "Clara")
    return table.path


def play(table: Table) -> None:
    """Its one hand."""
    table.play("hearts", (2, 2, 1, 0), (2, 1, 1, 0))


@pytest.fixture
def tried(table: Table) -> Table:
    """A phone with a demo."""
    try_out(table)
    return table


@pytest.fixture
def command(app: Flask, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    """The command on the test's database."""
    monkeypatch.setattr(cli, "create_app", lambda _: app)
    return CliRunner()


def test_the_hand_on_the_first_page_adds_up(client: FlaskClient) -> None:
    """A newcomer reads the sample before anything else."""
    sample = client.get("/").text.split('<div class="demo"')[1].split("</div>")[0]
    lines = re.findall(r"<i>\d+<small>.*?</small></i><i>(\d)</i><i>(\d)</i>", sample)
    assert len(lines) == 3
    assert sum(int(took) for _, took in lines) == 3
    assert sum(int(bid) for bid, _ in lines) != 3


def test_the_players_have_the_names_of_the_language(table: Table) -> None:
    table.post("/language", language="es", page="/")
    assert "Ana, Benito, Clara, David" in table.client.get(try_out(table)).text


def test_a_phone_with_games_is_offered_it_once_without_its_picture(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    page = table.client.get("/").text
    assert page.count('action="/try"') == 1
    assert page.index(' menu"') < page.index('action="/try"')


@pytest.mark.thorough
@pytest.mark.parametrize("address", LISTS)
@pytest.mark.parametrize("ended", [False, True], ids=["it runs", "it is over"])
def test_no_page_or_file_names_the_demo_to_a_phone_that_keeps_its_score(
    tried: Table, stranger: FlaskClient, address: str, ended: bool
) -> None:
    other = tried.share(stranger)
    if ended:
        play(tried)
        assert "Rematch" not in tried.page()
    for client in (tried.client, other.client):
        page = client.get(address, buffered=True)
        assert page.status_code == 200
        assert OUTSIDE not in page.text
        assert tried.key not in page.text


def test_the_command_neither_exports_it_nor_adds_games_beside_it(
    tried: Table, command: CliRunner, tmp_path: Path
) -> None:
    for words in (["export"], ["export", "--json"]):
        written = command.invoke(cli.main, words)
        assert written.exit_code == 0
        assert OUTSIDE not in written.output
    file = tmp_path / "games.json"
    file.write_text("{}")
    refused = command.invoke(cli.main, ["import", str(file), "--beside", tried.key])
    assert f"There is no game {tried.key}." in refused.output


def test_the_next_demo_replaces_the_last_one_completely(app: Flask, tried: Table) -> None:
    first, held = tried.path, {name: len(rows) for name, rows in databases.held(app).items()}
    play(tried)
    assert try_out(tried) != first
    assert tried.client.get(first).status_code == 404
    assert {name: len(rows) for name, rows in databases.held(app).items()} == held


def test_a_game_that_is_started_ends_the_try(app: Flask, tried: Table) -> None:
    first = tried.path
    play(tried)
    tried.start("Ann", "Ben", "Cem")
    assert tried.client.get(first).status_code == 404
    assert OUTSIDE not in str(databases.held(app))


def test_another_phone_follows_and_cannot_write(tried: Table, stranger: FlaskClient) -> None:
    other = Table(stranger)
    other.key = tried.key
    assert "Practice: nothing is saved." in plain_text(other.page())
    assert other.turn("hearts", number=1, revision=0).status_code == 404
    assert other.post(f"{other.path}/claim").status_code == 404


def test_the_demo_cannot_be_recovered_or_deleted(tried: Table) -> None:
    play(tried)
    page = tried.page()
    assert "recovery-link" not in page
    assert f"{tried.path}/delete" not in page
    assert tried.post(f"{tried.path}/delete").status_code == 404


def test_its_address_leads_to_the_first_page_and_without_a_token_nothing_starts(
    app: Flask, client: FlaskClient
) -> None:
    assert client.get("/try").location == "/"
    for cookie, sentence in (
        ("", "This browser sends no cookies, and without them nothing can be saved."),
        ("y", "This page expired, or cookies are off. Go back and try again."),
    ):
        if cookie:
            client.set_cookie("x", cookie)
        refused = client.post("/try")
        assert refused.status_code == 422
        assert sentence in plain_text(refused.text)
    assert databases.held(app)["game"] == []


def test_tries_count_as_new_games_do(app: Flask, table: Table) -> None:
    app.config["LIMIT_STARTS"] = "2 per hour"
    try_out(table)
    table.start("Ann", "Ben", "Cem")
    refused = table.post("/try")
    assert refused.status_code == 429
    assert "Too many new games from this network" in refused.text


def test_a_household_does_not_share_it(tmp_path: Path, app: Flask, tried: Table) -> None:
    assert app.testing
    with conftest.opened(tmp_path, HOUSEHOLD=True) as household:
        one = Table(household.test_client())
        for cookie in ("scorekeeper", "scorekeeper_page"):
            if held := tried.client.get_cookie(cookie):
                one.client.set_cookie(cookie, held.value)
        for path in (tried.path, try_out(one)):
            other = household.test_client()
            for client in (one.client, other):
                assert OUTSIDE not in client.get("/history.csv", buffered=True).text
                assert OUTSIDE not in client.get("/people").text
            assert "/claim" not in other.get(path).text


NUMBERS: dict[str, Any] = {
    **{"variant": "own", "own_bonus": "5", "own_trick": "5", "own_miss": "5", "own_zero": "7"},
    **{"deck": "52", "trump": "none", "length": "list", "sizes": "1"},
}
FRIDAY = NUMBERS | {"own_name": " Friday  rules "}


def offered(page: str) -> list[str]:
    """The names under More games, in their order."""
    return re.findall(r'<button class="card kind" name="own" value="(.*?)"', page)


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
    assert "bid 3, took 3: 20; bid 3, took 1: −10; bid 0, took 0: 7" in plain_text(page)
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
        ["Name of your game can have at most 24 characters."],
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
