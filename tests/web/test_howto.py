"""The rules at hand say what the game counts by, and nothing else."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.rules.model import Variant
from scorekeeper.rules.variants import OH_HELL, VARIANTS
from scorekeeper.words.points import TERMS
from tests.table import Table
from tests.web.page import plain_text

GAMES = [*VARIANTS.values(), OH_HELL.keeping_tricks()]


def howto(table: Table, **more: Any) -> str:
    """What the page says of a game that is started."""
    names = ("Ann", "Ben", "Cem")[: 2 if more.get("variant") == "two-player" else 3]
    table.start(*names, **more)
    return plain_text(table.client.get(f"{table.path}/howto").text)


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.key)
def test_every_number_of_a_score_has_a_sentence(variant: Variant) -> None:
    outcomes = {name: terms for name, terms in asdict(variant.score).items() if terms}
    used = {(name, term) for name, terms in outcomes.items() for term, n in terms.items() if n}
    assert used <= TERMS.keys()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            {"variant": "wizard", "hook": "y"},
            [
                "The deck has 60 cards. Cards for each player, hand by hand: 1, 2, 3, 4,",
                "A Jester turned up means no trump; after a Wizard the dealer names it.",
                "At this table: bids may not add up.",
                "A bid that is made exactly counts 20. Each of its tricks counts 10 more. "
                "A bid that is missed counts −10 for each trick over or under.",
                "bid 3, took 3: 50 bid 3, took 1: −20 bid 0, took 0: 20",
                "The highest total wins. Equal totals share the win.",
            ],
        ),
        (
            {"variant": "wizard", "hidden": "y"},
            ["in secret how many tricks they will take. They show their bids all at once, before"],
        ),
        (
            {"variant": "two-player"},
            [
                "Each hand deals 11 cards to each player.",
                "The trick with the 8 of spades does not count",
                "The game ends after the hand on which a player has 100.",
                "Equal totals are a draw.",
            ],
        ),
        (
            {"variant": "oh-hell"},
            ["its suit is trump. When all", "A bid that is missed counts nothing."],
        ),
        (
            {"variant": "oh-hell", "kept": "y"},
            ["A bid that is missed counts 1 for each trick taken.", "bid 3, took 1: 1"],
        ),
        (
            {"variant": "nomination"},
            ["over and over: Spades, Hearts, Clubs, Diamonds, No trump."],
        ),
        (
            {"variant": "skull-king"},
            [
                "Each trick of a bid that is made exactly counts 20.",
                "A bid of 0 that is made counts 10 for each card dealt.",
            ],
        ),
        (
            {"variant": "skull-king"},
            [
                "The Second, taken by the Skull King or a mermaid: +30, only with a made bid",
                "Leviathan: +20 each, only with a made bid",
            ],
        ),
        (
            {"variant": "skull-king"},
            ["Sevens: −5 each, only with a made bid", "Eights: +5 each, only with a made bid"],
        ),
        (
            {"variant": "rascal"},
            [
                "Eights: +5 each, whole with a made bid, half if missed by one (rounded down)",
                "Cannonball: counts 15 for each card if the bid is made; if not, captured cards "
                "count nothing either",
            ],
        ),
        (
            {"variant": "own", "trump": "none", "own_zero": "0", "own_miss": "0"},
            [
                "This game has no trump.",
                "The highest card of the suit led wins the trick.",
                "A bid of 0 that is made counts nothing.",
                "A bid that is missed counts nothing.",
                "bid 3, took 1: 0 bid 0, took 0: 0",
            ],
        ),
    ],
    ids=lambda value: value["variant"] if isinstance(value, dict) else "",
)
def test_the_rules_at_hand_are_those_of_the_game(
    table: Table, more: dict[str, Any], said: list[str]
) -> None:
    text = howto(table, **more)
    for sentence in said:
        assert sentence in text


def test_a_game_without_wizards_says_nothing_of_them(table: Table) -> None:
    assert "Wizard" not in howto(table, variant="blob")


def test_more_leads_to_the_rules_also_for_who_follows(table: Table, stranger: FlaskClient) -> None:
    howto(table)
    assert f'href="{table.path}/howto"' in table.page()
    assert f'href="{table.path}/howto"' in stranger.get(table.path).text
