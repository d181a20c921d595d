"""The sheet ahead: the hands to come as numbers, for a phone that continues without the server.

The phone only adds, multiplies and compares; this module decides which amounts and limits apply.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.rules.attendance import rematch
from scorekeeper.rules.game import Game, Hand, left_of, seats_from
from scorekeeper.rules.hand import bidding_order, new_hand, next_hand, trump_of
from scorekeeper.rules.variants.model import Criterion, Score, Tie, Turned, face_of

UNENDING = 30
"""Hands sent after the one in play, if the game ends at a target."""
MISSES = (-2, -1, 0, 1, 2)
"""Tricks minus bid, as far as the amounts can differ; beyond these they are those of the outer
two."""


def sheet_ahead(game: Game, hands: Sequence[Hand]) -> dict[str, Any]:
    """The rest of a game without cards that score: the ``hands`` from the one in play on.

    ``points`` are those of :func:`points_ahead`, ``breaks`` those of :func:`breaks_ahead`; ``last``
    is the number of the last hand.
    """
    return {
        "points": points_ahead(game.variant.score),
        "hands": by_number(game, hands),
        "last": game.settings.last,
        "target": game.variant.target,
        "draws": game.variant.ties is Tie.DRAW,
        "breaks": breaks_ahead(game.variant.ties),
        "dummies": game.dummies_in(hands[0]),
        "negates": game.variant.negating is not None,
        "cards": cards_ahead(game, hands),
        "players": game.players,
        "away": game.away,
    }


def hands_ahead(game: Game, first: Hand) -> Iterator[Hand]:
    """The hands from the ``first`` on, the one in play, without entries."""
    turned = None if game.turns_trump(first) else first.trump
    fresh = new_hand(game, first.number, first.dealer, leads=True)
    yield replace(fresh, cards=first.cards, trump=turned, out=first.out)
    dealer, last = first.dealer, game.settings.last
    for number in range(first.number + 1, (last or first.number + UNENDING) + 1):
        dealer = left_of(game, dealer, game.away)
        yield new_hand(game, number, dealer, leads=True)


def rematch_ahead(game: Game) -> Game | None:
    """The rematch if seat 0 deals first; another first dealer only rotates it. None if the seating
    order would change."""
    return None if game.away or game.order else replace(rematch(game), first_dealer=0)


def hands_of(game: Game) -> list[Hand]:
    first = next_hand(game)
    return list(hands_ahead(game, first)) if first else []


def by_number(game: Game, hands: Iterable[Hand]) -> dict[int, dict[str, Any]]:
    """These hands as they will be dealt. ``order`` is the order of bidding; ``trump`` is None if a
    card is turned up. ``lowest`` is the lowest bid that the hook can forbid, None without a hook;
    with ``leads``, it binds only a dealer who is alone in the lead."""
    return {
        hand.number: {
            "cards": hand.cards,
            "dealer": hand.dealer,
            "order": bidding_order(game, hand),
            "trump": hand.trump,
            "lowest": lowest_forbidden(hand),
            "leads": hand.bid_rule.leader_only,
        }
        for hand in hands
    }


def lowest_forbidden(hand: Hand) -> int | None:
    """The lowest bid that the hook can forbid in this hand; None without a hook."""
    return hand.bid_rule.lowest if hand.bid_rule.binds(hand.cards) else None


def first_seat(game: Game, hand: Hand) -> int:
    """The position of the first dealer, if the deal has passed around in order up to this hand."""
    around = seats_from(game, 0, hand.out)
    return (around.index(hand.dealer) - hand.number) % len(around)


def cards_ahead(game: Game, hands: Iterable[Hand]) -> dict[Turned, dict[str, Any]]:
    """The cards that may be turned up in these hands, with the trump that follows (None if it is
    then named) and the card that shows it."""
    hand = next((hand for hand in hands if hand.trump is None), None)
    if hand is None:
        return {}
    trumps = {card: trump_of(game, hand, card, None)[1] for card in game.may_turn(hand)}
    return {card: {"trump": trump, "face": face_of(card, trump)} for card, trump in trumps.items()}


def points_ahead(score: Score) -> list[tuple[int, ...]]:
    """The amounts (:meth:`Terms.amounts`) of a bid of 0 that is missed by each of ``MISSES``, then
    those of any other bid."""
    return [
        score.terms(bid, bid + miss).amounts(is_over=miss > 0) for bid in (0, 2) for miss in MISSES
    ]


def breaks_ahead(ties: Tie | tuple[Criterion, ...]) -> list[tuple[int, bool]]:
    """For each tie-break: the index of its amount among those that a hand adds, and whether the
    amounts of all hands are summed."""
    amounts = [Criterion.EXACT, Criterion.BIDS, Criterion.TRICKS, Criterion.LAST]
    decide = () if isinstance(ties, Tie) else ties
    return [(amounts.index(by), by is not Criterion.LAST) for by in decide]
