"""The cards that matter to a score sheet: those that may be turned up, and trump."""

from enum import StrEnum


class Turned(StrEnum):
    """The card turned up for trump."""

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    JESTER = "jester"
    WIZARD = "wizard"
    WEREWOLF = "werewolf"
    """A special card: its holder took the card turned up, whatever it was, and named trump."""


class Trump(StrEnum):
    """The trump of a hand."""

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    NONE = "none"


SUITS = (Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS)
NAMED_AFTER = {Turned.WIZARD: SUITS, Turned.WEREWOLF: (*SUITS, Trump.NONE)}
"""The trumps to choose from after a card that does not name one."""
