"""The actions of a keeper: each takes a game and returns the changed game.

Every action raises RefusedError with all its problems. An action that is already done returns an
equal game. Hands are numbered from 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import zip_longest

from scorekeeper.rules.attendance import settings_problems
from scorekeeper.rules.game import NOBODY, POINTS, Game, Hand
from scorekeeper.rules.hand import (
    Extras,
    cloud_problems,
    due_dealer,
    extras_of,
    forbidden_problem,
    is_uneven,
    leader_before,
    missing_bids,
    next_hand,
    number_problems,
    out_problems,
    scoring_problems,
    trump_of,
    with_dealer,
    with_extras,
    with_hand,
    with_rest,
    without_broken_rule,
)
from scorekeeper.rules.problems import Code, Problem, RefusedError, refuse_if
from scorekeeper.rules.sheet import hand_sizes, open_hand, score_sheet
from scorekeeper.rules.variants.model import Settings, Trump, Turned

Numbers = tuple[int | None, ...]
Sizes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """A scored hand as it should have been entered; without ``extras`` or ``cards`` it keeps its
    own."""

    dealer: int | None
    turned: Turned | None
    named: Trump | None
    bids: Numbers
    tricks: Numbers
    negated: int | None
    extras: Extras | None = None
    cards: int | None = None


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
    refuse_if(out_problems(after, after.bids) + cloud_problems(after))
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
    follows from the others. Refused with all that prevents scoring it.

    A bid of the dealer that stays was made, also where the right bids of the others forbid it: it
    counts, and no rule binds that hand any more.
    """
    hand = hand_to_change(game, number)
    if not hand.scored:
        raise RefusedError(Problem(Code.HAND_UNSCORED, values={"number": number}))
    hand = _with_cards(game, hand, correction.cards)
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
        added=hand.is_put_in,
    )
    if correction.extras:
        after = with_extras(game, after, correction.extras)
    after = with_rest(game, after) if hand.skipped else after
    if after.bids[after.dealer] == hand.bids[after.dealer]:
        after = without_broken_rule(after)
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


def change_cards(game: Game, number: int, cards: int | None) -> Game:
    """Give the hand in play another number of cards (None leaves it as it is); refused if what was
    entered does not fit."""
    hand = hand_to_change(game, number)
    after = _with_cards(game, hand, cards)
    if after is hand:
        return game
    refuse_if(number_problems(Code.BID_RANGE, after.bids, after.cards))
    refuse_if(number_problems(Code.TRICKS_RANGE, after.tricks, after.cards))
    return _entered(game, hand, with_extras(game, after, extras_of(after)))


def _with_cards(game: Game, hand: Hand, cards: int | None) -> Hand:
    """The hand with this number of cards, and no trump that such a hand cannot have."""
    if cards in (None, hand.cards):
        return hand
    choices = cards_to_choose(game, hand)
    refuse_if(_cards_problems(game, hand, cards) if choices else [Problem(Code.SIZES_FIXED)])
    return _numbered(game, hand.number, replace(hand, cards=cards))


def _cards_problems(game: Game, hand: Hand, cards: int) -> list[Problem]:
    players = len(hand.playing)
    most = game.variant.largest_hand(players)
    values = {"players": players, "most": most, "deck": game.variant.deck}
    return [] if 1 <= cards <= most else [Problem(Code.SIZES_RANGE, values=values)]


def end_after(game: Game, hands: int | None) -> Game:
    """Let the game end early, after this many hands: those that are over, or one more; with None it
    continues."""
    if hands == game.settings.ends_after:
        return game
    done = score_sheet(game).done
    if hands is not None and hands not in (done, done + 1):
        raise RefusedError(Problem(Code.END_UNKNOWN, values={"number": hands}))
    return replace(game, settings=replace(game.settings, ends_after=hands))


