"""Games to be exported, with the people in their seats and their discrepancies."""

from collections.abc import Iterable, Iterator
from itertools import islice

from sqlalchemy import select

from scorekeeper.rules.incoming import Incoming
from scorekeeper.rules.people import folded
from scorekeeper.store.games.reading import discrepancies_of
from scorekeeper.store.mapping.stored import BrokenGame, StoredGame
from scorekeeper.store.models import db
from scorekeeper.store.models.tables import PERSON, PLAYER, run
from scorekeeper.store.people.persons import CALLED, IS_CALLED

PAGE = 50
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
