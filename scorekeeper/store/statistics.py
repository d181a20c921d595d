"""Figures of finished games and of people, cached until their book changes.

The save that ends or corrects a game stores its figures (store/games/writing.py), and
``scorekeeper recount`` stores all of them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from functools import wraps
from itertools import groupby
from operator import add
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from sqlalchemy import (
    Column,
    Row,
    Select,
    exists,
    func,
    select,
)

from scorekeeper.memory import Memory
from scorekeeper.rules.figures import (
    LEAST_HANDS,
    LEAST_ZEROS,
    Career,
    Duel,
    Hands,
    Lead,
    Quarters,
    Share,
    Sums,
    by_cards,
    career,
    duel,
    kind_of,
    lead,
)
from scorekeeper.rules.records import Peaks, RecordHolder, RecordKind
from scorekeeper.store.engine import aware, rollback
from scorekeeper.store.lists import LACKS_FIGURES, Year, began_in
from scorekeeper.store.mapping.document import played_from, rules_or_none
from scorekeeper.store.mapping.stored import BROKEN, StoredGame
from scorekeeper.store.models import BOOK, FIGURE, GAME, PERSON, PLAYER, run
from scorekeeper.store.persons import (
    CALLED,
    IS_CALLED,
    ROOT,
    UnknownPersonError,
    games_of,
    is_person,
)

P = ParamSpec("P")
V = TypeVar("V")
OfBook = Callable[Concatenate[int | None, P], V]
LONGEST = 50_000
"""Items of the results of a function, such as the people of books; each takes about 1 kB."""
_memories: list[Memory[Any, Any]] = []


def cached_by_stamp(most: int) -> Callable[[OfBook[P, V]], OfBook[P, V]]:
    """Cache up to ``most`` results of a function by a book's id and its other arguments; of
    longer ones, as many as have LONGEST items in all.

    A book without a stamp is not cached, and neither is None, which is no book.
    """
    memory: Memory[tuple[object, ...], Any] = Memory(
        LONGEST, lambda found: max(LONGEST // most, len(found) if isinstance(found, Sized) else 1)
    )
    _memories.append(memory)

    def decorate(read: OfBook[P, V]) -> OfBook[P, V]:
        @wraps(read)
        def known(book_id: int | None, /, *args: P.args, **kwargs: P.kwargs) -> V:
            stamp = stamp_of(book_id)
            place = book_id, stamp, *args, *kwargs.items()
            found: V | None = memory.get(place)
            if found is None:
                found = read(book_id, *args, **kwargs)
                if stamp:
                    memory.keep(place, found)
            return found

        return known

    return decorate


def read(query: Select[Any]) -> Sequence[Row[Any]]:
    """The rows; while the caller adds them up, nobody waits to write.

    For pages alone: inside a writing transaction it would undo what was written.
    """
    rows = run(query).all()
    rollback()
    return rows


def stamp_of(book_id: int | None) -> str | None:
    """The stamp of a book, which changes with its games and people; None if it has none yet."""
    stamp: str | None = run(select(BOOK.c.stamp).where(BOOK.c.id == book_id)).scalar()
    return stamp


def forget() -> None:
    for memory in _memories:
        memory.clear()


MOST_NAMES = 60
"""Names that a new game offers."""
LAST_ID = 2**31 - 1
"""The most that fits into a column."""


class KindSums(NamedTuple):
    """A person's games of one kind: their number, hands, points, and the sum of the shares of
    rivals beaten."""

    games: int = 0
    hands: int = 0
    total: int = 0
    behind: Fraction = Fraction(0)


@dataclass(slots=True)
class PersonLine:
    """A person of a book: how often and when last they sat at a table, and their figures.

    ``colour`` is their own shade; ``kinds`` has their figures by kind of game.
    """

    id: int
    name: str
    hidden: bool
    colour: int | None
    seated: int = 0
    last_at: datetime | None = None
    sums: Sums = field(default_factory=Sums)
    kinds: dict[str, KindSums] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameSeen:
    """A game to which a figure links: its key, and when it began."""

    key: str
    started_at: datetime


def root_of(book_id: int | None, person_id: int) -> int:
    """The person of the book with this id, or the one into whom they were merged.

    Raises UnknownPersonError.
    """
    here = (PERSON.c.id == person_id, PERSON.c.book_id == book_id)
    row = run(select(ROOT).where(*here)).first() if person_id <= LAST_ID else None
    if row is None:
        raise UnknownPersonError(person_id)
    return int(row.person)


def named(book_id: int, person_id: int) -> PersonLine:
    """A person of the book who sat at a table; raises UnknownPersonError."""
    root = root_of(book_id, person_id)
    for line in everybody(book_id):
        if line.id == root:
            return line
    raise UnknownPersonError(person_id)


def game_in(book_id: int, key: str) -> int | None:
    return run(select(GAME.c.id).where(GAME.c.key == key, GAME.c.book_id == book_id)).scalar()


def games_seen(ids: list[int]) -> dict[int, GameSeen]:
    query = select(GAME.c.id, GAME.c.key, GAME.c.started_at).where(GAME.c.id.in_(ids))
    rows = run(query.order_by(GAME.c.id.desc()))
    return {row.id: GameSeen(row.key, aware(row.started_at)) for row in rows}


@cached_by_stamp(1000)
def most_frequent(book_id: int | None) -> tuple[str, ...]:
    """The names of those who sat at most tables of the book, as many as a new game offers."""
    part = PERSON.alias()
    query = (
        select(PERSON.c.name)
        .join_from(PERSON, part, func.coalesce(part.c.same_as, part.c.id) == PERSON.c.id)
        .join(PLAYER, PLAYER.c.person_id == part.c.id)
        .where(PERSON.c.book_id == book_id, part.c.book_id == book_id)
        .group_by(PERSON.c.id, PERSON.c.name)
        .order_by(func.count().desc(), PERSON.c.id)
    )
    return tuple(run(query.limit(MOST_NAMES)).scalars())


@cached_by_stamp(200)
def colours(book_id: int | None) -> dict[str, int]:
    """The shades that people of the book chose, by every folded name that means them."""
    query = select(PERSON.c.folded, CALLED.c.colour).join_from(PERSON, CALLED, IS_CALLED)
    found = run(query.where(PERSON.c.book_id == book_id, CALLED.c.colour.is_not(None)))
    return {row.folded: row.colour for row in found}


@cached_by_stamp(200)
def everybody(book_id: int | None) -> tuple[PersonLine, ...]:
    """All who played in the book, the most frequent first."""
    here = PERSON.c.book_id == book_id
    people = select(PERSON.c.id, PERSON.c.name, PERSON.c.hidden, PERSON.c.colour)
    lines = {
        row.id: PersonLine(*row) for row in read(people.where(here, PERSON.c.same_as.is_(None)))
    }
    for row in read(_SEATED.where(here)):
        # Since the first statement, another phone may have added somebody.
        if (line := lines.get(row.person)) is None:
            continue
        line.seated, line.last_at = row.seated, aware(row.last_at)
    for row in read(_SUMS.where(here)):
        if (line := lines.get(row.person)) is None:
            continue
        behind = Fraction(row.beaten, row.players - 1)
        hands, made, total = int(row.hands), int(row.made), int(row.total)
        zeros = int(row.zeros), int(row.zeros_made)
        line.sums = line.sums.plus(Sums(row.games, row.won, hands, made, *zeros, behind))
        if row.kind:
            known = line.kinds.get(row.kind, KindSums())
            sums = row.games, hands, total, behind
            line.kinds[row.kind] = KindSums(*map(add, known, sums))
    played = (line for line in lines.values() if line.seated)
    return tuple(sorted(played, key=lambda line: (-line.seated, line.name.casefold(), line.id)))


_SEATED = (
    select(ROOT, func.count().label("seated"), func.max(GAME.c.started_at).label("last_at"))
    .join_from(PERSON, PLAYER, PLAYER.c.person_id == PERSON.c.id)
    .join(GAME, GAME.c.id == PLAYER.c.game_id)
    .group_by(ROOT)
)
FIGURES = (
    PERSON.join(PLAYER, PLAYER.c.person_id == PERSON.c.id)
    .join(GAME, (GAME.c.id == PLAYER.c.game_id) & ~GAME.c.running)
    .join(FIGURE, (FIGURE.c.game_id == PLAYER.c.game_id) & (FIGURE.c.seat == PLAYER.c.seat))
)
_ADDED = ("hands", "made", "zeros", "zeros_made", "beaten", "total")
_SUMS = (
    select(
        ROOT,
        FIGURE.c.kind,
        FIGURE.c.players,
        func.count().label("games"),
        func.count().filter(FIGURE.c.won).label("won"),
        *(func.sum(FIGURE.c[name]).label(name) for name in _ADDED),
    )
    .select_from(FIGURES)
    .group_by(ROOT, FIGURE.c.kind, FIGURE.c.players)
)
BY_TIME = (GAME.c.started_at, GAME.c.id)
"""The order of games, in which imported games have the time of their play."""


try:
    from openskill.models import PlackettLuce
except ImportError:  # pragma: no cover
    PlackettLuce = None  # type: ignore[assignment,misc]


def can_rate() -> bool:
    """Return whether the library is installed (the extra ``ratings``)."""
    return PlackettLuce is not None


def ratings(games: Iterable[Mapping[int, int]]) -> dict[int, Fraction]:
    """A cautious rating of each person, from the places of their games in order.

    It is the mean minus three times its uncertainty: 0 before the first game.
    """
    model = PlackettLuce()
    known: dict[int, Any] = {}
    for places in games:
        if len(places) < 2:
            continue
        teams = [[known.get(person) or model.rating()] for person in places]
        rated = model.rate(teams, ranks=[float(place) for place in places.values()])
        known |= {person: one for person, (one,) in zip(places, rated, strict=True)}
    return {person: Fraction(one.ordinal()) for person, one in known.items()}


@cached_by_stamp(200)
def unread(book_id: int | None) -> tuple[GameSeen, ...]:
    """The finished games of a book that were broken when their figures were due."""
    broken = select(GAME.c.id).where(GAME.c.book_id == book_id, LACKS_FIGURES)
    return tuple(games_seen(list(run(broken).scalars())).values())


class Leads(NamedTuple):
    """The leaders in bids of 0 made and in bids made, among those who are not hidden."""

    zeros: Lead | None
    made: Lead | None


NEWEST = 500
"""Games considered for the points by hand size; more would change little and take longer."""


@cached_by_stamp(500)
def career_of(_book_id: int | None, person_id: int) -> tuple[Career, tuple[int, ...]]:
    """A person's figures, and the ids of their games, to which the figures refer by index."""
    rows = read(_played(person_id))
    return career([played_from(row) for row in rows]), tuple(row.game_id for row in rows)


