"""The figures of finished games, calculated when somebody opens them and then stored.

A save only marks a game's figures as out of date, so taps cost no more; deleting the figures loses
nothing.
"""

from dataclasses import fields
from typing import Any

from sqlalchemy import ColumnElement, bindparam, delete, insert, select, update

from scorekeeper.rules.statistics.figures import Hands, Peak, Played, Turn, played
from scorekeeper.store.engine.locks import lock_books
from scorekeeper.store.engine.sqlite import rollback
from scorekeeper.store.engine.transaction import parallel_transaction, transaction
from scorekeeper.store.games.reading import whole_many
from scorekeeper.store.mapping.document import AnyRow
from scorekeeper.store.models.tables import FIGURE, GAME, run
from scorekeeper.store.people.persons import renew_stamp
from scorekeeper.store.statistics.cached import cached_by_stamp
from scorekeeper.store.statistics.people import GameSeen, games_seen

BATCH = 20
"""Games in a transaction; other phones wait no longer than for a few saves."""
BATCHES = 25
"""Games in a request."""
UNREAD = -1
"""In place of a revision: the game is broken, and has no figures."""
PLAIN = {field.name for field in fields(Played)} - {"best", "worst", "sizes", "turns"}


def calculate(book_id: int) -> bool:
    """Calculate the outdated figures of a book; returns whether none are left."""
    for _ in range(BATCHES):
        if not lacks(book_id):
            return True
        _write(book_id)
    return not lacks(book_id)


def lacks(book_id: int) -> bool:
    """Return whether a book has outdated figures."""
    return run(select(GAME.c.id).where(*_lacking(book_id)).limit(1)).first() is not None


@cached_by_stamp(200)
def unread(book_id: int | None) -> tuple[GameSeen, ...]:
    """The finished games of a book that are broken, so that no figure counts them."""
    broken = select(GAME.c.id).where(GAME.c.book_id == book_id, GAME.c.figured == UNREAD)
    return tuple(games_seen(list(run(broken).scalars())).values())


def _lacking(book_id: int) -> tuple[ColumnElement[bool], ...]:
    return GAME.c.book_id == book_id, GAME.c.figured.is_(None), ~GAME.c.running


@transaction
def forget_all() -> None:
    """Delete the figures of all games; they are calculated again when somebody opens them."""
    run(delete(FIGURE))
    run(update(GAME).values(figured=None))


def values_of(one: Played) -> dict[str, Any]:
    """The columns of a player's figures."""
    values = {name: getattr(one, name) for name in PLAIN}
    for name, peak in (("best", one.best), ("worst", one.worst)):
        values |= {name: peak.points, f"{name}_hand": peak.hand}
    values["sizes"] = [[cards, *hands] for cards, hands in one.sizes]
    values["turns"] = [[turn, *hands] for turn, hands in one.turns]
    return values


def played_from(row: AnyRow) -> Played:
    """A player's figures from their columns."""
    return Played(
        **{name: getattr(row, name) for name in PLAIN},
        best=Peak(row.best, row.best_hand),
        worst=Peak(row.worst, row.worst_hand),
        sizes=tuple((cards, Hands(*hands)) for cards, *hands in row.sizes),
        turns=tuple((Turn(turn), Hands(*hands)) for turn, *hands in row.turns),
    )


def _write(book_id: int) -> None:
    """Calculate the figures of some games, before the transaction that stores them."""
    rows = run(select(GAME).where(*_lacking(book_id)).limit(BATCH)).all()
    games = whole_many(rows)
    rollback()
    figured = dict.fromkeys([row.id for row in rows], UNREAD)
    _store(
        book_id,
        {row.id: row.revision for row in rows},
        figured | {stored.id: stored.revision for stored in games},
        [
            {"game_id": stored.id, **values_of(one)}
            for stored in games
            for one in played(stored.game, stored.sheet)
        ],
    )


@parallel_transaction
def _store(
    book_id: int, revisions: dict[int, int], figured: dict[int, int], rows: list[dict[str, Any]]
) -> None:
    """Store the figures of these games, except those that somebody has changed meanwhile."""
    lock_books(book_id)
    query = select(GAME.c.id, GAME.c.revision).where(*_lacking(book_id), GAME.c.id.in_(revisions))
    same = [row.id for row in run(query) if row.revision == revisions[row.id]]
    if not same:
        return
    run(delete(FIGURE).where(FIGURE.c.game_id.in_(same)))
    if new := [row for row in rows if row["game_id"] in same]:
        run(insert(FIGURE), new)
    done = update(GAME).where(GAME.c.id == bindparam("of_game")).values(figured=bindparam("now"))
    run(done, [{"of_game": one, "now": figured[one]} for one in same])
    renew_stamp(book_id)
