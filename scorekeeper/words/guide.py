"""The sentences of the guide through the demo."""

from scorekeeper.language import gettext
from scorekeeper.words.names import CARD_NAMES


def turning_line(card: str) -> str:
    """The beginning of a hand."""
    return gettext("The dealer turns up one card. Tap %(card)s.", card=CARD_NAMES[card])


def naming_line(card: str) -> str:
    """After a Wizard was turned up."""
    return gettext("After a Wizard, the dealer chooses trump. Tap %(card)s.", card=CARD_NAMES[card])


def bid_line(name: str, bid: int, *, is_first: bool) -> str:
    """The bid of a player; the first one explains what a bid is."""
    if is_first:
        # L10N: a made-up player announces a bid.
        return gettext(
            "Everyone says how many tricks they will win. %(name)s says %(bid)s: tap it.",
            name=name,
            bid=bid,
        )
    return gettext("%(name)s says %(bid)s.", name=name, bid=bid)


def dealer_line(name: str, bid: int, forbidden: int, cards: int) -> str:
    """The bid of the dealer, who may not make one."""
    return gettext(
        "The bids may not add up to %(cards)s, so %(name)s may not say %(forbidden)s."
        " %(name)s says %(bid)s.",
        cards=cards,
        name=name,
        forbidden=forbidden,
        bid=bid,
    )


def playing_line() -> str:
    """The pause between the bids and the tricks."""
    return gettext("Now the hand is played. After the last trick, count them.")


def took_line(name: str, bid: int | None, took: int) -> str:
    """The tricks of a player, who made the bid or missed it."""
    if bid == took:
        return gettext("%(name)s won %(took)s, as bid: tap it.", name=name, took=took)
    return gettext(
        "%(name)s won %(took)s and missed the bid of %(bid)s.", name=name, took=took, bid=bid
    )


def others_as_bid_line() -> str:
    """The shortcut for all players without tricks."""
    return gettext("The others made their bids. One tap enters them all.")


def scoring_line() -> str:
    """The button that scores the hand, once all tricks are entered."""
    return gettext("All tricks are counted. Score the hand.")


def end_line() -> str:
    """The end of the demo."""
    return gettext("That was one hand. Now play with your friends.")