@cached_by_stamp(1000)
def duel_of(_book_id: int | None, one: int, other: int) -> Duel:
    """Two people in the games that both finished."""
    mine, theirs = (
        {row.game_id: played_from(row) for row in read(_played(person))} for person in (one, other)
    )
    return duel((mine[game], theirs[game]) for game in mine if game in theirs)


@cached_by_stamp(500)
def rivals_of(_book_id: int | None, person_id: int) -> frozenset[int]:
    theirs = FIGURE.c.game_id.in_(select(games_of(person_id).subquery()))
    found = run(select(ROOT).select_from(FIGURES).where(theirs).distinct()).scalars()
    return frozenset(found) - {person_id}


@cached_by_stamp(200)
def quarters_of(book_id: int | None, kind: str) -> tuple[Quarters, ...]:
    """The points by hand size of all players in the newest games of a kind in a book."""
    games = select(GAME.c.id).order_by(GAME.c.started_at.desc(), GAME.c.id.desc()).limit(NEWEST)
    games = games.where(GAME.c.book_id == book_id, GAME.c.variant == kind, ~GAME.c.running)
    newest = FIGURE.c.game_id.in_(select(games.subquery()))
    rows = read(select(FIGURE.c.sizes).where(newest, FIGURE.c.kind == kind))
    return by_cards((cards, Hands(*hands)) for (sizes,) in rows for cards, *hands in sizes)


