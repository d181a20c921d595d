"""A pasted list of seats, as it was read: who sits where, and what is wrong with it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.forms.seat_list import ListedSeat
from scorekeeper.rules.events.event import Entrant, Event
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.events.round_acts import Drawn, seat_by_hand
from scorekeeper.rules.people import folded
from scorekeeper.rules.problems import Problem, RefusedError, refuse_if
from scorekeeper.words.problems import sentences

MOST_TOLD = 8
"""The most problems of a list that are told at once."""


class SeatList(NamedTuple):
    """The tables of a pasted list, with the names at each in the order of the seats, and the
    problems for which it is refused."""

    tables: tuple[tuple[int, tuple[str, ...]], ...]
    problems: tuple[str, ...]
    total: int


def seat_list(event: Event, listed: Sequence[ListedSeat]) -> SeatList:
    """The contents of a list."""
    problems: tuple[str, ...] = ()
    try:
        seat_listed(event, listed, 0).after(event)
    except RefusedError as refused:
        problems = tuple(sentences(refused.problems, event.names))
    people = _found(event, listed)
    tables: dict[int, list[str]] = {}
    for number in sorted(people, key=lambda number: people[number]):
        tables.setdefault(people[number][0], []).append(event.entrant(number).name)
    found = tuple((number, tuple(names)) for number, names in tables.items())
    return SeatList(found, problems, len(people))


def seat_listed(event: Event, listed: Sequence[ListedSeat], seed: int) -> Drawn:
    """The draw that seats people as listed. Raises RefusedError if somebody is unknown, has two
    lines or none, or if a line has no table."""
    names = _by_name(event)
    listed = _below_heading(event, names, listed)
    people = {one.line: _called(event, names, one.who) for one in listed}
    problems = [
        Problem(EventCode.LINE_UNKNOWN, values={"number": one.line})
        for one in listed
        if people[one.line] is None
    ]
    problems += [
        Problem(EventCode.LINE_TABLE, values={"number": one.line})
        for one in listed
        if people[one.line] and not one.table
    ]
    seen: set[int] = set()
    for known in filter(None, people.values()):
        if known.number in seen:
            problems.append(event.problem(EventCode.SEAT_DOUBLE, known.number))
        seen.add(known.number)
    taken: set[tuple[int | None, int]] = set()
    for one in listed:
        if one.seat and (one.table, one.seat) in taken:
            problems.append(Problem(EventCode.LINE_SEAT, values={"number": one.line}))
        taken.add((one.table, one.seat or 0))
    refuse_if(problems[:MOST_TOLD])
    found = _found(event, listed)
    order = sorted(found, key=lambda number: found[number])
    return seat_by_hand(event, {number: found[number][0] for number in order}, seed)


def _found(event: Event, listed: Sequence[ListedSeat]) -> dict[int, tuple[int, int, int]]:
    """Table, seat and line of those who were found; of several lines of a person the last."""
    names = _by_name(event)
    return {
        known.number: (one.table, one.seat or 0, one.line)
        for one in listed
        if one.table and (known := _called(event, names, one.who))
    }


def _below_heading(
    event: Event, names: Mapping[str, Entrant | None], listed: Sequence[ListedSeat]
) -> Sequence[ListedSeat]:
    """The lines without the headings: those before the first that has a table or a player."""
    starts = (at for at, one in enumerate(listed) if one.table or _called(event, names, one.who))
    return listed[next(starts, 0) :]


def _called(event: Event, names: Mapping[str, Entrant | None], who: str) -> Entrant | None:
    """The entrant with this start number or name, perhaps with the family name first; None if there
    is none, or several."""
    if who.isascii() and who.isdigit():
        return event.by_number.get(int(who))
    return names.get(folded(who))


def _by_name(event: Event) -> dict[str, Entrant | None]:
    """The entrants by all forms of their names that lists use; None if several have one."""
    found: dict[str, Entrant | None] = {}
    for one in event.entrants:
        *given, family = one.own.split()
        forms = {one.name, one.own, f"{one.own}, {one.club}", f"{family}, {' '.join(given)}"}
        for form in {folded(form) for form in forms}:
            found[form] = None if form in found else one
    return found
