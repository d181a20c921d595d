"""Changes to the people of a book, each with a line in their log from which it can be reversed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select

from scorekeeper.rules.people import ChangeKind, folded
from scorekeeper.rules.problems import Code
from scorekeeper.store.engine.locks import lock_books
from scorekeeper.store.engine.transaction import aware, now, parallel_transaction
from scorekeeper.store.models import Person, PersonChange, db
from scorekeeper.store.people import persons

SHOWN = 20
"""Lines of the log that a page shows."""


@dataclass(frozen=True, slots=True)
class PersonLogLine:
    """One change: its ``kind`` and subject, with the names at that time."""

    id: int
    at: datetime
    person_id: int
    kind: ChangeKind
    before: str
    after: str


class PersonError(ValueError):
    """A change of people that is impossible: the ``code`` of its sentence, and the names in it."""

    def __init__(self, code: Code, names: dict[str, str]) -> None:
        super().__init__(code)
        self.code, self.names = code, names


@parallel_transaction
def rename(book_id: int, person_id: int, name: str) -> None:
    """Rename a person; from now on the new name means them too.

    Raises PersonError if it already means somebody else.
    """
    lock_books(book_id)
    person, key = _person(book_id, person_id), folded(name)
    if person.name == name:
        return
    known = db.session.scalar(select(Person).filter_by(book_id=book_id, folded=key))
    if known is not None and person.id not in (known.id, known.same_as):
        raise PersonError(Code.PERSON_KNOWN, {"name": name})
    alias = None
    if known is None:
        alias = Person(book_id=book_id, folded=key, name=name, same_as=person.id)
        db.session.add(alias)
        db.session.flush()
    note(person, ChangeKind.RENAME, person.name, name, alias=alias.id if alias else None)
    person.name = name


@parallel_transaction
def merge(book_id: int, person_id: int, into_id: int) -> None:
    """Merge a person into another one, with all their games; a repeat changes nothing.

    Raises PersonError if either is not in the book, or both sat at one table.
    """
    lock_books(book_id)
    into = db.session.get(Person, into_id)
    if into is None or into.book_id != book_id or into.same_as is not None:
        raise PersonError(Code.PERSON_NONE, {})
    if (known := db.session.get(Person, person_id)) and known.same_as == into.id:
        return
    person = _person(book_id, person_id)
    if person is into:
        raise PersonError(Code.PERSON_SAME, {"name": person.name})
    if persons.have_met(person.id, into.id):
        names = {"name": person.name, "other": into.name}
        raise PersonError(Code.PERSON_MET, names)
    of_person = select(Person).where((Person.id == person.id) | (Person.same_as == person.id))
    moved = list(db.session.scalars(of_person))
    given = person.colour if into.colour is None else None
    ids = [one.id for one in moved]
    note(into, ChangeKind.MERGE, person.name, into.name, moved=ids, was=person.id, colour=given)
    for one in moved:
        one.same_as = into.id
    if given is not None:
        into.colour = given


@parallel_transaction
def split(book_id: int, person_id: int, game_id: int, name: str) -> None:
    """Give a seat of one game to another person; its name on the sheet stays. A repeat changes
    nothing.

    Raises PersonError if the person did not play there, or the other did.
    """
    lock_books(book_id)
    person = _person(book_id, person_id)
    (other,) = persons.people_called(book_id, (name,))
    root = db.session.get_one(Person, other)
    root = db.session.get_one(Person, root.same_as) if root.same_as else root
    seats, theirs = persons.seats_of(person.id, game_id), persons.seats_of(root.id, game_id)
    if theirs and not seats:
        return
    if not seats:
        raise PersonError(Code.PERSON_GAME, {})
    if theirs:
        raise PersonError(Code.PERSON_THERE, {"name": root.name})
    at, was = seats[0].seat, seats[0].person_id
    note(person, ChangeKind.SPLIT, person.name, root.name, game=game_id, seat=at, was=was)
    persons.seat_person(game_id, at, other)


@parallel_transaction
def hide(book_id: int, person_id: int, *, hidden: bool) -> None:
    """Leave a person out of the figures of the book, or include them again."""
    lock_books(book_id)
    person = _person(book_id, person_id)
    if person.hidden != hidden:
        note(person, ChangeKind.HIDE if hidden else ChangeKind.UNHIDE, person.name, "")
        person.hidden = hidden


@parallel_transaction
def paint(book_id: int, person_id: int, colour: int | None) -> None:
    """Give a person their own shade in all their games, or with None that of the seat again."""
    lock_books(book_id)
    _paint(_person(book_id, person_id), colour)


def paint_seats(game_id: int, colours: Mapping[int, int | None]) -> None:
    """Give the people at these seats of a game their own shades, as with :func:`paint`; inside a
    writing transaction."""
    for seat, colour in colours.items():
        person = db.session.get_one(Person, persons.person_at(game_id, seat))
        _paint(person, colour)


def _paint(person: Person, colour: int | None) -> None:
    if person.colour != colour:
        shade = "" if colour is None else str(colour)
        kind = ChangeKind.COLOUR if shade else ChangeKind.BY_SEAT
        note(person, kind, person.name, shade, was=person.colour)
        person.colour = colour


@parallel_transaction
def undo(book_id: int | None, change_id: int | None) -> PersonLogLine:
    """Undo a change, however old it is, and return it. An undone change stays undone.

    Raises PersonError for a change of another book, and if a later one builds on it.
    """
    lock_books(book_id)
    change = db.session.get(PersonChange, change_id) if change_id is not None else None
    if change is None or change.book_id != book_id:
        raise PersonError(Code.PERSON_CHANGE, {})
    if not change.undone:
        _take_back(change, json.loads(change.data))
        change.undone = True
        db.session.flush()
        persons.renew_stamp(change.book_id)
    return line_of(change)


def _take_back(change: PersonChange, data: dict[str, Any]) -> None:
    person = db.session.get_one(Person, change.person_id)
    match kind := ChangeKind(change.kind):
        case ChangeKind.RENAME:
            _check(person.name == data["after"])
            person.name = data["before"]
            if data["alias"] is not None and not persons.seats_of(data["alias"]):
                db.session.execute(delete(Person).where(Person.id == data["alias"]))
        case ChangeKind.MERGE:
            moved = list(db.session.scalars(select(Person).where(Person.id.in_(data["moved"]))))
            _check(all(one.same_as == person.id for one in moved))
            for one in moved:
                one.same_as = None if one.id == data["was"] else data["was"]
            if data.get("colour") is not None and person.colour == data["colour"]:
                person.colour = None
        case ChangeKind.SPLIT:
            _check(db.session.get(Person, data["was"]) is not None)
            _check(not persons.seats_of(person.id, data["game"]))
            persons.seat_person(data["game"], data["seat"], data["was"])
        case ChangeKind.COLOUR | ChangeKind.BY_SEAT:
            _check(person.colour == (int(data["after"]) if data["after"] else None))
            person.colour = data["was"]
        case _:
            person.hidden = kind is ChangeKind.UNHIDE


def _check(fits: bool) -> None:
    if not fits:
        raise PersonError(Code.PERSON_LATER, {})


def _person(book_id: int, person_id: int) -> Person:
    person = db.session.get(Person, person_id)
    if person is None or person.book_id != book_id or person.same_as is not None:
        raise persons.UnknownPersonError(person_id)
    return person


def log(book_id: int | None, person_id: int | None = None) -> list[PersonLogLine]:
    """The changes to the people of a book, or to one of them, the newest first."""
    query = select(PersonChange).filter_by(book_id=book_id, undone=False)
    if person_id is not None:
        query = query.filter_by(person_id=person_id)
    lines = db.session.scalars(query.order_by(PersonChange.id.desc()).limit(SHOWN))
    return [line_of(change) for change in lines]


def note(person: Person, kind: ChangeKind, before: str, after: str, **data: Any) -> None:
    """Write a line, with the ``data`` that reverses the change; inside a writing transaction."""
    text = json.dumps({"before": before, "after": after, **data})
    line = PersonChange(
        book_id=person.book_id, person_id=person.id, kind=kind, data=text, at=now(), undone=False
    )
    db.session.add(line)
    persons.renew_stamp(person.book_id)


def line_of(change: PersonChange) -> PersonLogLine:
    """A row of the log as a value."""
    data = json.loads(change.data)
    at = aware(change.at)
    kind = ChangeKind(change.kind)
    return PersonLogLine(change.id, at, change.person_id, kind, data["before"], data["after"])
