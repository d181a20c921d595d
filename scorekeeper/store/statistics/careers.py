"""The figures of people and who leads in a book, added up again only when its stamp says so."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from sqlalchemy import bindparam, select

from scorekeeper.ratings import ratings
from scorekeeper.rules.statistics.careers import LEAST_HANDS, LEAST_ZEROS, Career, career
from scorekeeper.rules.statistics.duels import Duel, duel
from scorekeeper.rules.statistics.leading import Lead, Share, lead
from scorekeeper.rules.statistics.played import Hands
from scorekeeper.rules.statistics.trends import Quarters, by_cards
from scorekeeper.store.models.tables import FIGURE, GAME, PERSON, run
from scorekeeper.store.people.persons import CALLED, IS_CALLED, ROOT, games_of, is_person
from scorekeeper.store.statistics.cached import cached_by_stamp
from scorekeeper.store.statistics.figures import played_from
from scorekeeper.store.statistics.people import BY_TIME, FIGURES


@dataclass(frozen=True, slots=True)
class Leads:
    """The leaders in bids of 0 made and in bids made, among those who are not hidden."""

    zeros: Lead | None
    made: Lead | None


NEWEST = 500
"""Games whose points by hand size are looked at: more would say the same and take longer."""


@cached_by_stamp(500)
def career_of(book_id: int, person_id: int) -> tuple[Career, tuple[int, ...]]:  # noqa: ARG001
    """A person's figures, and the ids of their games, to which the figures refer by place."""
    rows = run(_PLAYED, {"person": person_id}).all()
    return career([played_from(row) for row in rows]), tuple(row.game_id for row in rows)


@cached_by_stamp(1000)
def duel_of(book_id: int, one: int, other: int) -> Duel:  # noqa: ARG001 - known by its stamp
    """Two people in the games that both finished."""
    mine, theirs = (
        {row.game_id: played_from(row) for row in run(_PLAYED, {"person": person})}
        for person in (one, other)
    )
    return duel((mine[game], theirs[game]) for game in mine if game in theirs)


@cached_by_stamp(500)
def rivals_of(book_id: int, person_id: int) -> frozenset[int]:  # noqa: ARG001 - known by its stamp
    """Those who finished a game with a person."""
    found = run(_RIVALS, {"person": person_id}).scalars()
    return frozenset(found) - {person_id}


@cached_by_stamp(200)
def quarters_of(book_id: int, kind: str) -> tuple[Quarters, ...]:
    """The points by hand size of the newest games of a kind in a book, of all who played."""
    rows = run(_SIZES, {"book": book_id, "kind": kind, "count": NEWEST}).all()
    return by_cards((cards, Hands(*hands)) for row in rows for cards, *hands in row.sizes)


@cached_by_stamp(200)
def leads(book_id: int) -> Leads:
    """The leaders of the book, and the game since when."""
    rows = run(_SHARES, {"book": book_id}).all()
    zeros = (Share(row.game_id, row.person, row.zeros_made, row.zeros) for row in rows)
    made = (Share(row.game_id, row.person, row.made, row.hands) for row in rows)
    return Leads(lead(zeros, LEAST_ZEROS), lead(made, LEAST_HANDS))


@cached_by_stamp(200)
def ratings_of(book_id: int) -> dict[int, Fraction]:
    """The rating of each person of the book, from the places of all its games in order."""
    rows = groupby(run(_PLACES, {"book": book_id}), key=lambda row: row.game_id)
    return ratings({row.person: row.position for row in places} for _, places in rows)


_PLAYED = select(FIGURE).select_from(FIGURES).where(is_person("person")).order_by(*BY_TIME)
_THEIRS = select(games_of("person").subquery())
_RIVALS = select(ROOT).select_from(FIGURES).where(FIGURE.c.game_id.in_(_THEIRS)).distinct()
_OF_KIND = (GAME.c.book_id == bindparam("book"), GAME.c.variant == bindparam("kind"))
_NEWEST = select(GAME.c.id).where(*_OF_KIND, ~GAME.c.running)
_NEWEST = _NEWEST.order_by(GAME.c.started_at.desc(), GAME.c.id.desc()).limit(bindparam("count"))
_SIZES = select(FIGURE.c.sizes).where(
    FIGURE.c.game_id.in_(select(_NEWEST.subquery())), FIGURE.c.kind == bindparam("kind")
)
_SHARES = (
    select(
        *(FIGURE.c.game_id, ROOT, FIGURE.c.zeros, FIGURE.c.zeros_made),
        *(FIGURE.c.made, FIGURE.c.hands),
    )
    .select_from(FIGURES.join(CALLED, IS_CALLED))
    .where(PERSON.c.book_id == bindparam("book"), ~CALLED.c.hidden)
    .order_by(*BY_TIME)
)
_PLACES = (
    select(FIGURE.c.game_id, ROOT, FIGURE.c.position)
    .select_from(FIGURES)
    .where(PERSON.c.book_id == bindparam("book"))
    .order_by(*BY_TIME, FIGURE.c.position.desc())
)
"""Of somebody who had two seats of a game, the better place is the last."""
