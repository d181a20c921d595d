"""Whose turn it is, for everybody or for that player."""

from dataclasses import replace

from scorekeeper.language import gettext, ngettext
from scorekeeper.rules.bidding import next_bidder
from scorekeeper.rules.game import BIDS, Game, Hand
from scorekeeper.rules.variants.cards import Turned
from scorekeeper.words.names import and_list


def turn_line(game: Game, hand: Hand) -> str:
    """The player whose turn it is, and the action; "" when all bids are final."""
    if hand.trump is None:
        dealer = game.players[hand.dealer]
        if hand.turned is Turned.WEREWOLF:
            return gettext("The Werewolf names trump")
        if hand.turned:
            return gettext("%(name)s names trump", name=dealer)
        return gettext("%(name)s deals and turns up trump", name=dealer)
    return _bidder_line(game, hand)


def naming_line(game: Game, hand: Hand) -> str:
    """The player who names trump after the card turned up, even once it is named."""
    return turn_line(game, replace(hand, trump=None))


def your_turn_line(game: Game, hand: Hand, seat: int, *, has_pad: bool = False) -> str:
    """The next step of the player at ``seat``; "" if it is not their turn.

    ``has_pad``: this phone enters hidden bids.
    """
    if hand.trump is None:
        if seat != hand.dealer or hand.turned is Turned.WEREWOLF:
            return ""
        return gettext("You name trump") if hand.turned else gettext("You deal")
    if hand.bid_rule.at_once:
        at_once = gettext("Bid now") if has_pad else gettext("Show your bid when everyone does")
        return at_once if seat in hand.missing(BIDS) else ""
    if seat != next_bidder(game, hand):
        return ""
    if hand.bids[seat] is not None:
        return gettext("You must change your bid")
    return gettext("Your turn to bid")


def unsaid_line(players: tuple[str, ...], hand: Hand, seats: frozenset[int]) -> str:
    """The players without a hidden bid."""
    if not seats:
        return gettext("No bids yet")
    names = [players[seat] for seat in hand.playing if seat not in seats]
    # L10N: while all enter their bids in secret.
    return ngettext(
        "%(names)s has not bid yet", "%(names)s have not bid yet", len(names), names=and_list(names)
    )


def _bidder_line(game: Game, hand: Hand) -> str:
    """The player who bids next or must change a bid; "" when all bids are final."""
    if hand.bid_rule.at_once:
        return gettext("All bid at the same time") if hand.missing(BIDS) else ""
    seat = next_bidder(game, hand)
    if seat is None:
        return ""
    name = game.players[seat]
    if hand.bids[seat] is not None:
        return gettext("%(name)s must change the bid", name=name)
    return gettext("%(name)s bids next", name=name)
