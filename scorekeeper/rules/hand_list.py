"""The list of hands: one that is not played, dealt again, taken out, or put in later."""

from dataclasses import replace

from scorekeeper.rules.actions import hand_to_change
from scorekeeper.rules.counting import leader_before
from scorekeeper.rules.dealing import due_dealer, next_hand, with_hand
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.problems import Code, Problem, RefusedError, refuse_if
from scorekeeper.rules.setup import settings_problems
from scorekeeper.rules.sheet import open_hand
from scorekeeper.rules.variants.cards import Trump, Turned


def without_entries(game: Game, hand: Hand) -> Hand:
    """The hand as it was dealt: its cards, its dealer, and who sits out."""
    blank = (None,) * len(hand.bids)
    bare = Hand(
        *(hand.number, hand.cards, hand.dealer, hand.bid_rule, blank, blank),
        scored=hand.skipped,
        out=hand.out,
        skipped=hand.skipped,
        added=hand.added,
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
    """Remove all entries of the hand in play; its dealer and its cards stay."""
    hand = _in_play(game, number)
    fresh, before = without_entries(game, hand), replace(game, hands=game.hands[: number - 1])
    return before if next_hand(before) == fresh else with_hand(game, fresh)


def delete_hand(game: Game, number: int) -> Game:
    """Take a hand out that is over: the later ones move up, and the plan becomes shorter."""
    if hand_to_change(game, number).number > len(game.scored):
        raise RefusedError(Problem(Code.HAND_UNSCORED, values={"number": number}))
    hands = (*game.hands[: number - 1], *game.hands[number:])
    sizes, ends = game.settings.sizes, game.settings.ends_after
    # The only hand of a plan is played again.
    left = sizes[: number - 1] + sizes[number:] or sizes
    ends = ends - 1 if ends is not None and number <= ends else ends
    return _listed(game, hands, left, ends)


def with_room(game: Game, number: int, cards: int) -> Game:
    """The game with a hand of so many cards put in at this number, so far not played. The plan
    grows by it; its dealer is the next one after the hand before. Raises RefusedError."""
    if not 1 <= number <= len(game.scored) + 1:
        raise RefusedError(Problem(Code.HAND_UNKNOWN, values={"number": number}))
    beside = game.hands[max(number - 2, 0) :][:1]
    out = beside[0].out if beside else game.away
    dealer = due_dealer(game, number, out)
    leads = game.settings.bid_rule.leader_only and leader_before(game, number) == dealer
    rule = game.settings.bid_rule.of_hand(is_last=False, leads=leads)
    blank = (None,) * len(game.players)
    hand = Hand(
        *(number, cards, dealer, rule, blank, blank), out=out, scored=True, skipped=True, added=True
    )
    sizes, ends = game.settings.sizes, game.settings.ends_after
    planned = (*sizes[: number - 1], cards, *sizes[number - 1 :]) if sizes else sizes
    ends = ends + 1 if ends is not None and number <= ends + 1 else ends
    hands = (*game.hands[: number - 1], hand, *game.hands[number - 1 :])
    players = len(hand.playing)
    most = game.variant.largest_hand(players)
    values = {"players": players, "most": most, "deck": game.variant.deck}
    refuse_if([] if 1 <= cards <= most else [Problem(Code.SIZES_RANGE, values=values)])
    roomy = _listed(game, hands, planned, ends)
    begun = tuple(one.cards for one in hands) if sizes else ()
    refuse_if(settings_problems(game.variant, game.present, roomy.settings, begun))
    return roomy


def likely_cards(game: Game, number: int) -> int:
    """The number of cards that a forgotten hand probably had: that of the hand before it."""
    beside = game.hands[max(number - 2, 0) :][:1]
    return beside[0].cards if beside else game.variant.size(game.present, number)


def cards_to_choose(game: Game) -> tuple[int, ...]:
    """The numbers of cards that a forgotten hand may have; none if all hands have the same."""
    if not game.settings.sizes and game.variant.size(game.present, 1) == game.variant.size(
        game.present, 2
    ):
        return ()
    return tuple(range(1, game.variant.largest_hand(game.present) + 1))


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
    waits = hand.turned is None and (hand.skipped or not hand.scored)
    fresh = replace(moved, trump=None) if waits else moved
    if not game.turns_trump(fresh):
        trump = game.first_trump(len(hand.playing), hand.cards, number)
        return replace(moved, turned=None, trump=trump)
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
