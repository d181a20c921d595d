"""Penalties and bonuses of an event as lines."""

from typing import NamedTuple

from scorekeeper.language import gettext
from scorekeeper.rules.events.event import Event
from scorekeeper.words.events.log import name_of, round_line
from scorekeeper.words.names import signed


class PenaltyLine(NamedTuple):
    """A penalty (negative) or bonus; ``round`` is "" if it belongs to the whole event. ``at``: its
    place among all of the event."""

    name: str
    points: int
    reason: str
    round: str
    at: int


def penalty_lines(event: Event, number: int | None = None) -> list[PenaltyLine]:
    """The penalties and bonuses of the event, or of one player, newest first."""
    return [
        PenaltyLine(
            name_of(event, one.entrant),
            one.points,
            one.reason,
            round_line(one.round) if one.round else "",
            at,
        )
        for at, one in reversed([*enumerate(event.adjustments)])
        if number in (None, one.entrant)
    ]


def penalties_line(event: Event, number: int | None = None) -> str:
    """The penalties and bonuses in one line: "−20 late, +10 helped"."""
    given = penalty_lines(event, number)
    if not given:
        return gettext("none so far")
    return ", ".join(f"{signed(one.points)} {one.reason}" for one in given)
