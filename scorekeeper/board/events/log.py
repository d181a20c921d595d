"""The log of an event in sentences."""

from datetime import datetime
from typing import NamedTuple

from scorekeeper.rules.events.event import Event
from scorekeeper.store.events.acts import EventLine, LogPart
from scorekeeper.store.events.folding import NumberedAct
from scorekeeper.words.events.log import act_line, note_line
from scorekeeper.words.language import gettext

ICONS = {
    **dict.fromkeys(("created", "changed"), "rules"),
    **dict.fromkeys(("entered", "renamed", "numbered", "removed", "marked"), "people"),
    **dict.fromkeys(
        ("replaced", "joined", "table-added", "waits", "joining-refused", "name-refused"), "people"
    ),
    **dict.fromkeys(("sign-up-opened", "sign-up-closed", "signed-up", "signed-off"), "people"),
    **dict.fromkeys(("drawn", "swapped"), "dice"),
    **dict.fromkeys(("published", "closed", "reopened", "finalised"), "round"),
    **dict.fromkeys(("started", "paused", "resumed", "more-time"), "clock"),
    **dict.fromkeys(("by-hand", "counted", "corrected"), "pencil"),
    **dict.fromkeys(("adjusted", "withdrawn", "result-disputed", "result-counted"), "pencil"),
    **dict.fromkeys(("put-aside", "put-back"), "aside"),
    **dict.fromkeys(
        ("desk-given", "desk-claimed", "desk-taken", "desk-left", "helper-given", "helper-taken"),
        "phone",
    ),
    **dict.fromkeys(("pencil-passed", "pencil-refused", "pencil-taken"), "phone"),
    "ended": "podium",
}
"""The icon beside each kind of line."""
HEADLINES = ("published", "closed", "ended")
MOST = 100
"""The lines of a page."""


class LogLine(NamedTuple):
    """A line of an event's log: the time, the phone, the icon, the text, and the time and phone of
    its Undo. A ``headline`` begins or ends a round, so that a long log can be read by its
    rounds."""

    at: datetime
    phone: str
    icon: str
    text: str
    undone: tuple[datetime, str] | None
    headline: bool


class LogPage(NamedTuple):
    """A page of a log, newest line first; ``older`` is the number of its last line if older ones
    exist."""

    lines: list[LogLine]
    older: int | None


def log_page(part: LogPart, event: Event, asking: int | None, most: int = MOST) -> LogPage:
    """The page of these lines, of which there is one more if older ones exist; ``asking`` is the
    phone that reads them. An Undo is not a line; the line that it reversed is struck out."""
    shown, undos = part.lines[:most], part.undos
    found = [_line(line, undos.get(line.undone or 0), event, asking) for line in shown]
    return LogPage(found, shown[-1].number if len(part.lines) > most else None)


def _line(line: EventLine, undo: EventLine | None, event: Event, asking: int | None) -> LogLine:
    return LogLine(
        line.at,
        _who(line, asking),
        ICONS[line.kind],
        _text(line, event),
        (undo.at, _who(undo, asking)) if undo else None,
        line.kind in HEADLINES,
    )


def _who(line: EventLine, asking: int | None) -> str:
    return gettext("this phone") if line.phone_id == asking else line.phone


def newest_line(last: NumberedAct | None, event: Event) -> str:
    """The last act, for the link to the log; "" if there is none."""
    return act_line(last.act, event) if last else ""


def _text(line: EventLine, event: Event) -> str:
    if line.act is not None:
        return act_line(line.act, event)
    return note_line(line.kind, line.data.get("phone", ""), line.data.get("table", 0))
