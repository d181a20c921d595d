"""The points of a scored hand for each seat."""

from collections.abc import Iterable
from dataclasses import replace
from math import floor

from scorekeeper.rules.game import NOBODY, POINTS, Bonus, Game, Hand
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.points import Score


def final_bid(hand: Hand, seat: int) -> int | None:
    """The bid with which the tricks are compared; None if it is missing."""
    bid = hand.bids[seat]
    if bid is None or hand.cloud is None or hand.cloud.seat != seat:
        return bid
    return bid + hand.cloud.step


def seat_points(game: Game, hand: Hand, seat: int) -> int:
    """The points of a seat in a scored hand, even if the hand does not count. A seat without cards
    has at most extra points. Half a point is rounded down."""
    if hand.skipped:
        return 0
    score = score_with(game.variant, (one.key for one in hand.bonuses if one.seat == seat))
    points = [_worth(game, hand, bonus, score) for bonus in hand.bonuses if _has(bonus, seat)]
    if seat not in hand.out:
        bid = final_bid(hand, seat) or 0
        points.append(score.points(bid, _counted(hand, seat), hand.cards))
    return floor(sum(points))


def score_with(variant: Variant, keys: Iterable[str]) -> Score:
    """The score of a bid in a hand with these extras: that of one of the extras, otherwise the
    game's."""
    extras = map(variant.extra_called, keys)
    return next((extra.score for extra in extras if extra and extra.score), variant.score)


def extras_worth(game: Game, hand: Hand, seat: int) -> int | None:
    """The points that a seat's extras add, with the tricks entered so far, as if all others made
    their bids; None if it has none."""
    bonuses = tuple(
        bonus
        for bonus in hand.bonuses
        if bonus.key == POINTS or game.variant.extra_called(bonus.key)
    )
    if not any(_has(bonus, seat) for bonus in bonuses):
        return None
    tricks = tuple(
        final_bid(hand, one) if number is None else number for one, number in enumerate(hand.tricks)
    )
    played = replace(hand, tricks=tricks, bonuses=bonuses)
    return seat_points(game, played, seat) - seat_points(game, replace(played, bonuses=()), seat)


def _worth(game: Game, hand: Hand, bonus: Bonus, score: Score) -> float:
    """The points of a bonus for each seat that has it, whose bid counts by this ``score``."""
    extra = game.variant.extra_called(bonus.key)
    if extra is None:
        return bonus.amount
    seats = [seat for seat in (bonus.seat, bonus.partner) if seat != NOBODY]
    miss = max(abs((final_bid(hand, seat) or 0) - _counted(hand, seat)) for seat in seats)
    return extra.worth(bonus.amount, miss, score)


def _has(bonus: Bonus, seat: int) -> bool:
    return seat in (bonus.seat, bonus.partner)


def _counted(hand: Hand, seat: int) -> int:
    return (hand.tricks[seat] or 0) - (hand.negated == seat)


def made_seats(hand: Hand) -> list[int]:
    """The seats that made their bids exactly."""
    return [seat for seat in hand.playing if final_bid(hand, seat) == _counted(hand, seat)]


def leader_before(game: Game, number: int) -> int | None:
    """The sole leader before the hand with this number; None if there is none."""
    totals = dict(enumerate(game.starts or (0,) * len(game.players)))
    for hand in game.hands[: number - 1]:
        for seat in game.seats:
            totals[seat] += seat_points(game, hand, seat)
    best = max(total for seat, total in totals.items() if seat not in game.away)
    leaders = [s for s, total in totals.items() if total == best and s not in game.away]
    return leaders[0] if len(leaders) == 1 else None
