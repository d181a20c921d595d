"""Reading games, and their stamps.

Reading games: one statement reads a game and a phone's rights in it.

A game at a revision never changes, so a process caches the games that it last read or saved, and
reads its document only if the revision is not in the cache.

Each request derives the rights of phones from where they come: a book, an event's desk, a slip or a
link. Every reader of ``keeper`` and ``event_desk`` takes its condition from here. ``book`` is the
book of the phone, and a game without a row in ``event_table`` is an ordinary one.

The values of a game or an event that a poll needs, read without the cost of a session.

With Redis, a stamp is stored there after a save, and by the first poll that does not find it, so
other polls, of all processes, need no statement.

Each stamp in Redis expires soon, so one that is lost or late does no lasting harm. If Redis does
not answer, nothing is found, and it is not asked again for a moment.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    CursorResult,
    Engine,
    FromClause,
    Select,
    and_,
    bindparam,
    case,
    exists,
    func,
    or_,
    select,
)
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.config import SettingError
from scorekeeper.keys import hashed
from scorekeeper.memory import Memory
from scorekeeper.rules.game import Game
from scorekeeper.rules.incoming import Discrepancy, Stated, discrepancies_in
from scorekeeper.rules.people import ChosenColours
from scorekeeper.rules.sheet import Sheet, score_sheet
from scorekeeper.store.engine import aware, lock_game
from scorekeeper.store.mapping.document import AnyRow, from_json
from scorekeeper.store.mapping.stored import (
    BROKEN,
    BrokenGame,
    BrokenGameError,
    Rights,
    Step,
    StoredGame,
    UnknownGameError,
    event_stamp_of,
    public_stamp_of,
    stamp_of,
)
from scorekeeper.store.models import (
    DEMO,
    DOCUMENT,
    EVENT,
    EVENT_DESK,
    EVENT_TABLE,
    GAME,
    KEEPER,
    PHONE,
    PLAYER,
    db,
    run,
)
from scorekeeper.store.persons import CHOSEN_COLOURS, colours_from
from scorekeeper.store.phones import REQUESTER, Requester, household_id, requester_in

if TYPE_CHECKING:
    from redis import Redis


Column = ColumnElement[Any]


class Sources(NamedTuple):
    """The tables in which rights are found."""

    keeper: FromClause = KEEPER
    table: FromClause = EVENT_TABLE
    event: FromClause = EVENT
    desk: FromClause = EVENT_DESK

    def joined_to(self, rows: FromClause, game_id: Column, phone_id: Column) -> FromClause:
        """Rows with the table at which a game is played, its event, and the phone's right to run
        that; an ordinary game has none of them."""
        rows = rows.outerjoin(self.table, self.table.c.game_id == game_id)
        rows = rows.outerjoin(self.event, self.event.c.id == self.table.c.event_id)
        of_phone = self.desk.c.event_id == self.event.c.id, self.desk.c.phone_id == phone_id
        return rows.outerjoin(self.desk, and_(*of_phone))

    def enters_results(self, book: Column) -> ColumnElement[bool]:
        """Whether the phone may enter results of the event, because it runs it or helps."""
        stands = or_(self.desk.c.claimed.is_(False), book == self.event.c.book_id)
        return and_(self.desk.c.taken_away.is_(False), stands)

    def runs_event(self, book: Column) -> ColumnElement[bool]:
        return and_(self.desk.c.helps.is_(False), self.enters_results(book))

    def at_desk(self, book: Column) -> ColumnElement[bool]:
        """Whether the phone runs the event of a game, which has not ended, and the round is
        open."""
        is_open = self.table.c.closed.is_(False), self.event.c.ended.is_(False)
        return and_(*is_open, self.runs_event(book))

    def keeps_score(self, book: Column, game: FromClause = GAME) -> ColumnElement[bool]:
        """Whether the phone of a row of ``keeper`` keeps the score of the game."""
        is_granted, runs = self.keeper.c.claimed.is_(False), self.runs_event(book)
        corrects = self.table.c.corrected_by == self.keeper.c.phone_id
        is_on = self.event.c.ended.is_(False)
        stands = case(
            (self.table.c.game_id.is_(None), or_(is_granted, book == game.c.book_id)),
            (self.table.c.closed, and_(is_on, corrects, runs)),
            else_=and_(is_on, or_(is_granted, runs)),
        )
        return and_(self.keeper.c.taken_away.is_(False), stands)


RIGHTS = Sources()


def has_keeper() -> ColumnElement[bool]:
    own, phone = Sources(*(table.alias() for table in RIGHTS)), PHONE.alias()
    known = own.keeper.join(phone, phone.c.id == own.keeper.c.phone_id)
    rows = own.joined_to(known, own.keeper.c.game_id, own.keeper.c.phone_id)
    of_game = exists().select_from(rows).where(own.keeper.c.game_id == GAME.c.id)
    return of_game.where(own.keeps_score(phone.c.book_id)).correlate(GAME)


def runs(event_id: int, phone_id: int) -> bool:
    return _found(_DESK, {"event": event_id, "phone": phone_id}).first() is not None


def helps(event_id: int, phone_id: int) -> bool:
    return phone_id in helpers_of(event_id)


def is_keeper(game_id: int, phone_id: int) -> bool:
    """Return whether the phone has the right to keep the game's score."""
    return _found(_KEEPER, {"game": game_id, "phone": phone_id}).first() is not None