@cached_by_stamp(200)
def leads(book_id: int | None) -> Leads:
    numbers = FIGURE.c.zeros, FIGURE.c.zeros_made, FIGURE.c.made, FIGURE.c.hands
    query = select(FIGURE.c.game_id, ROOT, *numbers).order_by(*BY_TIME)
    query = query.select_from(FIGURES.join(CALLED, IS_CALLED))
    rows = read(query.where(PERSON.c.book_id == book_id, ~CALLED.c.hidden))
    zeros = (Share(row.game_id, row.person, row.zeros_made, row.zeros) for row in rows)
    made = (Share(row.game_id, row.person, row.made, row.hands) for row in rows)
    return Leads(lead(zeros, LEAST_ZEROS), lead(made, LEAST_HANDS))


@cached_by_stamp(200)
def ratings_of(book_id: int | None) -> dict[int, Fraction]:
    """The rating of each person of the book, from the places of all its games in order."""
    query = select(FIGURE.c.game_id, ROOT, FIGURE.c.position).select_from(FIGURES)
    # If somebody had two seats in a game, the better place is the last.
    query = query.order_by(*BY_TIME, FIGURE.c.position.desc())
    games = groupby(read(query.where(PERSON.c.book_id == book_id)), key=lambda row: row.game_id)
    return ratings({row.person: row.position for row in places} for _, places in games)


