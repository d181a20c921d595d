"""The cards that matter to a score sheet: those that may be turned up, trump, and the decks."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Turned(StrEnum):
    """The card turned up for trump."""

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    YELLOW = "yellow"
    JESTER = "jester"
    WIZARD = "wizard"
    WEREWOLF = "werewolf"
    """A special card: its holder took the card turned up, whatever it was, and named trump."""
    NONE = "none"
    """The table turned up no card, though one was left."""


class Trump(StrEnum):
    """The trump of a hand."""

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    YELLOW = "yellow"
    NONE = "none"


NAMED_AFTER = (Turned.WIZARD, Turned.WEREWOLF)
"""The cards after which a player names trump."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards that lie on the table: their suits, in the order in which pages show them.

    The rules of a game speak of the suits of the French deck. A suit of another deck stands for the
    French one at the same position.
    """

    key: str
    suits: tuple[Trump, ...]

    def suit(self, french: Trump) -> Trump:
        """The suit of this deck that stands for a French one; no trump stays no trump."""
        return french if french is Trump.NONE else self.suits[FRENCH.suits.index(french)]

    def turned(self, cards: Iterable[Turned]) -> tuple[Turned, ...]:
        """The cards that may be turned up: this deck's suits in place of the French ones."""
        suits = {Turned(suit) for suit in FRENCH.suits}
        others = [card for card in cards if card not in suits]
        mine = [Turned(suit) for suit in self.suits if not suits.isdisjoint(cards)]
        return (*mine, *others)

    @property
    def trumps(self) -> tuple[Trump, ...]:
        """The trumps to choose from after a Wizard or a Werewolf."""
        return (*self.suits, Trump.NONE)


FRENCH = Deck("suits", (Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS))
COLOURS = Deck("colours", (Trump.BLUE, Trump.GREEN, Trump.RED, Trump.YELLOW))
"""The Wizard of most countries: Humans, Elves, Dwarves and Giants."""
DECKS = {deck.key: deck for deck in (COLOURS, FRENCH)}
"""The decks by key, in the order of *New game*."""


def deck_with(cards: Iterable[str]) -> Deck:
    """The deck to which these cards belong; the French one if none of them is a suit."""
    found = {str(card) for card in cards}
    return next((deck for deck in DECKS.values() if not found.isdisjoint(deck.suits)), FRENCH)


def face_of(turned: Turned | None, trump: Trump | None) -> str:
    """The card that shows the trump: its suit, or a Jester; a Wizard or Werewolf until trump is
    named. "" while no card is entered, and none if none means trump."""
    if trump is None or (trump is Trump.NONE and turned is Turned.JESTER):
        return turned or ""
    return trump
