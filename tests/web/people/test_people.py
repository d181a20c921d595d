"""The people of a book, and its season."""

import gzip
import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.store import statistics
from tests.cast import Cast, Role
from tests.table import Table
from tests.web.book.test_history import link
from tests.web.book.test_history import play as evening
from tests.web.page import main, plain_text, problems

HANDS = (
    ("hearts", (1, 0, 0), (1, 0, 0)),
    ("spades", (0, 0, 2), (0, 1, 1)),
    ("clubs", (1, 0, 2), (1, 0, 2)),
)
"""Ann makes all bids, Cem leads never; 30 20 20, 50 10 10, 80 30 50."""

PLACED = (
    r'<td class="rank">(\d)</td>\s*'
    r'<th scope="row"><div class="room"><a [^>]*>(\w+)</a></div></th>'
)
"""A place in a table, and the name."""


def evening_of_people(table: Table, *names: str, variant: str = "wizard") -> str:
    """Play a game of three hands that the first player wins; returns its address."""
    path = table.start(*names, variant=variant, length="list", sizes="1,2,3")
    for turned, bids, tricks in HANDS:
        assert table.play(turned, bids, tricks).status_code == 303
    return path


def everyone(page: str) -> list[tuple[str, str]]:
    """The names in the list of all who played, with their games and the texts below."""
    line = (
        r'<b class="name" translate="no">([^<]*)</b>\s*<small>(.*?)</small></span>\s*<b>(.*?)</b>'
    )
    found = re.findall(line, page, re.DOTALL)
    return [
        (unescape(one), f"{games} · {plain_text(about).strip()}") for one, about, games in found
    ]


def path_of(client: FlaskClient, name: str) -> str:
    """The address of a person."""
    page = client.get("/people").text.partition("Everyone who played")[2]
    found = re.search(
        r'<a class="card line" href="(/people/\d+)">'
        r'(?:\s|<svg.*</svg>|<span class="initial".*</span>)*'
        rf'<span class="words room"><b class="name" translate="no">{name}<',
        page,
    )
    assert found, name
    return found[1]


def cards(page: str) -> dict[str, tuple[str, str]]:
    """The title, value and caption of each figure."""
    card = r"<span>([^<]*)</span><b>([^<]*)</b>\s*((?:<small>.*?</small>\s*)+)"
    found = re.findall(card, page, re.DOTALL)
    return {title: (value, plain_text(about).strip()) for title, value, about in found}


