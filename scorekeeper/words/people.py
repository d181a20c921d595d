"""Sentences about changes to people."""

from typing import Any

from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.people import ChangeKind

CHANGES: dict[ChangeKind, Any] = {
    ChangeKind.RENAME: _l("%(before)s is now called %(after)s"),
    # L10N: two names in a list of people turned out to be one person.
    ChangeKind.MERGE: _l("%(before)s is the same person as %(after)s"),
    # L10N: a game in which %(before)s was another person of the same name.
    ChangeKind.SPLIT: _l("One game of %(before)s now belongs to %(after)s"),
    ChangeKind.HIDE: _l("%(before)s is left out of the stats"),
    ChangeKind.UNHIDE: _l("%(before)s is in the stats again"),
    # L10N: the colour of a player and the shape that comes with it, as “Blue shield”.
    ChangeKind.COLOUR: _l("%(before)s has a colour of their own: %(after)s"),
    ChangeKind.BY_SEAT: _l("%(before)s has the colour of their seat"),
}
SHADES = (
    _l("Blue shield"),
    _l("Orange sun"),
    _l("Green leaf"),
    _l("Red mountain"),
    _l("Purple tower"),
    _l("Light blue disc"),
    _l("Brown banner"),
    _l("Grey hexagon"),
    _l("Olive moon"),
    _l("Pink cross"),
)
"""Colours with their crests."""


def change_line(kind: ChangeKind, before: str, after: str) -> str:
    """A change, in words: ``Annie is the same person as Ann``."""
    after = str(SHADES[int(after)]) if kind is ChangeKind.COLOUR else after
    return str(CHANGES[kind]) % {"before": before, "after": after}
