"""Rights that ended after a backup was made: a restore must not bring them back.

A game or event that was deleted since, even if it was imported again, comes back without the rights
in it: nobody knows which of them held to its end. The phones of its book can claim it.

The replaced database says who has which right now. Its rows are matched with those of the backup by
values that are the same in every copy: the keys of games and events, and the hashes of phones.
"""

import sqlite3
from collections import Counter, defaultdict
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import delete, select, update

from scorekeeper.store.backups import BackupError, check, opened
from scorekeeper.store.engine import transaction
from scorekeeper.store.models import (
    EventDesk,
    EventRow,
    EventTable,
    GameRow,
    Keeper,
    OneTimeLink,
    Phone,
    db,
)
from scorekeeper.store.sharing import books

Pair = tuple[str, str]
HOLD_AGAIN = (
    "Rights that were taken away since this backup hold again. Check the phones of each book"
    " (My games on other phones), game (Phones that keep score) and event (its desk), and replace"
    " the recovery links."
)


class Rights(NamedTuple):
    """The rights in a database. ``phones`` have their book and recovery link, ``things`` are the
    books of games and events; ``keepers`` and ``desks`` say of each pair of a game or event and a
    phone whether it is refused. ``uids`` are the stable ids of all games and events that it has or
    had: one that was deleted and imported again has another key."""

    phones: dict[str, tuple[int, str | None, int]]
    things: dict[str, int]
    keepers: dict[Pair, bool]
    desks: dict[Pair, bool]
    uids: frozenset[str]


def rights_in(database: Path) -> Rights | None:
    """The rights in a database of any version; None unless it is whole: a right that cannot be read
    would count as one that has ended."""
    try:
        check(database)
        with closing(opened(database)) as file:
            return Rights(
                {row[0]: tuple(row[1:]) for row in _rows(file, PHONES)},
                dict(_rows(file, GAMES) + _rows(file, EVENTS)),
                {(row[0], row[1]): bool(row[2]) for row in _rows(file, KEEPERS)},
                {(row[0], row[1]): bool(row[2]) for row in _rows(file, DESKS)},
                frozenset(row[0] for query in UIDS for row in _rows(file, query)),
            )
    except (BackupError, sqlite3.Error):
        return None


def _rows(file: sqlite3.Connection, query: str) -> list[Any]:
    try:
        return file.execute(query).fetchall()
    except sqlite3.OperationalError as problem:
        # Older versions had no events and no stable ids, and remembered nothing that was deleted.
        lacking = "no such table: event", "no such table: deleted", "no such column: uid"
        if str(problem).startswith(lacking):
            return []
        raise


PHONES = "SELECT key_hash, book_id, recovery_hash, recovery_number FROM phone"
GAMES = "SELECT key, book_id FROM game"
EVENTS = "SELECT key, book_id FROM event"
UIDS = tuple(f"SELECT uid FROM {table}" for table in ("deleted_game", "game", "event"))  # noqa: S608
KEEPERS = """SELECT game.key, phone.key_hash, keeper.taken_away FROM keeper
    JOIN game ON game.id = keeper.game_id JOIN phone ON phone.id = keeper.phone_id"""
DESKS = """SELECT event.key, phone.key_hash, event_desk.taken_away FROM event_desk
    JOIN event ON event.id = event_desk.event_id JOIN phone ON phone.id = event_desk.phone_id"""


def line(ended: int | None) -> str:
    """The line about the rights that stay ended after a restore; None if they are unknown."""
    if ended is None:
        return HOLD_AGAIN
    return (
        f"Rights that are in this backup and no longer hold, and so stay ended: {ended}."
        " To bring them back, restore it --with-rights."
    )


def keep_ended_in(database: Path) -> int | None:
    """End in the current database what has ended in the newer one at this path, and all links;
    returns the number of rights, None if the newer one cannot be read."""
    end_links()
    now = rights_in(database)
    return None if now is None else keep_ended(now)


