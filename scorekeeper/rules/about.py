"""What a table says of its game, beside the sheet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameNote:
    """What a table says of its game: a title, where it is played, a note; None for nothing."""

    title: str | None = None
    place: str | None = None
    note: str | None = None


NOTHING = GameNote()
LONGEST_NOTE = {"title": 40, "place": 40, "note": 300}
"""Characters of each."""
