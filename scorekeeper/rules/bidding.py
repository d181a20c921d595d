"""The order of the bids, and which bids are allowed."""

from __future__ import annotations

from scorekeeper.rules.game import BIDS, Game, Hand, left_of, seats_from
from scorekeeper.rules.problems import Code, Problem
from scorekeeper.rules.variants.house import Reason


def bidding_order(game: Game, hand: Hand) -> tuple[int, ...]:
    """The seats that are dealt cards, from the dealer's left to the dealer, who bids last."""
    return seats_from(game, left_of(game, hand.dealer, hand.out), hand.out)


def next_bidder(game: Game, hand: Hand) -> int | None:
    """The seat whose bid is due; the dealer again if the bids may not stay.

    None if all bid at once.
    """
    if hand.bid_rule.at_once:
        return None
    for seat in bidding_order(game, hand):
        if hand.bids[seat] is None:
            return seat
    return hand.dealer if bids_broken(hand) else None


def can_hide_bids(hand: Hand) -> bool:
    """Return whether all bid at once in this hand, and no bid is revealed yet."""
    return hand.bid_rule.at_once and hand.trump is not None and not any_revealed(hand)


def any_revealed(hand: Hand) -> bool:
    """Return whether a bid of the hand is known to the table."""
    return any(bid is not None for bid in hand.bids)


def forbidden_bids(hand: Hand) -> dict[int, Reason]:
    """The bids that the dealer may not make, and the reasons; some are known only after the others
    bid."""
    others = [hand.bids[seat] for seat in hand.playing if seat != hand.dealer]
    known = [bid for bid in others if bid is not None]
    left = hand.cards - sum(known) if len(known) == len(others) else None
    return hand.bid_rule.forbidden(hand.cards, left)


def bids_broken(hand: Hand) -> bool:
    """Return whether the dealer has made a forbidden bid."""
    return hand.bids[hand.dealer] in forbidden_bids(hand)


def number_problems(code: Code, numbers: tuple[int | None, ...], cards: int) -> list[Problem]:
    """A problem for each number outside 0..cards; None (no bid yet) is fine."""
    return [
        Problem(code, seat, {"number": number, "cards": cards})
        for seat, number in enumerate(numbers)
        if number is not None and not 0 <= number <= cards
    ]


def forbidden_problem(hand: Hand) -> list[Problem]:
    """The problem with the dealer's bid beside the current bids, if there is one."""
    bid, forbidden = hand.bids[hand.dealer], forbidden_bids(hand)
    if bid is None or bid not in forbidden:
        return []
    return [Problem(forbidden[bid], hand.dealer, {"number": bid, "cards": hand.cards})]


def missing_bids(hand: Hand) -> list[Problem]:
    """A problem for each missing bid."""
    return [Problem(Code.BID_MISSING, seat) for seat in hand.missing(BIDS)]


def out_problems(hand: Hand, numbers: tuple[int | None, ...]) -> list[Problem]:
    """A problem for each number of a player who is dealt no cards."""
    return [Problem(Code.SEAT_OUT, seat) for seat in hand.out if numbers[seat] is not None]
