"""A game of one’s own, and which of its rules go together."""

from dataclasses import asdict, replace
from itertools import product
from math import gcd
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.exchange.tables.csv_out import game_of_numbers, numbers_notation
from scorekeeper.rules.game import POINTS, Game
from scorekeeper.rules.incoming import UnreadableError, check_rules
from scorekeeper.rules.sheet import hand_sizes_left, score_sheet
from scorekeeper.rules.variants.model import (
    FRENCH,
    LARGEST_HAND,
    LONGEST_GAME,
    LONGEST_RULES,
    NO_TRUMP,
    TURNED_SUIT,
    UNWRITTEN,
    Sizes,
    Terms,
    Trump,
    Variant,
)
from scorekeeper.rules.variants.variants import (
    CUSTOM,
    DECK,
    EXAMPLE_CARDS,
    EXAMPLES,
    FEW,
    HIGHEST_TARGET,
    MORE_POINTS,
    MOST_POINTS,
    MOST_TURNS,
    VARIANTS,
    WEIGHTS,
    WIZARD,
    CustomTrump,
    Points,
    custom_game,
    custom_trump,
    custom_trump_of,
    examples,
    points_of,
    possible_totals,
)
from scorekeeper.store.mapping.document import rules_from_json, rules_to_json
from tests.rules.chance import games, quickly
from tests.rules.notation import refuses

number = st.integers(0, MOST_POINTS)
signed = st.integers(-MOST_POINTS, MOST_POINTS)
own_points = (
    st.builds(
        Points,
        **dict.fromkeys(FEW, number),
        **{
            name: signed if getattr(Points(), name) == 0 else signed | st.none()
            for name in MORE_POINTS
        },
    )
    .filter(lambda points: (points.near is None) == (points.near_card is None))
    .filter(lambda points: (points.lost_zero is None) == (points.lost_zero_card is None))
)
"""All that a form can say; one of a pair alone means that the other is 0."""
hands = st.lists(st.integers(1, LONGEST_GAME), max_size=20).map(tuple)
trumps = st.builds(
    custom_trump,
    st.sampled_from(CustomTrump),
    st.lists(st.sampled_from(FRENCH.trumps), min_size=1, max_size=MOST_TURNS).map(tuple),
    hands,
)
own_games = st.builds(
    custom_game,
    own_points,
    st.sampled_from(DECK),
    trumps,
    st.sampled_from(["", "Friday rules"]),
    st.none() | st.integers(1, HIGHEST_TARGET),
)
ASCENSEUR = Points(bonus=5, trick=5, miss=5, zero=5)


def test_a_game_of_ones_own_begins_with_the_points_of_wizard() -> None:
    assert examples(CUSTOM.score) == examples(WIZARD.score) == (50, -20, 20)
    assert custom_game(points_of(CUSTOM.score), CUSTOM.deck, CUSTOM.trump) == CUSTOM


@pytest.mark.parametrize(
    ("bid", "tricks", "count"), [(3, 3, 20), (3, 1, -10), (0, 0, 5), (0, 2, -10), (1, 5, -20)]
)
def test_its_numbers_count_as_the_form_says(bid: int, tricks: int, count: int) -> None:
    game = custom_game(ASCENSEUR, 52, NO_TRUMP)
    assert game.score.points(bid, tricks, 5) == count
    assert (game.deck, game.trump, game.largest_hand(4)) == (52, NO_TRUMP, 13)


def test_tricks_over_the_bid_count_by_a_number_of_their_own() -> None:
    game = custom_game(Points(bonus=10, trick=2, miss=5, over=1), 52, NO_TRUMP)
    points = [game.score.points(2, took, cards=5) for took in range(5)]
    assert points == [-10, -5, 14, 1, 2]


def test_the_largest_deck_deals_no_more_cards_than_a_pad_has_keys() -> None:
    assert replace(CUSTOM, deck=DECK[-1]).largest_hand(CUSTOM.min_players) == LARGEST_HAND == 21


@pytest.mark.parametrize(
    ("numbers", "deck", "code"),
    [
        (replace(ASCENSEUR, miss=-1), 52, "points-range"),
        (replace(ASCENSEUR, zero=MOST_POINTS + 1), 52, "points-range"),
        (ASCENSEUR, 9, "deck-range"),
        (ASCENSEUR, 121, "deck-range"),
    ],
)
def test_numbers_out_of_all_proportion_are_refused(numbers: Points, deck: int, code: str) -> None:
    with refuses(code):
        custom_game(numbers, deck, TURNED_SUIT)


@pytest.mark.parametrize(
    ("change", "target", "code"),
    [
        ({"flat": -MOST_POINTS - 1}, None, "more-points-range"),
        ({"over": MOST_POINTS + 1}, None, "more-points-range"),
        ({"lost_zero_card": -MOST_POINTS - 1}, None, "more-points-range"),
        ({}, 0, "target-range"),
        ({}, HIGHEST_TARGET + 1, "target-range"),
    ],
)
def test_unusual_numbers_are_refused_too(
    change: dict[str, int], target: int | None, code: str
) -> None:
    with refuses(code):
        custom_game(replace(ASCENSEUR, **change), 52, TURNED_SUIT, target=target)


