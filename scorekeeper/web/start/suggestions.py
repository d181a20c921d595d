"""The newest games of a phone, and the decks that they suggest for a new one."""

from collections.abc import Sequence

from scorekeeper.http.cookies import phone_key
from scorekeeper.http.languages import language_deck
from scorekeeper.rules.variants.cards import FRENCH, Deck
from scorekeeper.rules.variants.variants import FIRST, VARIANTS
from scorekeeper.store import phones
from scorekeeper.store.lists import lists
from scorekeeper.store.lists.lists import Listed

SEARCHED = 30
"""The number of the phone's newest games that are searched for names, groups and decks."""
FAMILY = frozenset(game.key for game in FIRST)
"""The games that are played with the cards of Wizard."""


def recent_games() -> list[Listed]:
    """The games whose names, groups and decks are suggested, the newest first."""
    recent = lists.newest(phones.asking(phone_key()), SEARCHED)
    return sorted(recent, key=lambda game: game.changed_at, reverse=True)


def suggested_decks(recent: Sequence[Listed]) -> dict[str, Deck]:
    """The deck of each game: the one last chosen for it or a game like it.

    Until then Wizard has the cards of the phone's language, and other games the French deck.
    """
    chosen = {game.variant.key in FAMILY: game.deck for game in reversed(recent) if game.deck}
    usual = {True: language_deck(), False: FRENCH} | chosen
    return {key: usual[key in FAMILY] for key in VARIANTS}
