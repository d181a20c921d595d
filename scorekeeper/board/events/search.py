"""The search for people of an event by name or start number."""

from scorekeeper.rules.events.event import Entrant, Event
from scorekeeper.rules.people import folded

LETTERS = 80
"""The most letters of a search that are used."""


def found_entrants(event: Event, text: str) -> list[Entrant]:
    """The people whose name contains the text, or whose number begins with it, by name."""
    wanted = folded(text[:LETTERS]).strip()
    by_name = sorted(event.entrants, key=lambda one: folded(one.name))
    return [one for one in by_name if _fits(one, wanted)]


def _fits(one: Entrant, wanted: str) -> bool:
    return wanted in folded(one.name) or str(one.number).startswith(wanted)