@pytest.mark.parametrize(
    ("turns", "without", "code"),
    [
        ((), (), "turns-none"),
        ((Trump.SPADES,) * (MOST_TURNS + 1), (), "turns-none"),
        ((Trump.BLUE,), (), "turns-none"),
        ((Trump.SPADES,), (0,), "without-range"),
        ((Trump.SPADES,), (LONGEST_GAME + 1,), "without-range"),
    ],
)
def test_trumps_that_no_hand_can_have_are_refused(
    turns: tuple[Trump, ...], without: tuple[int, ...], code: str
) -> None:
    with refuses(code):
        custom_trump(CustomTrump.TURNS, turns, without)


def test_no_trump_in_any_hand_is_no_trump_at_all() -> None:
    assert custom_trump(CustomTrump.TURNS, (Trump.NONE,) * 2, (1,)) == NO_TRUMP


def test_a_hand_without_trump_turns_up_no_card_and_leaves_the_others_theirs() -> None:
    for kind, first in ((CustomTrump.SUIT, None), (CustomTrump.TURNS, Trump.HEARTS)):
        rule = custom_trump(kind, (Trump.SPADES, Trump.HEARTS), (3, 1))
        game = custom_game(ASCENSEUR, 52, rule)
        assert [game.first_trump(4, 5, number) for number in (1, 2, 3)] == [
            *(Trump.NONE, first, Trump.NONE)
        ]
        assert not game.turns_trump(4, 5, 1)


@settings(deadline=None, max_examples=100, database=None)
@given(own_games, st.integers(-1, 25), st.integers(1, 21))
def test_points_by_tricks_are_those_of_each_number_of_tricks(
    variant: Variant, bid: int, cards: int
) -> None:
    score = variant.score
    each = [score.points(bid, tricks, cards) for tricks in range(cards + 1)]
    assert score.by_tricks(bid, cards) == each


@settings(deadline=None, max_examples=100, database=None)
@given(own_games)
def test_a_game_of_ones_own_tells_the_numbers_that_made_it_in_each_notation(game: Variant) -> None:
    rule = custom_trump(custom_trump_of(game), game.trump.rotation, game.trump.without)
    assert custom_game(points_of(game.score), game.deck, rule, game.name, game.target) == game
    check_rules(game)
    assert game_of_numbers(numbers_notation(game), game.name) == game
    written = rules_to_json(game)
    assert len(written) <= LONGEST_RULES
    assert rules_from_json(game.key, written) == game


@pytest.mark.parametrize(
    "text",
    [
        "bonus:20 trump:suit",
        "deck:60",
        "deck:60 trump:suit ",
        "deck:60 trump:suit bonus:1001",
        "deck:60 trump:suit bonus:1,2",
        "deck:60 trump:suit most:1",
        "deck:60 trump:clubs,jester",
        "deck:60 trump:suit target:7,8",
        "deck:60 trump:suit target:7 sizes:1,61",
        "deck:60,60 trump:suit",
        "deck:60 trump:wizard,suit",
    ],
)
def test_other_numbers_than_a_form_could_send_are_not_read(text: str) -> None:
    assert game_of_numbers(text, "") is None


def test_only_a_game_of_ones_own_has_numbers() -> None:
    assert numbers_notation(WIZARD) == ""
    game = custom_game(replace(ASCENSEUR, over=0), 52, NO_TRUMP, target=77)
    listed = replace(game, hands=Sizes(listed=(3, 2)))
    assert numbers_notation(listed) == (
        "bonus:5 trick:5 miss:5 zero:5 over:0 deck:52 trump:none target:77 sizes:3,2"
    )
    assert game_of_numbers(numbers_notation(listed), "") == listed


@pytest.mark.parametrize(
    "change",
    [
        {"trump": replace(CUSTOM.trump, without=(61,))},
        {"trump": replace(CUSTOM.trump, without=(2, 1))},
        {"trump": replace(CUSTOM.trump, without=(True,))},
        {"trump": replace(NO_TRUMP, without=(1,))},
        {"trump": UNWRITTEN},
        {"score": replace(CUSTOM.score, missed=Terms(per_over=MOST_POINTS + 1))},
        {"score": replace(CUSTOM.score, made=Terms(per_over=1))},
        {"score": replace(CUSTOM.score, near=Terms(per_bid=1))},
        {
            "key": "wizard",
            "is_custom": False,
            "trump": replace(CUSTOM.trump, without=(1,)),
        },
    ],
    ids=str,
)
def test_rules_that_no_page_could_make_are_refused(change: dict[str, Any]) -> None:
    check_rules(CUSTOM)
    with pytest.raises(UnreadableError):
        check_rules(replace(CUSTOM, **change))


@settings(deadline=None, max_examples=40, database=None)
@given(own_points)
def test_the_weights_of_its_numbers_add_up_to_the_examples(numbers: Points) -> None:
    each = [
        sum((number or 0) * WEIGHTS[name][place] for name, number in asdict(numbers).items())
        for place in range(len(EXAMPLES))
    ]
    assert tuple(each) == examples(numbers.score)
    assert max(bid for bid, _ in EXAMPLES) <= EXAMPLE_CARDS


