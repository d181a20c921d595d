"""The note of a game, beside the sheet."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameNote:
    """A title, a place and a note for a game; None where there is none."""

    title: str | None = None
    place: str | None = None
    note: str | None = None


NOTHING = GameNote()
LONGEST_NOTE = {"title": 40, "place": 40, "note": 300}
"""Characters of each."""
