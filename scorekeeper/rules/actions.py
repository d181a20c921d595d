"""The actions of a keeper: each takes a game and returns the changed game.

Every action raises RefusedError with all its problems. An action that is already done returns an
equal game. Hands are numbered from 1.
"""

from dataclasses import dataclass, replace
from itertools import zip_longest

from scorekeeper.rules.bidding import forbidden_problem, missing_bids, number_problems, out_problems
from scorekeeper.rules.dealing import trump_of, with_dealer, with_hand
from scorekeeper.rules.extras import Extras, with_extras
from scorekeeper.rules.game import NOBODY, Game, Hand
from scorekeeper.rules.problems import Code, Problem, RefusedError, refuse_if
from scorekeeper.rules.scoring import scoring_problems, with_rest
from scorekeeper.rules.setup import settings_problems
from scorekeeper.rules.sheet import open_hand, score_sheet
from scorekeeper.rules.variants.cards import Trump, Turned
from scorekeeper.rules.variants.house import BidRule, Settings

Numbers = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """A scored hand as it should have been entered; without ``extras`` it keeps its own."""

    dealer: int | None
    turned: Turned | None
    named: Trump | None
    bids: Numbers
    tricks: Numbers
    negated: int | None
    extras: Extras | None = None


def hand_to_change(game: Game, number: int) -> Hand:
    """The hand with this number: a scored one, or the one in play."""
    current = open_hand(game)
    if current is not None and current.number == number:
        return current
    if not 1 <= number <= len(game.scored):
        raise RefusedError(Problem(Code.HAND_UNKNOWN, values={"number": number}))
    return game.hands[number - 1]


def turn_up(game: Game, number: int, turned: Turned | None, named: Trump | None) -> Game:
    """Set the card turned up: a suit is trump, a Jester or no card means none, after a Wizard the
    dealer names trump.

    A Wizard or Werewolf without a named suit is stored, and the trump stays open.
    """
    hand = hand_to_change(game, number)
    turned, trump = trump_of(game, hand, turned, named)
    return _entered(game, hand, replace(hand, turned=turned, trump=trump))


def enter_bids(game: Game, number: int, bids: Numbers) -> Game:
    """Set the given bids (None leaves a bid as it is).

    A forbidden bid of the dealer is refused. If another player's bid makes the dealer's bid
    forbidden, both stay, and the hand waits for the dealer to change theirs.
    """
    hand = hand_to_change(game, number)
    refuse_if(number_problems(Code.BID_RANGE, bids, hand.cards))
    after = replace(hand, bids=merged(hand.bids, bids))
    refuse_if(out_problems(after, after.bids))
    if after.bids[after.dealer] != hand.bids[hand.dealer]:
        refuse_if(forbidden_problem(after))
    return _entered(game, hand, after)


def enter_tricks(game: Game, number: int, tricks: Numbers, negated: int | None) -> Game:
    """Set the given piles, and the seat that took the negated trick.

    Refused while a bid is missing or the dealer's is forbidden.
    """
    hand = hand_to_change(game, number)
    after = _with_tricks(game, hand, tricks, negated)
    refuse_if(missing_bids(after) + forbidden_problem(after))
    return _entered(game, hand, after)


def score_hand(game: Game, number: int, tricks: Numbers, negated: int | None) -> Game:
    """Score the hand with these piles; if only one pile is missing, it gets the rest."""
    hand = hand_to_change(game, number)
    after = with_rest(game, _with_tricks(game, hand, tricks, negated))
    refuse_if(scoring_problems(game, after))
    return _entered(game, hand, replace(after, scored=True))


def correct_hand(game: Game, number: int, correction: Correction) -> Game:
    """Replace the entries of a scored hand; in one that was not played so far, the last pile
    follows from the others. Refused with all that prevents scoring it."""
    hand = hand_to_change(game, number)
    if not hand.scored:
        raise RefusedError(Problem(Code.HAND_UNSCORED, values={"number": number}))
    missing: tuple[Problem, ...] = ()
    try:
        turned, trump = trump_of(game, hand, correction.turned, correction.named)
    except RefusedError as refused:
        missing, turned, trump = refused.problems, hand.turned, Trump.NONE
    after = replace(
        with_dealer(game, hand, _dealer(hand, correction.dealer)),
        turned=turned,
        trump=trump,
        bids=correction.bids,
        tricks=correction.tricks,
        negated=_negated(game, correction.negated),
        skipped=False,
    )
    if correction.extras:
        after = with_extras(game, after, correction.extras)
    after = with_rest(game, after) if hand.skipped else after
    refuse_if([*scoring_problems(game, after), *missing])
    return with_hand(game, after)


def enter_extras(game: Game, number: int, extras: Extras) -> Game:
    """Set the extras of the hand in play."""
    hand = hand_to_change(game, number)
    return _entered(game, hand, with_extras(game, hand, extras))


def change_dealer(game: Game, number: int, dealer: int | None) -> Game:
    """Let another seat deal the hand in play; the deal continues from there."""
    hand = hand_to_change(game, number)
    return _entered(game, hand, with_dealer(game, hand, _dealer(hand, dealer)))


def end_after(game: Game, hands: int | None) -> Game:
    """Let the game end early, after this many hands: those that are over, or one more; with None it
    continues."""
    if hands == game.settings.ends_after:
        return game
    done = score_sheet(game).done
    if hands is not None and hands not in (done, done + 1):
        raise RefusedError(Problem(Code.END_UNKNOWN, values={"number": hands}))
    return replace(game, settings=replace(game.settings, ends_after=hands))


def change_settings(
    game: Game,
    bid_rule: BidRule,
    sizes: tuple[int, ...],
    clock: int | None,
    *,
    specials: bool = False,
) -> Game:
    """Change the house rules from the next hand on; ``sizes`` are those of hands not begun yet."""
    if score_sheet(game).result:
        early = game.settings.ends_after is not None
        raise RefusedError(Problem(Code.GAME_OVER if early else Code.GAME_FINISHED))
    begun = () if game.variant.target else tuple(hand.cards for hand in game.hands)
    settings = Settings(bid_rule, begun + sizes, clock, game.settings.ends_after, specials)
    refuse_if(settings_problems(game.variant, game.present, settings, begun))
    return replace(game, settings=settings)


def _entered(game: Game, before: Hand, after: Hand) -> Game:
    if after == before:
        return game
    if before.scored:
        raise RefusedError(Problem(Code.HAND_SCORED, values={"number": before.number}))
    return with_hand(game, after)


def merged(known: Numbers, given: Numbers) -> Numbers:
    """Return the former values, replaced by the given ones; None replaces nothing.

    A page may know fewer or more seats than the game has by now.
    """
    both = zip_longest(known, given[: len(known)])
    return tuple(old if new is None else new for old, new in both)


def _with_tricks(game: Game, hand: Hand, tricks: Numbers, negated: int | None) -> Hand:
    refuse_if(number_problems(Code.TRICKS_RANGE, tricks, hand.cards))
    negated = hand.negated if negated is None else _negated(game, negated)
    after = replace(hand, tricks=merged(hand.tricks, tricks), negated=negated)
    refuse_if(out_problems(after, after.tricks))
    return after


def _negated(game: Game, negated: int | None) -> int | None:
    if negated in (None, NOBODY, game.dummy) or negated in game.seats:
        return negated
    raise RefusedError(Problem(Code.NEGATED_UNKNOWN))


def _dealer(hand: Hand, dealer: int | None) -> int:
    if dealer is None or dealer not in hand.playing:
        raise RefusedError(Problem(Code.DEALER_MISSING))
    return dealer
