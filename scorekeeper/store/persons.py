"""The people of a book, and how names at a table become people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from secrets import token_hex
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Delete,
    Select,
    String,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.sql.functions import aggregate_strings

from scorekeeper.rules.game import Game
from scorekeeper.rules.people import ChangeKind, ChosenColours, folded, is_nameless, shades
from scorekeeper.rules.problems import Code
from scorekeeper.store.engine import aware, lock_books, now, parallel_transaction
from scorekeeper.store.mapping import document
from scorekeeper.store.mapping.document import AnyRow
from scorekeeper.store.mapping.stored import UnknownGameError
from scorekeeper.store.models import BOOK, GAME, PERSON, PLAYER, Person, PersonChange, db, run


class UnknownPersonError(UnknownGameError):
    """There is no such person in the book; answered like a game that does not exist."""


def people_called(book_id: int, names: Sequence[str], like: int | None = None) -> list[int | None]:
    """The ids of the people of a book with these names, in order; new names create new people, and
    the name of a seat means nobody.

    A name of the game ``like`` means the same person as there. Inside a writing transaction.
    """
    lock_books(book_id)
    keys = [folded(name) for name in names]
    named = {key: name for key, name in zip(keys, names, strict=True) if not is_nameless(name)}
    known = _known(book_id, named)
    if like is not None:
        seated = select(PLAYER.c.name, PLAYER.c.person_id).where(PLAYER.c.game_id == like)
        there = run(seated.where(PLAYER.c.person_id.is_not(None)))
        known |= {folded(row.name): row.person_id for row in there}
    missing = {key: name for key, name in named.items() if key not in known}
    if missing:
        # Read back, because inserting many rows with RETURNING is slower.
        run(insert(PERSON), [_row(book_id, key, name) for key, name in missing.items()])
        known = _known(book_id, missing) | known
    renew_stamp(book_id)
    return [known.get(key) for key in keys]


def known_among(book_id: int, names: Iterable[str]) -> frozenset[str]:
    """The folded names, among these, that the people of a book have."""
    return frozenset(_known(book_id, map(folded, names)))


def _known(book_id: int, keys: Iterable[str]) -> dict[str, int]:
    query = select(PERSON.c.folded, PERSON.c.id)
    query = query.where(PERSON.c.book_id == book_id, PERSON.c.folded.in_(list(keys)))
    return {row.folded: row.id for row in run(query)}


def _row(book_id: int, key: str, name: str) -> dict[str, Any]:
    return {"book_id": book_id, "folded": key, "name": name}


def renew_stamp(book_id: int) -> None:
    """Invalidate the cached values of the people of a book; inside a writing transaction."""
    run(update(BOOK).where(BOOK.c.id == book_id).values(stamp=token_hex(8)))


def seats_of(person_id: int, game_id: int | None = None) -> list[AnyRow]:
    """Some seats of a person and of those merged into them: of one game, or of any."""
    query = select(PLAYER.c.game_id, PLAYER.c.seat, PLAYER.c.person_id).where(is_person(person_id))
    query = query.join_from(PERSON, PLAYER, PLAYER.c.person_id == PERSON.c.id).limit(50)
    return list(run(query if game_id is None else query.where(PLAYER.c.game_id == game_id)))


def person_at(game_id: int, seat: int) -> int | None:
    query = select(CALLED.c.id).select_from(PLAYER.join(PERSON, PERSON.c.id == PLAYER.c.person_id))
    query = query.join(CALLED, IS_CALLED)
    return run(query.where(PLAYER.c.game_id == game_id, PLAYER.c.seat == seat)).scalar()


def have_met(one: int, other: int) -> bool:
    """Return whether two people sat in the same game."""
    mine, theirs = (select(games_of(person).subquery()) for person in (one, other))
    return run(mine.intersect(theirs).limit(1)).first() is not None


def seat_person(game_id: int, seat: int, person_id: int) -> None:
    """Give a seat to another person; inside a writing transaction."""
    here = (PLAYER.c.game_id == game_id, PLAYER.c.seat == seat)
    run(update(PLAYER).where(*here).values(person_id=person_id))


def forget_unseated(book_id: int) -> None:
    """Delete the people of a book who no longer sit in any game, with those merged into them."""
    run(_unseated(book_id))
    renew_stamp(book_id)


def forget_misspelt(book_id: int) -> None:
    """Delete the people of a book who sit in no game and for whom nothing was set."""
    has_changes = exists().where(PersonChange.person_id == PERSON.c.id)
    run(_unseated(book_id).where(PERSON.c.colour.is_(None), ~PERSON.c.hidden, ~has_changes))


def _unseated(book_id: int) -> Delete:
    merged = PERSON.alias()
    sits = exists().where(PLAYER.c.person_id == PERSON.c.id)
    merged_sits = exists().where(PLAYER.c.person_id == merged.c.id)
    return delete(PERSON).where(
        *(PERSON.c.book_id == book_id, PERSON.c.same_as.is_(None), ~sits),
        ~exists().where(merged.c.same_as == PERSON.c.id, merged_sits),
    )


def adopt(book_id: int) -> None:
    """Connect the players of games that moved into a book to its people, by their names.

    People whom the book does not know keep their name, their merges, their colour, and whether they
    are hidden. Inside a writing transaction.
    """
    of_book = select(GAME.c.id).where(GAME.c.book_id == book_id)
    seated = select(PLAYER.c.person_id).where(PLAYER.c.game_id.in_(of_book))
    strangers = select(Person).where(Person.id.in_(seated), Person.book_id != book_id)
    came = {person.id: person for person in db.session.scalars(strangers)}
    while missing := {one.same_as for one in came.values() if one.same_as} - set(came):
        found = select(Person).where(Person.id.in_(missing))
        came |= {person.id: person for person in db.session.scalars(found)}
    if not came:
        return
    keys = [person.folded for person in came.values()]
    here = select(Person).where(Person.book_id == book_id, Person.folded.in_(keys))
    known = {person.folded: person for person in db.session.scalars(here)}
    new = {one.folded: one for one in came.values() if one.folded not in known}
    if new:
        copies = [
            _row(book_id, one.folded, one.name) | {"hidden": one.hidden, "colour": one.colour}
            for one in new.values()
        ]
        run(insert(PERSON), copies)
        known |= {person.folded: person for person in db.session.scalars(here)}
    for key, one in new.items():
        if one.same_as:
            _merge(known[key], known[came[one.same_as].folded])
    db.session.flush()
    moves = [{"was": one.id, "is": known[one.folded].id} for one in came.values()]
    was_there = PLAYER.c.person_id == bindparam("was"), PLAYER.c.game_id.in_(of_book)
    run(update(PLAYER).where(*was_there).values(person_id=bindparam("is")), moves)


def is_person(person_id: int) -> ColumnElement[bool]:
    return (PERSON.c.id == person_id) | (PERSON.c.same_as == person_id)


def games_of(person_id: int) -> Select[Any]:
    query = select(PLAYER.c.game_id).join_from(PERSON, PLAYER, PLAYER.c.person_id == PERSON.c.id)
    return query.where(is_person(person_id))


def _merge(person: Person, into: Person) -> None:
    """The values from their former book, unless their former books disagree."""
    root = into.same_as or into.id
    others = select(Person.id).where(Person.same_as == person.id).limit(1)
    if root != person.id and db.session.scalar(others) is None:
        person.same_as = root


def write_players(game_id: int, book_id: int, before: Game, after: Game) -> None:
    """Write who sits where, and which people they are; inside a writing transaction."""
    people = people_called(book_id, after.players, game_id)
    both = zip(document.player_values(after), people, strict=True)
    values = [{**player, "person_id": person} for player, person in both]
    known, of_game = len(before.players), PLAYER.c.game_id == game_id
    seat = update(PLAYER).where(of_game, PLAYER.c.seat == bindparam("of_seat"))
    run(seat, [{"of_seat": one["seat"], **one} for one in values[:known]])
    if added := values[known:]:
        run(insert(PLAYER), [{"game_id": game_id, **one} for one in added])
    if len(after.players) < known:
        run(delete(PLAYER).where(of_game, PLAYER.c.seat >= len(after.players)))
    if set(before.players) - set(after.players):
        forget_misspelt(book_id)


ROOT = func.coalesce(PERSON.c.same_as, PERSON.c.id).label("person")
CALLED = PERSON.alias()
"""The person into whom a person was merged, who is hidden there under all names."""
IS_CALLED = CALLED.c.id == ROOT.element


def colours_from(text: str | None) -> ChosenColours:
    """The column CHOSEN_COLOURS as a value."""
    pairs = sorted(text.split(",")) if text else ()
    return tuple((int(pair[0]), int(pair[1])) for pair in pairs)


def colours_in(game_id: int) -> ChosenColours:
    """The shades that the people of a game chose."""
    return colours_from(run(select(CHOSEN_COLOURS).where(GAME.c.id == game_id)).scalar())


def shades_of(seated: Sequence[AnyRow]) -> tuple[int, ...]:
    """The shade of each seat of a game, from all its rows of SEATED."""
    chosen = tuple((one.seat, one.colour) for one in seated if one.colour is not None)
    return shades(len(seated), chosen)


_PEOPLE = PLAYER.outerjoin(PERSON, PERSON.c.id == PLAYER.c.person_id).outerjoin(CALLED, IS_CALLED)
_PAIR = PLAYER.c.seat.cast(String) + CALLED.c.colour.cast(String)
CHOSEN_COLOURS = (
    select(aggregate_strings(_PAIR, ","))
    .select_from(_PEOPLE)
    .where(PLAYER.c.game_id == GAME.c.id, CALLED.c.colour.is_not(None))
    .correlate(GAME)
    .scalar_subquery()
    .label("chosen_colours")
)
"""A column of seats and shades as text, for statements that read games."""
_IDS: BindParameter[list[int]] = bindparam("ids", expanding=True)
_CALLED = func.coalesce(CALLED.c.name, PLAYER.c.name).label("person")
_SEATS = select(*(PLAYER.c[name] for name in ("game_id", "seat", "name", "away")), _CALLED)
_SEATS = _SEATS.add_columns(CALLED.c.colour)
SEATED = _SEATS.select_from(_PEOPLE).where(PLAYER.c.game_id.in_(_IDS)).order_by(*PLAYER.primary_key)
"""The seats of some games, with the person and the shade that they chose."""


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

    Raises PersonError if it already means somebody else, or is that of a seat.
    """
    lock_books(book_id)
    person, key = _person(book_id, person_id), folded(name)
    if person.name == name:
        return
    if is_nameless(name):
        raise PersonError(Code.PERSON_EMPTY, {})
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
    if have_met(person.id, into.id):
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

    Raises PersonError if the person did not play there, the other did, or the name is that of a
    seat.
    """
    lock_books(book_id)
    person = _person(book_id, person_id)
    (other,) = people_called(book_id, (name,))
    if other is None:
        raise PersonError(Code.PERSON_EMPTY, {})
    root = db.session.get_one(Person, other)
    root = db.session.get_one(Person, root.same_as) if root.same_as else root
    seats, theirs = seats_of(person.id, game_id), seats_of(root.id, game_id)
    if theirs and not seats:
        return
    if not seats:
        raise PersonError(Code.PERSON_GAME, {})
    if theirs:
        raise PersonError(Code.PERSON_THERE, {"name": root.name})
    at, was = seats[0].seat, seats[0].person_id
    note(person, ChangeKind.SPLIT, person.name, root.name, game=game_id, seat=at, was=was)
    seat_person(game_id, at, other)


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
    """Give the people at these seats of a game, if they are named, their own shades, as with
    :func:`paint`; inside a writing transaction."""
    for seat, colour in colours.items():
        if (person := person_at(game_id, seat)) is not None:
            _paint(db.session.get_one(Person, person), colour)


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
        renew_stamp(change.book_id)
    return line_of(change)


def _take_back(change: PersonChange, data: dict[str, Any]) -> None:
    person = db.session.get_one(Person, change.person_id)
    match kind := ChangeKind(change.kind):
        case ChangeKind.RENAME:
            _check(person.name == data["after"])
            person.name = data["before"]
            if data["alias"] is not None and not seats_of(data["alias"]):
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
            _check(not seats_of(person.id, data["game"]))
            seat_person(data["game"], data["seat"], data["was"])
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
        raise UnknownPersonError(person_id)
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
    renew_stamp(person.book_id)


def line_of(change: PersonChange) -> PersonLogLine:
    """A row of the log as a value."""
    data = json.loads(change.data)
    at = aware(change.at)
    kind = ChangeKind(change.kind)
    return PersonLogLine(change.id, at, change.person_id, kind, data["before"], data["after"])