WITHOUT_EXTRAS = [key for key, game in VARIANTS.items() if not game.extras]
POSSIBLE_CUSTOM = st.builds(
    Points,
    *(st.integers(0, 30),) * 4,
    *(st.integers(-5, 5),) * 7,
    *(st.none() | st.integers(-5, 5),) * 5,
)


def by_made(game: Variant, sizes: tuple[int, ...]) -> dict[int, set[int]]:
    """All totals by bids made, from every bid and every number of tricks; a hand may be missed."""
    hands = [
        [(0, 0)]
        + [
            (int(bid == took), game.score.points(bid, took, cards))
            for bid, took in product(range(cards + 1), repeat=2)
        ]
        for cards in sizes
    ]
    found: dict[int, set[int]] = {}
    for played in product(*hands):
        made, total = map(sum, zip(*played, strict=True))
        found.setdefault(made, set()).add(total)
    return found


@quickly
@given(games(8))
def test_no_dealt_game_has_an_impossible_total(game: Game) -> None:
    sheet = score_sheet(game)
    sizes = (*(row.hand.cards for row in sheet.rows), *hand_sizes_left(game))
    for seat in game.seats if sizes else ():
        cells = [row.cells[seat] for row in sheet.counting]
        extra = sum(one.amount for cell in cells for one in cell.all_bonuses if one.key == POINTS)
        start = game.starts[seat] if game.starts else 0
        total = sheet.totals[seat] - extra - start
        made = sum(cell.made for cell in cells if not cell.out)
        for known in (None, made):
            found = possible_totals(game.variant, sizes, len(game.players), known)
            assert found.allow(total), (found, total, known)


def check_against_plain(game: Variant, sizes: tuple[int, ...]) -> None:
    plain = by_made(game, sizes)
    every = set[int]().union(*plain.values())
    for made, possible in [(None, every), *plain.items()]:
        found = possible_totals(game, sizes, 4, made)
        assert (found.low, found.high) == (min(possible), max(possible))
        step = gcd(*(total - min(possible) for total in possible))
        assert all(map(found.allow, possible))
        assert found.step == step or len(possible) < 4


@pytest.mark.parametrize("sizes", [(1, 2), (3, 1, 2)])
@pytest.mark.parametrize("key", WITHOUT_EXTRAS)
def test_bounds_and_step_are_those_of_a_plain_enumeration(key: str, sizes: tuple[int, ...]) -> None:
    check_against_plain(VARIANTS[key].keeping_tricks(), sizes)
    check_against_plain(VARIANTS[key], sizes)


@quickly
@given(POSSIBLE_CUSTOM)
def test_a_game_of_any_numbers_allows_what_a_plain_enumeration_gives(points: Points) -> None:
    game, sizes = custom_game(points, 60, NO_TRUMP), (2, 1)
    plain = by_made(game, sizes)
    for made, possible in plain.items():
        for known in (None, made):
            assert all(map(possible_totals(game, sizes, 4, known).allow, possible))


@pytest.mark.parametrize(
    ("key", "made", "total"),
    [
        ("wizard", None, 295),
        ("wizard", 0, 10),
        ("wizard", 1, 180),
        ("wizard", 2, -1200),
        ("wizard", 15, 290),
        ("wizard", None, 1510),
        ("wizard", None, -1210),
        ("tournament", None, 72),
        ("tournament", 2, 35),
        ("oh-hell", 0, 1),
        ("oh-hell", 3, 29),
        ("rage", 0, 210),
        ("skull-king", 0, 5),
        ("skull-king", None, 1002),
        ("skull-king", 10, -20),
    ],
)
def test_an_impossible_total_is_not_allowed(key: str, made: int | None, total: int) -> None:
    game = VARIANTS[key]
    sizes = game.sizes(4)
    assert not possible_totals(game, sizes, 4, made).allow(total)
    assert possible_totals(game, sizes, 4).allow(0)


@pytest.mark.parametrize(
    ("key", "cards", "most"),
    [
        ("wizard", 3, 50),
        ("tournament", 1, 25),
        ("oh-hell", 15, 25),
        ("rage", 10, 40),
        ("own", 1, 30),
        # A bid of 10, every captured card and wager, and loot with each of the three others.
        ("skull-king", 10, 200 + 30 + 20 + 40 + 180 + 40 + 30 + 60 + 20 + 20 + 4 * 20),
    ],
)
def test_a_hand_gives_no_more_than_its_best_bid_and_all_extras(
    key: str, cards: int, most: int
) -> None:
    assert possible_totals(VARIANTS[key], (cards,), 4).high == most


def test_extras_that_count_on_a_miss_raise_a_total_without_a_made_bid() -> None:
    rage = VARIANTS["rage"]
    plain = replace(rage, extras=())
    assert possible_totals(plain, (5, 5), 4, 0).high == 0
    assert possible_totals(rage, (5, 5), 4, 0).high == 40
