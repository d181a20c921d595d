"""*How to play* states exactly the game's own rules."""

from dataclasses import asdict, replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.rules.variants.custom import FEW, MORE, Points
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.variants import OH_HELL, VARIANTS
from scorekeeper.words.points import points_lines
from tests.table import Table
from tests.web.page import plain_text

CUSTOM: dict[str, Any] = {"variant": "own", "own_miss": "0"}
GAMES = [*VARIANTS.values(), OH_HELL.keeping_tricks()]


def howto(table: Table, **more: Any) -> str:
    """*How to play* of a newly started game."""
    names = ("Ann", "Ben", "Cem")[: 2 if more.get("variant") == "two-player" else 3]
    table.start(*names, **more)
    return plain_text(table.client.get(f"{table.path}/howto").text)


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.key)
def test_every_number_of_a_score_has_a_sentence(variant: Variant, app: Flask) -> None:
    with app.test_request_context():
        before = points_lines(variant.score)
        for outcome, terms in asdict(variant.score).items():
            for term in [term for term, number in (terms or {}).items() if number]:
                sums = replace(getattr(variant.score, outcome), **{term: 777})
                lines = points_lines(replace(variant.score, **{outcome: sums}))
                assert len(lines) == len(before), "a number is said once"
                assert [line for line in lines if "777" in line] == [
                    line for line in lines if line not in before
                ]


@pytest.mark.parametrize("name", [*FEW, *MORE])
def test_every_number_of_a_game_of_ones_own_is_in_one_sentence(name: str, app: Flask) -> None:
    with app.test_request_context():
        lines = points_lines(Points(**{name: 777}).score)
        numbers = {field: place + 101 for place, field in enumerate((*FEW, *MORE))}
        said = points_lines(Points(**numbers).score)
    assert sum("777" in line for line in lines) == 1
    assert len(said) == len(set(said)) == len(numbers) - 1
    for number in numbers.values():
        assert sum(str(number) in line for line in said) == 1


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            {"variant": "wizard", "hook": "y"},
            [
                "3 to 6 players. The deck has 60 cards.",
                "Cards per player, hand by hand: 1, 2, 3, 4,",
                "Whoever draws the highest card deals first; then the deal passes to the left.",
                "A Jester turned up means no trump. After a Wizard the dealer looks at their cards "
                "and must name one of the four suits. If your table lets the dealer choose no "
                "trump instead, tap No trump this hand.",
                "If a Wizard is led, the others may play any card. If a Jester is led, the next "
                "card that is not a Jester sets the suit to follow; if that is a Wizard, any card",
                "At this table: bids may not add up.",
                "A made bid scores 20, plus 10 for each trick. "
                "A missed bid scores −10 for each trick over or under.",
                "bid 3, took 3: 50 bid 3, took 1: −20 bid 0, took 0: 20",
                "The highest total wins. Players with equal totals share the win.",
            ],
        ),
        (
            {"variant": "wizard", "hidden": "y"},
            ["in secret how many tricks they will take. All bids are revealed at once, before"],
        ),
        (
            {"variant": "two-player"},
            [
                "2 players. The deck has 36 cards: 1 to 8 in four suits, 2 Wizards and 2 Jesters. "
                "Three cards are set aside before the deal.",
                "A dummy is dealt cards too, but neither deals nor bids.",
                "In each hand every player gets 11 cards.",
                "The top card of the three set aside is turned up; its suit is trump.",
                "The trick with the 8 of spades does not count",
                "The game ends after the hand in which a player reaches 100.",
                "Equal totals are a draw.",
            ],
        ),
        (
            {"variant": "oh-hell"},
            ["its suit is trump. When all", "A missed bid scores nothing."],
        ),
        (
            {"variant": "oh-hell", "kept": "y"},
            ["A missed bid scores 1 for each trick taken.", "bid 3, took 1: 1"],
        ),
        (
            {"variant": "rage"},
            ["a card is turned up, and its suit is trump. The sheet does not ask for it."],
        ),
        (
            {"variant": "wizard", "timed": "y", "clock": "90"},
            ["The clock runs for 1 h 30 min. When time is up, you may end the game after"],
        ),
        (
            {"variant": "nomination"},
            ["repeating: Spades, Hearts, Clubs, Diamonds, No trump."],
        ),
        (
            {"variant": "skull-king"},
            [
                "Each trick of a made bid scores 20.",
                "A made bid of 0 scores 10 for each card dealt.",
                "The Second, taken by the Skull King or a mermaid: +30, only if the bid is made",
                "Leviathan: +20 each, only if the bid is made",
                "Sevens: −5 each, only if the bid is made",
                "Eights: +5 each, only if the bid is made",
            ],
        ),
        (
            {"variant": "rascal"},
            [
                "Examples In a hand of 5 cards: bid 3, took 3: 50",
                "Eights: +5 each, in full if the bid is made, half if missed by one (rounded down)",
                "Cannonball: scores 15 for each card if the bid is made; if not, captured cards "
                "score nothing either",
            ],
        ),
        (
            {"variant": "own", "trump": "none", "own_zero": "0", "own_miss": "0"},
            [
                "This game has no trump.",
                "The highest card of the suit led wins the trick.",
                "A made bid of 0 scores nothing.",
                "A missed bid scores nothing.",
                "bid 3, took 1: 0 bid 0, took 0: 0",
            ],
        ),
        (
            CUSTOM | {"own_flat": "-5", "own_kept": "1", "own_near": "0", "own_over": "−2"},
            [
                "A missed bid scores −5. Plus 1 for each trick taken. Plus −2 for each trick over.",
                "If it is missed by only one trick, it scores nothing.",
            ],
        ),
        (
            CUSTOM | {"trump": "turns", "turn": ["hearts", "", "none"], "without": "3"},
            [
                "Trump changes from hand to hand, repeating: Hearts, No trump. Hands without "
                "trump: 3.",
            ],
        ),
        (
            CUSTOM | {"goal": "77", "length": "list", "sizes": "3, 5"},
            [
                "Cards per player, repeating: 3, 5.",
                "The game ends after the hand in which a player reaches 77.",
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


@pytest.mark.parametrize("key", [key for key in VARIANTS if key != "two-player"])
def test_only_the_game_for_two_explains_its_own_rules(table: Table, key: str) -> None:
    said = howto(table, variant=key)
    assert "set aside" not in said
    assert ("In a hand of 5 cards:" in said) == (key in ("skull-king", "rascal"))
    assert "The clock runs" not in said


def test_a_game_without_wizards_does_not_mention_them(table: Table) -> None:
    assert "Wizard" not in howto(table, variant="blob")


def test_more_leads_to_the_rules_for_followers_too(table: Table, stranger: FlaskClient) -> None:
    howto(table)
    assert f'href="{table.path}/howto"' in table.page()
    assert f'href="{table.path}/howto"' in stranger.get(table.path).text
