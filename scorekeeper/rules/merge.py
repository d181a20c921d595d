"""Simultaneous saves of two phones: the places that others changed since a page was drawn.

A place is a value of a game with a name: ``bid_2`` of a hand, its ``card``, or the ``settings``. A
save of a stale page clashes if it changes a place that others touched since.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.rules.actions import hand_to_change
from scorekeeper.rules.game import Game, Hand, resized
from scorekeeper.rules.problems import RefusedError

Places = Mapping[str, Any]
"""Values by place; missing ones are empty."""
Part = Callable[[Game], Places | None]
"""Returns some places of a game; None if it does not have them."""


@dataclass(frozen=True, slots=True)
class Since:
    """The game that a page showed, and the one after each save since. ``others`` says which of
    these saves came from others, and not from the page itself."""

    games: tuple[Game, ...]
    others: tuple[bool, ...]

    @property
    def base(self) -> Game:
        """The game that the page showed."""
        return self.games[0]

    @property
    def now(self) -> Game:
        """The game as it is."""
        return self.games[-1]

    def touched(self, part: Part) -> set[str]:
        """The places that others changed, even if they were changed back."""
        found: set[str] = set()
        shown: Places | None = None
        for game, is_theirs in zip(self.games, (False, *self.others), strict=True):
            places = part(game)
            if places is None:
                continue
            if is_theirs and shown is not None:
                found |= differing(shown, places)
            shown = places
        return found

    @property
    def keeps_columns(self) -> bool:
        """Whether the sheet never had fewer columns than the page showed: one that was gone may be
        of somebody else now."""
        return all(len(game.players) >= len(self.base.players) for game in self.games)


def differing(old: Places, new: Places) -> set[str]:
    """The places whose values differ."""
    return {name for name in {*old, *new} if old.get(name) != new.get(name)}


def hand_or_none(game: Game, number: int) -> Hand | None:
    """The hand with this number, scored or in play; None if there is none."""
    try:
        return hand_to_change(game, number)
    except RefusedError:
        return None


def hand_called(game: Game, hand_id: int) -> Hand | None:
    """The hand with this id, scored or in play, whatever its number is; None if there is none."""
    number = game.number_of(hand_id)
    return hand_or_none(game, number) if number else None


def shown_hand(base: Game | None, now: Hand) -> Hand | None:
    """The hand as a stale page showed it, with the current seats; None if there is none."""
    hand = hand_called(base, now.id) if base else None
    return resized(hand, len(now.bids)) if hand else None


def whole_hand(hand_id: int) -> Part:
    """The hand with this id as a single place, whatever its number is; a game from which it was
    taken out does not have it."""

    def part(game: Game) -> Places | None:
        if game.number_of(hand_id) is None:
            return None
        hand = hand_called(game, hand_id)
        return {"hand": hand and replace(hand, number=0)}

    return part


def seats(game: Game) -> Places:
    """The seats and the hands to come."""
    return {"players": game.players, "away": game.away, "sizes": game.settings.sizes}


def house(game: Game) -> Places:
    """The settings, and how many hands are begun and scored."""
    return {"settings": game.settings, "begun": len(game.hands), "scored": len(game.scored)}


def about(game: Game) -> Places:
    """The title, place, note and day."""
    return {"about": game.about}
