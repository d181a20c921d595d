"""Reading games: one statement reads a game and a phone's rights in it.

A game at a revision never changes, so a process caches the games that it last read or saved, and
reads its document only if the revision is not in the cache.

Each request derives the rights of phones from where they come: a book, an event's desk, a slip or a
link. Every reader of ``keeper`` and ``event_desk`` takes its condition from here. ``book`` is the
book of the phone, and a game without a row in ``event_table`` is an ordinary one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    CursorResult,
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

from scorekeeper.keys import hashed
from scorekeeper.memory import Memory
from scorekeeper.rules.game import Game
from scorekeeper.rules.incoming import Discrepancy, Stated, discrepancies_in
from scorekeeper.rules.people import ChosenColours
from scorekeeper.rules.sheet import Sheet, score_sheet
from scorekeeper.store.engine.locks import lock_game
from scorekeeper.store.engine.transaction import aware
from scorekeeper.store.mapping.document import AnyRow, from_json
from scorekeeper.store.mapping.stored import (
    BROKEN,
    BrokenGame,
    BrokenGameError,
    Rights,
    Step,
    StoredGame,
    UnknownGameError,
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
        """Whether the phone runs the event."""
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
    """Whether any phone keeps the score of a row of GAME."""
    own, phone = Sources(*(table.alias() for table in RIGHTS)), PHONE.alias()
    known = own.keeper.join(phone, phone.c.id == own.keeper.c.phone_id)
    rows = own.joined_to(known, own.keeper.c.game_id, own.keeper.c.phone_id)
    of_game = exists().select_from(rows).where(own.keeper.c.game_id == GAME.c.id)
    return of_game.where(own.keeps_score(phone.c.book_id)).correlate(GAME)


def runs(event_id: int, phone_id: int) -> bool:
    """Return whether the phone has the right to run the event."""
    return _found(_DESK, {"event": event_id, "phone": phone_id}).first() is not None


def helps(event_id: int, phone_id: int) -> bool:
    """Return whether the phone may only enter results of the event."""
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
    """The phones that run the event, by id."""
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


def whole_many(rows: Sequence[AnyRow]) -> list[StoredGame]:
    """As :func:`stored_many`, without those that are broken."""
    return [one for one in found_many(rows) if isinstance(one, StoredGame)]


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
    """Selects a game with the asking phone and its rights."""
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
