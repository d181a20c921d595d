"""Your cards: the deck that a new game suggests, and the one that it keeps."""

import pytest
from flask.testing import FlaskClient

from scorekeeper.rules.variants.cards import COLOURS, DECKS, FRENCH, Deck
from scorekeeper.rules.variants.variants import FIRST, VARIANTS
from tests.rules.variants.test_decks import BOTH
from tests.table import Table
from tests.web.page import chip, plain_text, problems


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