def keep_none(_: Path) -> None:
    end_links()


@transaction
def end_links() -> None:
    """End all one-time links that are not used; they are valid for minutes, and may have been used
    or withdrawn since."""
    db.session.execute(delete(OneTimeLink).where(OneTimeLink.used_at.is_(None)))


@transaction
def keep_ended(now: Rights) -> int:
    """End in the current database what has ended in a newer one; returns the number of rights."""
    known = {one.key_hash: one for one in db.session.scalars(select(Phone))}
    phones = {name: phone for name, phone in known.items() if name in now.phones}
    left = [phones[name] for name in _left(phones, now)]
    for phone in left:
        books.leave(phone)
    ended = len(left) + sum(_keep_recovery(one, now) for one in phones.values())
    ended += _keep_refusals(Keeper, GameRow, now.keepers, phones, now)
    return ended + _keep_refusals(EventDesk, EventRow, now.desks, phones, now)


def _left(phones: dict[str, Phone], now: Rights) -> list[str]:
    """The phones that have left their book since, or were removed from it."""
    things: dict[int, Counter[int]] = defaultdict(Counter)
    members: dict[int, list[str]] = defaultdict(list)
    for row in (GameRow, EventRow):
        # What a phone brought goes along with it.
        query = select(row.key, row.book_id).where(row.brought_by.is_(None))
        for key, book in db.session.execute(query):
            things[book].update([now.things[key]] if key in now.things else [])
    for name, phone in phones.items():
        members[phone.book_id].append(name)
    found = []
    for book, names in members.items():
        votes = things[book] or Counter(now.phones[name][0] for name in names)
        home = max(votes, key=lambda one: (votes[one], -one))
        found += [name for name in names if now.phones[name][0] != home]
    return found


def _keep_recovery(phone: Phone, now: Rights) -> bool:
    """Replace the recovery link of the phone if it was replaced or ended; returns whether an
    earlier one ends."""
    _, link, number = now.phones[phone.key_hash]
    before, phone.recovery_number = phone.recovery_hash, max(number, phone.recovery_number)
    phone.recovery_hash = link if before and link and number == phone.recovery_number else None
    return before not in (None, phone.recovery_hash)


def _keep_refusals(
    right: Any,
    of: Any,
    rows: dict[Pair, bool],
    phones: dict[str, Phone],
    now: Rights,
) -> int:
    """End the rights to keep score, or to run an event, that ended; returns their number."""
    keys = {
        one.key: one
        for one in db.session.scalars(select(of))
        if one.key in now.things or one.uid in now.uids
    }
    names = {phone.id: name for name, phone in phones.items()}
    here = {one.id: key for key, one in keys.items()}
    before = {
        (here[of_id], names[one.phone_id]): one
        for one in db.session.scalars(select(right))
        if (of_id := _id_of(one)) in here and one.phone_id in names
    }
    ended = 0
    for pair, one in before.items():
        if not one.taken_away and rows.get(pair, True):
            ended += 1
            if pair in rows:
                one.taken_away = True
            else:
                db.session.delete(one)
            if right is Keeper:
                _use_up(one)
            keys[pair[0]].rights += 1
    for (key, name), refused in rows.items():
        if refused and (key, name) not in before and key in keys and name in phones:
            column = "game_id" if right is Keeper else "event_id"
            values = {column: keys[key].id, "phone_id": phones[name].id, "taken_away": True}
            db.session.add(right(**values))
    return ended


def _use_up(ended: Keeper) -> None:
    """Let the slip of an event's table not give back the pencil that ended."""
    of_game = EventTable.game_id == ended.game_id
    for column in (EventTable.claimed_by, EventTable.asked_by):
        here = update(EventTable).where(of_game, column == ended.phone_id)
        db.session.execute(here.values({column: None, EventTable.used: True}))


def _id_of(one: Keeper | EventDesk) -> int:
    return one.game_id if isinstance(one, Keeper) else one.event_id
