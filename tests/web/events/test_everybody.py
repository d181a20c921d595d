"""The pages of an event for its players: who they are, their table, their results."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.rules.events.entrant_acts import Entered, Marked, Newcomer
from scorekeeper.rules.events.event import State
from scorekeeper.rules.events.result_acts import Ended
from scorekeeper.rules.events.round_acts import Closed, Published, Started
from tests.store.events.rally import ENTERED, PUBLISHED, RUNNING, drawn
from tests.web.events.a_table import Hall
from tests.web.page import plain_text

HAND = ("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
OTHER = ("hearts", (0, 1, 0), (1, 0, 0))
AGAIN = ((1, 5, 2), (3, 6, 4, 7))


def main(page: str) -> str:
    return plain_text(page.split("<main>")[1].split("</main>", maxsplit=1)[0])


def names(page: str) -> list[str]:
    return re.findall(r'<b class="name">(.*?)</b>', page.split("list names")[1])


def seen(hall: Hall, client: FlaskClient, me: int, page: str = "") -> str:
    return main(client.get(f"{hall.path}{page}?me={me}").text)


@pytest.fixture
def hall(app: Flask) -> Hall:
    """The first round is running."""
    return Hall(app, *RUNNING)


@pytest.fixture
def played(hall: Hall, app: Flask) -> Hall:
    """The first round is over; Ben and Cem and Dan are level behind Ann."""
    hall.keeper(app.test_client()).play(*HAND)
    hall.keeper(app.test_client(), 2).play(*OTHER)
    hall.did(Closed(1))
    return hall


def test_a_name_leads_to_its_table_and_the_phone_remembers_it(
    hall: Hall, client: FlaskClient
) -> None:
    page = client.get(hall.path).text
    assert names(page) == ["Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil"]
    assert "you" in seen(hall, client, 3)
    again = client.get(hall.path)
    assert again.location == f"{hall.path}?me=3"


def test_not_you_shows_the_names_again(hall: Hall, client: FlaskClient) -> None:
    page = client.get(f"{hall.path}?me=3").text
    assert f'href="{hall.path}?me="' in page
    assert "Who are you?" in client.get(f"{hall.path}?me=").text


def test_another_event_does_not_know_the_name(app: Flask, client: FlaskClient, hall: Hall) -> None:
    client.get(f"{hall.path}?me=3")
    assert client.get(Hall(app, ENTERED).path).status_code == 200


@pytest.mark.parametrize("text", ["be", "BE", "bé", "2", " be "])
def test_a_search_finds_a_name_without_scripts(hall: Hall, client: FlaskClient, text: str) -> None:
    assert names(client.get(hall.path, query_string={"me": "", "find": text}).text) == ["Ben"]


def test_a_search_that_finds_nobody_says_so(hall: Hall, client: FlaskClient) -> None:
    page = client.get(hall.path, query_string={"me": "", "find": "<b>zz"}).text
    assert names(page) == []
    assert "No player has that name" in page
    assert "&lt;b&gt;zz" in page


@pytest.mark.parametrize("me", ["99", "x", "-1", "1" * 400, "\u0661"])
def test_a_number_that_nobody_has_shows_the_names(hall: Hall, client: FlaskClient, me: str) -> None:
    assert "Who are you?" in client.get(hall.path, query_string={"me": me}).text


def test_an_event_that_has_not_begun_says_where_the_table_appears(
    app: Flask, client: FlaskClient
) -> None:
    hall = Hall(app, ENTERED)
    assert "The event has not begun" in seen(hall, client, 1)
    hall.did(drawn())
    assert "The event has not begun" in seen(hall, client, 1)


def test_a_published_table_shows_who_sits_there_and_who_deals(
    app: Flask, client: FlaskClient
) -> None:
    page = seen(Hall(app, *PUBLISHED), client, 2)
    assert "Round 1 · Table 1 Sit down." in page
    assert "Ann deals first" in page
    assert "Eva" not in page


def test_a_running_table_shows_its_hand_its_points_and_its_sheet(
    hall: Hall, client: FlaskClient, stranger: FlaskClient
) -> None:
    hall.keeper(client).turn("hearts")
    page = stranger.get(f"{hall.path}?me=2").text
    assert "Hand 1 of 1" in main(page)
    assert f"/g/{hall.game()}?me=1#sheet" in page


def test_a_result_that_is_in_is_stamped(played: Hall, client: FlaskClient) -> None:
    page = seen(played, client, 1)
    assert "Place 1 of 7" in page
    assert "1st place, 30" in page
    assert "1 of 1 bid made" in page
    assert "Round 2 Your table appears here" in page


def test_results_have_the_place_and_what_is_missing(played: Hall, client: FlaskClient) -> None:
    page = seen(played, client, 5, "/results")
    assert "of 7" in page
    assert "Bids made 0%" in page
    assert "behind" in page


def test_the_next_table_comes_with_the_ranks_so_far(played: Hall, client: FlaskClient) -> None:
    played.did(drawn(AGAIN), Published(2))
    page = seen(played, client, 1)
    assert "Round 1: 1st place with 30" in page
    assert "Round 2 · Table 1" in page
    assert "place so far" in page


def test_standings_mark_the_own_line(played: Hall, client: FlaskClient) -> None:
    page = client.get(f"{played.path}/standings?me=1").text
    assert re.search(r'class="first me"', page)
    assert "Place 1 of 7" in main(page)
    assert client.get(f"{played.path}?me=1").status_code == 200
    again = client.get(f"{played.path}/standings")
    assert again.location == f"{played.path}/standings?me=1"


def test_standings_begin_with_the_first_result(hall: Hall, client: FlaskClient) -> None:
    assert "Standings appear after the first result." in seen(hall, client, 1, "/standings")


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (Marked(8, State.OUT), "You are no longer playing"),
        (Marked(8, State.STAND_BY), "You are on stand-by"),
        (Marked(8, State.IN), "You play from the next round"),
    ],
)
def test_who_has_no_table_is_told_why(
    hall: Hall, client: FlaskClient, act: Marked, says: str
) -> None:
    hall.did(Entered((Newcomer("Hal"),), stand_by=act.state is not State.STAND_BY), act)
    assert says in seen(hall, client, 8)


def test_the_end_of_an_event_shows_the_place(played: Hall, client: FlaskClient) -> None:
    played.did(drawn(AGAIN), Published(2), Started(2))
    played.keeper(client, 1, 2).play(*OTHER)
    played.keeper(client, 2, 2).play(*HAND)
    played.did(Closed(2), drawn(), Published(3), Started(3))
    played.keeper(client, 1, 3).play(*HAND)
    played.keeper(client, 2, 3).play(*OTHER)
    played.did(Closed(3))
    assert "All rounds have been played" in seen(played, client, 2)
    played.did(Ended())
    page = seen(played, client, 2)
    assert "The event is over" in page
    assert re.search(r"Place \d of 7", page)


def test_the_public_link_writes_nothing(hall: Hall, client: FlaskClient) -> None:
    before = hall.stored.stamp
    for page in ("", "?me=1", "/results?me=1", "/standings", "/standings?me=1"):
        assert client.get(hall.path + page, follow_redirects=True).status_code == 200
        assert client.post(hall.path + page.split("?")[0]).status_code == 405
    assert hall.stored.stamp == before


def test_a_table_nobody_keeps_leads_its_own_players_to_the_score(
    hall: Hall, client: FlaskClient, stranger: FlaskClient
) -> None:
    assert hall.slip() in stranger.get(f"{hall.path}?me=1").text
    assert hall.slip() not in stranger.get(f"{hall.path}?me=5").text
    hall.keeper(client)
    assert "/t/" not in stranger.get(f"{hall.path}?me=1").text
