"""Decks in words: their names, their suits, and the 8 of Two-Player Wizard."""

from scorekeeper.language import gettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.variants.cards import COLOURS, FRENCH, Deck, Trump
from scorekeeper.words.names import CARD_NAMES

DECK_NAMES = {
    # L10N: a deck with four colours in place of suits, on a button.
    COLOURS.key: _l("Colours"),
    # L10N: a deck of spades, hearts, diamonds and clubs, on a button.
    FRENCH.key: _l("Suits"),
}
DECK_HINTS = {
    COLOURS.key: _l("Humans, Elves, Dwarves, Giants"),
    FRENCH.key: _l("American edition, or a French deck"),
}
PEOPLES = {
    # L10N: the people on the blue cards of Wizard, as printed on them.
    Trump.BLUE: _l("Humans"),
    Trump.GREEN: _l("Elves"),
    Trump.RED: _l("Dwarves"),
    Trump.YELLOW: _l("Giants"),
}
"""The peoples of Wizard, in small print below each colour."""
_EIGHTS = {
    # L10N: a card, as in “Who won the 8 of spades?” and “The trick with the 8 of spades …”.
    Trump.SPADES: _l("8 of spades"),
    # L10N: a card, as in “Who won the blue 8?” and “The trick with the blue 8 …”.
    Trump.BLUE: _l("blue 8"),
}
_TAKEN_BY = {Trump.SPADES: _l("8 of spades taken by"), Trump.BLUE: _l("Blue 8 taken by")}
_NAMES = {
    COLOURS.key: _l("%(name)s names a colour"),
    # L10N: the dealer names trump after a Wizard was turned up.
    FRENCH.key: _l("%(name)s names a suit"),
}
_NAMED = {
    COLOURS.key: _l("Colour that the dealer named"),
    FRENCH.key: _l("Suit that the dealer named"),
}


def eight_name(suit: str) -> str:
    """The card of this suit that negates its trick in Two-Player Wizard."""
    return str(_EIGHTS[Trump(suit)])


def taken_by_line(suit: str) -> str:
    """The label of the players of whom one took that card."""
    return str(_TAKEN_BY[Trump(suit)])


def trump_choices() -> list[tuple[str, str]]:
    """The trumps of a rule, which is the same with every deck: ``Spades / Blue``."""
    suits = zip(*(deck.suits for deck in (FRENCH, COLOURS)), strict=True)
    names = [" / ".join(str(CARD_NAMES[suit]) for suit in each) for each in suits]
    return [*zip(FRENCH.trumps, [*names, str(CARD_NAMES[Trump.NONE])], strict=True)]


def names_line(deck: Deck, name: str) -> str:
    """The player who names trump."""
    return str(_NAMES[deck.key]) % {"name": name}


def named_label(deck: Deck) -> str:
    """The label of the suits of which the dealer named one."""
    return str(_NAMED[deck.key])


def suits_line(deck: Deck) -> str:
    """The suits of a deck whose names do not say that they are suits; "" for the French deck."""
    if deck is FRENCH:
        return ""
    suits = ", ".join(f"{CARD_NAMES[suit]} ({PEOPLES[suit]})" for suit in deck.suits)
    # L10N: %(colours)s is such as “Blue (Humans), Green (Elves)”.
    return gettext("The four suits are colours: %(colours)s.", colours=suits)
