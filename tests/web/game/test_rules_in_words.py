"""Every combination of rules that a file may contain has its sentences."""

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import combinations, product
from typing import Any

import pytest
from flask import Flask

from scorekeeper.exchange.json_out import json_chunks
from scorekeeper.rules.events.settings import (
    FINALS,
    TEN_HANDS,
    Carry,
    Counts,
    EventSettings,
    Final,
    Measure,
    Seating,
    TimeUp,
    event_problems,
)
from scorekeeper.rules.game import Game
from scorekeeper.rules.incoming.incoming import UnreadableError
from scorekeeper.rules.incoming.validation import check_game
from scorekeeper.rules.incoming.variant_validation import LARGEST_DECK, TRUMPS, check_rules
from scorekeeper.rules.setup import LONGEST_CLOCK
from scorekeeper.rules.variants.cards import DECKS, FRENCH
from scorekeeper.rules.variants.custom import HIGHEST_TARGET, MOST_POINTS, Points
from scorekeeper.rules.variants.house import WORDS, BidRule, Settings
from scorekeeper.rules.variants.model import (
    LARGEST_HAND,
    LONGEST_GAME,
    Bids,
    Sizes,
    TrumpRule,
    Variant,
)
from scorekeeper.rules.variants.points import Criterion, Score, Terms, Tie, When
from scorekeeper.rules.variants.variants import MOST_PLAYERS, VARIANTS
from scorekeeper.words import rules as rule_words
from scorekeeper.words.events import settings as event_words
from scorekeeper.words.extras import extra_line, short_name, worth_line
from scorekeeper.words.howto import chapters
from scorekeeper.words.points import assumed_line, example_rows, points_lines
from tests.exchange.made import of
from tests.table import Table
from tests.web.page import plain_text

EDGES = (-MOST_POINTS, -1, 0, 5, MOST_POINTS)
OUTCOMES = {field.name: field for field in fields(Score)}
PAIRS = [(bid, counted) for bid in range(5) for counted in range(5)]
RULES = [
    BidRule(**dict(zip(WORDS.values(), chosen, strict=True)), from_cards=start)
    for chosen in product((False, True), repeat=len(WORDS))
    for start in (0, 1, 4, LARGEST_HAND)
]


def terms(numbers: list[int], over: int | None) -> Terms:
    """The terms with these numbers, in their order."""
    fixed, trick, miss, card, square, bid = numbers
    return Terms(fixed, trick, miss, card, square, bid, over)


def some_terms() -> Iterator[Terms]:
    """Every choice of terms that are there, each with a number of its own."""
    primes = (7, 11, 13, 17, 19, 23)
    for there in product((0, 1), repeat=len(primes)):
        numbers = [prime * one for prime, one in zip(primes, there, strict=True)]
        for over in (None, 0, 29):
            yield terms(numbers, over)


def scores(outcome: str) -> Iterator[Score]:
    """Scores with every choice of terms for this outcome."""
    usual = Score(made=Terms(1), missed=Terms(2), zero_made=Terms(3), zero_missed=Terms(4))
    for one in some_terms():
        yield replace(usual, **{outcome: one})


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_the_same_sentences_always_mean_the_same_points(outcome: str, app: Flask) -> None:
    said: dict[tuple[str, ...], tuple[int, ...]] = {}
    with app.test_request_context():
        for score in scores(outcome):
            points = tuple(score.points(*pair, cards) for pair in PAIRS for cards in (4, 5))
            assert said.setdefault(tuple(points_lines(score)), points) == points, score
    assert len(said) == len({*said.values()}), "the same points are said in two ways"


def accepted(game: Variant, **other: Any) -> Iterator[Variant]:
    """The game with other values, if a file may have it."""
    changed = replace(game, **other)
    try:
        check_rules(changed)
    except UnreadableError:
        return
    yield changed


