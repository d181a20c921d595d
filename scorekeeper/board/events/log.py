"""The log of an event in sentences."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from scorekeeper.rules.events.event import Event
from scorekeeper.store.events.acts import EventLine
from scorekeeper.store.mapping.stored import Note
from scorekeeper.words.event_log import act_line, note_line


class LogLine(NamedTuple):
    """A line of an event's log as a text."""

    at: datetime
    phone: str
    text: str
    is_undone: bool


def log_lines(lines: Iterable[EventLine], event: Event) -> Iterator[LogLine]:
    """The log in sentences; an Undo is the line that it reversed, struck out."""
    for line in lines:
        if line.kind != Note.UNDO:
            yield LogLine(line.at, line.phone, _text(line, event), line.undone is not None)


def _text(line: EventLine, event: Event) -> str:
    if line.act is not None:
        return act_line(line.act, event)
    return note_line(line.kind, line.data.get("phone", ""), line.data.get("table", 0))