def _played(person_id: int) -> Select[Any]:
    query = select(FIGURE).select_from(FIGURES).where(is_person(person_id))
    return query.order_by(*BY_TIME)


@cached_by_stamp(200)
def records_of(book_id: int | None, kind: str) -> tuple[RecordHolder, ...]:
    """The records of a kind of game in a book, without hidden people."""
    found = []
    for feat, (column, least) in MEASURED.items():
        query = select(ROOT, column, GAME.c.id).select_from(FIGURES.join(CALLED, IS_CALLED))
        query = query.where(PERSON.c.book_id == book_id, FIGURE.c.kind == kind, ~CALLED.c.hidden)
        query = query if least is None else query.where(column >= least)
        rows = run(query.order_by(column.desc(), *BY_TIME, FIGURE.c.seat).limit(MOST_EQUAL)).all()
        people = dict.fromkeys(person for person, value, _ in rows if value == rows[0][1])
        found += [RecordHolder(feat, tuple(people), *rows[0][1:])] if rows else []
    return tuple(found)


MOST_EQUAL = 100
"""The equal figures among which the holders of a record are sought."""


MEASURED: dict[RecordKind, tuple[Column[int], int | None]] = {
    RecordKind.SCORE: (FIGURE.c.total, None),
    RecordKind.HAND: (FIGURE.c.best, None),
    RecordKind.RUN: (FIGURE.c.run, 2),
    RecordKind.COMEBACK: (FIGURE.c.climbed, 1),
}
"""The figure of each record, and its minimum."""


def other_peaks(stored: StoredGame) -> Peaks | None:
    """The peaks of all other finished games of its kind in the book of a game; None if its points
    cannot be compared."""
    kind = kind_of(stored.game.variant)
    return None if kind is None else _peaks_beside(stored.book_id, stored.id, kind)


@cached_by_stamp(100)
def _peaks_beside(book_id: int | None, game_id: int, kind: str) -> Peaks:
    query = select(
        func.count(),
        func.coalesce(func.max(FIGURE.c.best), 0),
        func.coalesce(func.max(FIGURE.c.run), 0),
    ).select_from(FIGURES.join(CALLED, IS_CALLED))
    others = GAME.c.book_id == book_id, GAME.c.id != game_id, ~CALLED.c.hidden
    return Peaks(*run(query.where(*others, FIGURE.c.kind == kind)).one())


def ends_of(book_id: int | None, kind: str, year: Year) -> list[tuple[int, int]]:
    """The person and the total of each seat, of the finished games of a kind that began in a year,
    in the order of the games.
    """
    query = select(ROOT, FIGURE.c.total).select_from(FIGURES).order_by(*BY_TIME, FIGURE.c.seat)
    query = query.where(PERSON.c.book_id == book_id, GAME.c.book_id == book_id)
    query = query.where(GAME.c.variant == kind, FIGURE.c.kind == kind)
    rows = run(query.where(began_in(year)))
    return [(row.person, row.total) for row in rows]


def other_scores(stored: StoredGame) -> tuple[int, ...]:
    """The scores of the newest finished games in the book of this one, except its own.

    They are of its kind, with as many players, all of whom played from beginning to end; () for a
    game whose points cannot be compared.
    """
    game, kind = stored.game, kind_of(stored.game.variant)
    if kind is None or game.starts or game.away:
        return ()
    return _beside(stored.book_id, stored.id, kind, len(game.players))


@cached_by_stamp(100)
def _beside(book_id: int | None, game_id: int, kind: str, players: int) -> tuple[int, ...]:
    moved = exists().where(PLAYER.c.game_id == GAME.c.id, (PLAYER.c.start != 0) | PLAYER.c.away)
    query = select(GAME.c.variant, GAME.c.rules, GAME.c.totals).where(
        *(GAME.c.book_id == book_id, GAME.c.variant == kind, GAME.c.id != game_id),
        *(~GAME.c.running, GAME.c.played > 0, GAME.c.totals.is_not(None), ~moved),
    )
    query = query.order_by(GAME.c.started_at.desc(), GAME.c.id.desc()).limit(NEWEST)
    rows = run(query).all()
    games = {row.rules: rules_or_none(row.variant, row.rules) for row in rows}
    known = {rules for rules, variant in games.items() if variant and kind_of(variant) == kind}
    found = [_totals(row.totals) for row in rows if row.rules in known]
    return tuple(total for by in found if len(by) == players for total in by)


def _totals(text: str) -> tuple[int, ...]:
    """The totals of a game by seat, as its row has them; () if they make no sense."""
    try:
        return tuple(int(total) for total in text.split(","))
    except BROKEN:
        return ()
