"""Lists of games: the values that a list shows, read without hands; and whole games as a stream."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    FromClause,
    Select,
    bindparam,
    exists,
    func,
    or_,
    select,
    union,
    union_all,
    update,
)

from scorekeeper.memory import Memory
from scorekeeper.rules.game import LONGEST_NOTE, GameNote
from scorekeeper.rules.sheet import Standing, standing
from scorekeeper.rules.variants.cards import DECKS, Deck
from scorekeeper.rules.variants.house import Settings
from scorekeeper.rules.variants.model import Tie, Variant
from scorekeeper.rules.variants.variants import WIZARD
from scorekeeper.store.engine.transaction import aware, parallel_transaction, transaction
from scorekeeper.store.games.reading import found_many, stored_many
from scorekeeper.store.games.rights import RIGHTS
from scorekeeper.store.lists.filters import ALL, GameFilter, elsewhere, of_book, of_others
from scorekeeper.store.mapping import rows
from scorekeeper.store.mapping.rulebook import rules_from_json, rules_or_none
from scorekeeper.store.mapping.stored import BROKEN, BrokenGame, StoredGame
from scorekeeper.store.models import db
from scorekeeper.store.models.tables import GAME, KEEPER, run
from scorekeeper.store.people.colours import SEATED, shades_of
from scorekeeper.store.phones import Requester, book_id, household_id, lock_own_books

Id = Column[Any]
Found = StoredGame | BrokenGame
LISTED = (
    *("id", "key", "variant", "rules", "deck", "bid_rule", "sizes", "clock", "ends_after"),
    *("specials", "played", "totals", "positions", "started_at", "changed_at", *LONGEST_NOTE),
    "event_id",
)
"""The columns of a game that a list needs."""
PAGE = 50
"""Games that a stream reads at once."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A game as a list shows it, in hand number ``hand``; ``people``: its players' current names.
    ``deck``: the table's choice, or None. If it ``is_broken``, only people and times are known."""

    key: str
    variant: Variant
    players: tuple[str, ...]
    people: tuple[str, ...]
    started_at: datetime
    changed_at: datetime
    hand: int
    standing: Standing
    about: GameNote
    shades: tuple[int, ...]
    deck: Deck | None
    event_id: int | None
    is_broken: bool = False


def newest(asking: Requester | None, count: int) -> list[Listed]:
    """The first of this phone's games: running ones, then the others, the newest first.

    They are the games of its book, and those of other books whose score it keeps. Those of an
    event's tables, which could be hundreds, only if the phone keeps their score. The running games
    are sorted by their last change.
    """
    games = listed(run(_NEWEST, {"count": count, **phone_values(asking)}).all())
    running = [game for game in games if game.standing.result is None]
    return sorted(running, key=lambda game: game.changed_at, reverse=True) + games[len(running) :]


def at(keys: Sequence[str]) -> list[Listed]:
    """The games with these keys that can be shown, in this order, but running ones first."""
    if not keys:
        return []
    query = select(*(GAME.c[name] for name in LISTED)).where(GAME.c.key.in_(keys))
    games = [game for game in listed(run(query).all()) if not game.is_broken]
    return sorted(games, key=lambda game: (game.standing.result is not None, keys.index(game.key)))


def listed(page: Sequence[rows.AnyRow]) -> list[Listed]:
    """The games of these rows, which have the columns ``LISTED``."""
    return [_listed(row, players) for row, players in zip(page, _seated(page), strict=True)]


def _seated(page: Sequence[rows.AnyRow]) -> list[list[rows.AnyRow]]:
    """The players of each of these games, by seat."""
    seated: dict[int, list[rows.AnyRow]] = {row.id: [] for row in page}
    for player in run(SEATED, {"ids": list(seated)}).all():
        seated[player.game_id].append(player)
    return list(seated.values())


def games_of(asking: Requester | None, chosen: GameFilter = ALL) -> Iterator[Found]:
    """The games that :func:`newest` lists, or those of them that match the filter; oldest first."""
    return _streamed(_all_of(chosen), phone_values(asking))


def all_games() -> Iterator[Found]:
    """Every game in the database except demos, oldest first."""
    return _streamed(_ALL, {})


