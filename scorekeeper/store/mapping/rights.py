"""The rights of a phone in a game, as a value."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rights:
    """The rights of a phone in a game.

    ``taken_away``: its right was revoked, and it needs a new link. ``in_book``: the game is in the
    phone's own book.
    """

    writes: bool = False
    in_book: bool = False
    taken_away: bool = False

    @property
    def may_claim(self) -> bool:
        """Whether the phone may claim the right by itself, because it shares the game's book."""
        return self.in_book and not self.writes and not self.taken_away


READ_ONLY = Rights()
