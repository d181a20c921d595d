"""A new game: starting it, and refusals."""

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from scorekeeper.forms.start import StartForm
from scorekeeper.store.models import db
from scorekeeper.store.models.tables import GAME, PLAYER
from tests.table import Table, field
from tests.web.page import chip, main, names, plain_text, problems

GOOD: dict[str, Any] = {
    "start": "1",
    "variant": "wizard",
    "name": ["Ann", "Ben", "Cem"],
    "dealer": "1",
}


def games(client: FlaskClient) -> int:
    """The number of the phone's games (up to a page)."""
    return main(client.get("/").text).count('href="/g/')


def test_a_game_starts_with_a_redirect_to_its_page(table: Table) -> None:
    response = table.post("/new", **GOOD)
    assert response.status_code == 303
    assert "Ben deals" in plain_text(table.client.get(response.location).text)


def test_htmx_is_sent_on_to_the_page_of_the_game(table: Table) -> None:
    response = table.post("/new", part=True, **GOOD)
    assert response.status_code == 200
    assert response.headers["HX-Redirect"].startswith("/g/")


def test_the_key_of_a_game_cannot_be_guessed(table: Table) -> None:
    keys = {table.start("Ann", "Ben", "Cem") for _ in range(3)}
    assert len(keys) == 3
    assert all(len(key) >= len("/g/") + 22 for key in keys)


@pytest.mark.parametrize("last", ["Cem", "Zoe"], ids=["the same", "a name mended"])
def test_a_double_tap_on_start_makes_one_game_with_the_newest_names(
    table: Table, last: str
) -> None:
    first = table.post("/new", **GOOD, token="the same")
    second = table.post("/new", **GOOD | {"name": ["Ann", "Ben", last]}, token="the same")
    assert first.location == second.location
    assert f"Ann, Ben, {last} ·" in table.client.get(first.location).text
    assert games(table.client) == 1


def test_free_seats_at_the_end_are_not_players(table: Table) -> None:
    response = table.post("/new", **GOOD | {"name": ["Ann", "Ben", "Cem", "", " ", ""]})
    assert response.status_code == 303
    assert "Ann, Ben, Cem ·" in table.client.get(response.location).text


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "Ben deals, Cem bids first · 20 hands"),
        ({"dealer": ""}, "20 hands"),
        ({"dealer": "9"}, "20 hands"),
        ({"dealer": "2"}, "Cem deals, Ann bids first · 20 hands"),
        ({"name": ["Ann", "", "Cem", "Dora"]}, "20 hands"),
        ({"name": ["", "Ben", "", "Dora"]}, "Ben deals, Dora bids first"),
        ({"name": ["Ann", "Ben"]}, "Ben deals, Ann bids first"),
        ({"name": ["", "Ben"]}, ""),
        ({"variant": "skull-king"}, "Ben deals, Cem plays first · 10 hands"),
        ({"hidden": "y"}, "Ben deals, Cem plays first · 20 hands"),
        ({"variant": "rage", "hidden": "y"}, "Ben deals, Cem bids first · 10 hands"),
        (
            {"variant": "oh-hell", "length": "span", "last": "7", "back": "y"},
            "Ben deals, Cem bids first · 13 hands",
        ),
        ({"length": "list", "sizes": "5"}, "Ben deals, Cem bids first · 1 hand"),
        ({"length": "list", "sizes": "21"}, "Ben deals, Cem bids first"),
        ({"variant": "two-player", "name": ["Ann", "Ben"]}, "Ben deals, Ann bids first"),
        ({"variant": "own", "deck": "30", "trump": "none"}, "Ben deals, Cem bids first · 10 hands"),
        ({"variant": "own", "deck": "5", "trump": "none"}, ""),
        ({"variant": "poker"}, ""),
    ],
)
def test_new_game_says_who_begins_and_how_many_hands_it_has_as_far_as_it_is_known(
    table: Table, change: dict[str, Any], said: str
) -> None:
    page = table.post("/new", **{name: v for name, v in GOOD.items() if name != "start"} | change)
    found = re.search(r'id="outlook"[^>]*>(.*?)</p>', page.text)
    assert found
    assert found[1] == said


