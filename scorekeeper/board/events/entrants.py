"""The entrants of an event: the desk's list, typed lists of names, and the search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.drawing.names import name_width, parts
from scorekeeper.forms.entrants import Pasted, Reading, Shape
from scorekeeper.rules.events.draw import planned_sizes
from scorekeeper.rules.events.entrant_acts import MOST_ENTRANTS, Entered, Newcomer
from scorekeeper.rules.events.event import Entrant, Event, RoundState
from scorekeeper.rules.events.settings import EventSettings
from scorekeeper.rules.people import finds, folded, start_of
from scorekeeper.rules.problems import RefusedError
from scorekeeper.words.events.entrants import fuller_line, states_line
from scorekeeper.words.events.settings import seated_line
from scorekeeper.words.language import gettext
from scorekeeper.words.problems import sentences


class Plan(NamedTuple):
    """The number of players, the size of each table, and a line about each. Without ``sizes``, this
    number cannot be seated, and ``title`` says which numbers can."""

    playing: int
    sizes: tuple[int, ...]
    title: str
    about: str


def plan_of(event: Event) -> Plan:
    """The tables of the next draw."""
    playing = len(event.playing)
    if not playing:
        return Plan(0, (), gettext("Nobody yet"), "")
    try:
        sizes = planned_sizes(event.settings, playing)
    except RefusedError as refused:
        return Plan(playing, (), " ".join(sentences(refused.problems, ())), states_line(event))
    about = states_line(event) or _fuller(event.settings, playing, sizes)
    return Plan(playing, sizes, seated_line(sizes), about)


def _fuller(settings: EventSettings, playing: int, sizes: tuple[int, ...]) -> str:
    """The number of people with which all tables would have the usual size; "" if they do."""
    more = -playing % settings.size
    full = (settings.size,) * ((playing + more) // settings.size)
    return fuller_line(more, full) if {*sizes} != {settings.size} else ""


def seating_lines(event: Event, typed: Mapping[str, str]) -> list[tuple[Entrant, str]]:
    """All players, each with the table typed, the one drawn, or the next one in the order of the
    numbers."""
    last, sizes = event.last, plan_of(event).sizes
    in_order = [number for number, size in enumerate(sizes, 1) for _ in range(size)]
    tables = dict(zip(event.playing, in_order, strict=False))
    if last is not None and last.state is RoundState.DRAWN:
        tables = {seat: table.number for table in last.tables for seat in table.seats}
    return [
        (event.entrant(number), typed.get(str(number), str(tables.get(number, ""))))
        for number in event.playing
    ]


MOST_ASKED = 12
"""The most people of a typed list about whom the desk is asked whether they are there already."""
LETTERS = 80
"""The most letters of a search that are used."""


class EntrantList(NamedTuple):
    """The entrants in a list that match the ``sought`` text, and the class for the longest word of
    their names."""

    lines: list[Entrant]
    sought: str
    width: str


class Question(NamedTuple):
    """The question how the lines of one shape are read. ``cells`` are the parts of the first one,
    and ``others`` the number of lines that are read like it."""

    shape: Shape
    chosen: Reading
    cells: tuple[str, ...]
    others: int


class TypedPerson(NamedTuple):
    """Somebody in a typed list. ``same`` is the entrant of this name, ``is_doubled`` if the name
    stands in the list before; the desk says whether they are ``is_new``, by the ``value``.
    ``turned`` is the name as it was typed, with the family name first."""

    newcomer: Newcomer
    turned: str = ""
    question: Question | None = None
    same: Entrant | None = None
    is_doubled: bool = False
    is_new: bool = True

    @property
    def value(self) -> str:
        """The name and club, by which a form names this person."""
        return f"{self.newcomer.name}\t{self.newcomer.club}"

    @property
    def has_double(self) -> bool:
        return self.same is not None or self.is_doubled


class TypedList(NamedTuple):
    """A typed list: its ``people``, the class for their names, those of them who are ``new``, their
    numbers, the names that the book knows, the problems, and the tables that all would make.
    ``headings`` were left out, and so are the names in ``left_out``, about whom nobody is asked any
    more because they are too many. ``has_doubts`` if somebody is left out or a line is read other
    than the page says; ``is_renumbered`` if the numbers before the names are taken."""

    people: tuple[TypedPerson, ...]
    width: str
    new: tuple[Newcomer, ...]
    numbers: tuple[int, ...]
    known: tuple[str, ...]
    headings: tuple[str, ...]
    left_out: tuple[str, ...]
    problems: tuple[str, ...]
    plan: Plan
    playing: int
    has_doubts: bool
    is_renumbered: bool

    @property
    def total(self) -> int:
        return len(self.people) + len(self.left_out)

    @property
    def unadded(self) -> int:
        """The number of people in the list who are there already, or left out."""
        return self.total - len(self.new)


def entrant_list(event: Event, sought: str) -> EntrantList:
    """The entrants whose name, club or number contains the sought words, in the order of their
    numbers: no tick moves a line."""
    words = sought.split()
    lines = [one for one in event.entrants if all(finds(word, searched(one)) for word in words)]
    lines.sort(key=lambda one: one.number)
    return EntrantList(lines, sought, word_width(one.name for one in lines))


def searched(one: Entrant) -> str:
    """The text of an entrant that a search compares."""
    return f"{one.number} {one.own} {one.club}"


def word_width(names: Iterable[str]) -> str:
    """The class for names that break between words: the class of the longest word."""
    return name_width(part for name in names for part in parts(name))


def typed_list(
    event: Event, pasted: Pasted, book: Collection[str], second: Collection[str], *, stand_by: bool
) -> TypedList:
    """The contents of a typed list; ``book`` has the folded names of the people of the book."""
    numbers = [one.number for one in pasted.people if one.number is not None]
    counts_up = numbers == [*range(1, len(numbers) + 1)]
    is_renumbered = counts_up and not event.by_number.keys().isdisjoint(numbers)
    people = _marked(event, _people(pasted, keeps_numbers=not is_renumbered), second)
    new = tuple(one.newcomer for one in people if one.is_new)
    after, problems = _entered(event, Entered(new, stand_by)) if new else (event, ())
    doubles = [one for one in people if one.has_double]
    unasked = {id(one) for one in doubles[MOST_ASKED:] if not one.is_new}
    shown = tuple(one for one in people if id(one) not in unasked)
    return TypedList(
        shown,
        word_width(one.newcomer.name for one in shown),
        new,
        tuple(one.number for one in after.entrants[len(event.entrants) :]),
        tuple(one.name for one in new if folded(one.name) in book),
        pasted.headings,
        tuple(one.newcomer.name for one in people if id(one) in unasked),
        problems,
        plan_of(after),
        len(event.playing),
        pasted.is_guess or not all(one.is_new for one in people),
        is_renumbered,
    )


def _people(pasted: Pasted, *, keeps_numbers: bool) -> list[TypedPerson]:
    """The people of a list; the first line of each shape has its question."""
    often = Counter(line.shape for line in pasted.lines)
    asked: set[Shape] = set()
    found: list[TypedPerson] = []
    for line in pasted.lines:
        people = [one if keeps_numbers else replace(one, number=None) for one in line.people]
        found += [TypedPerson(one, line.turned) for one in people]
        if line.shape and line.shape not in asked:
            others = often[line.shape] - 1
            question = Question(line.shape, pasted.chosen[line.shape], line.cells, others)
            found[-1] = found[-1]._replace(question=question)
            asked.add(line.shape)
    return found[: 4 * MOST_ENTRANTS]


def _marked(
    event: Event, people: Iterable[TypedPerson], second: Collection[str]
) -> list[TypedPerson]:
    """The people, marked if they are there already: whoever has the name of somebody before, and no
    other club, is the same person unless the form says that they are a ``second`` one."""
    there: dict[str, Entrant] = {}
    clubs: dict[str, set[str]] = {}
    for known in event.entrants:
        there.setdefault(folded(known.own), known)
        clubs.setdefault(folded(known.own), set()).add(folded(known.club))
    found = []
    for one in people:
        name, club = folded(one.newcomer.name), folded(one.newcomer.club)
        seen = clubs.setdefault(name, set())
        if seen and not (club and seen.isdisjoint({"", club})):
            is_new = one.value in second
            one = one._replace(same=there.get(name), is_doubled=name not in there, is_new=is_new)  # noqa: PLW2901
        seen.add(club)
        found.append(one)
    return found


def _entered(event: Event, act: Entered) -> tuple[Event, tuple[str, ...]]:
    """The event with the new people, or the unchanged event and the problems."""
    try:
        return act.after(event), ()
    except RefusedError as refused:
        return event, entered_problems(event, act, refused)


def entered_problems(event: Event, act: Entered, refused: RefusedError) -> tuple[str, ...]:
    names = (*event.names, *(one.name for one in act.newcomers))
    return tuple(dict.fromkeys(sentences(refused.problems, names)))


def found_entrants(event: Event, text: str) -> list[Entrant]:
    """The people whose name contains the text, or whose number begins with it, by name."""
    wanted = start_of(text, LETTERS).strip()
    by_name = sorted(event.entrants, key=lambda one: folded(one.name))
    return [one for one in by_name if finds(wanted, one.name) or str(one.number).startswith(wanted)]
