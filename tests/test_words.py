"""Every code has its words."""

from collections.abc import Collection

import pytest
from flask import Flask

from scorekeeper.board.events.rounds import ICONS
from scorekeeper.rules.events.acts import ACTS
from scorekeeper.rules.events.settings import EventCode
from scorekeeper.rules.figures import Turn
from scorekeeper.rules.history import OF_HAND, OF_HOUSE, OF_LIST, OF_NOTE, OF_SEATS, SEATED
from scorekeeper.rules.people import ChangeKind
from scorekeeper.rules.problems import Code
from scorekeeper.rules.records import RecordKind
from scorekeeper.rules.sheet import Standing
from scorekeeper.rules.variants.model import (
    DECKS,
    FRENCH,
    Criterion,
    Deck,
    ExtraKey,
    Reason,
    Trump,
    Turned,
)
from scorekeeper.rules.variants.variants import VARIANTS
from scorekeeper.store.mapping.stored import Note
from scorekeeper.words.events.log import NOTES, PLAIN, act_line
from scorekeeper.words.events.rounds import points_unit
from scorekeeper.words.figures import CHANGES, TURN_NAMES
from scorekeeper.words.lines import RECORD_NAMES, own_place_line, standing_line
from scorekeeper.words.log import FIELDS, UNSHOWN
from scorekeeper.words.names import (
    CARD_NAMES,
    CRITERION_NAMES,
    DECK_HINTS,
    DECK_NAMES,
    PEOPLES,
    VARIANT_NAMES,
    eight_name,
    names_line,
    taken_by_line,
)
from scorekeeper.words.problems import SENTENCES
from scorekeeper.words.rules import EXTRA_NAMES, sizes_line


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        (SENTENCES, [*Code, *EventCode, *Reason]),
        (CHANGES, ChangeKind),
        (EXTRA_NAMES, ExtraKey),
        (RECORD_NAMES, RecordKind),
        (TURN_NAMES, Turn),
        (CRITERION_NAMES, Criterion),
        (CARD_NAMES, [*Turned, *Trump]),
        (VARIANT_NAMES, VARIANTS),
        (DECK_NAMES, DECKS),
        (DECK_HINTS, DECKS),
    ],
    ids=lambda value: next(iter(value)),
)
def test_every_code_has_its_words(words: Collection[str], codes: Collection[str]) -> None:
    assert {*words} == {*codes}


def test_every_act_of_the_desk_has_its_sentence_and_icon() -> None:
    assert {kind for kind, act in ACTS.items() if act not in act_line.registry} == {*PLAIN}
    assert {*NOTES} == {*Note} - {Note.UNDO}
    assert {*ICONS} == {*ACTS, *NOTES}


def test_every_field_that_a_save_can_change_has_its_name_in_the_log() -> None:
    logged = {*OF_HAND, *OF_HOUSE, *OF_LIST, *OF_NOTE, *OF_SEATS}
    assert logged == {*FIELDS, *UNSHOWN, *SEATED}


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_every_deck_has_its_sentences(deck: Deck) -> None:
    assert "Ann" in names_line(deck, "Ann")
    assert "8" in eight_name(deck.suits[0])
    assert "8" in taken_by_line(deck.suits[0])
    assert deck is FRENCH or {*deck.suits} == {*PEOPLES}


@pytest.mark.parametrize(
    ("total", "points"), [(1, "1 point"), (0, "0 points"), (-1, "−1 point"), (90, "90 points")]
)
def test_a_follower_reads_their_points_in_the_form_of_their_number(
    app: Flask, total: int, points: str
) -> None:
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert own_place_line(2, total) == f"2nd place for you, with {points}"
        standing = Standing((total, 100), (1,), None, (2, 1), ())
        behind = f"You have {points}, {100 - total} fewer than Ben."
        assert standing_line(("Ann", "Ben"), standing, 0) == behind


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "points point points points"),
        ("cs", "bodů bod body body"),
        ("pl", "punktów punkt punkty punkty"),
    ],
)
def test_the_word_below_a_number_has_the_form_of_that_number(
    app: Flask, language: str, words: str
) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert " ".join(map(points_unit, (5, 1, 3, -3))) == words


@pytest.mark.parametrize(
    ("language", "few", "many"),
    [
        ("en", "1 to 3 cards", "1 to 5 cards"),
        ("cs", "1 až 3 karty", "1 až 5 karet"),
        ("pl", "1–3 karty", "1–5 kart"),
    ],
)
def test_a_range_of_cards_has_the_form_of_its_last_number(
    app: Flask, language: str, few: str, many: str
) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert sizes_line((1, 2, 3)) == few
        assert sizes_line((1, 3, 5)) == many
