"""The largest event that is let in: no write of its desk makes others wait, and its import neither.

Bounds are in seconds of processor time inside the lock, as a share of what a plain page takes.
"""

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.exchange.events import read_event
from scorekeeper.keys import new_phone_key
from scorekeeper.rules.events.entrant_acts import Marked, Renamed
from scorekeeper.rules.events.event import Act, Outcome, State
from scorekeeper.rules.events.result_acts import Adjusted, ByHand, Ended, PutAside
from scorekeeper.rules.events.round_acts import (
    Closed,
    MoreTime,
    Paused,
    Published,
    Reopened,
    Resumed,
    Started,
    Swapped,
    draw,
)
from scorekeeper.store.events import acts, events, tables
from scorekeeper.store.models import db
from tests.cast import COOKIE
from tests.figures import Figures
from tests.store.events.rally import always
from tests.torture import WHOLE, largest
from tests.torture.dear import Scales
from tests.torture.held import Held, held
from tests.torture.largest import HEAVIEST, LARGEST, Shape

pytestmark = pytest.mark.torture

SMALL = Shape(people=60, rounds=5, lines=600, characters=200_000)
SHAPE = LARGEST if WHOLE else SMALL
IN_LOCK = 87
"""Plain pages of processor time: 0.2 s on a quiet machine."""
IMPORT_LOCK = 430
"""The same for the transaction that shows an import: 1 s."""


@pytest.fixture
def scales(one_app: Flask) -> Scales:
    return Scales(one_app)


@pytest.fixture
def phone(scales: Scales) -> Iterator[str]:
    """The key of a new phone, in an app context."""
    with scales.app.app_context():
        yield new_phone_key()
        db.session.remove()


@pytest.fixture
def key(phone: str) -> str:
    """The event, run by the phone."""
    return largest.imported(phone, SHAPE)


def desk_acts(last: int) -> Iterator[Act | str]:
    """Every act that the desk of a running round can do, in an order in which all are possible;
    "undo" is one, and "cold" one after a restart."""
    yield from (Marked(3, State.OUT), "undo", Marked(3, State.IN), Renamed(4, "Renate"))
    yield from (Paused(last), Resumed(last), MoreTime(last, 5), MoreTime(last, 5, 1))
    yield from (Adjusted(1, -5, "late"), "cold", Swapped(last, 1, 2), "undo")
    yield ByHand(last, 1, Outcome((1, 2)))
    for number in range(2, SHAPE.people // largest.SEATS + 1):
        yield PutAside(last, number, (0, 0), "the hall closes")
    yield from (Closed(last), "undo", Closed(last), Reopened(last), Closed(last), Ended(), "cold")
    yield from (Reopened(last), Closed(last), Ended())


def test_no_write_of_the_desk_holds_the_lock_for_long(
    key: str, phone: str, scales: Scales, monkeypatch: pytest.MonkeyPatch, figures: Figures
) -> None:
    with held(monkeypatch) as found:
        for one in desk_acts(SHAPE.rounds):
            _do(key, phone, one)
    _tell(found, scales, figures, IN_LOCK)


def test_publishing_the_largest_round_does_not_either(
    phone: str, scales: Scales, monkeypatch: pytest.MonkeyPatch, figures: Figures
) -> None:
    key, last = largest.imported(phone, SHAPE._replace(is_drawn=False)), SHAPE.rounds
    stored = events.read(key)
    drawn = draw(stored.event, tables.outcomes_of(tables.tables_of(stored.id)), 7)
    with held(monkeypatch) as found:
        for one in (drawn, Published(last), "undo", Published(last), Started(last), "cold"):
            _do(key, phone, one)
    _tell(found, scales, figures, IN_LOCK)


def test_no_batch_of_an_import_holds_the_lock_for_long(
    phone: str, scales: Scales, monkeypatch: pytest.MonkeyPatch, figures: Figures
) -> None:
    shape = HEAVIEST if WHOLE else SMALL
    incoming = read_event(largest.file(shape))
    with held(monkeypatch) as found:
        acts.import_event(phone, incoming)
    _tell(found, scales, figures, IMPORT_LOCK)


def test_no_page_of_its_log_is_dear(key: str, phone: str, scales: Scales, figures: Figures) -> None:
    cookie = f"{COOKIE}={phone}"
    at = events.read(key).revision
    for before in ("", f"{at // 2}", "120"):
        path, query = f"/e/{key}/desk/log".encode(), f"before={before}".encode()
        assert scales.weigh(before, path, query, HTTP_COOKIE=cookie) == 200
    figures(scales.told())


def _do(key: str, phone: str, one: Act | str) -> None:
    stored = events.read(key)
    if isinstance(one, str):
        if one == "cold":
            events.forget()
            tables.forget()
        last = acts.last_act(stored)
        assert last is not None
        acts.undo(key, phone, stored.revision, last.number)
    else:
        acts.act(key, phone, stored.revision, always(one))


def _tell(found: Held, scales: Scales, figures: Figures, most: int) -> None:
    """Compare the longest transaction with plain pages."""
    (name, seconds), plain = max(found.times, key=lambda one: one[1]), scales._plain
    figures(
        f"{len(found.times)} transactions; the longest, {name}, held the lock for "
        f"{1000 * seconds:.0f} ms of processor time, {seconds / plain:.0f} plain pages; {most} are "
        f"allowed"
    )
    assert seconds <= most * plain, name
