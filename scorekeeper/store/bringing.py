"""Games that come from a file into a book: each once, all of a file or none of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Select, Table, bindparam, delete, insert, select

from scorekeeper.keys import new_game_key
from scorekeeper.rules.incoming import Incoming
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store import phones, rows
from scorekeeper.store.games import free_codes
from scorekeeper.store.marks import mark_rows
from scorekeeper.store.models.tables import (
    BONUS,
    DELETED,
    ENTRY,
    GAME,
    HAND,
    KEEPER,
    MARK,
    PLAYER,
    run,
)
from scorekeeper.store.persons import people_called
from scorekeeper.store.rulebook import rules_to_json
from scorekeeper.store.transaction import transaction

BATCH = 100
"""Games written by one statement for each table."""


Prepared = tuple[Incoming, dict[str, Any]]


class Brought(NamedTuple):
    """How many games of a file were added and were there already, and those that stay deleted."""

    added: int
    known: int
    deleted: tuple[Incoming, ...]


class Uids(NamedTuple):
    """The lasting ids of the games of a book, and of those that were deleted from it."""

    held: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()


def uids_in(book_id: int | None) -> Uids:
    """Which games a book has and had; none before a phone has a book."""
    given = {"book": book_id}
    return Uids() if book_id is None else Uids(*(_all(query, given) for query in (_HELD, _GONE)))


def bring_in(phone_key: str, games: Sequence[Incoming], *, deleted_too: bool) -> Brought:
    """Write games into this phone's book; it keeps their score.

    A game that the book has already stays as it is, and one that was deleted there stays deleted
    unless ``deleted_too``.
    """
    return _bring(phone_key, None, _prepared(games), deleted_too=deleted_too)


def bring_into(book_id: int, games: Sequence[Incoming], *, deleted_too: bool) -> Brought:
    """As :func:`bring_in`, into any book; its phones may take the score over."""
    return _bring("", book_id, _prepared(games), deleted_too=deleted_too)


def _prepared(games: Sequence[Incoming]) -> list[Prepared]:
    """With the columns that follow from each game, worked out before other phones have to wait."""
    return [
        (one, rows.settings_values(one.game.settings) | rows.standing_values(score_sheet(one.game)))
        for one in games
    ]


@transaction
def _bring(
    phone_key: str, book: int | None, prepared: Sequence[Prepared], *, deleted_too: bool
) -> Brought:
    phone = phones.row_of(phone_key) if book is None else None
    book_id, keeper = (phone.book_id, phone.id) if phone else (book or 0, None)
    held, gone = uids_in(book_id)
    came = {one[0].uid: one for one in reversed(prepared) if one[0].uid not in held}
    added = [one for uid, one in reversed(came.items()) if deleted_too or uid not in gone]
    for start in range(0, len(added), BATCH):
        _write(book_id, keeper, added[start : start + BATCH])
    left = tuple(one for uid, (one, _) in reversed(came.items()) if uid in gone and not deleted_too)
    return Brought(len(added), len(prepared) - len(came), left)


def _all(query: Select[tuple[str]], given: dict[str, Any]) -> frozenset[str]:
    return frozenset(run(query, given).scalars())


def _write(book_id: int, keeper: int | None, prepared: Sequence[Prepared]) -> None:
    given = {"book": book_id, "uids": [one.uid for one, _ in prepared]}
    keys = [new_game_key() for _ in prepared]
    known = zip(keys, free_codes(keys), prepared, strict=True)
    new = [{"key": key, "code": code, "book_id": book_id, **_row(*one)} for key, code, one in known]
    run(insert(GAME), new)
    ids = {row.uid: row.id for row in run(_NEW, given)}
    by_id = [(ids[one.uid], one) for one, _ in prepared]
    run(insert(PLAYER), list(_players(book_id, by_id)))
    hands = [(number, hand) for number, one in by_id for hand in one.game.hands]
    _insert(HAND, [rows.new_hand(*one) for one in hands])
    _insert(ENTRY, [row for one in hands for row in rows.new_entries(*one)])
    _insert(BONUS, [row for one in hands for row in rows.new_bonuses(*one)])
    _insert(MARK, [row for number, one in by_id for row in mark_rows(number, one)])
    if keeper is not None:
        _insert(KEEPER, [_keeps(number, keeper) for number in ids.values()])
    run(_DUG_UP, given)


def _insert(table: Table, found: list[dict[str, Any]]) -> None:
    if found:
        run(insert(table), found)


def _row(incoming: Incoming, values: dict[str, Any]) -> dict[str, Any]:
    game = incoming.game
    return {
        "uid": incoming.uid,
        "variant": game.variant.key,
        "rules": rules_to_json(game.variant),
        "kept_as": game.variant.name or None,
        "first_dealer": game.first_dealer,
        **rows.about_values(game.about),
        **values,
        "revision": 0,
        "started_at": incoming.started_at.replace(tzinfo=None),
        "changed_at": incoming.changed_at.replace(tzinfo=None),
    }


def _players(book_id: int, games: Iterable[tuple[int, Incoming]]) -> Iterator[dict[str, Any]]:
    """The rows of the seats, with the people of the book whom they mean."""
    seats = [
        (number, seat, incoming.people[seat["seat"]] if incoming.people else "")
        for number, incoming in games
        for seat in rows.player_values(incoming.game)
    ]
    called = list(dict.fromkeys(person or seat["name"] for _, seat, person in seats))
    people = dict(zip(called, people_called(book_id, called), strict=True))
    for number, seat, person in seats:
        yield {"game_id": number, **seat, "person_id": people[person or seat["name"]]}


def _keeps(game_id: int, phone_id: int) -> dict[str, Any]:
    return {"game_id": game_id, "phone_id": phone_id, "taken_away": False}


_UIDS: BindParameter[list[str]] = bindparam("uids", expanding=True)
_BOOK: BindParameter[int] = bindparam("book")
_HELD = select(GAME.c.uid).where(GAME.c.book_id == _BOOK)
_GONE = select(DELETED.c.uid).where(DELETED.c.book_id == _BOOK)
_NEW = select(GAME.c.id, GAME.c.uid).where(GAME.c.book_id == _BOOK, GAME.c.uid.in_(_UIDS))
_DUG_UP = delete(DELETED).where(DELETED.c.book_id == _BOOK, DELETED.c.uid.in_(_UIDS))