def test_on_a_fresh_form_the_first_seat_deals_and_what_was_sent_stays(table: Table) -> None:
    assert chip(table.client.get("/new").text, "dealer", 0).checked
    sent = {"variant": "wizard", "name": GOOD["name"]}
    assert not any(
        chip(table.post("/new", **sent).text, "dealer", seat).checked for seat in range(3)
    )


@pytest.mark.parametrize(
    ("change", "leads"),
    [
        ({"dealer": ""}, True),
        ({"name": ["Ann", "", "Cem"]}, True),
        ({"timed": "y", "clock": "9999"}, False),
        ({"variant": ""}, False),
    ],
)
def test_problems_with_the_seats_link_to_them(
    table: Table, change: dict[str, Any], leads: bool
) -> None:
    page = table.post("/new", **GOOD | change).text
    assert ('<p><a href="#who">' in page) == leads
    assert 'id="who"' in page


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"variant": ""}, "Which game? Tap one."),
        ({"variant": "poker"}, "Which game? Tap one."),
        (
            {"variant": ["wizard", "tournament"]},
            "Game was sent twice with different values. Reload the page.",
        ),
        ({"dealer": ""}, "Who deals first? Tap the card beside a name, or pick at random."),
        ({"dealer": "3"}, "Who deals first? Tap the card beside a name, or pick at random."),
        ({"dealer": "-1"}, "Who deals first? Tap the card beside a name, or pick at random."),
        ({"dealer": "abc"}, "First dealer must be a whole number."),
        ({"dealer": "\u0661"}, "First dealer must be a whole number."),
        ({"dealer": "9" * 20}, "First dealer must be a whole number."),
        (
            {"dealer": ["0", "1"]},
            "First dealer was sent twice with different values. Reload the page.",
        ),
        ({"name": []}, "This game needs at least 3 players. Names entered: 0."),
        ({"name": ["Ann"]}, "This game needs at least 3 players. Names entered: 1."),
        ({"name": ["Ann", "Ben"]}, "This game needs at least 3 players. Names entered: 2."),
        (
            {"name": list("ABCDEFG")},
            "This game is for at most 6 players. Names entered: 7.",
        ),
        (
            {"variant": "two-player"},
            "This game is for at most 2 players. Names entered: 3.",
        ),
        (
            {"name": ["Ann", "", "Cem"]},
            "Seat 2 has no name: type one, or move the empty seat to the end.",
        ),
        (
            {"name": ["Ann", "Ben", "ann"]},
            "Two players are called ann: rename one.",
        ),
        (
            {"name": ["Ann", "Ben", "C" * 41]},
            f"{'C' * 41}: a name can have at most 40 characters.",
        ),
        (
            {"length": "list", "sizes": "1, 21"},
            "With 3 players each hand can have at most 20 of the 60 cards.",
        ),
        ({"length": "list", "sizes": "0"}, "A hand has at least 1 card."),
        ({"length": "list", "sizes": ""}, "A game needs at least one hand."),
        (
            {"length": "list", "sizes": "one"},
            "Hand sizes: type numbers separated by commas, e.g. 1, 3, 5.",
        ),
        ({"length": "list", "sizes": "1," * 61}, "A game can have at most 60 hands."),
        ({"length": "span", "last": "999999"}, "A game can have at most 60 hands."),
        ({"length": "ever"}, "Hands: choose one of the options shown."),
        ({"timed": "y", "clock": "0"}, "The clock can be set from 1 to 1440 minutes."),
        ({"timed": "y", "clock": "1441"}, "The clock can be set from 1 to 1440 minutes."),
        ({"timed": "y", "clock": "1.5"}, "Minutes must be a whole number."),
    ],
)
def test_an_impossible_game_is_refused_with_a_sentence(
    table: Table, change: dict[str, Any], sentence: str
) -> None:
    sent = GOOD | change
    response = table.post("/new", **sent)
    assert response.status_code == 422
    assert problems(response.text) == [sentence]
    assert names(response.text) == sent["name"]
    assert games(table.client) == 0


