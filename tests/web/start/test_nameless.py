"""A game that starts without names, which the table enters later."""

import json
import re

import pytest
from sqlalchemy import select

from scorekeeper.rules.records import LEAST_SCORES
from scorekeeper.store.models import Person, db
from scorekeeper.words.lines import player_name
from tests.languages import LANGUAGES
from tests.table import Table
from tests.web.book.test_history import began
from tests.web.page import main
from tests.web.people.test_people import path_of

CALL = 'class="call" href="{}/players"'
PLAYERS = tuple(f"Player {number}" for number in range(1, 5))


@pytest.mark.parametrize(
    ("variant", "count"), [("wizard", 4), ("skull-king", 4), ("two-player", 2)]
)
def test_without_names_the_players_are_numbered(table: Table, variant: str, count: int) -> None:
    path = table.start("", "", variant=variant)
    assert table.stored().game.players == PLAYERS[:count]
    assert main(table.client.get(path).text).count(CALL.format(path)) == count


@pytest.mark.parametrize(
    ("variant", "count", "players"),
    [
        ("wizard", 3, 3),
        ("wizard", 6, 6),
        ("wizard", 8, 4),
        ("skull-king", 8, 8),
        ("two-player", 3, 2),
    ],
)
def test_without_names_the_chosen_number_plays_if_the_game_is_for_it(
    table: Table, variant: str, count: int, players: int
) -> None:
    table.start("", "", variant=variant, count=count)
    assert table.stored().game.players == tuple(f"Player {n}" for n in range(1, players + 1))


def test_a_dealer_is_drawn_among_those_who_have_no_names_yet(table: Table) -> None:
    drawn = set()
    for _ in range(40):
        page = table.post("/new", draw="1", variant="wizard", name=["", ""], count=3).text
        said = re.search(r"(Player \d) was picked to deal first\.", page)
        chosen = re.search(r'id="dealer-(\d)" value="\d" checked', page)
        assert said
        assert chosen
        assert said[1] == f"Player {int(chosen[1]) + 1}"
        drawn.add(said[1])
    assert drawn == {"Player 1", "Player 2", "Player 3"}


def test_a_drawn_dealer_deals_and_one_who_does_not_play_leaves_it_to_the_first(
    table: Table,
) -> None:
    for dealer, first in ((2, 2), (3, 0)):
        table.start("", "", count=3, dealer=dealer)
        assert table.stored().game.first_dealer == first


def test_one_name_says_how_many_play(table: Table) -> None:
    response = table.post("/new", start="1", variant="wizard", name=["", "Ben"], dealer=1)
    assert response.status_code == 422
    assert "Seat 1 has no name" in response.text


def test_a_line_leads_to_its_name_until_it_has_one_or_hand_1_is_scored(table: Table) -> None:
    path = table.start("")
    other = table.client.application.test_client()
    assert CALL.format(path) not in other.get(f"{path}?me=").text
    table.post(f"{path}/players", revision=table.revision, name=["Ann", *PLAYERS[1:]])
    assert main(table.page()).count(CALL.format(path)) == 3
    table.turn("hearts")
    table.bid(0, 0, 0, 1)
    assert main(table.page()).count(CALL.format(path)) == 3
    table.score(0, 0, 0, 1)
    assert CALL.format(path) not in table.page()


def test_nobody_is_offered_as_somebody_known(table: Table) -> None:
    table.start("Ann", "Ben", "Player X")
    table.start("")
    page = table.client.get("/new").text
    offered = re.findall(r'name="use" value="([^"]*)"', page)
    assert sorted(offered) == ["Ann", "Ben", "Player X"]
    assert '<option value="Player 1"' not in page
    assert page.count('name="group"') == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_no_name_is_nobody_whom_a_book_knows(table: Table, language: str) -> None:
    table.client.post("/language", data={"language": language})
    for at in ("2025-03-01 19:00:00.000000", "2025-03-08 19:00:00.000000"):
        path = table.start("", "", count=3, length="list", sizes="1", colour=["7"])
        table.players = table.stored().game.players
        assert main(table.client.get(path).text).count(CALL.format(path)) == 3
        table.play("hearts", (0, 1, 1), (0, 0, 1))
        began(table, path, at)
    assert people(table) == []
    assert table.client.get("/").text.count('class="group"') == 2
    page = table.client.get("/new").text
    assert 'name="group"' not in page
    assert 'name="use"' not in page


def test_who_is_named_is_somebody_beside_seats_without_a_name_and_once_named(table: Table) -> None:
    path = table.start("Ann", "Ben", "Player 3", length="list", sizes="1")
    assert people(table) == ["Ann", "Ben"]
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    assert ">Player 3<" in main(table.client.get(path).text)
    table.post(f"{path}/players", revision=table.revision, name=["Ann", "Ben", "Cem"])
    assert people(table) == ["Ann", "Ben", "Cem"]
    assert 'name="group"' in table.client.get("/new").text


@pytest.mark.parametrize(("name", "is_told"), [("Cem", True), ("Player 3", False)])
def test_a_record_belongs_to_somebody(table: Table, name: str, *, is_told: bool) -> None:
    for _ in range(LEAST_SCORES // 3 + 1):
        table.start("Ann", "Ben", "Cem", length="list", sizes="1")
        table.play("hearts", (0, 1, 1), (0, 0, 1))
    table.start("Ann", "Ben", name, length="list", sizes="2 1")
    table.play("hearts", (0, 0, 2), (0, 0, 2))
    assert (f"A record: +40 for {name}" in main(table.page())) is is_told


def test_nobody_gets_the_name_of_a_seat_among_people(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="1")
    ann = path_of(table.client, "Ann")
    for act in ("name", "split"):
        page = table.post(f"{ann}/{act}", name="player 2", game=table.key)
        assert page.status_code == 422
        assert "Type a name." in page.text
    assert people(table) == ["Ann", "Ben", "Cem"]


def people(table: Table) -> list[str]:
    """Everybody whom the books know."""
    with table.client.application.app_context():
        return [*db.session.scalars(select(Person.name).order_by(Person.name))]


def test_another_language_keeps_the_names_and_their_links(table: Table) -> None:
    path = table.start("")
    table.client.post("/language", data={"language": "de"})
    page = main(table.page())
    assert page.count(CALL.format(path)) == 4
    assert "Player 1" in page


def test_a_phone_without_the_server_knows_these_names_too(table: Table) -> None:
    kept = json.loads(table.client.get("/new/ahead/variant=wizard&cards=suits").text)
    assert kept["words"]["player"].replace("{number}", "1") == PLAYERS[0]
    with table.client.application.test_request_context():
        assert player_name(1) == PLAYERS[0]
