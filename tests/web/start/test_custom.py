"""A new game of one’s own, and its deck."""

import re
from itertools import product
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from werkzeug.datastructures import MultiDict

from scorekeeper.forms.start import StartForm
from scorekeeper.rules.variants.model import COLOURS, DECKS, FRENCH, IN_TURN, Deck, Variant
from scorekeeper.rules.variants.variants import FIRST, VARIANTS
from tests.rules.chance import quickly
from tests.rules.variants.test_custom import own_games
from tests.rules.variants.test_decks import BOTH
from tests.table import Table
from tests.web.page import chip, plain_text, problems

NONE = {"own_bonus": "0", "own_trick": "0", "own_miss": "0", "own_zero": "0"}
BASE: dict[str, Any] = {"variant": "own", "deck": "52", "trump": "suit", **NONE}
TEN = {"own_bonus": "10", "own_trick": "1", "own_zero": "10"}
FIVE = {"own_bonus": "5", "own_trick": "1", "own_zero": "5"}
SKULL = {"own_trick": "20", "own_zero_card": "10", "own_miss": "10", "own_lost_zero_card": "-10"}
TABLES: dict[str, tuple[dict[str, Any], str, str]] = {
    "Wizard": (
        {"own_bonus": "20", "own_trick": "10", "own_miss": "10", "own_zero": "20"},
        *("20 + 10 * t", "-10 * d"),
    ),
    "Wizard Junior": ({"own_trick": "1", "own_zero": "1"}, "b or 1", "0"),
    "Oh Hell": (TEN, "10 + t", "0"),
    "Oh Hell, tricks kept": (TEN | {"own_kept": "1"}, "10 + t", "t"),
    "Oh Hell, minus the bid": (TEN | {"own_bid": "-1"}, "10 + b", "-b"),
    "Oh Hell, minus ten and the bid": (
        TEN | {"own_flat": "-10", "own_bid": "-1"},
        *("10 + b", "-10 - b"),
    ),
    "Oh Hell, squared": (
        TEN | {"own_trick": "0", "own_square": "1", "own_miss": "5"},
        *("10 + t * t", "-5 * d"),
    ),
    "Blob": (FIVE | {"own_kept": "1"}, "5 + t", "t"),
    "Boerenbridge": (FIVE | {"own_miss": "1"}, "5 + b", "-d"),
    "Ascenseur by five": (FIVE | {"own_trick": "5", "own_miss": "5"}, "5 + 5 * t", "-5 * d"),
    "Ascenseur by one": (
        {"own_bonus": "2", "own_trick": "1", "own_zero": "2", "own_miss": "1"},
        *("2 + b", "-d"),
    ),
    "Rage": (TEN | {"own_flat": "−5", "own_kept": "1"}, "10 + t", "t - 5"),
    "Skull King": (SKULL, "20 * b or 10 * n", "-10 * d if b else -10 * n"),
    "Rascal": (
        {"own_card": "10", "own_zero_card": "10", "own_near_card": "5"},
        *("10 * n", "5 * n if d == 1 else 0"),
    ),
    "Cannonball": ({"own_card": "15", "own_zero_card": "15"}, "15 * n", "0"),
    "Over costs half": (
        TEN | {"own_miss": "10", "own_over": "-5"},
        *("10 + t", "-5 * d if t > b else -10 * d"),
    ),
    "Over costs nothing": (
        TEN | {"own_miss": "10", "own_over": "0"},
        *("10 + t", "0 if t > b else -10 * d"),
    ),
    "By cards, and by one": (
        TEN | {"own_miss_card": "-2", "own_near": "3", "own_lost_zero": "-7"},
        *("10 + t", "-7 if b == 0 else 3 if d == 1 else -2 * n"),
    ),
}
"""Printed rules: the typed values, and the points of a bid, made and missed. b tricks were bid, t
taken, d is the difference, n cards were dealt."""


