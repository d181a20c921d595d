"""The records of a book, and what a running game's hands are compared with."""

from sqlalchemy import bindparam, func, select

from scorekeeper.rules.statistics.played import kind_of, played
from scorekeeper.rules.statistics.records import Feat, Peaks, RecordHolder
from scorekeeper.store.games.reading import stored_many
from scorekeeper.store.lists.filters import year_ends
from scorekeeper.store.mapping.rulebook import rules_from_json
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.store.models.tables import FIGURE, GAME, PERSON, PLAYER, run
from scorekeeper.store.people.persons import CALLED, IS_CALLED, ROOT
from scorekeeper.store.statistics.cached import cached_by_stamp
from scorekeeper.store.statistics.people import BY_TIME, FIGURES

MOST_PENDING = 20
"""Games whose figures nobody has worked out yet; with more, nothing is called a record."""


@cached_by_stamp(200)
def records_of(book_id: int, kind: str) -> tuple[RecordHolder, ...]:
    """The records of a kind of game in a book, of people who are not hidden; the earliest of
    equal ones.
    """
    given = {"book": book_id, "kind": kind}
    found = ((feat, run(query, given).first()) for feat, query in _HIGHEST.items())
    return tuple(RecordHolder(feat, *row) for feat, row in found if row)


def peaks_beside(stored: StoredGame) -> Peaks | None:
    """The peaks of all other finished games of its kind in the book of a game.

    None where points are compared with nothing, or the figures are not worked out.
    """
    kind = kind_of(stored.game.variant)
    return None if kind is None else _peaks_beside(stored.book_id, stored.id, kind)


@cached_by_stamp(100)
def _peaks_beside(book_id: int, game_id: int, kind: str) -> Peaks | None:
    given = {"book": book_id, "game": game_id, "kind": kind}
    peaks = run(_PEAKS, given).one()
    if peaks.pending > MOST_PENDING:
        return None
    pending = stored_many(run(_PENDING, given).all()) if peaks.pending else []
    new = [one for other in pending for one in played(other.game, other.sheet) if one.kind == kind]
    return Peaks(
        peaks.scores + len(new),
        max([peaks.hand, *(one.best.points for one in new)]),
        max([peaks.run, *(one.run for one in new)]),
    )


LEAST = {Feat.RUN: 2, Feat.COMEBACK: 1}
"""Below it there is no record."""
_COLUMNS = {
    Feat.SCORE: FIGURE.c.total,
    Feat.HAND: FIGURE.c.best,
    Feat.RUN: FIGURE.c.run,
    Feat.COMEBACK: FIGURE.c.climbed,
}
_HIGHEST = {
    feat: select(ROOT, column, GAME.c.id)
    .select_from(FIGURES.join(CALLED, IS_CALLED))
    .where(
        PERSON.c.book_id == bindparam("book"),
        FIGURE.c.kind == bindparam("kind"),
        ~CALLED.c.hidden,
        *((column >= LEAST[feat],) if feat in LEAST else ()),
    )
    .order_by(column.desc(), *BY_TIME, FIGURE.c.seat)
    .limit(1)
    for feat, column in _COLUMNS.items()
}
_OTHERS = (GAME.c.book_id == bindparam("book"), GAME.c.id != bindparam("game"), ~GAME.c.running)
_NO_FIGURES = (*_OTHERS, GAME.c.variant == bindparam("kind"), GAME.c.figured.is_(None))
_PENDING = select(GAME).where(*_NO_FIGURES)
_PEAKS = (
    select(
        func.count().label("scores"),
        func.coalesce(func.max(FIGURE.c.best), 0).label("hand"),
        func.coalesce(func.max(FIGURE.c.run), 0).label("run"),
        select(func.count(GAME.c.id))
        .where(*_NO_FIGURES)
        .correlate(None)
        .scalar_subquery()
        .label("pending"),
    )
    .join_from(FIGURE, GAME, GAME.c.id == FIGURE.c.game_id)
    .where(*_OTHERS, FIGURE.c.kind == bindparam("kind"), GAME.c.figured.is_not(None))
)


def ends_of(book_id: int, kind: str, year: int) -> list[tuple[int, int]]:
    """The person and the total of each seat, of the finished games of a kind that began in a year
    (UTC), in the order of the games.
    """
    first, after = year_ends(year)
    given = {"book": book_id, "kind": kind, "first": first, "after": after}
    return [(row.person, row.total) for row in run(_ENDS, given)]


_ENDS = (
    select(ROOT, FIGURE.c.total)
    .select_from(FIGURES)
    .where(
        PERSON.c.book_id == bindparam("book"),
        GAME.c.book_id == bindparam("book"),
        GAME.c.variant == bindparam("kind"),
        GAME.c.started_at >= bindparam("first"),
        GAME.c.started_at < bindparam("after"),
        FIGURE.c.kind == bindparam("kind"),
    )
    .order_by(*BY_TIME, FIGURE.c.seat)
)


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


@cached_by_stamp(100)
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
