"""Games in the database: finding, starting and deleting them."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import count

from sqlalchemy import delete as sql_delete
from sqlalchemy import insert, select

from scorekeeper.keys import hashed, join_code, new_game_key, stable_id
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store import persons, phones
from scorekeeper.store.engine import lock_books, lock_game, now, parallel_transaction, transaction
from scorekeeper.store.games import writing
from scorekeeper.store.games.reading import KEY, is_keeper, keepers_of, may_claim, read
from scorekeeper.store.mapping import document
from scorekeeper.store.mapping.document import rules_to_json
from scorekeeper.store.mapping.stored import StoredGame, UnknownGameError
from scorekeeper.store.models import (
    BOOK,
    DEMO,
    DOCUMENT,
    GAME,
    PLAYER,
    GameRow,
    Keeper,
    Phone,
    PlayerRow,
    db,
    run,
)
from scorekeeper.store.persons import forget_misspelt, paint_seats, people_called

CODES = 5
"""The number of codes tried before a game is left without one."""
NO_COLOURS: Mapping[int, int | None] = {}


def by_code(code: str) -> StoredGame:
    """The game with this spoken code; raises UnknownGameError."""
    key = db.session.scalar(select(GameRow.key).filter_by(code=code))
    return read(key or "")


@parallel_transaction
def start(
    phone_key: str,
    game: Game,
    token: str,
    colours: Mapping[int, int | None] = NO_COLOURS,
    ago: int = 0,
) -> StoredGame:
    """Store a new game that began ``ago`` seconds ago in this phone's book, only once for the same
    token; returns it.

    If a game with this token exists and nobody has touched it, it becomes the new one; if somebody
    has, a second game is stored. The phone's demo is deleted. ``colours`` are the shades that
    people chose, by seat, as in :func:`paint_seats`.
    """
    phones.lock_own_books(phone_key)
    phone = phones.row_of(phone_key)
    forget_demo(phone.id)
    name, known = started(phone.id, token, game)
    if known is None:
        row = GameRow(book_id=phone.book_id, started_by=phone.id, token=name)
        return _stored(row, game, {phone.id: True}, ago, colours)
    paint_seats(known.id, colours)
    return read(known.key)


@parallel_transaction
def start_trial(phone_key: str, game: Game) -> StoredGame:
    """Store a demo in place of the phone's last one; returns it."""
    phones.lock_own_books(phone_key)
    phone = phones.row_of(phone_key)
    forget_demo(phone.id)
    row = GameRow(book_id=phones.new_book(), started_by=phone.id, token=DEMO)
    return _stored(row, game, {phone.id: False})


@parallel_transaction
def play_again(
    phone_key: str,
    key: str,
    game: Game,
    ago: int = 0,
    colours: Mapping[int, int | None] = NO_COLOURS,
) -> StoredGame:
    """Store the ``game`` that follows the one at ``key``, in that game's book; returns it. It began
    ``ago`` seconds ago, but not before that one ended. ``colours`` as for :func:`start`.

    The same phones keep its score. There is only one, whichever of them asks first. Raises
    UnknownGameError if the phone does not keep score in the previous game, or that is a demo or a
    game of an event.
    """
    lock_books(select(GAME.c.book_id).where(GAME.c.key == key))
    before, phone = locked_row(key, phone_key)
    if before.token == DEMO or before.event_id is not None:
        raise UnknownGameError(key)
    if known := next_key(before.id):
        return read(known)
    # Pages that show the previous game learn of this one.
    before.rights += 1
    row = GameRow(book_id=before.book_id, started_by=phone.id, follows_id=before.id)
    since_then = max(0, int((now() - before.changed_at).total_seconds()))
    return _stored(row, game, keepers_of(before.id), min(ago, since_then), colours)


def _stored(
    row: GameRow,
    game: Game,
    keepers: Mapping[int, bool],
    ago: int = 0,
    colours: Mapping[int, int | None] = NO_COLOURS,
) -> StoredGame:
    """Complete and write the row of a new game; inside a writing transaction. Of each phone that
    keeps its score, ``keepers`` say whether it claimed that right."""
    row.key = new_game_key()
    row.uid = stable_id(row.key)
    (row.code,) = free_codes([row.key])
    row.revision = row.rights = 0
    row.started_at = row.changed_at = now() - timedelta(seconds=ago)
    write_new(row, game)
    for phone_id, claimed in keepers.items():
        db.session.add(Keeper(game_id=row.id, phone_id=phone_id, claimed=claimed))
    db.session.flush()
    paint_seats(row.id, colours)
    return read(row.key)


def next_key(game_id: int) -> str | None:
    """The key of the rematch of this game; None if there is none."""
    query = select(GameRow.key).filter_by(follows_id=game_id).order_by(GameRow.id.desc())
    return db.session.scalar(query.limit(1))