def test_without_its_library_there_is_no_rating(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        evening_of_people(table, "Ann", "Ben", "Cem")
    assert "by=rating" in table.client.get("/people").text
    monkeypatch.setattr(statistics, "PlackettLuce", None)
    page = table.client.get("/people?by=rating").text
    assert "by=rating" not in page
    assert "Rivals beaten" in page


def test_too_few_bids_are_counted_instead_of_a_percentage(table: Table) -> None:
    for games in (1, 2):
        evening_of_people(table, "Ann", "Ben", "Cem")
        page = table.client.get(path_of(table.client, "Ann")).text
        made = (f"{3 * games} of {3 * games}", "a percentage from 10 bids on")
        assert cards(page)["Bids made"] == made
        rows = re.findall(r"</th><td>(\d+)</td><td>(.*?)</td>", page)
        assert rows == [(str(games), f"{games} of {games}")] * 6


def test_a_record_names_up_to_three_of_those_who_share_it(table: Table) -> None:
    said = []
    for name in ("Ann", "Dora", "Emil", "Finn"):
        evening_of_people(table, name, "Ben", "Cem")
        value, about = cards(table.client.get("/people").text)["Highest score"]
        said.append((value, re.sub(r" \d.*", "", about)))
    shared = ("Ann", "Ann and Dora", "Ann, Dora and Emil", "Ann, Dora, Emil and others")
    assert said == [("80", names) for names in shared]


def test_a_person_who_finished_no_game_has_no_figures_yet(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    page = table.client.get(path_of(table.client, "Ann")).text
    assert "Stats appear after the first finished game." in page
    assert cards(page) == {}


@pytest.mark.parametrize(
    ("action", "fields", "sentence"),
    [
        ("name", {"name": ""}, "Type a name."),
        ("name", {"name": "N" * 41}, "Name can have at most 40 characters."),
        (
            "name",
            {"name": "ben"},
            "ben is already the name of another person. Merge the two, or type another name.",
        ),
        ("merge", {}, "Choose a person."),
        ("merge", {"into": "999"}, "Choose a person."),
        ("merge", {"into": "x"}, "Person must be a whole number."),
        ("merge", {"into": "ME"}, "That is already Ann. Choose someone else."),
        ("merge", {"into": "BEN"}, "Ann and Ben played in the same game, so they are two people."),
        ("split", {"game": "KEY", "name": ""}, "Type a name."),
        ("split", {"game": "nothing", "name": "Uma"}, "Choose a game."),
        ("split", {"name": "Uma"}, "Choose a game."),
        (
            "split",
            {"game": "KEY", "name": "ann"},
            "Ann played in that game too. Type another name.",
        ),
    ],
)
def test_an_impossible_value_is_refused_and_stays_typed(
    table: Table, action: str, fields: dict[str, str], sentence: str
) -> None:
    key = evening_of_people(table, "Ann", "Ben", "Cem").rpartition("/")[2]
    person, ben = path_of(table.client, "Ann"), path_of(table.client, "Ben")
    words = {"KEY": key, "ME": person.rpartition("/")[2], "BEN": ben.rpartition("/")[2]}
    sent: dict[str, Any] = {name: words.get(value, value) for name, value in fields.items()}
    response = table.post(f"{person}/{action}", **sent)
    assert (response.status_code, problems(response.text)) == (422, [sentence])
    typed = sent.get("name")
    assert typed is None or f'name="name" value="{typed}"' in response.text
    assert 'name="change"' not in response.text


def test_a_change_of_another_book_is_not_undone(cast: Cast) -> None:
    ann = f"/people/{cast.person('Ann')}"
    assert cast.post(Role.MATE, f"{ann}/hide", hidden="y").status_code == 303
    number = cast.change()
    response = cast.post(Role.STRANGER, "/people/undo", change=number)
    assert problems(response.text) == ["That change is not in this book. Reload the page."]
    assert cast.change() == number
    assert cast.post(Role.KEEPER, "/people/undo", change=number).status_code == 303
    assert cast.post(Role.MATE, "/people/undo", change=number).status_code == 303
    assert cast.change() == "0"


def test_followers_and_guests_do_not_see_the_people_of_the_book(cast: Cast) -> None:
    for role in (Role.FOLLOWER, Role.GUEST, Role.ENDED, Role.STRANGER, Role.NOBODY):
        page = plain_text(main(cast.get(role, "/people").text))
        assert not {"Ann", "Ben", "Cem"} & set(page.split()), role
    assert "Dora" in cast.get(Role.STRANGER, "/people").text


def test_the_pages_are_small(table: Table) -> None:
    names = [f"A rather long name no. {number}" for number in range(6)]
    for variant in ("wizard", "tournament", "oh-hell"):
        table.start(*names, variant=variant, length="list", sizes="1,2")
        for _ in range(2):
            cards_dealt = table.hand
            table.play("hearts", (cards_dealt, *[0] * 5), (cards_dealt, *[0] * 5))
    for path in ("/people", path_of(table.client, re.escape(names[0]))):
        page = table.client.get(path)
        assert page.status_code == 200
        assert len(gzip.compress(page.data)) <= 10_000
        assert "<script" not in main(page.text)


def test_a_person_is_compared_only_with_people_of_finished_games(table: Table) -> None:
    evening_of_people(table, "Ann", "Ben", "Cem")
    evening_of_people(table, "Ann", "Eva", "Fay")
    table.start("Ben", "Eva", "Gus")
    pages = {name: table.client.get(path_of(table.client, name)).text for name in ("Ann", "Ben")}
    shown = {
        name: sorted(re.findall(r'class="pick" href="/people/\d+/with/\d+">(.*?)</a>', page))
        for name, page in pages.items()
    }
    assert shown == {"Ann": ["Ben", "Cem", "Eva", "Fay"], "Ben": ["Ann", "Cem"]}


def test_a_book_of_many_people_is_shown_a_hundred_at_a_time(table: Table) -> None:
    for number in range(0, 210, 6):
        table.start(*(f"P{number + seat:03}" for seat in range(6)))
    found, address = [], "/people"
    while address:
        page = table.client.get(address).text
        assert len(everyone(page)) <= 100
        found += [name for name, _ in everyone(page)]
        after = re.search(r'href="([^"]*)" rel="next"', page)
        address = unescape(after[1]) if after else ""
    assert sorted(found) == [f"P{number:03}" for number in range(210)]
    assert 'rel="prev"' in page
    assert not everyone(table.client.get("/people?page=9").text)


def play(table: Table, *names: str, at: str = "2025-03-01", variant: str = "wizard") -> None:
    """A game that ends 20, −10, 30 (in the tournament 20, −10, 30 too)."""
    evening(table, *names, variant=variant, at=f"{at} 19:00:00.000000")


def lines(page: str) -> list[tuple[str, ...]]:
    """Place, name, games, games that count if not all do, points, and points per game."""
    found = re.findall(f"{PLACED}(.*?)</tr>", page, re.DOTALL)
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


@pytest.mark.parametrize(
    "query", ["year=1999", "year=x", "game=x", "least=0", "best=x", "least=1234567890&best=-1"]
)
def test_unreadable_parameters_are_ignored(season: Table, query: str) -> None:
    usual = lines(season.client.get("/people/season").text)
    assert lines(season.client.get(f"/people/season?{query}").text) == usual


def test_followers_see_no_table(cast: Cast) -> None:
    for role in (Role.FOLLOWER, Role.GUEST, Role.ENDED, Role.STRANGER, Role.NOBODY):
        page = plain_text(main(cast.get(role, "/people/season").text))
        assert not {"Ann", "Ben", "Cem"} & set(page.split()), role
