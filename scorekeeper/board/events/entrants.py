"""The entrants of an event: the desk's list, typed lists of names, and the search."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from scorekeeper.board.events.plan import Plan, plan_of
from scorekeeper.drawing.fitting import name_width, parts
from scorekeeper.rules.events.entrant_acts import Entered, Newcomer
from scorekeeper.rules.events.event import Entrant, Event
from scorekeeper.rules.people import finds, folded, start_of
from scorekeeper.rules.problems import RefusedError
from scorekeeper.words.problems import sentences

LETTERS = 80
"""The most letters of a search that are used."""


class EntrantList(NamedTuple):
    """The entrants in a list that match the ``sought`` text, and the class for the longest word of
    their names."""

    lines: list[Entrant]
    sought: str
    width: str


class TypedList(NamedTuple):
    """The contents of a typed list: the ``new`` people, their numbers and clubs, names that the
    book knows, names left out because they are already ``entered`` or ``doubled`` in the list, the
    problems, and the tables that all would make."""

    new: tuple[Newcomer, ...]
    numbers: tuple[int, ...]
    clubs: tuple[str, ...]
    known: tuple[str, ...]
    entered: tuple[str, ...]
    doubled: tuple[str, ...]
    problems: tuple[str, ...]
    plan: Plan
    playing: int


def entrant_list(event: Event, sought: str) -> EntrantList:
    """The entrants whose name, club or number contains the sought words, in the order of their
    numbers: no tick moves a line."""
    words = sought.split()
    lines = [one for one in event.entrants if all(finds(word, searched(one)) for word in words)]
    lines.sort(key=lambda one: one.number)
    return EntrantList(lines, sought, word_width(one.name for one in lines))


def searched(one: Entrant) -> str:
    """The text of an entrant that a search compares."""
    return f"{one.number} {one.name} {one.club}"


def word_width(names: Iterable[str]) -> str:
    """The class for names that break between words: the class of the longest word."""
    return name_width(part for name in names for part in parts(name))


def new_among(event: Event, typed: Sequence[Newcomer]) -> tuple[Newcomer, ...]:
    """The typed people who are not entered yet, each of them once. Two of the same name from
    different clubs are two people; the act refuses them until their names differ."""
    clubs: dict[str, set[str]] = {}
    for known in event.entrants:
        clubs.setdefault(folded(known.name), set()).add(folded(known.club))
    new = []
    for one in typed:
        seen = clubs.setdefault(folded(one.name), set())
        club = folded(one.club)
        if not seen or (club and seen.isdisjoint({"", club})):
            new.append(one)
        seen.add(club)
    return tuple(new)


def typed_list(event: Event, act: Entered, book: Collection[str]) -> TypedList:
    """The contents of a typed list; ``book`` has the folded names of the people of the book."""
    new = new_among(event, act.newcomers)
    left_out = list(act.newcomers)
    for one in new:
        left_out.remove(one)
    there = {folded(one.name) for one in event.entrants}
    out = dict.fromkeys(one.name for one in left_out)
    after, problems = _entered(event, Entered(new, act.stand_by)) if new else (event, ())
    return TypedList(
        new,
        tuple(one.number for one in after.entrants[len(event.entrants) :]),
        tuple(dict.fromkeys(one.club for one in new if one.club)),
        tuple(one.name for one in new if folded(one.name) in book),
        tuple(name for name in out if folded(name) in there),
        tuple(name for name in out if folded(name) not in there),
        problems,
        plan_of(after),
        len(event.playing),
    )


def _entered(event: Event, act: Entered) -> tuple[Event, tuple[str, ...]]:
    """The event with the new people, or the unchanged event and the problems."""
    try:
        return act.after(event), ()
    except RefusedError as refused:
        return event, entered_problems(event, act, refused)


def entered_problems(event: Event, act: Entered, refused: RefusedError) -> tuple[str, ...]:
    """The problems of a list in sentences, each once."""
    names = (*event.names, *(one.name for one in act.newcomers))
    return tuple(dict.fromkeys(sentences(refused.problems, names)))


def found_entrants(event: Event, text: str) -> list[Entrant]:
    """The people whose name contains the text, or whose number begins with it, by name."""
    wanted = start_of(text, LETTERS).strip()
    by_name = sorted(event.entrants, key=lambda one: folded(one.name))
    return [one for one in by_name if finds(wanted, one.name) or str(one.number).startswith(wanted)]
