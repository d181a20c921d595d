"""Two phones entered different things: both are shown, with the phone that entered each."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.game import Hand
from scorekeeper.rules.history import Change, Difference, differences
from scorekeeper.store.saves import StaleError
from scorekeeper.store.stored import LogLine
from scorekeeper.words.changes import clash_line


@dataclass(frozen=True, slots=True)
class Clash:
    """The sentences of a clash, and the address (``action``) that saves this phone's entry.

    That address ``opens_page`` of its own, or draws the board again.
    """

    lines: tuple[str, ...]
    action: str = ""
    fields: tuple[tuple[str, object], ...] = ()
    opens_page: bool = False


def clash_lines(stale: StaleError, now: Hand, mine: Hand, base: Hand | None) -> tuple[str, ...]:
    """A sentence for each entry of others that differs from the one made here.

    Once a hand is scored, everything in it counts as entered by the phone that scored it.
    """
    players = stale.stored.game.players
    found = differences(Change(now.number, now, mine))
    if base is not None and base.scored == now.scored:
        touched = {place for line in stale.since for place in _places_in(line.change, now.number)}
        found = (item for item in found if (item.field, item.seat) in touched)
    return tuple(
        clash_line(item, players, _phone(stale.since, now.number, item))
        for item in found
        if item.field != "scored"
    )


def _phone(since: list[LogLine], number: int, item: Difference) -> str:
    """The name of the phone that entered the stored value, or else scored the hand.

    "" when that phone has none.
    """
    lines = [line for line in since if line.change.number == number]
    place = item.field, item.seat
    of_place = [line for line in lines if place in _places_in(line.change, number)]
    after = [(line, line.change.after) for line in reversed(lines)]
    scoring = [line for line, hand in after if isinstance(hand, Hand) and hand.scored]
    return next((line.phone for line in of_place + scoring), "")


def _places_in(change: Change, number: int) -> set[tuple[str, int | None]]:
    """Where a save changed the hand with this number."""
    if change.number != number:
        return set()
    return {(item.field, item.seat) for item in differences(change)}
