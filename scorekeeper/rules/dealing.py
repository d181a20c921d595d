"""The next hand, its dealer and trump, and a game with another hand in it."""

from dataclasses import replace

from scorekeeper.rules.counting import leader_before
from scorekeeper.rules.game import Game, Hand, left_of, seats_from
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.rules.variants.cards import Trump, Turned


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
    return Hand(number, cards, dealer, rule, bids=blank, tricks=blank, trump=trump, out=game.away)


def due_dealer(game: Game, number: int, out: tuple[int, ...]) -> int:
    """The seat whose turn it is to deal the hand with this number, if these seats sit out."""
    if number > 1:
        return left_of(game, game.hands[number - 2].dealer, out)
    return seats_from(game, game.first_dealer, out)[0]


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
            raise RefusedError(Problem(Code.TRUMP_MISSING))
        case _ if turned not in game.may_turn(hand):
            raise RefusedError(Problem(Code.TURNED_UNKNOWN))
        case Turned.WIZARD | Turned.WEREWOLF if named is not None and named not in game.deck.trumps:
            raise RefusedError(Problem(Code.TRUMP_NAMED_NONE))
        case _:
            return turned, trump_by(turned, named)


def trump_by(turned: Turned, named: Trump | None) -> Trump | None:
    """The trump after this card was turned up; after a Wizard or Werewolf, the ``named`` one."""
    match turned:
        case Turned.WIZARD | Turned.WEREWOLF:
            return named
        case Turned.JESTER | Turned.NONE:
            return Trump.NONE
        case _:
            return Trump(turned.value)
