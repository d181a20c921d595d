"""Extras of a hand: unclaimed tricks, a changed bid, extra points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scorekeeper.rules.counting import final_bid
from scorekeeper.rules.game import NOBODY, POINTS, Bonus, Cloud, Game, Hand
from scorekeeper.rules.problems import Code, Problem, refuse_if
from scorekeeper.rules.variants.points import ExtraKey

MOST_POINTS = 1000
LONGEST_REASON = 60


@dataclass(frozen=True, slots=True)
class Extras:
    """Everything in a hand except bids and tricks, as entered."""

    void: int | None = None
    cloud: Cloud | None = None
    bonuses: tuple[Bonus, ...] = ()


def extras_of(hand: Hand) -> Extras:
    """The extras of the hand."""
    return Extras(hand.void, hand.cloud, hand.bonuses)


def count_extras(hand: Hand) -> int:
    """The number of cards that somebody has or that changed a bid; extra points count as one."""
    counts = (1 if bonus.key == POINTS else bonus.amount for bonus in hand.bonuses)
    return sum(counts) + (hand.cloud is not None)


def name_of(key: str, seat: int, partner: int = NOBODY) -> str:
    """The name of the key of an extra: ``king_1``, or ``loot_2_0`` with its partner."""
    return f"{key}_{seat}" if partner == NOBODY else f"{key}_{seat}_{partner}"


def place_of(key: str, seat: int, partner: int = NOBODY) -> str:
    """The name of the place that holds an extra, whichever partner had it first: ``loot_0_2``."""
    seats = (seat,) if partner == NOBODY else sorted((seat, partner))
    return name_of(key, *seats)


def by_place(bonuses: Iterable[Bonus]) -> dict[str, Bonus]:
    """The extras that seats have, by place. A file may have a shared one twice, once from each
    partner: the second keeps its own name."""
    found: dict[str, Bonus] = {}
    for bonus in bonuses:
        where = bonus.key, bonus.seat, bonus.partner
        place = place_of(*where)
        found[name_of(*where) if place in found else place] = bonus
    return found


def with_extras(game: Game, hand: Hand, extras: Extras) -> Hand:
    """The hand with these extras in place of its own. Raises RefusedError.

    Equal values in another order give an equal hand.
    """
    after = replace(
        hand, void=extras.void or 0, cloud=extras.cloud, bonuses=tuple(sorted(extras.bonuses))
    )
    problems = (
        [] if after.void in (void_choices(game, hand) or (0,)) else [Problem(Code.VOID_RANGE)]
    )
    # A cloud entered while special cards were in the deck may stay.
    may_cloud = game.settings.specials or hand.cloud is not None
    problems += _cloud_problems(after, may_cloud=may_cloud)
    for bonus in after.bonuses:
        problems += _bonus_problems(game, after, bonus)
    refuse_if(problems)
    return after


def without_unknown_cards(hand: Hand) -> Hand:
    """Return a hand as typed, to be drawn, without cards that the game does not have or that belong
    to no seat."""
    seats = range(len(hand.bids))
    known = [
        one
        for one in hand.bonuses
        if one.key in {POINTS, *ExtraKey} and one.seat in seats and one.partner in {NOBODY, *seats}
    ]
    moves = hand.cloud if hand.cloud and hand.cloud.seat in seats else None
    return replace(hand, bonuses=tuple(known), cloud=moves)


def cloud_choices(game: Game, hand: Hand) -> list[tuple[Cloud, int, int]]:
    """The bids that a cloud may change, each with the bid before and after; none without clouds."""
    if not game.settings.specials and hand.cloud is None:
        return []
    moves = ((Cloud(seat, step), hand.bids[seat]) for seat in hand.playing for step in (-1, 1))
    known = [(cloud, bid, bid + cloud.step) for cloud, bid in moves if bid is not None]
    return [choice for choice in known if 0 <= choice[2] <= hand.cards]


def void_choices(game: Game, hand: Hand) -> range:
    """The possible numbers of unclaimed tricks; empty if there can be none."""
    if game.variant.voids:
        return range(hand.cards + 1)
    return range(2 if game.settings.specials or hand.void else 0)


def cloud_notation(cloud: Cloud | None) -> str:
    """A cloud as forms send it: ``2+`` or ``2-``; "" for none."""
    return f"{cloud.seat}{'+' if cloud.step > 0 else '-'}" if cloud else ""


def cloud_problems(hand: Hand) -> list[Problem]:
    """A problem if the bid that a cloud changed, or that changed later, is out of range."""
    bid = hand.cloud and final_bid(hand, hand.cloud.seat)
    if hand.cloud is None or bid is None or 0 <= bid <= hand.cards:
        return []
    return [Problem(Code.CLOUD_RANGE, hand.cloud.seat, {"number": bid, "cards": hand.cards})]


def _cloud_problems(hand: Hand, *, may_cloud: bool) -> list[Problem]:
    if hand.cloud is None:
        return []
    seat = hand.cloud.seat
    if not may_cloud or seat not in hand.playing or hand.bids[seat] is None:
        return [Problem(Code.CLOUD_UNKNOWN)]
    return cloud_problems(hand)


def _bonus_problems(game: Game, hand: Hand, bonus: Bonus) -> list[Problem]:
    if bonus.seat not in game.seats:
        return [Problem(Code.EXTRA_UNKNOWN)]
    if bonus.key == POINTS:
        return _points_problems(bonus)
    extra = game.variant.extra_called(bonus.key) if bonus.seat in hand.playing else None
    if extra is None or not 1 <= bonus.amount <= extra.most:
        return [Problem(Code.EXTRA_UNKNOWN)]
    partners = [seat for seat in hand.playing if seat != bonus.seat] if extra.shared else [NOBODY]
    return [] if bonus.partner in partners else [Problem(Code.EXTRA_UNKNOWN)]


def _points_problems(bonus: Bonus) -> list[Problem]:
    if bonus.amount == 0 and bonus.reason:
        return [Problem(Code.EXTRA_POINTS_MISSING, bonus.seat)]
    if bonus.amount == 0 or abs(bonus.amount) > MOST_POINTS:
        return [Problem(Code.EXTRA_POINTS_RANGE, bonus.seat, {"most": MOST_POINTS})]
    if len(bonus.reason) > LONGEST_REASON:
        return [Problem(Code.REASON_LONG, bonus.seat, {"most": LONGEST_REASON})]
    return []