def change_settings(game: Game, house: Settings) -> Game:
    """Change the house rules from the next hand on; ``sizes`` are those of hands not begun yet."""
    if score_sheet(game).result:
        early = game.settings.ends_after is not None
        raise RefusedError(Problem(Code.GAME_OVER if early else Code.GAME_FINISHED))
    begun = () if game.variant.target else tuple(hand.cards for hand in game.hands)
    sizes, ends_after = begun + house.sizes, game.settings.ends_after
    settings = replace(house, sizes=sizes, ends_after=ends_after)
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
    if negated is None:
        return None
    if game.negating is not None and (negated in (NOBODY, game.dummy) or negated in game.seats):
        return negated
    raise RefusedError(Problem(Code.NEGATED_UNKNOWN))


def _dealer(hand: Hand, dealer: int | None) -> int:
    if dealer is None or dealer not in hand.playing:
        raise RefusedError(Problem(Code.DEALER_MISSING))
    return dealer


def without_entries(game: Game, hand: Hand) -> Hand:
    """The hand as it was dealt: its cards, its dealer, and who sits out."""
    blank = (None,) * len(hand.bids)
    bare = Hand(
        *(hand.number, hand.cards, hand.dealer, hand.bid_rule, blank, blank),
        scored=hand.skipped,
        out=hand.out,
        skipped=hand.skipped,
        added=hand.added,
        id=hand.id,
    )
    if game.turns_trump(bare if hand.skipped else hand):
        return bare
    first = game.first_trump(len(bare.playing), bare.cards, bare.number)
    return replace(bare, trump=first if hand.skipped else hand.trump)


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
    """Remove all entries of the hand in play but extra points, which no cards earned; its dealer
    and its cards stay."""
    hand = _in_play(game, number)
    points = tuple(one for one in hand.bonuses if one.key == POINTS)
    fresh = replace(without_entries(game, hand), bonuses=points)
    before = replace(game, hands=game.hands[: number - 1])
    return before if next_hand(before) == fresh else with_hand(game, fresh)


def delete_hand(game: Game, number: int, *, keeps: bool = False) -> Game:
    """Take a hand out that is over: the later ones move up. Its size leaves the plan, unless the
    game ``keeps`` its number of hands."""
    if not hand_to_change(game, number).scored:
        raise RefusedError(Problem(Code.HAND_UNSCORED, values={"number": number}))
    hands = (*game.hands[: number - 1], *game.hands[number:])
    sizes, ends = game.settings.sizes, game.settings.ends_after
    if keeps and sizes and ends is None:
        left, hands = _planned_again(game, hands), _by_plan(game, hands)
    else:
        # The only hand of a plan is played again.
        left = sizes[: number - 1] + sizes[number:] or sizes
        ends = ends - 1 if ends is not None and number <= ends else ends
    shorter = replace(_listed(game, hands, left, ends), gone=game.gone + 1)
    return _dealt_in_turn(game, shorter, number, -1)


def with_room(
    game: Game, number: int, cards: int, dealer: int | None = None, *, keeps: bool = False
) -> Game:
    """The game with a hand of so many cards put in at this number, so far not played; without a
    ``dealer``, it is the next one after the hand before. The plan grows by it, unless the game
    ``keeps`` its number of hands, as it can until its last hand has begun. Raises RefusedError."""
    if not 1 <= number <= len(game.scored) + 1:
        raise RefusedError(Problem(Code.HAND_UNKNOWN, values={"number": number}))
    out = _out_beside(game, number)
    if dealer is None or dealer not in game.seats or dealer in out:
        dealer = due_dealer(game, number, out)
    leads = game.settings.bid_rule.leader_only and leader_before(game, number) == dealer
    rule = game.settings.bid_rule.of_hand(is_last=False, leads=leads)
    blank = (None,) * len(game.players)
    hand = Hand(
        *(number, cards, dealer, rule, blank, blank), out=out, scored=True, skipped=True, added=True
    )
    planned, ends = game.settings.sizes, game.settings.ends_after
    hands = (*game.hands[: number - 1], hand, *game.hands[number - 1 :])
    if keeps and ends is None and len(hands) <= len(planned):
        hands = _by_plan(game, hands)
    else:
        planned = (*planned[: number - 1], cards, *planned[number - 1 :]) if planned else planned
        ends = ends + 1 if ends is not None and number <= ends + 1 else ends
    refuse_if(_cards_problems(game, hand, cards))
    roomy = replace(_listed(game, hands, planned, ends), gone=game.gone - 1)
    begun = tuple(one.cards for one in hands) if planned else ()
    refuse_if(settings_problems(game.variant, game.present, roomy.settings, begun))
    return _dealt_in_turn(game, roomy, number + 1, 1)