def read_all() -> None:
    """Read each column of each table, and each game.

    Any error means that something is missing or makes no sense; it is passed on unchanged.
    """
    for table in db.metadata.sorted_tables:
        run(select(table).limit(1))
    for _ in _streamed(_ALL, {}, _agreeing):
        pass


def _agreeing(page: Sequence[rows.AnyRow]) -> list[StoredGame]:
    """The games of these rows. Raises ValueError if the columns for lists do not fit them."""
    games = stored_many(page)
    for stored, row, players in zip(games, page, _seated(page), strict=True):
        game, variant = stored.game, rules_from_json(row.variant, row.rules)
        told = rows.settings_values(rows.settings_from(row)), rows.away_from(players)
        seated = variant, *(player.name for player in players)
        is_same = told == (rows.settings_values(game.settings), game.away)
        if not is_same or seated != (game.variant, *game.players):
            raise ValueError(f"the row of game {stored.id} differs from its document")
    return games


def games_of_event(event_id: int) -> Iterator[Found]:
    """The games of an event's tables, oldest first."""
    return _streamed(_OF_EVENT, {"event": event_id})


def fill_in_totals() -> None:
    """Store the standing of games that an older program saved last."""
    while page := run(_PENDING).all():
        _write_standings(page)


@transaction
def _write_standings(page: Sequence[rows.AnyRow]) -> None:
    for stored in found_many(page):
        values: dict[str, Any] = {"totals": ""}
        if isinstance(stored, StoredGame):
            values = rows.standing_values(stored.sheet)
        run(update(GAME).where(GAME.c.id == stored.id).values(values))


def phone_values(asking: Requester | None) -> dict[str, int | None]:
    """The parameters for this phone's games; the household's book is open to an unknown phone."""
    if asking is None:
        return {"phone": None, "book": household_id()}
    return {"phone": asking.id, "book": asking.book_id}


def _streamed(
    query: Select[Any],
    given: dict[str, int | None],
    read: Callable[[Sequence[rows.AnyRow]], Sequence[Found]] = found_many,
) -> Iterator[Found]:
    """The games, read a page at a time, so that a slow reader holds no lock."""
    last = 0
    while page := run(query, {**given, "last": last}).all():
        games = read(page)
        db.session.rollback()
        yield from games
        last = page[-1].id


def _listed(row: rows.AnyRow, players: list[rows.AnyRow]) -> Listed:
    key = (tuple(row), *map(tuple, players))
    known = _known.get(key)
    if known is None:
        try:
            known = _from_rows(row, players)
        except BROKEN:
            known = _broken(row, players)
        _known.keep(key, known)
    return known


def _broken(row: rows.AnyRow, players: list[rows.AnyRow]) -> Listed:
    """A game whose row makes no sense, in a list that it must not break."""
    return Listed(
        key=row.key,
        variant=WIZARD,
        players=tuple(player.name for player in players),
        people=tuple(player.person for player in players),
        started_at=aware(row.started_at),
        changed_at=aware(row.changed_at),
        hand=1,
        standing=standing(WIZARD, Settings(sizes=(1,)), (0,) * len(players), 0),
        about=GameNote(),
        shades=tuple(range(len(players))),
        deck=None,
        event_id=row.event_id,
        is_broken=True,
    )


def _from_rows(row: rows.AnyRow, players: list[rows.AnyRow]) -> Listed:
    variant, settings = rules_from_json(row.variant, row.rules), rows.settings_from(row)
    rows.check_seats(row, players)
    return Listed(
        event_id=row.event_id,
        key=row.key,
        variant=variant,
        players=tuple(player.name for player in players),
        people=tuple(player.person for player in players),
        started_at=aware(row.started_at),
        changed_at=aware(row.changed_at),
        hand=row.played + 1,
        standing=standing_from(
            variant, settings, row.played, row.totals, row.positions, rows.away_from(players)
        ),
        about=GameNote(*rows.texts_of(row)),
        shades=shades_of(players),
        deck=DECKS.get(row.deck or ""),
    )


def standing_from(
    variant: Variant,
    settings: Settings,
    played: int,
    totals: str,
    positions: str | None,
    away: tuple[int, ...],
) -> Standing:
    """The standing of a game, from the columns that repeat it, and the players who left.

    A game that an older program saved last has no ``positions``; its totals say everything. They
    are empty while no hand counts.
    """
    by_seat = tuple(int(total) for total in totals.split(","))
    has_places = positions and not isinstance(variant.ties, Tie)
    breaks = tuple((-int(place),) for place in str(positions).split(",")) if has_places else ()
    return standing(variant, settings, by_seat, played, None if positions == "" else breaks, away)


