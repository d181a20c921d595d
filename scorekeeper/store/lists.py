"""Lists of games, and what is stored for them.

Lists of games: the values that a list shows, read without hands; and whole games as a stream.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    FromClause,
    Select,
    bindparam,
    exists,
    func,
    literal,
    or_,
    select,
    tuple_,
    union,
    union_all,
    update,
)

from scorekeeper.memory import Memory
from scorekeeper.rules.game import LISTED_NOTE, GameNote
from scorekeeper.rules.incoming import Incoming
from scorekeeper.rules.people import folded
from scorekeeper.rules.sheet import Standing, standing
from scorekeeper.rules.variants.model import DECKS, Deck, Settings, Tie, Variant
from scorekeeper.rules.variants.variants import VARIANTS, WIZARD
from scorekeeper.store.engine import aware, lock_books, parallel_transaction
from scorekeeper.store.games.reading import RIGHTS, discrepancies_of, found_many, stored_many
from scorekeeper.store.games.writing import write_figures
from scorekeeper.store.mapping import document
from scorekeeper.store.mapping.document import AnyRow, rules_from_json, rules_or_none
from scorekeeper.store.mapping.stored import BROKEN, BrokenGame, StoredGame
from scorekeeper.store.models import EVENT, FIGURE, GAME, IS_LISTED, KEEPER, PERSON, PLAYER, db, run
from scorekeeper.store.persons import CALLED, IS_CALLED, SEATED, renew_stamp, shades_of
from scorekeeper.store.phones import Requester, book_id, household_id, lock_own_books


class Year(NamedTuple):
    """A year by its number, with its start and that of the next one where the phone is, in UTC
    without a zone."""

    number: int
    first: datetime
    after: datetime


@dataclass(frozen=True, slots=True)
class GameFilter:
    """All games, or those of a person (by id), of a kind (the game's key), of a year and of an
    event (by id).

    ``text`` is part of the name of someone who played, or of the title, place or note.
    """

    person: int | None = None
    kind: str | None = None
    year: Year | None = None
    event: int | None = None
    text: str = ""


ALL = GameFilter()


def elsewhere() -> Select[Any]:
    """The ids of the games of other books whose score the phone keeps.

    The index leaves out the phone's own book, so that none of its games' rows is read.
    """
    other = GAME.alias()
    book: BindParameter[int] = bindparam("book")
    is_in_book = (other.c.id == KEEPER.c.game_id) & (other.c.book_id == book)
    both = KEEPER.outerjoin(other, is_in_book)
    rows = RIGHTS.joined_to(both, KEEPER.c.game_id, KEEPER.c.phone_id)
    query = select(KEEPER.c.game_id).select_from(rows)
    query = query.where(KEEPER.c.phone_id == bindparam("phone"), other.c.id.is_(None))
    return query.where(RIGHTS.keeps_score(book, other))


def of_book(query: Select[Any], chosen: GameFilter) -> Select[Any]:
    """The games of the phone's book that match the filter."""
    in_book = query.where(GAME.c.book_id == bindparam("book"))
    has_text = select(_NOTED.c.id).where(
        _NOTED.c.book_id == bindparam("book"), _NOTED.c.sought.is_not(None), _has(_NOTED, chosen)
    )
    return _narrowed(in_book, chosen, _IN_BOOK, GAME.c.id.in_(has_text))


def of_others(query: Select[Any], chosen: GameFilter) -> Select[Any]:
    """The games that match the filter, which may be in other books; no demo is among them."""
    return _narrowed(query.where(IS_LISTED), chosen, _IN_OTHERS, _has(GAME, chosen))


def _narrowed(
    query: Select[Any],
    chosen: GameFilter,
    around: ColumnElement[bool],
    has_text: ColumnElement[bool],
) -> Select[Any]:
    """The condition that a name or note contains the text. ``around`` limits the people whose names
    are searched; ``has_text`` is the condition for title, place and note."""
    if chosen.person is not None:
        is_person = _NAMED.c.id == chosen.person, _NAMED.c.book_id == bindparam("book")
        query = query.where(_with(*is_person))
    if chosen.kind is not None:
        query = query.where(GAME.c.variant == chosen.kind)
    if chosen.year is not None:
        query = query.where(began_in(chosen.year))
    if chosen.event is not None:
        query = query.where(GAME.c.event_id == chosen.event)
    if chosen.text:
        is_called = _NAMED.c.folded.contains(folded(chosen.text), autoescape=True)
        query = query.where(_with(around, is_called) | has_text)
    return query


def began_in(year: Year) -> ColumnElement[bool]:
    return (GAME.c.started_at >= year.first) & (GAME.c.started_at < year.after)


def _with(*named: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return whether somebody with this name sat in the game, under any of their names."""
    people = select(func.coalesce(_NAMED.c.same_as, _NAMED.c.id)).where(*named)
    names = select(PERSON.c.id).where(PERSON.c.id.in_(people) | PERSON.c.same_as.in_(people))
    return GAME.c.id.in_(select(PLAYER.c.game_id).where(PLAYER.c.person_id.in_(names)))


def _has(game: FromClause, chosen: GameFilter) -> ColumnElement[bool]:
    return game.c.sought.contains(folded(chosen.text), autoescape=True)


_NOTED = GAME.alias()
_NAMED = PERSON.alias()
_IN_BOOK = _NAMED.c.book_id == bindparam("book")
_THEIRS = GAME.alias()
_IN_OTHERS = _NAMED.c.book_id.in_(select(_THEIRS.c.book_id).where(_THEIRS.c.id.in_(elsewhere())))


Id = Column[Any]
Found = StoredGame | BrokenGame
LISTED = (
    *("id", "key", "variant", "rules", "deck", "bid_rule", "sizes", "clock", "ends_after"),
    *("specials", "played", "totals", "positions", "started_at", "changed_at", *LISTED_NOTE),
    "event_id",
)
"""The columns of a game that a list needs."""
PAGE = 50
"""Games that a stream reads at once."""
AT_ONCE = 10
"""Games whose standing is stored by one transaction, so that no save waits long."""
LACKS_FIGURES = (
    ~GAME.c.running
    & (func.coalesce(GAME.c.positions, "?") != "")
    & ~exists().where(FIGURE.c.game_id == GAME.c.id)
)
"""A finished game whose figures nobody has stored; one that ended without a hand that counts has no
places, and nobody's figures."""


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

    @property
    def present(self) -> tuple[int, ...]:
        """The seats whose players have not left."""
        return tuple(seat for seat in range(len(self.people)) if seat not in self.standing.away)


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
    """The games with these keys that can be shown."""
    if not keys:
        return []
    query = select(*(GAME.c[name] for name in LISTED)).where(GAME.c.key.in_(keys))
    return [game for game in listed(run(query).all()) if not game.is_broken]


def listed(page: Sequence[document.AnyRow]) -> list[Listed]:
    """The games of these rows, which have the columns ``LISTED``."""
    return [_listed(row, players) for row, players in zip(page, _seated(page), strict=True)]


def _seated(page: Sequence[document.AnyRow]) -> list[list[document.AnyRow]]:
    seated: dict[int, list[document.AnyRow]] = {row.id: [] for row in page}
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


def _agreeing(page: Sequence[document.AnyRow]) -> list[StoredGame]:
    """The games of these rows. Raises ValueError if the columns for lists do not fit them."""
    games = stored_many(page)
    for stored, row, players in zip(games, page, _seated(page), strict=True):
        game, variant = stored.game, rules_from_json(row.variant, row.rules)
        told = document.settings_values(document.settings_from(row)), document.away_from(players)
        seated = variant, *(player.name for player in players)
        is_same = told == (document.settings_values(game.settings), game.away)
        if not is_same or seated != (game.variant, *game.players):
            raise ValueError(f"the row of game {stored.id} differs from its document")
    return games


def games_of_event(event_id: int) -> Iterator[Found]:
    """The games of an event's tables, oldest first."""
    return _streamed(_OF_EVENT, {"event": event_id})


def lacks_standings() -> bool:
    """Return whether games lack their standing or figures, as after an upgrade."""
    return run(_LACKING, {"last": 0}).first() is not None


def fill_in_standings() -> None:
    """Store the standing and figures of games that lack them."""
    _renew(_LACKING)


def recount() -> None:
    """Store the standing and figures of all games again."""
    _renew(_IDS)


def _renew(games: Select[Any]) -> None:
    """Calculate a few games at a time, before the transaction that stores them."""
    last = 0
    while ids := run(games, {"last": last}).scalars().all():
        rows = run(select(GAME).where(GAME.c.id.in_(ids))).all()
        found = found_many(rows)
        db.session.rollback()
        _write_standings({row.id: row for row in rows}, [_derived(stored) for stored in found])
        last = ids[-1]


Derived = tuple[int, dict[str, Any], list[dict[str, Any]]]


def _derived(stored: StoredGame | BrokenGame) -> Derived:
    """A game's number, standing and figures. One that is broken keeps its standing, which tells
    what it lacks."""
    if isinstance(stored, BrokenGame):
        return stored.id, {}, []
    figures = document.figure_values(stored.game, stored.sheet)
    return stored.id, document.standing_values(stored.sheet), figures


@parallel_transaction
def _write_standings(rows: dict[int, AnyRow], games: Sequence[Derived]) -> None:
    """Store what follows from these games, except those that somebody has changed meanwhile."""
    books = {row.book_id for row in rows.values()}
    lock_books(*books)
    query = select(GAME.c.id, GAME.c.revision).where(GAME.c.id.in_(rows))
    same = {row.id for row in run(query) if row.revision == rows[row.id].revision}
    for number, values, figures in games:
        if number in same:
            write_figures(number, figures)
            known = {"totals": rows[number].totals or ""}
            run(update(GAME).where(GAME.c.id == number).values(known | values))
    for one in books:
        renew_stamp(one)


def phone_values(asking: Requester | None) -> dict[str, int | None]:
    """The parameters for this phone's games; the household's book is open to an unknown phone."""
    if asking is None:
        return {"phone": None, "book": household_id()}
    return {"phone": asking.id, "book": asking.book_id}


def _streamed(
    query: Select[Any],
    given: dict[str, int | None],
    read: Callable[[Sequence[document.AnyRow]], Sequence[Found]] = found_many,
) -> Iterator[Found]:
    """The games, read a page at a time, so that a slow reader holds no lock."""
    last = 0
    while page := run(query, {**given, "last": last}).all():
        games = read(page)
        db.session.rollback()
        yield from games
        last = page[-1].id


def _listed(row: document.AnyRow, players: list[document.AnyRow]) -> Listed:
    key = (tuple(row), *map(tuple, players))
    known = _known.get(key)
    if known is None:
        try:
            known = _from_rows(row, players)
        except BROKEN:
            known = _broken(row, players)
        _known.keep(key, known)
    return known


def _broken(row: document.AnyRow, players: list[document.AnyRow]) -> Listed:
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


def _from_rows(row: document.AnyRow, players: list[document.AnyRow]) -> Listed:
    variant, settings = rules_from_json(row.variant, row.rules), document.settings_from(row)
    document.check_seats(row, players)
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
            variant, settings, row.played, row.totals, row.positions, document.away_from(players)
        ),
        about=GameNote(*document.texts_of(row)),
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
    document = RIGHTS.joined_to(KEEPER, KEEPER.c.game_id, KEEPER.c.phone_id)
    keeps = exists().select_from(document).where(*here, RIGHTS.keeps_score(_BOOK)).correlate(GAME)
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
    document = RIGHTS.joined_to(KEEPER.join(GAME), KEEPER.c.game_id, KEEPER.c.phone_id)
    by_keeper = select(KEEPER.c.game_id.label("id")).select_from(document)
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
_AFTER = GAME.c.id > bindparam("last")
_IDS = select(GAME.c.id).where(_AFTER).order_by(GAME.c.id).limit(AT_ONCE)
_LACKING = _IDS.where(GAME.c.totals.is_(None) | LACKS_FIGURES)
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


Item = TypeVar("Item")


class Cursor(NamedTuple):
    """A position in the order of all rows, which stays valid when rows come and go: UTC, and an
    id."""

    at: datetime
    number: int


class Page(NamedTuple, Generic[Item]):
    """The items of a page, and the positions where the pages of older and newer ones begin.

    ``older`` is None on the last page. ``newer`` is None on the page of the newest items, and on
    the page after it.
    """

    items: list[Item]
    older: Cursor | None
    newer: Cursor | None


class Parts(NamedTuple):
    """A list of the rows of ``table``, in parts that are each the read of an index: they select
    ``id`` and ``started_at``. ``whole`` selects what a list shows, joined to the ids of a page."""

    table: FromClause
    parts: tuple[Select[Any], ...]
    whole: Callable[[FromClause], Select[Any]]


def page_of(
    wanted: Parts,
    given: dict[str, int | None],
    before: Cursor | None,
    size: int,
    read: Callable[[Sequence[AnyRow]], list[Item]],
) -> Page[Item]:
    """The newest items, or those that began before a position, ``read`` from their rows."""
    whole = wanted.whole(_near(wanted, before, size).subquery())
    place = wanted.table.c.started_at.desc(), wanted.table.c.id.desc()
    rows = run(whole.order_by(*place), given).all()
    back = run(_near(wanted, before, size, is_back=True), given).all() if before else []
    return Page(
        items=read(rows[:size]),
        older=_cursor(rows[size - 1]) if len(rows) > size else None,
        newer=_cursor(back[size]) if len(back) > size else None,
    )


def _cursor(row: AnyRow) -> Cursor:
    return Cursor(row.started_at, row.id)


def _near(wanted: Parts, cursor: Cursor | None, size: int, *, is_back: bool = False) -> Select[Any]:
    """A page and one row more: those before a position, or from there on towards newer ones."""

    def cut(query: Select[Any], rows: FromClause) -> Select[Any]:
        place = rows.c.started_at, rows.c.id
        if cursor:
            here = tuple_(literal(cursor.at), literal(cursor.number))
            query = query.where(tuple_(*place) >= here if is_back else tuple_(*place) < here)
        order = place if is_back else (part.desc() for part in place)
        return query.order_by(*order).limit(size + 1)

    both = union_all(*(select(cut(part, wanted.table).subquery()) for part in wanted.parts))
    rows = both.subquery()
    return cut(select(rows), rows)


Ends = tuple[datetime, datetime] | None


class Choices(NamedTuple):
    """The choices of a book's filters: people with their ids, kinds of games, the starts of the
    first and the last game, and events with their ids, the newest first."""

    people: list[tuple[int, str]]
    kinds: list[str]
    ends: Ends
    events: list[tuple[int, str]]


def games_page(asking: Requester | None, chosen: GameFilter, before: Cursor | None) -> Page[Listed]:
    """The newest of the filtered games, or those that began before a position."""
    given = phone_values(asking)
    return page_of(_games(chosen), given, before, PAGE, listed)


def has_others(asking: Requester | None) -> bool:
    """Whether this phone keeps the score of games of other books."""
    return bool(run(select(exists(elsewhere())), phone_values(asking)).scalar())


def newest_of(asking: Requester | None, person_id: int, count: int) -> list[Listed]:
    """The newest games of a person of the phone's book, whether running or over."""
    return games_page(asking, GameFilter(person=person_id), None).items[:count]


def choices(asking: Requester | None) -> Choices:
    book_id = phone_values(asking)["book"]
    people = select(PERSON.c.id, PERSON.c.name).where(PERSON.c.book_id == book_id)
    named = [(row.id, row.name) for row in run(people.where(PERSON.c.same_as.is_(None)))]
    kinds = select(GAME.c.variant).where(GAME.c.book_id == book_id).distinct()
    return Choices(
        people=sorted(named, key=lambda person: (person[1].casefold(), person[0])),
        kinds=[one for one in run(kinds.order_by(GAME.c.variant)).scalars() if one in VARIANTS],
        ends=ends_of(asking),
        events=_events_of(book_id),
    )


def _events_of(book_id: int | None) -> list[tuple[int, str]]:
    has_games = exists().where(GAME.c.event_id == EVENT.c.id, GAME.c.book_id == book_id)
    query = select(EVENT.c.id, EVENT.c.name).where(EVENT.c.book_id == book_id, has_games)
    return [(row.id, row.name) for row in run(query.order_by(EVENT.c.started_at.desc()))]


def ends_of(asking: Requester | None) -> Ends:
    """When the first game of this phone's book began, and the last one."""
    start = select(GAME.c.started_at).where(GAME.c.book_id == phone_values(asking)["book"]).limit(1)
    first, last = start.order_by(GAME.c.started_at), start.order_by(GAME.c.started_at.desc())
    both = first.scalar_subquery().label("first"), last.scalar_subquery().label("last")
    ends = run(select(*both)).one()
    return (aware(ends.first), aware(ends.last)) if ends.last else None


MOST_ASKED = 100
"""The most years of which each is asked for: a thousand take half a second."""


def years_with_games(asking: Requester | None, years: Sequence[Year]) -> list[int]:
    """Those of the years in which a game of this phone's book began, as in the first and the last
    of them; all of more than MOST_ASKED."""
    if len(years) <= 2 or len(years) > MOST_ASKED:
        return [year.number for year in years]
    first, *between, last = years
    ours = exists().where(GAME.c.book_id == phone_values(asking)["book"])
    found = run(select(*(ours.where(began_in(year)).label(str(year.number)) for year in between)))
    inner = [year.number for year, has in zip(between, found.one(), strict=True) if has]
    return [first.number, *inner, last.number]


def _games(chosen: GameFilter) -> Parts:
    """The filtered games: those of the book, and those of others."""
    game = select(GAME.c.id, GAME.c.started_at)
    theirs = game.where(GAME.c.id.in_(elsewhere()))
    return Parts(GAME, (of_book(game, chosen), of_others(theirs, chosen)), _whole)


def _whole(ids: FromClause) -> Select[Any]:
    query = select(*(GAME.c[name] for name in LISTED))
    return query.join_from(ids, GAME, GAME.c.id == ids.c.id)


"""Games whose people are read at once; as many as a stream of games reads."""


def exported(games: Iterable[StoredGame | BrokenGame]) -> Iterator[Incoming | BrokenGame]:
    """The games as a file contains them, read a page at a time, with no lock held between two
    pages."""
    left = iter(games)
    while page := list(islice(left, PAGE)):
        whole = [one for one in page if isinstance(one, StoredGame)]
        people, discrepancies = _people(whole), discrepancies_of(whole)
        db.session.rollback()
        for stored in page:
            if isinstance(stored, BrokenGame):
                yield stored
                continue
            yield Incoming(
                stored.uid,
                stored.game,
                stored.started_at,
                stored.changed_at,
                people.get(stored.id, ()),
                discrepancies.get(stored.id, ()),
            )


def _people(games: list[StoredGame]) -> dict[int, tuple[str, ...]]:
    """For each game, the people in its seats whose name differs from the one on the sheet, or
    ""."""
    query = (
        select(PLAYER.c.game_id, PLAYER.c.seat, PLAYER.c.name, CALLED.c.name.label("person"))
        .join_from(PLAYER, PERSON, PERSON.c.id == PLAYER.c.person_id)
        .join(CALLED, IS_CALLED)
        .where(PLAYER.c.game_id.in_([one.id for one in games]), CALLED.c.name != PLAYER.c.name)
    )
    found: dict[int, dict[int, str]] = {}
    for row in run(query):
        if folded(row.name) != folded(row.person):
            found.setdefault(row.game_id, {})[row.seat] = row.person
    seats = {one.id: one.game.seats for one in games}
    return {
        game: tuple(people.get(seat, "") for seat in seats[game]) for game, people in found.items()
    }
