"""One hand: its dealer and trump, the order of the bids and which are allowed, the next step, and
the points of each seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import floor

from scorekeeper.rules.game import (
    BIDS,
    NOBODY,
    POINTS,
    TRICKS,
    Bonus,
    Cloud,
    Game,
    Hand,
    Phase,
    first_dealer,
    left_of,
    seats_from,
)
from scorekeeper.rules.problems import Code, Problem, RefusedError, refuse_if
from scorekeeper.rules.variants.model import (
    BidRule,
    ExtraKey,
    Reason,
    Score,
    Trump,
    Turned,
    Variant,
)


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
    return any(bid is not None for bid in hand.bids)


def forbidden_bids(hand: Hand) -> dict[int, Reason]:
    """The bids that the dealer may not make, and the reasons; some are known only after the others
    bid."""
    others = [hand.bids[seat] for seat in hand.playing if seat != hand.dealer]
    known = [bid for bid in others if bid is not None]
    left = hand.cards - sum(known) if len(known) == len(others) else None
    return hand.bid_rule.forbidden(hand.cards, left)


def bids_broken(hand: Hand) -> bool:
    return hand.bids[hand.dealer] in forbidden_bids(hand)


def without_broken_rule(hand: Hand) -> Hand:
    """A hand that was played: without a rule for bids if the dealer's bid breaks it."""
    return replace(hand, bid_rule=BidRule()) if bids_broken(hand) else hand


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
    return [Problem(Code.BID_MISSING, seat) for seat in hand.missing(BIDS)]


def out_problems(hand: Hand, numbers: tuple[int | None, ...]) -> list[Problem]:
    """A problem for each number of a player who is dealt no cards."""
    return [Problem(Code.SEAT_OUT, seat) for seat in hand.out if numbers[seat] is not None]


def final_bid(hand: Hand, seat: int) -> int | None:
    """The bid with which the tricks are compared; None if it is missing."""
    bid = hand.bids[seat]
    if bid is None or hand.cloud is None or hand.cloud.seat != seat:
        return bid
    return bid + hand.cloud.step


def as_played(hand: Hand) -> Hand:
    """The hand with all bids as they are compared with the tricks."""
    bids = tuple(final_bid(hand, seat) for seat in range(len(hand.bids)))
    return replace(hand, bids=bids, cloud=None)


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


def next_hand(game: Game) -> Hand | None:
    """The hand in play: the one begun, otherwise the next to be dealt; None if none is left.

    The deal passes to the left each hand, past players who left. This does not check whether the
    game is over.
    """
    if game.hands and not game.hands[-1].scored:
        return game.hands[-1]
    number = len(game.hands) + 1
    if game.variant.target is None and number > len(game.settings.sizes):
        return None
    dealer = due_dealer(game, number, game.away)
    leads = game.settings.bid_rule.leader_only and leader_before(game, number) == dealer
    return new_hand(game, number, dealer, leads=leads)


def new_hand(game: Game, number: int, dealer: int, *, leads: bool) -> Hand:
    """The hand with this number as it is dealt; ``leads``: its dealer is alone in the lead."""
    players, sizes, specials = game.present, game.settings.sizes, game.settings.specials
    cards = sizes[number - 1] if sizes else game.variant.size(players, number)
    blank = (None,) * len(game.players)
    trump = game.first_trump(players, cards, number, specials=specials)
    rule = game.settings.bid_rule.of_hand(is_last=number == game.settings.last, leads=leads)
    return Hand(
        *(number, cards, dealer, rule, blank, blank),
        trump=trump,
        out=game.away,
        id=game.id_of(number),
    )


def due_dealer(game: Game, number: int, out: tuple[int, ...]) -> int:
    """The seat whose turn it is to deal the hand with this number, if these seats sit out."""
    if number > 1:
        return left_of(game, game.hands[number - 2].dealer, out)
    return first_dealer(game, out)


def with_dealer(game: Game, hand: Hand, dealer: int) -> Hand:
    """The hand with another dealer, who decides whether the Canadian rule binds it."""
    rule = hand.bid_rule
    if rule.leader_only and dealer != hand.dealer:
        rule = replace(rule, free=leader_before(game, hand.number) != dealer)
    return replace(hand, dealer=dealer, bid_rule=rule)


def with_hand(game: Game, hand: Hand) -> Game:
    """The game with ``hand`` in place of the one with its number, or added as the newest."""
    if next_hand(game) == hand:
        return game
    before, after = game.hands[: hand.number - 1], game.hands[hand.number :]
    return replace(game, hands=(*before, hand, *after))


def trump_of(
    game: Game, hand: Hand, turned: Turned | None, named: Trump | None
) -> tuple[Turned | None, Trump | None]:
    """The card and the trump of the hand if ``turned`` was turned up and ``named`` named after a
    Wizard or Werewolf; the trump that the hand starts with if no card is turned up. Raises
    RefusedError."""
    if not game.turns_trump(hand):
        return None, game.first_trump(len(hand.playing), hand.cards, hand.number)
    match turned:
        case None:
            raise RefusedError(_no_trump(hand, turned))
        case _ if turned not in game.may_turn(hand):
            raise RefusedError(Problem(Code.TURNED_UNKNOWN))
        case Turned.WIZARD | Turned.WEREWOLF if named is not None and named not in game.deck.trumps:
            raise RefusedError(Problem(Code.TRUMP_NAMED_NONE))
        case _:
            return turned, trump_by(turned, named)


def _no_trump(hand: Hand, turned: Turned | None) -> Problem:
    """What to tap for the missing trump; that of a hand that is put in need not be known."""
    if hand.is_put_in:
        return Problem(Code.TRUMP_UNTOLD)
    return Problem(Code.TRUMP_NAMED_NONE if turned is Turned.WIZARD else Code.TRUMP_MISSING)


def trump_by(turned: Turned, named: Trump | None) -> Trump | None:
    """The trump after this card was turned up; after a Wizard or Werewolf, the ``named`` one."""
    match turned:
        case Turned.WIZARD | Turned.WEREWOLF:
            return named
        case Turned.JESTER | Turned.NONE:
            return Trump.NONE
        case _:
            return Trump(turned.value)


MOST_POINTS = 1000
LONGEST_REASON = 60


@dataclass(frozen=True, slots=True)
class Extras:
    """Everything in a hand except bids and tricks, as entered."""

    void: int | None = None
    cloud: Cloud | None = None
    bonuses: tuple[Bonus, ...] = ()


def extras_of(hand: Hand) -> Extras:
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


def extra_points(hand: Hand) -> dict[int, int]:
    """The extra points of each seat that has some."""
    return {one.seat: one.amount for one in hand.bonuses if one.key == POINTS}


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


UNEVEN = (Code.TRICKS_OVER, Code.TRICKS_UNDER, Code.TRICKS_UNDER_VOID)
"""The problems of tricks that do not add up to the cards."""


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


def is_uneven(game: Game, hand: Hand) -> bool:
    """Return whether the tricks cannot add up to the cards any more, so that a trick or the number
    of cards is wrong."""
    return any(one.code in UNEVEN for one in scoring_problems(game, hand))


def scoring_problems(game: Game, hand: Hand) -> list[Problem]:
    """Everything that prevents the hand from being scored; [] if nothing does."""
    problems = [_no_trump(hand, hand.turned)] if hand.trump is None else []
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
