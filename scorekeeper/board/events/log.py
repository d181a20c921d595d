"""The log of an event in sentences."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from scorekeeper.language import gettext
from scorekeeper.rules.events.event import Event
from scorekeeper.store.events.acts import EventLine
from scorekeeper.store.events.events import NumberedAct
from scorekeeper.store.mapping.stored import Note
from scorekeeper.words.event_log import act_line, note_line

SIGNS = {
    **dict.fromkeys(("entered", "renamed", "numbered", "removed", "marked", "replaced"), "people"),
    **dict.fromkeys(("drawn", "swapped"), "dice"),
    **dict.fromkeys(("published", "closed", "reopened", "finalised"), "round"),
    **dict.fromkeys(("started", "paused", "resumed", "more-time"), "clock"),
    **dict.fromkeys(("by-hand", "corrected", "adjusted"), "pencil"),
    **dict.fromkeys(("put-aside", "put-back"), "aside"),
    **dict.fromkeys(("desk-given", "desk-claimed", "desk-taken", "desk-left"), "phone"),
    **dict.fromkeys(("pencil-passed", "pencil-refused", "pencil-taken"), "phone"),
    "ended": "podium",
}
"""The icon beside each kind of line."""


class LogLine(NamedTuple):
    """A line of an event's log: when, who, the icon and the text. ``stages``: it begins or ends a
    round, so that a long log can be read by its rounds."""

    at: datetime
    phone: str
    icon: str
    text: str
    is_undone: bool
    stages: bool


def log_lines(lines: Iterable[EventLine], event: Event, asking: int | None) -> Iterator[LogLine]:
    """The log in sentences; an Undo is the line that it reversed, struck out."""
    for line in lines:
        if line.kind != Note.UNDO:
            yield LogLine(
                line.at,
                gettext("this phone") if line.phone_id == asking else line.phone,
                SIGNS.get(line.kind, "rules"),
                _text(line, event),
                line.undone is not None,
                line.kind in ("published", "closed", "ended"),
            )


def newest_line(last: NumberedAct | None, event: Event) -> str:
    """The last act, as the way to the log says it; "" before any."""
    return act_line(last.act, event) if last else ""


def _text(line: EventLine, event: Event) -> str:
    if line.act is not None:
        return act_line(line.act, event)
    return note_line(line.kind, line.data.get("phone", ""), line.data.get("table", 0))
