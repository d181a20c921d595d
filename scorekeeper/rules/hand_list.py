"""The list of hands: a hand that is not played, or is dealt again."""

from dataclasses import replace

from scorekeeper.rules.dealing import next_hand, with_hand
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.rules.sheet import open_hand


def without_entries(game: Game, hand: Hand) -> Hand:
    """The hand as it was dealt: its cards, its dealer, and who sits out."""
    blank = (None,) * len(hand.bids)
    return Hand(
        *(hand.number, hand.cards, hand.dealer, hand.bid_rule),
        bids=blank,
        tricks=blank,
        trump=None if game.turns_trump(hand) else hand.trump,
        out=hand.out,
    )


def is_blank(hand: Hand) -> bool:
    """Return whether the hand is over and has no entries, as one that was skipped."""
    entries = (*hand.bids, *hand.tricks, hand.turned, hand.negated, hand.cloud)
    is_bare = all(one is None for one in entries) and not (hand.void or hand.bonuses)
    return hand.scored and is_bare


def skip_hand(game: Game, number: int) -> Game:
    """Leave the hand in play unplayed: its entries go, and the next one follows."""
    if 1 <= number <= len(game.hands) and game.hands[number - 1].skipped:
        return game
    skipped = replace(without_entries(game, _in_play(game, number)), scored=True, skipped=True)
    return with_hand(game, skipped)


def deal_again(game: Game, number: int) -> Game:
    """Remove all entries of the hand in play; its dealer and its cards stay."""
    hand = _in_play(game, number)
    fresh, before = without_entries(game, hand), replace(game, hands=game.hands[: number - 1])
    return before if next_hand(before) == fresh else with_hand(game, fresh)


def _in_play(game: Game, number: int) -> Hand:
    hand = open_hand(game)
    if hand is None or hand.number != number:
        is_scored = 1 <= number <= len(game.scored)
        code = Code.HAND_SCORED if is_scored else Code.HAND_UNKNOWN
        raise RefusedError(Problem(code, values={"number": number}))
    return hand