@pytest.mark.parametrize(
    ("sizes", "clock"), [("2, 4", "90"), ('one"two', "soon")], ids=["read", "not read"]
)
def test_a_refusal_keeps_everything_that_was_chosen(table: Table, sizes: str, clock: str) -> None:
    chosen = GOOD | {"variant": "tournament", "name": ["Ann", "Ann", "Cem"], "hook": "y"}
    chosen |= {"length": "list", "sizes": sizes, "timed": "y", "clock": clock}
    page = unescape(table.post("/new", **chosen).text)
    assert names(page) == ["Ann", "Ann", "Cem"]
    assert chip(page, "variant", "tournament").checked
    assert chip(page, "dealer", 1).checked
    for kept in ('name="hook" value="y" checked', 'name="timed" value="y" checked'):
        assert kept in page
    for kept in ('value="list" checked', f'name="sizes" value="{sizes}"', f'value="{clock}"'):
        assert kept in page


@pytest.mark.parametrize("token", ["", "wrong", "\u0661"])
def test_without_a_good_csrf_token_nothing_starts_and_what_was_typed_stays(
    table: Table, token: str
) -> None:
    response = table.post("/new", **GOOD, csrf_token=token)
    assert response.status_code == 422
    assert problems(response.text)[0].startswith("This page expired")
    assert names(response.text) == ["Ann", "Ben", "Cem"]
    assert chip(response.text, "dealer", 1).checked
    assert games(table.client) == 0


def test_without_a_good_csrf_token_no_button_moves_a_name(table: Table) -> None:
    sent = {name: value for name, value in GOOD.items() if name != "start"}
    response = table.post("/new", **sent, up="1", csrf_token="wrong")
    assert response.status_code == 422
    assert names(response.text) == ["Ann", "Ben", "Cem"]


def test_a_form_without_a_valid_csrf_token_is_not_validated_further(app: Flask) -> None:
    data = {"csrf_token": "wrong", "dealer": "abc"}
    with app.test_request_context("/new", method="POST", data=data):
        form = StartForm()
        assert not form.validate_on_submit()
        assert list(form.errors) == ["csrf_token"]


def test_the_same_value_twice_is_one_value(table: Table) -> None:
    assert table.post("/new", **GOOD | {"dealer": ["1", "1"]}).status_code == 303


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [
        ({"length": "list", "sizes": "3 1;2,"}, "Hand 1 of 3 3 cards"),
        ({"length": "span", "first": "2", "last": "8", "second": "y"}, "Hand 1 of 4 2 cards"),
        ({"timed": "y"}, "1 h 45 min left"),
        ({"timed": "y", "clock": "4"}, "4 min left · one more hand?"),
    ],
)
def test_the_hand_sizes_and_the_clock_that_were_chosen_are_played(
    table: Table, chosen: dict[str, Any], shown: str
) -> None:
    table.start("Ann", "Ben", "Cem", **chosen)
    assert shown in plain_text(table.page())


def test_a_first_start_sent_twice_makes_one_game(app: Flask, stranger: FlaskClient) -> None:
    page = stranger.get("/new").text
    sent: dict[str, Any] = {name: field(page, name) for name in ("csrf_token", "token")}
    sent |= {"start": "1", "variant": "wizard", "name": ["Ann", "Ben", "Cem"], "dealer": "0"}
    again = app.test_client()
    for name in ("scorekeeper", "scorekeeper_page"):
        cookie = stranger.get_cookie(name)
        assert cookie is not None
        again.set_cookie(name, cookie.value)
    first, second = (phone.post("/new", data=sent).location for phone in (stranger, again))
    assert first == second


@pytest.mark.parametrize("names", [("Ann", "Ben", "Cem", "Dora", "Emil"), ("Ann", "ANN", "Cem")])
def test_the_players_of_any_game_can_be_seated_again(table: Table, names: tuple[str, ...]) -> None:
    table.start("Ann", "Ben", "Cem", *names[3:])
    with table.client.application.app_context():
        # As imported from files of an older program.
        for seat, name in enumerate(names):
            db.session.execute(update(PLAYER).where(PLAYER.c.seat == seat).values(name=name))
        big = ",".join(map(str, range(1, 21)))
        db.session.execute(update(GAME).values(sizes=big, revision=1))
        db.session.commit()
    page = table.client.get(f"/new?group={table.key}")
    assert (page.status_code, 'value="Cem"' in page.text) == (200, True)
    assert table.post(f"{table.path}/rematch").status_code == 303