@transaction
def delete(key: str, phone_key: str) -> None:
    """Delete the game for good; its book remembers this.

    Raises UnknownGameError unless this phone keeps its score and shares its book, and RefusedError
    for a game of an event, whose standings depend on it.
    """
    row, phone = locked_row(key, phone_key)
    if row.event_id is not None:
        raise RefusedError(Problem(Code.GAME_OF_EVENT))
    if phone.book_id != row.book_id:
        raise UnknownGameError(key)
    writing.remember_deleted(row.book_id, row.uid)
    db.session.execute(sql_delete(GameRow).where(GameRow.id == row.id))
    persons.forget_unseated(phone.book_id)


def forget_unplayed(book_id: int, games: Sequence[StoredGame]) -> None:
    """Delete games of a book that have no hands, with the people who only sat in them; the book
    remembers this. Inside a writing transaction."""
    for one in games:
        lock_game(one.key)
    if games:
        writing.remember_deleted(book_id, *(one.uid for one in games))
    run(sql_delete(GAME).where(GAME.c.id.in_([one.id for one in games])))
    forget_misspelt(book_id)


def find(key: str, *, lock: bool = False) -> GameRow | None:
    """The row of the game with this key; None if there is none."""
    if not KEY.match(key):
        return None
    query = select(GameRow).where(GameRow.key == key)
    if lock:
        lock_game(key)
        query = query.with_for_update()
    return db.session.scalar(query)


def locked_row(key: str, phone_key: str) -> tuple[GameRow, Phone]:
    """The game's row, locked, and the phone's; raises UnknownGameError unless it keeps score."""
    row, phone = find(key, lock=True), phones.find(phone_key)
    if row is None or phone is None or not is_keeper(row.id, phone.id):
        raise UnknownGameError(key)
    phone.seen_at = now()
    return row, phone


def belongs(row: GameRow, phone: Phone | None) -> bool:
    """Return whether the phone shares the game's book; for a game of an event: whether it runs
    that, which has not ended, and the round is open."""
    if row.event_id is None:
        return (phone.book_id if phone else phones.household_id()) == row.book_id
    return phone is not None and may_claim(row.id, phone.id)


def free_codes(keys: Sequence[str]) -> list[str | None]:
    """For each of these new keys, a code that no other game has, or None; no code is used twice."""
    tried = [[join_code(key, attempt) for attempt in range(CODES)] for key in keys]
    known = GameRow.code.in_(code for codes in tried for code in codes)
    taken = set(db.session.scalars(select(GameRow.code).where(known)))
    found = []
    for codes in tried:
        free = next((code for code in codes if code not in taken), None)
        taken.add(free)
        found.append(free)
    return found


def started(phone_id: int, token: str, game: Game) -> tuple[str, GameRow | None]:
    """The token under which to store this page's game, and its row if the page has already started
    it.

    A page reached again with the browser's Back button may start several games, so each gets a
    numbered token. Inside a writing transaction.
    """
    for number in count():
        name = hashed(f"{number} {token}")
        row = db.session.scalar(select(GameRow).filter_by(started_by=phone_id, token=name))
        if row is None or _becomes(row, game):
            return name, row
    raise AssertionError("there is always a next number")


def _becomes(row: GameRow, game: Game) -> bool:
    """Return whether the row contains this game; a row that nobody has touched is changed to
    contain it."""
    stored = read(row.key).game
    if row.revision or row.rights:
        return _identity(stored) == _identity(game)
    if stored != game:
        row.started_at = row.changed_at = now()
        write_new(row, game)
        forget_misspelt(row.book_id)
    return True


def write_new(row: GameRow, game: Game) -> None:
    """Write the row and the players of a game without hands; inside a writing transaction."""
    row.variant, row.rules = game.variant.key, rules_to_json(game.variant)
    row.kept_as, row.deck = game.variant.name or None, game.deck.key
    columns = document.settings_values(game.settings) | document.standing_values(score_sheet(game))
    for name, value in columns.items():
        setattr(row, name, value)
    db.session.add(row)
    db.session.flush()
    for table in (PLAYER, DOCUMENT):
        run(sql_delete(table).where(table.c.game_id == row.id))
    run(insert(DOCUMENT), {"game_id": row.id, "doc": document.to_json(game)})
    people = people_called(row.book_id, game.players, row.follows_id)
    for player, person in zip(document.player_values(game), people, strict=True):
        db.session.add(PlayerRow(game_id=row.id, person_id=person, **player))
    db.session.flush()


def _identity(game: Game) -> tuple[object, ...]:
    """The values that cannot change once the game has begun, unlike its house rules."""
    return game.variant, game.deck, game.players, game.first_dealer


def forget_demo(phone_id: int) -> None:
    """Delete this phone's demo, with its book; inside a writing transaction."""
    demo = GAME.c.started_by == phone_id, GAME.c.token == DEMO
    book_id = run(select(GAME.c.book_id).where(*demo)).scalar()
    if book_id is not None:
        lock_books(book_id)
        run(sql_delete(GAME).where(*demo))
        run(sql_delete(BOOK).where(BOOK.c.id == book_id))
