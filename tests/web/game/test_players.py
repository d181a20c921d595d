"""Names at the seats of a game in progress."""

import re

import pytest

from tests.table import Table
from tests.web.page import problems


@pytest.fixture
def played(table: Table) -> Table:
    """One hand scored: Ann 30, Ben 20, Cem 20."""
    table.start("Ann", "Ben", "Cem", dealer=2)
    table.play("hearts", (1, 0, 0), (1, 0, 0))
    return table


def rename(table: Table, *names: str, revision: int | None = None) -> str:
    """Save these names; returns the page in the answer, "" if saved."""
    given = table.revision if revision is None else revision
    answer = table.post(f"{table.path}/players", name=list(names), revision=given)
    return "" if answer.status_code == 303 else answer.text


def test_a_stand_in_takes_a_seat_with_its_score(played: Table) -> None:
    assert f'href="{played.path}/players"' in played.page()
    rename(played, "Eva", "Ben", "Cem")
    assert [line[9] for line in played.csv()] == ["Eva", "Ben", "Cem"]
    assert played.totals() == [30, 20, 20]
    assert "Ann" not in played.page()
    assert "Eva" in played.client.get("/").text
    log = played.client.get(f"{played.path}/log").text
    assert "Seat 1: Ann → <b>Eva</b>" in log


def test_two_people_swap_and_the_hands_stay_with_the_seats(played: Table) -> None:
    rename(played, "Ben", "Ann", "Cem")
    assert [line[9] for line in played.csv()] == ["Ben", "Ann", "Cem"]
    assert played.totals() == [30, 20, 20]
    assert "Ben ↔ Ann" in played.page()


def test_a_phone_that_follows_is_sent_the_new_names(played: Table) -> None:
    before = played.page()
    seen = before.split('data-seen="')[1].split('"')[0]
    rename(played, "Eva", "Ben", "Cem")
    parts = played.client.get(f"{played.path}?seen={seen}", headers={"HX-Request": "true"}).text
    assert 'id="sheet-head"' in parts
    assert "Eva" in parts


def test_a_card_says_what_its_player_does(played: Table) -> None:
    played.post("/book/name", name="Ann’s phone")
    page = played.client.get(f"{played.path}/players").text
    assert re.findall(r"<small>(.*?)</small></span>", page) == [
        *("keeps score · deals hand 2", "plays", "plays")
    ]


def test_undo_brings_the_names_back(played: Table) -> None:
    rename(played, "Eva", "Ben", "Cem")
    played.undo()
    assert [line[9] for line in played.csv()] == ["Ann", "Ben", "Cem"]


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("Ann", "", "Cem"), "Seat 2 has no name: type one, or move the empty seat to the end."),
        (("Ann", "ann", "Cem"), "Two players are called ann: rename one."),
        (("Ann", "Ben"), "This game has a fixed number of seats. Reload the page."),
        (("Ann", "Ben", "Cem", "Dora"), "This game has a fixed number of seats. Reload the page."),
        (("Ann", "B" * 41, "Cem"), f"{'B' * 41}: a name can have at most 40 characters."),
    ],
)
def test_invalid_names_are_refused_and_stay_typed(
    played: Table, names: tuple[str, ...], sentence: str
) -> None:
    page = rename(played, *names)
    assert problems(page) == [sentence]
    assert all(f'value="{name}"' in page for name in names[:3])
    assert [line[9] for line in played.csv()] == ["Ann", "Ben", "Cem"]


def test_names_that_another_phone_changed_first_are_asked_for_again(played: Table) -> None:
    before = played.revision
    rename(played, "Eva", "Ben", "Cem")
    page = rename(played, "Ann", "Bob", "Cem", revision=before)
    assert problems(page) == ["Someone else changed this game first. Save again to keep yours."]
    assert 'value="Bob"' in page
    played.turn("clubs", revision=before)
