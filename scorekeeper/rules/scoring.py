"""The next step of a hand, and whether its tricks add up."""

from dataclasses import replace

from scorekeeper.rules.bidding import forbidden_problem, missing_bids, number_problems, out_problems
from scorekeeper.rules.counting import final_bid
from scorekeeper.rules.extras import cloud_problems, void_choices
from scorekeeper.rules.game import TRICKS, Game, Hand, Phase
from scorekeeper.rules.problems import Code, Problem


def phase(hand: Hand) -> Phase:
    """The next step of the hand: the card turned up, then bids, then tricks."""
    if hand.trump is None:
        return Phase.TRUMP
    if missing_bids(hand) or forbidden_problem(hand):
        return Phase.BIDS
    return Phase.TRICKS


def tricks_left(hand: Hand) -> int:
    """The tricks of the hand minus those entered so far; below 0 if there are too many."""
    return hand.cards - hand.void - sum(count or 0 for count in hand.tricks)


def offered_rest(game: Game, hand: Hand) -> dict[int, int]:
    """The tricks of the missing piles, by seat, if the others determine them.

    That is the only missing pile, or all of them once no trick is left. Empty if a dummy may have
    the rest, or the others already took too many.
    """
    missing = hand.missing(TRICKS)
    left = tricks_left(hand)
    decided = left == 0 or (left > 0 and len(missing) == 1)
    return dict.fromkeys(missing, left) if decided and not game.dummies_in(hand) else {}


def with_rest(game: Game, hand: Hand) -> Hand:
    """The hand with the offered rest filled in, if there is one."""
    rest = offered_rest(game, hand)
    return replace(hand, tricks=tuple(rest.get(s, n) for s, n in enumerate(hand.tricks)))


def as_bid(game: Game, hand: Hand, but: int | None = None) -> dict[int, int]:
    """Tricks by seat if all missing players made their bids.

    One of them, the seat ``but``, gets the rest instead. {} unless all have bid, this adds up to
    the cards, and no rest is offered.
    """
    tricks = {
        seat: final_bid(hand, seat) if hand.tricks[seat] is None else hand.tricks[seat]
        for seat in hand.playing
    }
    known = {seat: number for seat, number in tricks.items() if number is not None}
    left = hand.cards - hand.void - sum(known.values())
    if but is not None and but in known:
        known[but], left = known[but] + left, 0
    adds_up = len(known) == len(tricks) and left == 0 and min(known.values()) >= 0
    is_open = hand.missing(TRICKS) and not game.dummies_in(hand) and not offered_rest(game, hand)
    return known if adds_up and is_open else {}


def shortcuts_as_bid(game: Game, hand: Hand) -> dict[int | None, dict[int, int]]:
    """The tricks that :func:`as_bid` offers: under None if all can have made their bids, otherwise
    under each seat that may have the rest."""
    if even := as_bid(game, hand):
        return {None: even}
    ways = {seat: as_bid(game, hand, seat) for seat in hand.missing(TRICKS)}
    return {seat: tricks for seat, tricks in ways.items() if tricks}


def sum_problem(game: Game, hand: Hand) -> list[Problem]:
    """A problem unless the piles and unclaimed tricks add up to the cards; a dummy's are not
    entered."""
    if hand.skipped:
        return []
    left, cards = tricks_left(hand), hand.cards - hand.void
    total = {"sum": cards - left, "cards": cards, "number": abs(left)}
    if left < 0:
        return [Problem(Code.TRICKS_OVER, values=total)]
    if left > 0 and not game.dummies_in(hand):
        code = Code.TRICKS_UNDER_VOID if void_choices(game, hand) else Code.TRICKS_UNDER
        return [Problem(code, values=total)]
    return []


def negated_problems(game: Game, hand: Hand) -> list[Problem]:
    """Problems with the seat of the negated trick: missing, unknown, or in an empty pile."""
    suit = game.negating
    if suit is None:
        return [] if hand.negated is None else [Problem(Code.NEGATED_UNKNOWN)]
    if hand.negated is None:
        return [Problem(Code.NEGATED_MISSING, suit=suit)]
    if hand.negated in game.seats and hand.tricks[hand.negated] == 0:
        return [Problem(Code.NEGATED_EMPTY, hand.negated, suit=suit)]
    if hand.negated == game.dummy and not hand.missing(TRICKS) and tricks_left(hand) == 0:
        return [Problem(Code.NEGATED_DUMMY, values={"cards": hand.cards}, suit=suit)]
    return []


def scoring_problems(game: Game, hand: Hand) -> list[Problem]:
    """Everything that prevents the hand from being scored; [] if nothing does."""
    problems = [Problem(Code.TRUMP_MISSING)] if hand.trump is None else []
    problems += missing_bids(hand)
    problems += number_problems(Code.BID_RANGE, hand.bids, hand.cards)
    problems += out_problems(hand, hand.bids) or out_problems(hand, hand.tricks)
    problems += forbidden_problem(hand)
    problems += cloud_problems(hand)
    problems += number_problems(Code.TRICKS_RANGE, hand.tricks, hand.cards)
    missing = [Problem(Code.TRICKS_MISSING, seat) for seat in hand.missing(TRICKS)]
    problems += missing if tricks_left(hand) >= 0 and missing else sum_problem(game, hand)
    problems += negated_problems(game, hand)
    return problems