def is_closed(game_id: int) -> bool:
    """Return whether the game is a table of a closed round, so that no link can pass on its
    pencil."""
    query = select(EVENT_TABLE.c.closed).where(EVENT_TABLE.c.game_id == game_id)
    db.session.flush()
    return bool(run(query).scalar())


def keepers_of(game_id: int) -> dict[int, bool]:
    """The phones that keep the game's score, by id, and whether each claimed this right."""
    return {row.phone_id: row.claimed for row in _found(_KEEPERS, {"game": game_id})}


def desks_of(event_id: int) -> set[int]:
    return set(_found(_DESKS, {"event": event_id}).scalars())


def helpers_of(event_id: int) -> set[int]:
    """The phones that may only enter results of the event, by id."""
    return set(_found(_HELPERS, {"event": event_id}).scalars())


def may_claim(game_id: int, phone_id: int) -> bool:
    """Return whether the phone may keep the score of a game of an event because it runs that."""
    return _found(_AT_DESK, {"game": game_id, "phone": phone_id}).first() is not None


def _found(query: Select[Any], given: dict[str, int]) -> CursorResult[Any]:
    # The statement runs on plain tables, so the session does not do this itself.
    db.session.flush()
    return run(query, given)


_ENTERS = (
    select(EVENT_DESK.c.phone_id)
    .join(EVENT, EVENT.c.id == EVENT_DESK.c.event_id)
    .join(PHONE, PHONE.c.id == EVENT_DESK.c.phone_id)
    .where(EVENT_DESK.c.event_id == bindparam("event"))
)
_DESKS = _ENTERS.where(RIGHTS.runs_event(PHONE.c.book_id))
_HELPERS = _ENTERS.where(RIGHTS.enters_results(PHONE.c.book_id), EVENT_DESK.c.helps)
_DESK = _DESKS.where(EVENT_DESK.c.phone_id == bindparam("phone"))
_ROWS = KEEPER.join(GAME, GAME.c.id == KEEPER.c.game_id).join(
    PHONE, PHONE.c.id == KEEPER.c.phone_id
)
_KEEPERS = (
    select(KEEPER.c.phone_id, KEEPER.c.claimed)
    .select_from(RIGHTS.joined_to(_ROWS, KEEPER.c.game_id, KEEPER.c.phone_id))
    .where(KEEPER.c.game_id == bindparam("game"), RIGHTS.keeps_score(PHONE.c.book_id))
)
_KEEPER = _KEEPERS.where(KEEPER.c.phone_id == bindparam("phone"))
_BOTH = GAME.join(PHONE, PHONE.c.id == bindparam("phone"))
_AT_DESK = (
    select(GAME.c.id)
    .select_from(RIGHTS.joined_to(_BOTH, GAME.c.id, PHONE.c.id))
    .where(GAME.c.id == bindparam("game"), RIGHTS.at_desk(PHONE.c.book_id))
)


KEY = re.compile(r"[A-Za-z0-9_-]{1,43}\Z")


@dataclass(frozen=True, slots=True)
class GameAccess:
    """A game as a phone sees it; ``phone`` is None if the phone never wrote anything."""

    stored: StoredGame
    rights: Rights
    phone: Requester | None


Values = tuple[Game, Sheet, tuple[Stated, ...]]
"""What follows from a document: the game, its sheet, and the points on another sheet."""
_values: Memory[tuple[str, int, datetime], Values] = Memory(1000)
"""Games by key, revision and time, because a copy restored by hand may repeat the revision."""
STEPS: Memory[tuple[str, int], Step] = Memory(2000)
"""The effects of saves, by key and revision; only of committed ones."""


def read(key: str) -> StoredGame:
    """The game at this address; raises UnknownGameError."""
    return see(key, "").stored


def see(key: str, phone_key: str, *, lock: bool = False) -> GameAccess:
    """The game at this address, and the phone's rights; raises UnknownGameError.

    With ``lock``, no other transaction can change the game until this one ends.
    """
    row = None
    if KEY.match(key):
        if lock:
            lock_game(key)
        given = {"key": key, "phone": hashed(phone_key) if phone_key else ""}
        row = run(_LOCKED if lock else _SEEN, given).first()
    if row is None:
        raise UnknownGameError(key)
    return GameAccess(stored_from(row), _rights(row), requester_in(row))


def writable(key: str, phone_key: str, *, lock: bool = False) -> GameAccess:
    """As :func:`see`, but raises UnknownGameError unless this phone keeps the game's score."""
    seen = see(key, phone_key, lock=lock)
    if not seen.rights.writes:
        raise UnknownGameError(key)
    return seen