def _dealt_in_turn(before: Game, game: Game, number: int, step: int) -> Game:
    """The game after a hand was put in or taken out, which moved those from this ``number`` on by
    one ``step``: a dealer whose turn it was follows the hand that is before it now. One whom the
    players chose stays, and so do all after it."""
    for hand in game.hands[number - 1 :]:
        due, was = (
            due_dealer(one, at, hand.out)
            for one, at in ((game, hand.number), (before, hand.number - step))
        )
        moved = with_dealer(game, hand, due)
        if hand.dealer != was or due == was or forbidden_problem(moved):
            break
        game = with_hand(game, moved)
    return game


def _out_beside(game: Game, number: int) -> tuple[int, ...]:
    """The seats without cards in the hand before this number, or in the first one."""
    beside = game.hands[max(number - 2, 0) :][:1]
    return beside[0].out if beside else game.away


def _planned_again(game: Game, hands: tuple[Hand, ...]) -> Sizes:
    """The plan in which the place after these hands is played again."""
    sizes, begun = game.settings.sizes, len(hands)
    whole, cards = game.variant.sizes(game.present), tuple(hand.cards for hand in hands)
    # Somebody may have set the size of that place to the one of the hand that goes.
    if begun < len(whole) and (*cards, whole[begun], *sizes[begun + 1 :]) == whole:
        return whole
    # More players may be at the table than when that hand was dealt.
    most = game.variant.largest_hand(game.present)
    return (*sizes[:begun], *(min(size, most) for size in sizes[begun:]))