@pytest.mark.parametrize("name", TABLES)
def test_the_points_of_a_table_are_those_of_its_rules(table: Table, name: str) -> None:
    typed, *rules = TABLES[name]
    made, missed = (compile(rule, name, "eval") for rule in rules)
    table.start("Ann", "Ben", **BASE | typed)
    score = table.stored().game.variant.score
    for n in range(1, 11):
        for b, t in product(range(n + 1), repeat=2):
            known = {"b": b, "t": t, "d": abs(b - t), "n": n}
            assert score.points(b, t, n) == eval(made if b == t else missed, known), known  # noqa: S307


def sent(form: StartForm) -> MultiDict[str, str]:
    """The fields that a browser sends from the form as shown."""
    fields = [name for name in form.data if name.startswith("own_")]
    data = MultiDict((name, form[name].shown()) for name in (*fields, "goal", "deck", "without"))
    data.update({"variant": "own", "trump": form.trump.data or "", "turn": form.turn.shown()})
    return data


@settings(quickly, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(own_games)
def test_the_values_that_the_form_shows_of_a_game_make_the_same_game(
    app: Flask, game: Variant
) -> None:
    with app.test_request_context():
        form = StartForm(formdata=None)
        form.show_game(game)
        assert form.has_more == bool(game.target or game.trump.without or _is_rich(game))
        assert StartForm(formdata=sent(form)).chosen_game() == game


def _is_rich(game: Variant) -> bool:
    """Return whether more than the first four numbers determine the points."""
    made, missed, zero = game.score.made, game.score.missed, game.score.zero_made
    assert zero
    others = (made.per_card, made.per_square, zero.per_card, missed.fixed, missed.per_trick)
    more = (missed.per_bid, missed.per_card)
    exceptions = (missed.per_over, game.score.near, game.score.zero_missed)
    return any(others + more) or any(one is not None for one in exceptions)


def fold(page: str) -> str:
    """The tag that begins *More points*."""
    found = re.search(r"(<details[^>]*>)\s*<summary>More points", page)
    assert found
    return found[1]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"own_flat": "-1001"}, "More points: type a number from −1000 to 1000."),
        ({"own_near_card": "ten"}, "Missed by one: Each card dealt must be a whole number."),
        ({"goal": "0"}, "Ends at a total of: type a number from 1 to 100000."),
        (
            {"without": "one"},
            "Hands without trump: type numbers separated by commas, e.g. 1, 3, 5.",
        ),
        ({"without": "0"}, "Hands without trump: type numbers from 1 to 60."),
        ({"trump": "turns", "turn": ["", ""]}, "Choose the trump of at least one hand."),
        (
            {"trump": "turns", "turn": ["jester"]},
            "Trump for each hand: choose one of the options shown.",
        ),
        (
            {"goal": "50", "length": "list", "sizes": "22"},
            "With 2 players each hand can have at most 21 of the 52 cards.",
        ),
        (
            {"goal": "50", "length": "list", "sizes": "0"},
            "A hand has at least 1 card.",
        ),
    ],
)
def test_a_refusal_opens_what_was_folded_and_keeps_what_was_typed(
    table: Table, change: dict[str, Any], sentence: str
) -> None:
    data = BASE | {"own_kept": "1", "own_zero_card": "−3"} | change
    answer = table.post("/new", start="1", name=["Ann", "Ben"], dealer="0", **data)
    assert answer.status_code == 422
    assert problems(answer.text) == [sentence]
    assert fold(answer.text) == "<details open>"
    for name, value in data.items():
        if name not in ("variant", "trump", "turn", "length"):
            assert re.search(rf'name="{name}"[^>]* value="{value}"', answer.text), name


def test_trumps_in_turn_begin_as_those_of_nomination_whist(table: Table) -> None:
    page = table.client.get("/new").text
    assert re.findall(r'<option value="(\w+)" selected', page) == [*IN_TURN.rotation]


def suggested(client: FlaskClient, language: str = "en", address: str = "/new") -> str:
    page = client.get(address, headers={"Accept-Language": language}).text
    (checked,) = [key for key in DECKS if chip(page, "cards", key).checked]
    return checked


@pytest.mark.parametrize(
    ("language", "deck"),
    [
        *(("de", COLOURS), ("de-AT,en;q=0.5", COLOURS), ("nl", COLOURS), ("cs-CZ", COLOURS)),
        *(("en-GB", FRENCH), ("es", FRENCH), ("ja", FRENCH), ("", FRENCH), ("*", FRENCH)),
    ],
)
def test_until_a_deck_was_chosen_the_language_suggests_it(
    client: FlaskClient, language: str, deck: Deck
) -> None:
    assert suggested(client, language) == deck.key


