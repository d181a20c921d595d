"""An event in the store: created, entered, drawn, and its acts made on the newest page."""

import uuid
from collections.abc import Callable

from scorekeeper.rules.events.entrant_acts import Created, Entered, Newcomer
from scorekeeper.rules.events.event import Act, Event
from scorekeeper.rules.events.round_acts import Drawn, Published, Started
from scorekeeper.rules.events.settings import EventSettings, Seating
from scorekeeper.rules.variants.variants import WIZARD
from scorekeeper.store.events import acts, events, tables
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.games import reading
from scorekeeper.store.mapping.stored import StoredGame
from tests.store.phones import ANN

NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil")
SETTINGS = EventSettings("Rally", WIZARD, hands={3: (1,), 4: (1,)}, size=4, remainder=3)
TABLES = ((1, 2, 3, 4), (5, 6, 7))


def created(phone: str = ANN, settings: EventSettings = SETTINGS) -> str:
    """The key of a new event of this phone."""
    return events.create(phone, Created(settings), uuid.uuid4().hex)


def did(key: str, *done: Act, phone: str = ANN) -> StoredEvent:
    """The event after these acts, each on the newest page."""
    for one in done:
        acts.act(key, phone, events.read(key).revision, always(one))
    return events.read(key)


def always(act: Act) -> Callable[[Event], Act]:
    """Builds this act, whatever the event is."""
    return lambda _event: act


def drawn(tables_: tuple[tuple[int, ...], ...] = TABLES) -> Drawn:
    """A draw with these start numbers at its tables."""
    return Drawn(tables_, (0,) * len(tables_), 7, Seating.FREE)


ENTERED = Entered(tuple(map(Newcomer, NAMES)))
PUBLISHED = (ENTERED, drawn(), Published(1))
RUNNING = (*PUBLISHED, Started(1))


def running(phone: str = ANN) -> StoredEvent:
    """An event whose first round is running, at tables of 4 and 3 that play one hand."""
    return did(created(phone), *RUNNING, phone=phone)


def game_at(stored: StoredEvent, round_: int, table: int) -> StoredGame:
    """The game of a table."""
    return reading.read(tables.tables_of(stored.id)[round_, table].key)


def names_at(stored: StoredEvent, table: int) -> tuple[str, ...]:
    """The players in the game of a table of round 1."""
    return game_at(stored, 1, table).game.players
