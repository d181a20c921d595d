"""The values of a game or an event that a poll needs, read without the cost of a session.

With Redis, a stamp is stored there after a save, and by the first poll that does not find it, so
other polls, of all processes, need no statement.

Each stamp in Redis expires soon, so one that is lost or late does no lasting harm. If Redis does
not answer, nothing is found, and it is not asked again for a moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine, Select, and_, bindparam, func, or_, select
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.config import SettingError
from scorekeeper.keys import hashed
from scorekeeper.memory import Memory
from scorekeeper.store.games.reading import RIGHTS
from scorekeeper.store.mapping.stored import event_stamp_of, public_stamp_of, stamp_of
from scorekeeper.store.models import EVENT, EVENT_TABLE, GAME, KEEPER, PHONE, db, run

if TYPE_CHECKING:
    from redis import Redis


LIFE = 3
"""Seconds for which a stamp may be wrong."""
PATIENCE = 0.25
"""Seconds within which Redis answers; a poll or a save waits no longer."""
PAUSE = 2.0
"""Seconds for which Redis is not asked after it failed to answer."""


def name_of(key: str) -> str:
    """The name of a stamp in Redis, from which nobody can learn the game's address."""
    return f"scorekeeper:stamp:{hashed(key)}"


class Live:
    """Stamps by the keys of their games and events."""

    def __init__(self, address: str) -> None:
        """Raises config.SettingError; connects when it is first used."""
        try:
            import redis  # noqa: PLC0415 - optional
        except ImportError:
            message = "SCOREKEEPER_LIVE needs the package redis: install the extra redis"
            raise SettingError(message) from None
        waits: dict[str, Any] = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        try:
            self._redis: Redis = redis.Redis.from_url(
                address, decode_responses=True, retry=None, **waits
            )
        except ValueError as problem:
            raise SettingError(f"SCOREKEEPER_LIVE cannot be used: {problem}") from None
        self._failures = redis.RedisError, OSError
        self._away_until = 0.0

    def get(self, key: str) -> str | None:
        """The stamp; None if it is not known."""
        found = self._asked(lambda: self._redis.get(name_of(key)))
        return found if isinstance(found, str) else None

    def offer(self, key: str, stamp: str) -> None:
        """Store a stamp that was read, unless a save has stored a newer one meanwhile."""
        self._asked(lambda: self._redis.set(name_of(key), stamp, ex=LIFE, nx=True))

    def put(self, key: str, stamp: str) -> None:
        """Store the stamp of a committed save."""
        self._asked(lambda: self._redis.set(name_of(key), stamp, ex=LIFE))

    def drop(self, key: str) -> None:
        """Forget the stamp of a deleted game or event."""
        self._asked(lambda: self._redis.delete(name_of(key)))

    def _asked(self, command: Callable[[], object]) -> object:
        if time.monotonic() < self._away_until:
            return None
        try:
            return command()
        except self._failures:
            self._away_until = time.monotonic() + PAUSE
            return None


def open_stamps(address: str) -> Stamps:
    """The stamps of the current app, in the Redis at this address if there is one.

    Transactions find them beside the engine. Raises config.SettingError.
    """
    stamps = Stamps(Live(address) if address else None)
    db.engine.update_execution_options(stamps=stamps)
    return stamps


def results_stamp(key: str) -> str:
    """The number of games of an event that are over, and the sum of their revisions.

    It is read in the page's transaction: a second connection would wait for a writer that waits for
    this page to end.
    """
    return _results_text(*run(_RESULTS, {"key": key}).one())


def score_stamp(key: str) -> str:
    """The stamp of a game on a public page, which shows its hands and points, and whether somebody
    keeps them; "" if there is no such game."""
    row = run(_SCORE, {"key": key}).first()
    return _score_text(*row) if row else ""


def _score_text(
    rights: int, played: int, totals: str | None, revision: int, ends_after: int | None, sizes: str
) -> str:
    hands = ends_after or sizes.count(",") + 1
    return f"{rights}.{played}.{hands}.{totals}.{min(revision, 1)}"


def _results_text(games: int, revisions: int | None) -> str:
    return f"{games}.{revisions or 0}"