def changes(game: Variant) -> dict[str, list[Any]]:
    """Values of each field of a game, at their edges."""
    sums = [terms([number] * 6, over) for number in EDGES for over in (None, number)]
    sums += [Terms(), *(replace(Terms(), **{field.name: 5}) for field in fields(Terms))]
    own = [replace(game.score, **{name: one}) for name in OUTCOMES for one in sums]
    own += [
        replace(game.score, zero_made=None),
        replace(game.score, zero_missed=None),
        replace(game.score, near=None),
    ]
    extras: list[Any] = [()]
    for extra in game.extras:
        for points, most, when in product(EDGES, (1, LARGEST_HAND), When):
            extras.append((replace(extra, points=points, most=most, when=when),))
        extras += [(replace(extra, score=score),) for score in own[:: max(len(own) // 20, 1)]]
    trumps = [*TRUMPS, TrumpRule(rotation=tuple(FRENCH.trumps))]
    trumps += [replace(one, without=(1, LONGEST_GAME)) for one in trumps]
    return {
        "min_players": [2, game.max_players],
        "max_players": [game.min_players, MOST_PLAYERS],
        "deck": [20, 60, LARGEST_DECK],
        "score": own,
        "miss_terms": [None, *sums],
        "hands": [
            *(
                Sizes(first, last, step, back=back)
                for first, last in product((None, 1, LONGEST_GAME), repeat=2)
                for step in (1, LONGEST_GAME)
                for back in (False, True)
            ),
            Sizes(listed=(1,)),
            Sizes(listed=(LONGEST_GAME,) * LONGEST_GAME),
        ],
        "trump": trumps,
        "bids": [Bids(rule, choice) for rule in RULES for choice in (False, True)],
        "target": [None, 1, HIGHEST_TARGET],
        "ties": [*Tie, *((one,) for one in Criterion), tuple(Criterion)],
        "extras": extras,
        "voids": [False, True],
        "name": ["", "%(points)s {0} <b>"],
    }


def games(variant: Variant) -> Iterator[Game]:
    """The shortest and the largest game with these rules that a file may contain."""
    for players in {variant.min_players, variant.max_players}:
        names = tuple(f"P{seat}" for seat in range(players))
        game = Game(variant, names, 0, Settings(sizes=variant.sizes(players)[:LONGEST_GAME]))
        try:
            check_game(game)
        except UnreadableError:
            continue
        yield game


def say_everything(game: Game) -> list[str]:
    """All sentences about the rules of a game."""
    variant, settings = game.variant, game.settings
    said = [line for chapter in chapters(game) for line in chapter.lines]
    said += [rule_words.settings_line(variant, settings), assumed_line(variant.score)]
    said += [rule_words.variant_line(variant), rule_words.deck_line(variant)]
    said += [rule_words.example_line(variant), rule_words.custom_example(variant.score)]
    said += [*rule_words.hands_by_players(variant).values(), rule_words.players_line(variant)]
    said += [line for _, _, line in example_rows(variant.score)]
    for extra in variant.extras:
        said += [extra_line(extra), worth_line(extra), short_name(extra.key)]
    return said


@pytest.mark.parametrize("game", VARIANTS.values(), ids=lambda game: game.key)
def test_each_rule_of_a_game_from_a_file_has_its_sentences(game: Variant, app: Flask) -> None:
    single = [(name, value) for name, values in changes(game).items() for value in values]
    found = [one for name, value in single for one in accepted(game, **{name: value})]
    assert len(found) > 100
    with app.test_request_context():
        for variant in found:
            for one in games(variant):
                for line in say_everything(one):
                    assert "%(" not in line or "%(" in variant.name


@pytest.mark.thorough
@pytest.mark.parametrize("game", VARIANTS.values(), ids=lambda game: game.key)
def test_each_pair_of_rules_from_a_file_has_its_sentences(game: Variant, app: Flask) -> None:
    values = {name: some[:: max(len(some) // 6, 1)] for name, some in changes(game).items()}
    with app.test_request_context():
        for one, other in combinations(values, 2):
            for first, second in product(values[one], values[other]):
                for variant in accepted(game, **{one: first, other: second}):
                    for played in games(variant):
                        say_everything(played)


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.key)
def test_each_house_rule_from_a_file_has_its_sentences(deck: Any, app: Flask) -> None:
    said = 0
    with app.test_request_context():
        for game in (VARIANTS["wizard"], VARIANTS["two-player"], VARIANTS["skull-king"]):
            plain = next(games(game))
            for rule, clock, specials in product(RULES, (None, LONGEST_CLOCK), (False, True)):
                rules = replace(plain.settings, bid_rule=rule, clock=clock, specials=specials)
                try:
                    check_game(changed := replace(plain, settings=rules, deck=deck))
                except UnreadableError:
                    continue
                said += len(say_everything(changed))
    assert said > 1000


def numbers_of_one() -> Iterator[Points]:
    """Every pair of numbers of a custom game, at their edges."""
    names = [field.name for field in fields(Points)]
    for one, other in combinations(names, 2):
        for first, second in product((None, *EDGES), repeat=2):
            chosen = {one: first, other: second}
            yield Points(**{name: n for name, n in chosen.items() if n is not None})


def test_each_pair_of_numbers_of_a_custom_game_has_its_sentences(app: Flask) -> None:
    with app.test_request_context():
        for points in numbers_of_one():
            for variant in accepted(VARIANTS["own"], score=points.score):
                assert points_lines(variant.score)
                rule_words.custom_example(variant.score)
                assumed_line(variant.score)


def test_the_settings_of_every_event_have_their_sentences(app: Flask) -> None:
    usual = EventSettings("Rally", VARIANTS["wizard"])
    finals = [None, *(Final(*one) for one in product(FINALS, (1, 2), Carry))]
    choices = product(TimeUp, Seating, Counts, finals, (None, 1), (None, TEN_HANDS, {4: (1,)}))
    orders = [tuple(Measure), *((one,) for one in Measure)]
    said = set()
    with app.test_request_context():
        for time_up, seating, counts, final, best, hands in choices:
            settings = replace(usual, time_up=time_up, seating=seating, counts=counts)
            settings = replace(settings, final=final, best=best, hands=hands)
            assert not event_problems(settings)
            said |= {*map(str, say_settings(settings))}
        for order, apart in product(orders, (False, True)):
            said |= {*say_settings(replace(usual, order=order, clubs_apart=apart))}
    assert len(said) > 30


def test_what_decides_nothing_is_not_said(app: Flask) -> None:
    usual = EventSettings(
        "Rally", VARIANTS["wizard"], order=(Measure.COUNTED, Measure.POINTS, Measure.WON)
    )
    one_table, two_tables = replace(usual, final=Final(4)), replace(usual, final=Final(8, 2))
    with app.test_request_context():
        assert event_words.order_line(usual) == "then: tables won"
        placement = replace(usual, counts=Counts.PLACEMENT)
        assert event_words.order_line(placement) == "then: game points, tables won"
        assert "game points" in event_words.order_line(replace(usual, best=2))
        assert event_words.final_hint(one_table) == "at one table"
        assert event_words.final_hint(two_tables) == "the best 2 at each table advance"


def say_settings(settings: EventSettings) -> list[str]:
    """All sentences about the settings of an event."""
    words = event_words
    said = [str(words.TIME_UP[settings.time_up]), str(words.TIME_UP_HINTS[settings.time_up])]
    said += [str(words.SEATING[settings.seating]), str(words.COUNTS[settings.counts])]
    said += [str(words.CARRIES[settings.final.carry])] if settings.final else []
    for line in (words.hands_line, words.seats_hint, words.example_line, words.rounds_line):
        said.append(line(settings))
    for line in (words.rest_line, words.order_line, words.final_line, words.final_hint):
        said.append(line(settings))
    return [*said, rule_words.settings_line(settings.variant, settings.rules)]


def test_a_game_from_a_file_with_points_for_each_trick_of_a_missed_0_shows_how_to_play(
    table: Table,
) -> None:
    game = VARIANTS["wizard"]
    score = replace(game.score, zero_missed=Terms(0, per_trick=7))
    odd = next(games(replace(game, score=score)))
    text = "".join(json_chunks([of(odd)]))
    assert table.post("/book/bring", text=text, shown="y").status_code == 303
    found = re.search(r'href="(/g/[^"]+)"', table.client.get("/").text)
    assert found
    page = table.client.get(f"{found[1]}/howto")
    assert page.status_code == 200
    assert "A missed bid of 0 scores 7 for each trick taken." in plain_text(page.text)
