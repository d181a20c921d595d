"""The pages of an event for its players: the choice of a name, the table, the results."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.desk import SEVEN, Desk, seven
from tests.web.page import plain_text

HAND = ("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
OTHER = ("hearts", (0, 1, 0), (1, 0, 0))
AGAIN = ((1, 5, 2), (3, 6, 4, 7))
RUNNING = ("publish", "start")


def main(page: str) -> str:
    return plain_text(page.split("<main>")[1].split("</main>", maxsplit=1)[0])


def names(page: str) -> list[str]:
    return re.findall(r'<b class="name">(.*?)</b>', page.split("list names")[1])


def seen(desk: Desk, client: FlaskClient, me: int, page: str = "") -> str:
    return main(client.get(f"{desk.path}{page}?me={me}").text)


@pytest.fixture
def desk(app: Flask) -> Desk:
    """The first round is running."""
    return seven(app, *RUNNING)


@pytest.fixture
def played(desk: Desk, app: Flask) -> Desk:
    """The first round is over; Ben and Cem and Dan are level behind Ann."""
    desk.at(app.test_client()).play(*HAND)
    desk.at(app.test_client(), 2).play(*OTHER)
    desk.did("close")
    return desk


def test_a_name_leads_to_its_table_and_the_phone_remembers_it(
    desk: Desk, client: FlaskClient
) -> None:
    page = client.get(desk.path).text
    assert names(page) == ["Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil"]
    assert "you" in seen(desk, client, 3)
    again = client.get(desk.path)
    assert again.location == f"{desk.path}?me=3"


def test_not_you_shows_the_names_again(desk: Desk, client: FlaskClient) -> None:
    page = client.get(f"{desk.path}?me=3").text
    assert f'href="{desk.path}?me="' in page
    assert "Who are you?" in client.get(f"{desk.path}?me=").text
    assert "Who are you?" in client.get(desk.path).text
    assert 'class="me"' not in client.get(f"{desk.path}/standings").text


def test_another_event_does_not_know_the_name(app: Flask, client: FlaskClient, desk: Desk) -> None:
    client.get(f"{desk.path}?me=3")
    other = Desk(app.test_client())
    assert client.get(other.create(*SEVEN)).status_code == 200


@pytest.mark.parametrize("text", ["be", "BE", "bé", "2", " be "])
def test_a_search_finds_a_name_without_scripts(desk: Desk, client: FlaskClient, text: str) -> None:
    assert names(client.get(desk.path, query_string={"me": "", "find": text}).text) == ["Ben"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("muell", ["Müller", "Mueller"]),
        ("MÜLL", ["Müller", "Mueller"]),
        ("mu\u0308ll", ["Müller", "Mueller"]),
        ("mull", ["Müller"]),
        ("agüero", ["Agüero"]),
        ("aguero", ["Agüero"]),
        ("soeren", ["Søren"]),
        ("sue", ["Sue"]),
    ],
)
def test_a_search_knows_umlauts_as_people_type_them(
    client: FlaskClient, text: str, found: list[str]
) -> None:
    desk = Desk(client)
    desk.create("Müller", "Mueller", "Agüero", "Søren", "Sue", "Susi")
    page = client.get(desk.path, query_string={"me": "", "find": text}).text
    assert sorted(names(page)) == sorted(found)
    at_desk = client.get(f"{desk.path}/desk/players", query_string={"find": text}).text
    listed = plain_text(main(at_desk))
    assert [
        name
        for name in ("Müller", "Mueller", "Agüero", "Søren", "Sue", "Susi")
        if f" {name} " in f"{listed} "
    ] == found


def test_a_search_that_finds_nobody_says_so(desk: Desk, client: FlaskClient) -> None:
    page = client.get(desk.path, query_string={"me": "", "find": "<b>zz"}).text
    assert names(page) == []
    assert "No player has that name" in page
    assert "&lt;b&gt;zz" in page


@pytest.mark.parametrize("me", ["99", "x", "-1", "1" * 400, "\u0661"])
def test_a_number_that_nobody_has_shows_the_names(desk: Desk, client: FlaskClient, me: str) -> None:
    assert "Who are you?" in client.get(desk.path, query_string={"me": me}).text


def test_an_event_that_has_not_begun_says_where_the_table_appears(
    app: Flask, client: FlaskClient
) -> None:
    desk = Desk(app.test_client())
    desk.create(*SEVEN, seating="free", remainder="3")
    assert "The event has not begun" in seen(desk, client, 1)
    desk.did("draw")
    assert "The event has not begun" in seen(desk, client, 1)


def test_a_published_table_shows_who_sits_there_and_who_deals(
    app: Flask, client: FlaskClient
) -> None:
    page = seen(seven(app, "publish"), client, 2)
    assert "Round 1 · Table 1 Sit down." in page
    assert "Ann deals first" in page
    assert "Eva" not in page


def test_a_running_table_shows_its_hand_its_points_and_its_sheet(
    desk: Desk, client: FlaskClient, stranger: FlaskClient
) -> None:
    desk.at(client).turn("hearts")
    page = stranger.get(f"{desk.path}?me=2").text
    assert "Hand 1 of 1" in main(page)
    assert f"{desk.game()}?me=1#sheet" in page


def test_a_table_with_more_time_shows_its_own_clock(desk: Desk, client: FlaskClient) -> None:
    desk.did("round/1/table/1/more-time", minutes="7")
    extra, usual = (client.get(f"{desk.path}?me={me}").text for me in (1, 5))
    ends = [int(re.findall(r'data-ends="(\d+)"', page)[0]) for page in (extra, usual)]
    assert ends[0] - ends[1] == 7 * 60_000


def test_a_result_that_is_in_is_stamped(played: Desk, client: FlaskClient) -> None:
    page = seen(played, client, 1)
    assert "Place 1 of 7" in page
    assert "1st place, 30" in page
    assert "1 of 1 bid made" in page
    assert "Round 2 Your table appears here" in page


def test_results_have_the_place_and_what_is_missing(played: Desk, client: FlaskClient) -> None:
    page = seen(played, client, 5, "/results")
    assert "of 7" in page
    assert "Bids made 0%" in page
    assert "behind" in page


def test_the_next_table_comes_with_the_ranks_so_far(played: Desk, client: FlaskClient) -> None:
    played.seat(*AGAIN)
    played.did("publish")
    page = seen(played, client, 1)
    assert "Round 1: 1st place with 30" in page
    assert "Round 2 · Table 1" in page
    assert "place so far" in page


def test_the_standings_mark_the_line_of_this_phone(played: Desk, client: FlaskClient) -> None:
    page = client.get(f"{played.path}/standings?me=1").text
    assert re.search(r'class="first me"', page)
    assert "Place 1 of 7" in main(page)
    assert client.get(f"{played.path}?me=1").status_code == 200
    again = client.get(f"{played.path}/standings")
    assert again.location == f"{played.path}/standings?me=1"


def test_standings_begin_with_the_first_result(desk: Desk, client: FlaskClient) -> None:
    assert "Standings appear after the first result." in seen(desk, client, 1, "/standings")


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ("out", "You are no longer playing"),
        ("stand-by", "You are on stand-by"),
        ("in", "You play from the next round"),
    ],
)
def test_a_player_without_a_table_sees_the_reason(
    desk: Desk, client: FlaskClient, state: str, says: str
) -> None:
    desk.did("players/add", names="Hal")
    desk.did("players/8/mark", state=state)
    assert says in seen(desk, client, 8)


def test_the_end_of_an_event_shows_the_place(played: Desk, client: FlaskClient) -> None:
    for tables, hands in ((AGAIN, (OTHER, HAND)), (((1, 2, 3, 4), (5, 6, 7)), (HAND, OTHER))):
        played.seat(*tables)
        played.did(*RUNNING)
        for table, hand in enumerate(hands, 1):
            played.at(client, table).play(*hand)
        played.did("close")
    assert "All rounds have been played" in seen(played, client, 2)
    played.did("end")
    page = seen(played, client, 2)
    assert "The event is over" in page
    assert re.search(r"Place \d of 7", page)


def test_a_table_nobody_keeps_leads_its_own_players_to_the_score(
    desk: Desk, client: FlaskClient, stranger: FlaskClient
) -> None:
    asks = f'{desk.path}/t/1-1"'
    assert asks in stranger.get(f"{desk.path}?me=1").text
    assert asks not in stranger.get(f"{desk.path}?me=5").text
    desk.at(client)
    assert "/t/" not in stranger.get(f"{desk.path}?me=1").text
