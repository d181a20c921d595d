"""

Importing games from a file into a book: each once, and all games of a file or none.

However many there are, no save waits long: they are written in batches into a book that nobody
sees, and one short transaction makes all of them visible.

No phone has the staging book. Its stamp contains the time of the last write and the import that
owns it. The next import, or the next start of the program, deletes one that a crash left behind.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, literal, or_, select, update

from scorekeeper.keys import new_game_key
from scorekeeper.rules.incoming import Incoming
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import FRENCH
from scorekeeper.store import phones
from scorekeeper.store.engine import lock_books, now, parallel_transaction
from scorekeeper.store.games import writing
from scorekeeper.store.games.games import free_codes
from scorekeeper.store.mapping import document
from scorekeeper.store.mapping.document import rules_to_json
from scorekeeper.store.models import (
    BOOK,
    DELETED,
    DOCUMENT,
    FIGURE,
    GAME,
    IS_STAGED,
    KEEPER,
    PERSON,
    PLAYER,
    db,
    run,
)
from scorekeeper.store.persons import people_called

LEFT = timedelta(minutes=10)
"""A book into which nothing was written for this time is abandoned; others are still being
filled."""
AT_ONCE = 40
"""Games deleted by one transaction, so that no save waits long."""


def new_import_id() -> str:
    """Return the marker of one import: seven digits, for which a stamp has room."""
    return secrets.token_hex(4)[1:]


def _stamp(at: datetime, import_id: str = "") -> str:
    return f"h{int(at.replace(tzinfo=UTC).timestamp()):08x}{import_id}"


def touch(book_id: int, import_id: str) -> None:
    """Mark the book as hidden and as just written to; inside a writing transaction."""
    run(update(BOOK).where(BOOK.c.id == book_id).values(stamp=_stamp(now(), import_id)))


def move_into(book_id: int, hidden_id: int, keeper: int | None, *, deleted_too: bool) -> int:
    """Move all games of the staging book into a book, with its phone as their keeper; returns how
    many. A game that the book has by now is dropped, and so is one deleted there unless
    ``deleted_too``.

    Inside a writing transaction.
    """
    there, staged = GAME.alias(), GAME.c.book_id == hidden_id
    known = [select(there.c.uid).where(there.c.book_id == book_id)]
    if not deleted_too:
        known.append(select(DELETED.c.uid).where(DELETED.c.book_id == book_id))
    run(delete(GAME).where(staged, or_(*(GAME.c.uid.in_(uids) for uids in known))))
    if keeper is not None:
        row = (GAME.c.id, literal(keeper), literal(value=False), literal(value=True))
        came = select(*row).where(staged)
        run(insert(KEEPER).from_select(["game_id", "phone_id", "taken_away", "claimed"], came))
    # People whom the book does not know move into it, so that their seats need no write.
    named = PERSON.alias()
    others = PERSON.c.folded.not_in(select(named.c.folded).where(named.c.book_id == book_id))
    run(update(PERSON).where(PERSON.c.book_id == hidden_id, others).values(book_id=book_id))
    moved = run(update(GAME).where(staged).values(book_id=book_id)).rowcount
    writing.adopt(book_id, None, whole=False)
    _forget(hidden_id)
    return moved


def delete_abandoned() -> None:
    left = select(BOOK.c.id).where(IS_STAGED, BOOK.c.stamp < _stamp(now() - LEFT))
    for book_id in run(left).scalars().all():
        delete_all(book_id)


def delete_import(import_id: str) -> None:
    """Delete everything that an import has written, even if the answer to a commit was lost."""
    db.session.rollback()
    written = select(BOOK.c.id).where(BOOK.c.stamp.like(f"h%{import_id}"))
    for book_id in run(written).scalars().all():
        delete_all(book_id)


def delete_all(book_id: int) -> None:
    """Delete a staging book with its games, a few at a time."""
    while _delete_some(book_id):
        pass


@parallel_transaction
def _delete_some(book_id: int) -> int:
    lock_books(book_id)
    some = select(GAME.c.id).where(GAME.c.book_id == book_id).limit(AT_ONCE)
    deleted = run(delete(GAME).where(GAME.c.id.in_(some))).rowcount
    if not deleted:
        _forget(book_id)
    return deleted


def _forget(book_id: int) -> None:
    run(delete(PERSON).where(PERSON.c.book_id == book_id))
    run(delete(BOOK).where(BOOK.c.id == book_id))


BATCH = 40
"""Games written by one transaction; a save waits for no more."""


class Prepared(NamedTuple):
    """A game with its document, the columns calculated from it, and its figures by seat."""

    one: Incoming
    doc: str
    values: dict[str, Any]
    figures: list[dict[str, Any]]


class Imported(NamedTuple):
    """The numbers of games in a file that were added and that were already there, and those that
    stay deleted."""

    added: int
    known: int
    deleted: tuple[Incoming, ...]


class Uids(NamedTuple):
    """The stable ids of the games of a book, and of those that were deleted from it."""

    known: frozenset[str]
    gone: frozenset[str]


def uids_in(book_id: int | None) -> Uids:
    """The ids of games that a book has and had; none until a phone has a book."""
    known = select(GAME.c.uid).where(GAME.c.book_id == book_id)
    gone = select(DELETED.c.uid).where(DELETED.c.book_id == book_id)
    return Uids(*(frozenset(run(uids).scalars()) for uids in (known, gone)))


def import_games(
    phone_key: str,
    games: Iterable[Incoming],
    *,
    into: int | None = None,
    deleted_too: bool,
    then: Callable[[], None] = lambda: None,
) -> Imported:
    """Write games into this phone's book, whose score it keeps; or with no phone (""), ``into`` a
    book whose phones may keep it.

    A game that the book already has stays as it is, and one deleted there stays deleted unless
    ``deleted_too``. The games are read one after the other; an error while reading leaves nothing
    behind. ``then`` writes what belongs to them, in the transaction that makes them visible.
    """
    book_id = phones.book_id(phone_key) if into is None else into
    delete_abandoned()
    sieve = Sieve(*uids_in(book_id), deleted_too=deleted_too)
    db.session.rollback()
    hidden_id, wanted, import_id = None, sieve.wanted(games), new_import_id()
    try:
        while some := [prepared(one) for one in islice(wanted, BATCH)]:
            hidden_id = _write_hidden(hidden_id, some, import_id)
        added = _show(phone_key, book_id, hidden_id, then, deleted_too=deleted_too)
    except BaseException:
        delete_import(import_id)
        raise
    left = sieve.gone_too
    return Imported(added, sieve.asked - added - len(left), tuple(left))


class Sieve:
    """Passes on the games that a book does not have, each once, and counts all of them."""

    def __init__(self, known: frozenset[str], gone: frozenset[str], *, deleted_too: bool) -> None:
        self._known = set(known)
        self._gone = frozenset() if deleted_too else gone
        self.asked = 0
        self.gone_too: list[Incoming] = []

    def wanted(self, games: Iterable[Incoming]) -> Iterator[Incoming]:
        for one in games:
            self.asked += 1
            if one.uid in self._known:
                continue
            self._known.add(one.uid)
            if one.uid in self._gone:
                self.gone_too.append(one)
            else:
                yield one


def prepared(one: Incoming) -> Prepared:
    """What is written of a game, calculated before other phones have to wait."""
    game, sheet = one.game, score_sheet(one.game)
    values = document.settings_values(game.settings) | document.standing_values(sheet)
    marks = [(item.hand, item.seat, item.stated) for item in one.discrepancies]
    doc = document.to_json(game, marks)
    return Prepared(one, doc, values, document.figure_values(game, sheet))


@parallel_transaction
def _write_hidden(hidden_id: int | None, some: Sequence[Prepared], import_id: str) -> int:
    """Write games into the staging book, which is created with the first of them."""
    lock_books(hidden_id)
    book_id = phones.new_book() if hidden_id is None else hidden_id
    write(book_id, some, {})
    touch(book_id, import_id)
    return book_id


@parallel_transaction
def _show(
    phone_key: str,
    book_id: int | None,
    hidden_id: int | None,
    then: Callable[[], None],
    *,
    deleted_too: bool,
) -> int:
    """Make all written games visible; returns how many there are."""
    phones.lock_own_books(phone_key, book_id, hidden_id)
    phone = phones.row_of(phone_key) if phone_key else None
    book, keeper = (phone.book_id, phone.id) if phone else (book_id or 0, None)
    moved = 0
    if hidden_id is not None:
        moved = move_into(book, hidden_id, keeper, deleted_too=deleted_too)
    then()
    return moved


def write(book_id: int, some: Sequence[Prepared], more: Mapping[str, Any]) -> dict[str, int]:
    """Write games, with ``more`` columns, into a book that has none of them; returns their numbers
    by their stable ids. Inside a writing transaction."""
    keys = [new_game_key() for _ in some]
    known = zip(keys, free_codes(keys), some, strict=True)
    own = {"book_id": book_id, **more}
    run(
        insert(GAME),
        [
            {"key": key, "code": code, **own, **_row(game.one, game.values)}
            for key, code, game in known
        ],
    )
    ids = ids_of(book_id, [game.one.uid for game in some])
    by_id = [(ids[game.one.uid], game) for game in some]
    run(insert(DOCUMENT), [{"game_id": number, "doc": game.doc} for number, game in by_id])
    run(insert(PLAYER), list(_players(book_id, [(number, game.one) for number, game in by_id])))
    if rows := [{"game_id": number, **row} for number, game in by_id for row in game.figures]:
        run(insert(FIGURE), rows)
    return ids


def ids_of(book_id: int, uids: Sequence[str]) -> dict[str, int]:
    """The numbers of a book's games, by their stable ids."""
    query = select(GAME.c.id, GAME.c.uid).where(GAME.c.book_id == book_id, GAME.c.uid.in_(uids))
    return {row.uid: row.id for row in run(query)}


def _row(incoming: Incoming, values: dict[str, Any]) -> dict[str, Any]:
    game = incoming.game
    return {
        "uid": incoming.uid,
        "variant": game.variant.key,
        "rules": rules_to_json(game.variant),
        "kept_as": game.variant.name or None,
        # Most files do not name the deck, so a French deck does not count as a choice of the book.
        "deck": None if game.deck is FRENCH else game.deck.key,
        **document.about_values(game.about),
        **values,
        "revision": 0,
        "started_at": incoming.started_at.replace(tzinfo=None),
        "changed_at": incoming.changed_at.replace(tzinfo=None),
    }


def _players(book_id: int, games: Iterable[tuple[int, Incoming]]) -> Iterator[dict[str, Any]]:
    """The rows of the seats, with the people of the book for their names."""
    seats = [
        (number, seat, incoming.people[seat["seat"]] if incoming.people else "")
        for number, incoming in games
        for seat in document.player_values(incoming.game)
    ]
    called = list(dict.fromkeys(person or seat["name"] for _, seat, person in seats))
    people = dict(zip(called, people_called(book_id, called), strict=True))
    for number, seat, person in seats:
        yield {"game_id": number, **seat, "person_id": people[person or seat["name"]]}
