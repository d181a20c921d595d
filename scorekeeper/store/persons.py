"""Which people of a book the names at its tables mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import BindParameter, bindparam, select, update

from scorekeeper.rules.people import folded
from scorekeeper.store.models import Person, db
from scorekeeper.store.models.tables import GAME, PERSON, PLAYER, run


def people_called(book_id: int, names: Sequence[str], like: int | None = None) -> list[int]:
    """The ids of the people of a book with these names, in their order; new names make new people.

    A name of the game ``like`` means whom it means there. Inside a writing transaction.
    """
    keys = [folded(name) for name in names]
    known = {row.folded: row.id for row in run(_CALLED, {"book": book_id, "keys": keys})}
    if like is not None:
        known |= {folded(row.name): row.person_id for row in run(_SEATED, {"game": like})}
    missing = {key: name for key, name in zip(keys, names, strict=True) if key not in known}
    added = (Person(book_id=book_id, folded=key, name=name) for key, name in missing.items())
    known |= {person.folded: person.id for person in _stored(added)}
    return [known[key] for key in keys]


def settle_in(book_id: int) -> None:
    """Let the players of games that came into a book be people of it, found by their names.

    People whom the book did not know keep their name, what they were merged into, and whether they
    are hidden. Inside a writing transaction.
    """
    came = {person.id: person for person in db.session.scalars(_STRANGERS, {"book": book_id})}
    while missing := {one.same_as for one in came.values() if one.same_as} - set(came):
        found = select(Person).where(Person.id.in_(missing))
        came |= {person.id: person for person in db.session.scalars(found)}
    if not came:
        return
    keys = [person.folded for person in came.values()]
    here = select(Person).where(Person.book_id == book_id, Person.folded.in_(keys))
    known = {person.folded: person for person in db.session.scalars(here)}
    new = {one.folded: one for one in came.values() if one.folded not in known}
    known |= {one.folded: one for one in _stored(_copies(new.values(), book_id))}
    for key, one in new.items():
        if one.same_as:
            _merge(known[key], known[came[one.same_as].folded])
    db.session.flush()
    moves = [{"was": one.id, "is": known[one.folded].id, "book": book_id} for one in came.values()]
    run(_MOVE, moves)


def _merge(person: Person, into: Person) -> None:
    """As in the book that they came from, but where the books they came from disagree."""
    root = into.same_as or into.id
    others = select(Person.id).where(Person.same_as == person.id).limit(1)
    if root != person.id and db.session.scalar(others) is None:
        person.same_as = root


def _copies(people: Iterable[Person], book_id: int) -> Iterable[Person]:
    for one in people:
        yield Person(book_id=book_id, folded=one.folded, name=one.name, hidden=one.hidden)


def _stored(people: Iterable[Person]) -> list[Person]:
    """The people, with the ids that the database gave them."""
    added = list(people)
    db.session.add_all(added)
    db.session.flush()
    return added


_KEYS: BindParameter[list[str]] = bindparam("keys", expanding=True)
_CALLED = select(PERSON.c.folded, PERSON.c.id)
_CALLED = _CALLED.where(PERSON.c.book_id == bindparam("book"), PERSON.c.folded.in_(_KEYS))
_SEATED = select(PLAYER.c.name, PLAYER.c.person_id)
_SEATED = _SEATED.where(PLAYER.c.game_id == bindparam("game"), PLAYER.c.person_id.is_not(None))
_OF_BOOK = select(GAME.c.id).where(GAME.c.book_id == bindparam("book"))
_STRANGERS = select(Person).where(
    Person.id.in_(select(PLAYER.c.person_id).where(PLAYER.c.game_id.in_(_OF_BOOK))),
    Person.book_id != bindparam("book"),
)
_MOVE = (
    update(PLAYER)
    .where(PLAYER.c.person_id == bindparam("was"), PLAYER.c.game_id.in_(_OF_BOOK))
    .values(person_id=bindparam("is"))
)
