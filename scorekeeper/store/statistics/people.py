"""The people of a book with their figures, read again when its stamp changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from operator import add
from typing import Any, NamedTuple

from sqlalchemy import func, select

from scorekeeper.rules.statistics.careers import Sums
from scorekeeper.store.engine.transaction import aware
from scorekeeper.store.models.tables import FIGURE, GAME, PERSON, PLAYER, run
from scorekeeper.store.people.persons import CALLED, IS_CALLED, ROOT, UnknownPersonError
from scorekeeper.store.statistics.cached import cached_by_stamp, read

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
    """The id of a game of the book."""
    return run(select(GAME.c.id).where(GAME.c.key == key, GAME.c.book_id == book_id)).scalar()


def games_seen(ids: list[int]) -> dict[int, GameSeen]:
    """The games with these ids."""
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