def keep(stored: StoredGame, step: Step) -> None:
    """Cache this game at its revision, and the effect of the save that made it; only committed
    ones may be cached."""
    place = stored.key, stored.revision, stored.changed_at.replace(tzinfo=None)
    _values.keep(place, (stored.game, stored.sheet, stored.marks))
    STEPS.keep((stored.key, stored.revision), step)


def forget() -> None:
    """Clear the caches of games and saves."""
    _values.clear()
    STEPS.clear()


def stored_from(row: AnyRow) -> StoredGame:
    """The game of a row, from the cache or from its document. Raises BrokenGameError."""
    place = row.key, row.revision, row.changed_at
    if (known := _values.get(place)) is None:
        try:
            (known,) = _read([row])
        except BROKEN as problem:
            raise BrokenGameError(row.key, stamp_of(row.revision, row.rights)) from problem
        _values.keep(place, known)
    return _stored(row, known, colours_from(row.chosen_colours))


def stored_many(rows: Sequence[AnyRow]) -> list[StoredGame]:
    """The games of these rows, with one further query in all; none is cached, and the colours that
    people chose are not read.

    Raises one of BROKEN if a document makes no game, or a player is missing beside it.
    """
    return [_stored(row, known) for row, known in zip(rows, _read(rows), strict=True)]


def found_many(rows: Sequence[AnyRow]) -> list[StoredGame | BrokenGame]:
    """As :func:`stored_many`, but one that is broken does not break the others."""
    try:
        return [*stored_many(rows)]
    except BROKEN:
        if len(rows) > 1:
            return [one for row in rows for one in found_many([row])]
    return [BrokenGame(row.id, row.key, row.uid, aware(row.started_at)) for row in rows]


def discrepancies_of(stored: Iterable[StoredGame]) -> dict[int, tuple[Discrepancy, ...]]:
    """The discrepancies of games, by the game's number, beside our points; only for games that have
    any."""
    return {one.id: discrepancies_in(one.sheet, one.marks) for one in stored if one.marks}


def _rights(row: AnyRow) -> Rights:
    is_own = bool(row.at_desk) if row.event_id else row.phone_book == row.book_id
    if row.phone_id is None:
        return Rights(in_book=row.event_id is None and household_id() == row.book_id)
    return Rights(bool(row.keeps), is_own, bool(row.refused))


def _read(rows: Sequence[AnyRow]) -> list[Values]:
    found = {one.game_id: one for one in run(_DOCUMENTS, {"ids": [row.id for row in rows]})}
    return [_values_of(row, found[row.id]) for row in rows]


def _values_of(row: AnyRow, found: AnyRow) -> Values:
    game, marks = from_json(found.doc)
    numbers, seats = [hand.number for hand in game.hands], len(game.players)
    is_short = row.totals and row.played > len(numbers)
    is_seated = (found.players, found.last) == (seats, seats - 1)
    if is_short or not is_seated or numbers != [*range(1, len(numbers) + 1)]:
        raise ValueError(f"a part of game {row.id} is missing")
    return game, score_sheet(game), marks


def _stored(row: AnyRow, known: Values, chosen_colours: ChosenColours = ()) -> StoredGame:
    game, sheet, marks = known
    return StoredGame(
        id=row.id,
        key=row.key,
        uid=row.uid,
        code=row.code,
        book_id=row.book_id,
        revision=row.revision,
        rights=row.rights,
        undoable=row.undoable,
        started_at=aware(row.started_at),
        changed_at=aware(row.changed_at),
        game=game,
        sheet=sheet,
        phone_bids=row.phone_bids,
        chosen_colours=chosen_colours,
        is_demo=row.token == DEMO,
        event_id=row.event_id,
        marks=marks,
    )


def _seen() -> Select[Any]:
    here = and_(KEEPER.c.game_id == GAME.c.id, KEEPER.c.phone_id == PHONE.c.id)
    rights = (
        RIGHTS.keeps_score(PHONE.c.book_id).label("keeps"),
        # A refusal holds only as long as another phone keeps score.
        case((KEEPER.c.taken_away, has_keeper())).label("refused"),
        RIGHTS.at_desk(PHONE.c.book_id).label("at_desk"),
    )
    query = select(*GAME.c, CHOSEN_COLOURS, *REQUESTER, *rights)
    by_hash = PHONE.c.key_hash == bindparam("phone")
    known = GAME.outerjoin(PHONE, by_hash).outerjoin(KEEPER, here)
    rows = RIGHTS.joined_to(known, GAME.c.id, PHONE.c.id)
    return query.select_from(rows).where(GAME.c.key == bindparam("key"))


_SEEN = _seen()
_LOCKED = _SEEN.with_for_update(of=GAME)
_IDS: BindParameter[list[int]] = bindparam("ids", expanding=True)
_DOCUMENTS = (
    select(
        *DOCUMENT.c,
        func.count(PLAYER.c.seat).label("players"),
        func.max(PLAYER.c.seat).label("last"),
    )
    .outerjoin_from(DOCUMENT, PLAYER, PLAYER.c.game_id == DOCUMENT.c.game_id)
    .where(DOCUMENT.c.game_id.in_(_IDS))
    .group_by(DOCUMENT.c.game_id)
)


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