def _by_plan(game: Game, hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
    """The hands, of which the one in play has the cards that the plan has at its place, unless its
    entries do not fit."""
    if not hands or hands[-1].scored:
        return hands
    most = game.variant.largest_hand(len(hands[-1].playing))
    moved = replace(hands[-1], cards=min(game.settings.sizes[len(hands) - 1], most))
    entered = [one for one in (*moved.bids, *moved.tricks, moved.void) if one is not None]
    if not any(bid is not None for bid in moved.bids):
        # The rule of the last hand is that of its place, and nobody has bid by another.
        is_last = len(hands) == game.settings.last
        rule = game.settings.bid_rule.of_hand(is_last=is_last, leads=not moved.bid_rule.free)
        moved = replace(moved, bid_rule=rule)
    fits = max(entered) <= moved.cards and not cloud_problems(moved)
    return (*hands[:-1], moved) if fits else hands


def is_next_in_plan(game: Game, number: int, cards: int) -> bool:
    """Return whether a hand of so many cards, put in at this number, is the one that the plan has
    there after all recorded ones: somebody forgot to enter it."""
    return number > len(game.scored) and game.settings.sizes[number - 1 : number] == (cards,)


def plans_of(act: Callable[..., Game], *, is_planned: bool = False) -> dict[bool, Game]:
    """The games after a hand is put in or taken out, by whether they keep their number of hands,
    the one to suggest first; only one if there is no choice, as in a game with as many hands as
    there may be. ``is_planned``: as with :func:`is_next_in_plan`. Raises RefusedError."""
    kept = act(keeps=True)
    try:
        moved = act(keeps=False)
    except RefusedError:
        return {True: kept}
    if moved.settings == kept.settings:
        return {False: moved}
    # A hand too many can be left out; a game without it may end at once, or give the hand in play
    # other cards. Otherwise a table plays as many hands as it agreed, unless somebody set the sizes
    # right by hand.
    is_longer = len(moved.settings.sizes) > len(kept.settings.sizes)
    is_whole = hand_sizes(moved) == moved.variant.sizes(moved.present)
    both = {False: moved, True: kept}
    first = (is_longer or is_whole) and not is_planned
    return both if first else dict(reversed(both.items()))


def likely_cards(game: Game, number: int) -> int:
    """The number of cards that a forgotten hand probably had: what a whole game has there if only
    this hand is missing in the plan, otherwise what is planned there; after the last hand, as many
    as that one."""
    sizes, whole = game.settings.sizes, game.variant.sizes(game.present)
    before, after = sizes[: number - 1], sizes[number - 1 :]
    lacking = whole[number - 1 : number]
    if lacking and (*before, *lacking, *after) == whole:
        likely = lacking[0]
    else:
        likely = (*after, *sizes[-1:], game.variant.size(game.present, number))[0]
    players = len(game.players) - len(_out_beside(game, number))
    return min(likely, game.variant.largest_hand(players))


def asks_for_cards(game: Game, hand: Hand) -> bool:
    """Return whether the tricks do not add up to the cards of a hand that may have others."""
    return is_uneven(game, hand) and bool(cards_to_choose(game, hand))


def cards_to_choose(game: Game, hand: Hand) -> tuple[int, ...]:
    """The numbers of cards that a hand may have; none if all hands have the same."""
    if not game.settings.sizes and game.variant.size(game.present, 1) == game.variant.size(
        game.present, 2
    ):
        return ()
    return tuple(range(1, game.variant.largest_hand(len(hand.playing)) + 1))


def _listed(
    game: Game, hands: tuple[Hand, ...], sizes: tuple[int, ...], ends_after: int | None
) -> Game:
    """The game with these hands, numbered in their order."""
    settings = replace(game.settings, sizes=sizes, ends_after=ends_after)
    game = replace(game, settings=settings)
    return replace(game, hands=tuple(_numbered(game, *one) for one in enumerate(hands, 1)))


def _numbered(game: Game, number: int, hand: Hand) -> Hand:
    """The hand with another number; where the number decides about trump, with one that fits."""
    moved = replace(hand, number=number)
    dealt = len(hand.playing), hand.cards, number
    if not hand.scored and hand.turned is None:
        return replace(moved, trump=game.first_trump(*dealt, specials=game.settings.specials))
    waits = hand.turned is None and hand.skipped
    fresh = replace(moved, trump=None) if waits else moved
    if not game.turns_trump(fresh):
        return replace(moved, turned=None, trump=game.first_trump(*dealt))
    if waits:
        return fresh
    is_bare = hand.turned is None
    return replace(moved, turned=Turned.NONE, trump=Trump.NONE) if is_bare else moved


def _in_play(game: Game, number: int) -> Hand:
    hand = open_hand(game)
    if hand is None or hand.number != number:
        is_scored = 1 <= number <= len(game.scored)
        code = Code.HAND_SCORED if is_scored else Code.HAND_UNKNOWN
        raise RefusedError(Problem(code, values={"number": number}))
    return hand


def more_hands(game: Game) -> tuple[Sizes, ...]:
    """The sizes of the hands that may follow, the fewest first; none while a game is in progress.

    After an early end these are the next hand, or all that were planned. Otherwise the last hand is
    dealt once more, or the last ones, so that everybody deals once, or all. A game that has reached
    its target cannot be continued.
    """
    sheet, sizes = score_sheet(game), game.settings.sizes
    if sheet.result is None or not sizes or not game.variant.is_for(game.present):
        return ()
    if left := sizes[sheet.done :]:
        return tuple(dict.fromkeys((left[:1], left)))
    most = game.variant.largest_hand(game.present)
    again = [tuple(min(size, most) for size in sizes[-n:]) for n in (1, game.present, len(sizes))]
    return tuple(dict.fromkeys(found for found in again if not _problems(game, found)))


def play_on(game: Game, hands: int | None) -> Game:
    """Continue a game that is over for this many of the hands that may follow.

    Raises RefusedError.
    """
    sizes = next((found for found in more_hands(game) if len(found) == hands), None)
    if sizes is None:
        raise RefusedError(Problem(Code.MORE_UNKNOWN))
    played, planned = score_sheet(game).done, game.settings.sizes
    whole = played + len(sizes)
    settings = replace(
        game.settings,
        sizes=planned if played < len(planned) else planned + sizes,
        ends_after=whole if whole < len(planned) else None,
    )
    return replace(game, settings=settings)


def _problems(game: Game, more: Sizes) -> list[Problem]:
    begun = game.settings.sizes
    settings = replace(game.settings, sizes=begun + more)
    return settings_problems(game.variant, game.present, settings, begun)