class Stamps:
    """Reads one database, with at most one statement each time."""

    def __init__(self, live: Live | None = None) -> None:
        """Use the database of the current app."""
        self._live = live
        self._engine: Engine = db.engine
        self._compiled = cache(self._compile)
        self._known: Memory[tuple[str, str], str] = Memory(1000)

    def stamp(self, key: str) -> str | None:
        """The current stamp of the game; None if there is no game or the read fails."""
        return self._current(self._of_game, key)

    def publish(self, games: Iterable[str], events: Iterable[str]) -> None:
        """Let all processes know the stamps of these games and events, which were just changed or
        deleted."""
        if self._live is None:
            return
        for read, keys in ((self._of_game, games), (self._of_event, events)):
            for key in keys:
                if stamp := read(key):
                    self._live.put(key, stamp)
                else:
                    self._live.drop(key)

    def _current(self, read: Callable[[str], str | None], key: str) -> str | None:
        if self._live is None:
            return read(key)
        if known := self._live.get(key):
            return known
        if stamp := read(key):
            self._live.offer(key, stamp)
        return stamp

    def _of_game(self, key: str) -> str | None:
        found = self._first(_STAMP, {"key": key})
        return stamp_of(*found) if found else None

    def _of_event(self, key: str) -> str | None:
        found = self._first(_EVENT, {"key": key})
        return event_stamp_of(*found) if found else None

    def event_stamp(self, key: str, game: str = "") -> str | None:
        """The current stamp of the event, with that of one ``game``; None if there is none of them
        or a read fails."""
        stamp = self._current(self._of_event, key)
        if stamp is None or not game:
            return stamp
        own = self.stamp(game)
        return own and f"{stamp}.{own}"

    def public_stamp(self, key: str, game: str = "") -> str | None:
        """The current stamp of an event's public pages, which show results and nothing of the games
        that still go on, except one ``game``; None if there is no event or a read fails."""
        if (stamp := self.event_stamp(key)) is None:
            return None
        results = self._at(key, stamp, _RESULTS, _results_text)
        score = self._score_of(game) if game else ""
        if results is None or score is None:
            return None
        return public_stamp_of(stamp, results, score)

    def _score_of(self, game: str) -> str | None:
        stamp = self.stamp(game)
        return stamp and self._at(game, stamp, _SCORE, _score_text)

    def _at(
        self, key: str, stamp: str, query: Select[Any], text_of: Callable[..., str]
    ) -> str | None:
        """Values of a game or an event with this stamp, read once; None if the read fails."""
        if (known := self._known.get((key, stamp))) is not None:
            return known
        found = self._first(query, {"key": key})
        if found is None:
            return None
        self._known.keep((key, stamp), text := text_of(*found))
        return text

    def is_read_only(self, key: str, phone_key: str) -> bool:
        """Return whether the phone has no more rights than an unknown phone; False if the read
        fails."""
        if not phone_key:
            return True
        found = self._first(_MORE, {"key": key, "phone": hashed(phone_key)})
        return found is not None and not found[0]

    def _compile(self, query: Select[Any]) -> tuple[str, Sequence[str] | None]:
        """The text of a query, and the order of its values if they are positional."""
        compiled = query.compile(dialect=self._engine.dialect)
        return str(compiled), compiled.positiontup if compiled.positional else None

    def _first(self, query: Select[Any], given: dict[str, str]) -> Any | None:
        text, order = self._compiled(query)
        values: Any = given if order is None else [given[name] for name in order]
        try:
            connection = self._engine.raw_connection()
        except (SQLAlchemyError, self._engine.dialect.loaded_dbapi.Error):
            return None
        try:
            cursor = connection.cursor()
            cursor.execute(text, values)
            found = cursor.fetchone()
        except self._engine.dialect.loaded_dbapi.Error as problem:
            connection.invalidate(problem)
            return None
        connection.close()
        return found


_OF_GAME = GAME.c.key == bindparam("key")
_STAMP = select(GAME.c.revision, GAME.c.rights).where(_OF_GAME)
_EVENT = select(EVENT.c.revision, EVENT.c.rights, EVENT.c.touched).where(
    EVENT.c.key == bindparam("key")
)
_SCORED = ("rights", "played", "totals", "revision", "ends_after", "sizes")
_SCORE = select(*(GAME.c[name] for name in _SCORED)).where(_OF_GAME)
_RESULTS = (
    select(func.count(), func.sum(GAME.c.revision))
    .select_from(EVENT)
    .join(EVENT_TABLE, EVENT_TABLE.c.event_id == EVENT.c.id)
    .join(GAME, and_(GAME.c.id == EVENT_TABLE.c.game_id, GAME.c.running.is_(False)))
    .where(EVENT.c.key == bindparam("key"))
)
_KEEPS = and_(KEEPER.c.game_id == GAME.c.id, KEEPER.c.phone_id == PHONE.c.id)
_ASKING = GAME.outerjoin(PHONE, PHONE.c.key_hash == bindparam("phone")).outerjoin(KEEPER, _KEEPS)
_MORE = (
    select(
        or_(
            PHONE.c.book_id == GAME.c.book_id,
            KEEPER.c.phone_id.is_not(None),
            RIGHTS.at_desk(PHONE.c.book_id),
        )
    )
    .select_from(RIGHTS.joined_to(_ASKING, GAME.c.id, PHONE.c.id))
    .where(_OF_GAME)
)
"""True if the phone shares the book, has a keeper's row or runs the game's event; otherwise false
or NULL."""
