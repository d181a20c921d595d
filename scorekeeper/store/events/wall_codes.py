"""The codes by which a projector's computer finds the wall of an event."""

from sqlalchemy import select

from scorekeeper.keys import wall_code
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.mapping.stored import UnknownEventError
from scorekeeper.store.models.tables import EVENT, run

MOST_EVENTS = 2000
"""The most events, of those changed last, among which a code is looked for: each attempt costs at
most some milliseconds."""


def code_of(stored: StoredEvent) -> str:
    """The code of the event's wall; "" once the event has ended."""
    return "" if stored.event.ended else wall_code(stored.secret)


def key_of(code: str) -> str:
    """The address of the event whose wall has this code; raises UnknownEventError."""
    query = select(EVENT.c.key, EVENT.c.secret).where(~EVENT.c.ended)
    for row in run(query.order_by(EVENT.c.changed_at.desc()).limit(MOST_EVENTS)):
        if wall_code(row.secret) == code:
            return str(row.key)
    raise UnknownEventError(code)