def test_the_language_chosen_here_counts_before_that_of_the_phone(table: Table) -> None:
    assert table.post("/language", language="de").status_code == 303
    assert suggested(table.client, "en") == "colours"


def test_the_book_remembers_the_deck_of_games_like_this_one(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", variant="tournament", cards="suits")
    assert suggested(table.client, "de") == "suits"
    table.start("Ann", "Ben", "Cem", cards="colours")
    assert suggested(table.client, "en") == "colours"
    page = table.client.get("/new", headers={"Accept-Language": "en"}).text
    for key in VARIANTS:
        deck = "colours" if VARIANTS[key] in FIRST else "suits"
        assert f'value="{key}" data-deck="{deck}"' in page
    table.start("Ann", "Ben", "Cem", variant="oh-hell", cards="colours")
    assert suggested(table.client, "es") == "colours"


def test_the_same_table_again_has_its_deck(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", cards="colours")
    key = table.key
    table.start("Ann", "Ben", "Cem", cards="suits")
    assert suggested(table.client) == "suits"
    assert suggested(table.client, address=f"/new?group={key}") == "colours"


@BOTH
def test_a_deck_that_was_chosen_stays_with_the_same_players(table: Table, deck: Deck) -> None:
    table.start("Ann", "Ben", "Cem", cards="suits")
    sent: dict[str, Any] = {"stay": "1", "variant": "wizard", "cards": deck.key}
    assert chip(table.post("/new", group=table.key, **sent).text, "cards", deck.key).checked


@BOTH
def test_a_game_and_its_rematch_keep_the_deck(table: Table, deck: Deck) -> None:
    table.start("Ann", "Ben", "Cem", cards=deck.key, length="list", sizes="1")
    table.play(deck.suits[0], (0, 1, 1), (0, 0, 1))
    response = table.post(f"{table.path}/rematch")
    table.key = response.location.split("?")[0].rsplit("/", 1)[1]
    assert table.stored().game.deck is deck


def test_a_page_from_before_the_question_starts_a_game_with_suits(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    assert table.stored().game.deck is FRENCH
    assert table.turn("hearts").status_code == 303
    assert table.turn("red").status_code == 422


def test_an_unknown_deck_is_refused_and_loses_nothing(table: Table) -> None:
    names = ["Ann", "Ben", "Cem"]
    response = table.post("/new", start="1", variant="wizard", name=names, dealer=1, cards="tarot")
    assert response.status_code == 422
    assert problems(response.text)
    assert chip(response.text, "dealer", 1).checked


@BOTH
def test_a_whole_game_is_played_and_shown_in_each_deck(table: Table, deck: Deck) -> None:
    table.start("Ann", "Ben", "Cem", cards=deck.key, length="list", sizes="1, 1, 1, 1, 1, 1")
    names = {"suits": "Spades Hearts Diamonds Clubs", "colours": "Blue Green Red Yellow"}
    words, others = (names[key].split() for key in (deck.key, ({*DECKS} - {deck.key}).pop()))
    for suit in deck.suits:
        table.play(suit, (0, 1, 1), (0, 0, 1))
    table.turn("wizard")
    panel = table.page()
    assert [word for word in words if word in plain_text(panel)] == words
    table.turn("wizard", named=deck.suits[2])
    table.play("", (0, 1, 1), (0, 0, 1))
    table.play("none", (0, 1, 1), (0, 0, 1))
    trumps = [*deck.suits, deck.suits[2], "none"]
    assert [line[7] for line in table.csv()[::3]] == trumps
    for address in ("", "/log", "/paper", "/table", "/howto", "/hands/2"):
        text = plain_text(table.client.get(table.path + address).text)
        assert not any(word in text for word in others), address
    shown = plain_text(table.client.get(f"{table.path}/log").text)
    assert all(word in shown for word in words)
    assert ("Humans" in plain_text(table.client.get(f"{table.path}/howto").text)) is (
        deck is COLOURS
    )
