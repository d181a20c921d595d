"""The totals that hands can give: any dealt game's, and none outside a plain enumeration."""

from dataclasses import replace
from itertools import product
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.game import POINTS, Game
from scorekeeper.rules.sheet import hand_sizes_left, score_sheet
from scorekeeper.rules.variants.custom import Points, custom_game
from scorekeeper.rules.variants.model import NO_TRUMP, Variant
from scorekeeper.rules.variants.possible import possible_totals
from scorekeeper.rules.variants.variants import VARIANTS
from tests.rules.chance import games, quickly

WITHOUT_EXTRAS = [key for key, game in VARIANTS.items() if not game.extras]
CUSTOM = st.builds(
    Points,
    *(st.integers(0, 30),) * 4,
    *(st.integers(-5, 5),) * 7,
    *(st.none() | st.integers(-5, 5),) * 5,
)
MOST = 2000


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
@given(CUSTOM)
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
