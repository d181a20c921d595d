"""The scores of other games of a book, from the columns of its lists, without hands."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from scorekeeper.rules.played import kind_of
from scorekeeper.store.models.tables import GAME, PLAYER, run
from scorekeeper.store.remembered import remembered
from scorekeeper.store.rulebook import rules_from_json
from scorekeeper.store.stored import StoredGame

NEWEST = 500
"""Games that are looked at: more would say the same and take longer."""


def scores_beside(stored: StoredGame) -> tuple[int, ...]:
    """The scores of the newest finished games in the book of this one, but of others than it.

    They are of its kind, with as many players, of whom nobody came late or left; () for a game
    whose points are compared with nothing.
    """
    game, kind = stored.game, kind_of(stored.game.variant)
    if kind is None or game.starts or game.away:
        return ()
    return _beside(stored.book_id, stored.id, kind, len(game.players))


@remembered(100)
def _beside(book_id: int, game_id: int, kind: str, players: int) -> tuple[int, ...]:
    given = {"book": book_id, "variant": kind, "game": game_id, "count": NEWEST}
    rows = run(_BESIDE, given).all()
    kinds = {row.rules: kind_of(rules_from_json(row.variant, row.rules)) for row in rows}
    found = [row.totals.split(",") for row in rows if kinds[row.rules] == kind]
    return tuple(int(total) for by in found if len(by) == players for total in by)


_MOVED = select(PLAYER.c.seat).where(
    PLAYER.c.game_id == GAME.c.id, (PLAYER.c.start != 0) | PLAYER.c.away
)
_BESIDE = (
    select(GAME.c.variant, GAME.c.rules, GAME.c.totals)
    .where(
        GAME.c.book_id == bindparam("book"),
        GAME.c.variant == bindparam("variant"),
        GAME.c.id != bindparam("game"),
        ~GAME.c.running,
        GAME.c.played > 0,
        GAME.c.totals.is_not(None),
        ~_MOVED.exists(),
    )
    .order_by(GAME.c.started_at.desc(), GAME.c.id.desc())
    .limit(bindparam("count"))
)
