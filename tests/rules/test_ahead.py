"""The hands to come as numbers, for a phone without the rules."""

import pytest
from hypothesis import given

from scorekeeper.rules.ahead import MISSES, by_number, hands_of, points_ahead, rematch_ahead
from scorekeeper.rules.game import Game
from scorekeeper.rules.setup import rematch
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.variants import VARIANTS
from tests.rules.chance import games, quickly

# Without doubles, and in one order, which several test processes need.
GAMES = dict.fromkeys(game for one in VARIANTS.values() for game in (one, one.keeping_tricks()))


def points(lines: list[tuple[int, ...]], bid: int, counted: int, cards: int) -> int:
    """The points as a phone adds them up."""
    over = max(MISSES[0], min(MISSES[-1], counted - bid))
    amounts = lines[MISSES.index(over) + (len(MISSES) if bid else 0)]
    numbers = 1, counted, abs(counted - bid), cards, counted**2, bid
    return sum(amount * number for amount, number in zip(amounts, numbers, strict=True))


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.key)
def test_the_amounts_sent_ahead_add_up_to_the_points_of_every_case(variant: Variant) -> None:
    lines = points_ahead(variant.score)
    most = variant.largest_hand(variant.min_players)
    for cards in range(1, most + 1):
        for bid in range(cards + 1):
            for counted in range(cards + 1):
                expected = variant.score.points(bid, counted, cards)
                assert points(lines, bid, counted, cards) == expected, (bid, counted, cards)


@quickly
@given(games())
def test_a_rematch_is_the_same_around_the_table_whoever_deals_first(game: Game) -> None:
    ahead, again = rematch_ahead(game), rematch(game)
    if ahead is None:
        assert game.away or game.order
        return
    first, seats = again.first_dealer, len(again.players)
    turned = {
        number: hand
        | {
            "dealer": (hand["dealer"] + first) % seats,
            "order": tuple((seat + first) % seats for seat in hand["order"]),
        }
        for number, hand in by_number(ahead, hands_of(ahead)).items()
    }
    assert turned == by_number(again, hands_of(again))
    assert ahead.settings.last == again.settings.last
