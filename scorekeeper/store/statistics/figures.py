"""The figures of finished games, calculated when somebody opens them and then stored.

A save only marks a game's figures as out of date, so taps cost no more; deleting the figures loses
nothing.
"""

from dataclasses import fields
from typing import Any

from sqlalchemy import ColumnElement, bindparam, delete, insert, select, update

from scorekeeper.rules.statistics.played import Hands, Peak, Played, Turn, played
from scorekeeper.store.engine.locks import lock_books
from scorekeeper.store.engine.transaction import parallel_transaction, transaction
from scorekeeper.store.games.reading import stored_many
from scorekeeper.store.mapping.rows import AnyRow
from scorekeeper.store.models.tables import FIGURE, GAME, run
from scorekeeper.store.people.persons import renew_stamp

BATCH = 50
"""Games in a transaction; other phones wait no longer than for a few saves."""
BATCHES = 10
"""Games in a request."""
PLAIN = {field.name for field in fields(Played)} - {"best", "worst", "sizes", "turns"}


def calculate(book_id: int) -> bool:
    """Calculate the outdated figures of a book; returns whether none are left."""
    query = select(GAME.c.id).where(*_lacking(book_id)).limit(1)
    for _ in range(BATCHES):
        if run(query).first() is None:
            return True
        _write(book_id)
    return run(query).first() is None


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


@parallel_transaction
def _write(book_id: int) -> None:
    lock_books(book_id)
    games = stored_many(run(select(GAME).where(*_lacking(book_id)).limit(BATCH)).all())
    if not games:
        return
    run(delete(FIGURE).where(FIGURE.c.game_id.in_([stored.id for stored in games])))
    new = [
        {"game_id": stored.id, **values_of(one)}
        for stored in games
        for one in played(stored.game, stored.sheet)
    ]
    if new:
        run(insert(FIGURE), new)
    figured = update(GAME).where(GAME.c.id == bindparam("of_game")).values(figured=bindparam("now"))
    run(figured, [{"of_game": stored.id, "now": stored.revision} for stored in games])
    renew_stamp(book_id)