def _next(query: Select[Any], number: Id) -> Select[Any]:
    # The condition is on both tables, so that PostgreSQL reads each from that position and joins
    # them.
    last: BindParameter[int] = bindparam("last")
    return query.where(number > last, GAME.c.id > last).order_by(number).limit(PAGE)


def _newest() -> Select[Any]:
    game = select(GAME.c.id, GAME.c.running, GAME.c.started_at)
    here = KEEPER.c.game_id == GAME.c.id, KEEPER.c.phone_id == bindparam("phone")
    rows = RIGHTS.joined_to(KEEPER, KEEPER.c.game_id, KEEPER.c.phone_id)
    keeps = exists().select_from(rows).where(*here, RIGHTS.keeps_score(_BOOK)).correlate(GAME)
    own = or_(GAME.c.event_id.is_(None), keeps)
    parts = of_book(game.where(own), ALL), of_others(game.where(GAME.c.id.in_(elsewhere())), ALL)
    ids = union_all(*(select(_first(part, GAME).subquery()) for part in parts)).subquery()
    chosen = _first(select(ids.c.id), ids).subquery()
    query = select(*(GAME.c[name] for name in LISTED))
    query = query.join_from(chosen, GAME, GAME.c.id == chosen.c.id)
    return query.order_by(*_by_newest(GAME))


def _first(query: Select[Any], games: FromClause) -> Select[Any]:
    return query.order_by(*_by_newest(games)).limit(bindparam("count"))


def _by_newest(games: FromClause) -> tuple[ColumnElement[Any], ...]:
    return games.c.running.desc(), games.c.started_at.desc(), games.c.id.desc()


def _all_of(chosen: GameFilter) -> Select[Any]:
    """A page of the stream; two reads of an index replace one read of all games with an OR."""
    rows = RIGHTS.joined_to(KEEPER.join(GAME), KEEPER.c.game_id, KEEPER.c.phone_id)
    by_keeper = select(KEEPER.c.game_id.label("id")).select_from(rows)
    by_keeper = by_keeper.where(KEEPER.c.phone_id == bindparam("phone"), RIGHTS.keeps_score(_BOOK))
    # The id by which the index of the keepers is ordered.
    parts = (
        _next(of_book(select(GAME.c.id), chosen), GAME.c.id),
        _next(of_others(by_keeper, chosen), KEEPER.c.game_id),
    )
    ids = union(*(select(part.subquery()) for part in parts)).subquery()
    query = select(GAME).join_from(ids, GAME, GAME.c.id == ids.c.id)
    return _next(query, GAME.c.id)


_known: Memory[Hashable, Listed] = Memory(1000)
"""Games by everything that was read of them."""
_BOOK: BindParameter[int] = bindparam("book")
_NEWEST = _newest()
_PENDING = select(GAME).where(GAME.c.totals.is_(None)).limit(PAGE)
_OF_EVENT = _next(select(GAME).where(GAME.c.event_id == bindparam("event")), GAME.c.id)
_ALL = _next(of_others(select(GAME), ALL), GAME.c.id)


MOST = 20


def custom_games(phone_key: str) -> list[Variant]:
    """The custom games that this phone's book remembers, the last played first.

    Each name once, with the numbers with which it was last played.
    """
    of_book = (GAME.c.book_id == book_id(phone_key), GAME.c.kept_as.is_not(None))
    newest = select(func.max(GAME.c.id)).where(*of_book).group_by(GAME.c.kept_as)
    query = select(GAME.c.variant, GAME.c.rules).where(GAME.c.id.in_(newest))
    found = run(query.order_by(GAME.c.id.desc()).limit(MOST))
    return [game for row in found if (game := rules_or_none(row.variant, row.rules))]


@parallel_transaction
def forget(phone_key: str, name: str) -> None:
    """Stop offering the custom game of this name; games played under it keep their name."""
    lock_own_books(phone_key)
    of_name = (GAME.c.book_id == book_id(phone_key), GAME.c.kept_as == name)
    run(update(GAME).where(*of_name).values(kept_as=None))
