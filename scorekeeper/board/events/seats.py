"""The seats of a round, in which two people can be swapped or somebody can be replaced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import request

from scorekeeper.drawing.names import parts
from scorekeeper.forms.entrants import ListedSeat
from scorekeeper.rules.events.act import Act
from scorekeeper.rules.events.draw import again_in
from scorekeeper.rules.events.entrant_acts import new_table, tables_for, without_seat
from scorekeeper.rules.events.event import (
    Entrant,
    Event,
    Pair,
    Round,
    RoundState,
    State,
    Table,
    meetings,
    meets_again,
    sits_again,
)
from scorekeeper.rules.events.round_acts import Drawn, Replaced, Swapped, clubmates, seat_by_hand
from scorekeeper.rules.events.settings import EventCode
from scorekeeper.rules.people import folded
from scorekeeper.rules.problems import Problem, RefusedError, refuse_if
from scorekeeper.store.events.tables import TableGame, TableKey
from scorekeeper.words.problems import sentences

MOST_LATE = 8
"""The most people without a seat who are named."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A button with a person: seated, or free to take a seat."""

    number: int
    name: str
    is_chosen: bool
    deals: bool = False

    @property
    def words(self) -> list[str]:
        """The parts of the name, each of which has to fit on a line."""
        return parts(self.name)


@dataclass(frozen=True, slots=True)
class SeatsView:
    """The seats of a round.

    ``often`` are those who sit more than once at a table of the odd size, if that is worth saying;
    ``tables`` are numbers of tables with their people in the order of the seats, and ``free`` are
    people who could take a seat. ``chosen`` are up to two people, and ``then`` the
    pairs that meet again if they swap, ``mates`` those of one club that come together although
    clubs are kept apart; ``later`` is the number of pairs that meet again in the
    rounds planned ahead. If one of the chosen has no seat, that one ``comes`` and the other
    ``leaves``. ``late`` are people who play but have no seat, each with the table that suits best
    (None if none can take one more); ``fresh`` are those of them who could fill one more table;
    ``joins`` are the tables that can take the one chosen.
    """

    round: Round
    is_drawn: bool
    often: tuple[int, ...] | None
    tables: tuple[tuple[int, tuple[SeatLine, ...]], ...]
    free: tuple[SeatLine, ...]
    chosen: tuple[Entrant, ...]
    again: tuple[Pair, ...]
    later: int
    then: tuple[Pair, ...]
    mates: tuple[Pair, ...]
    comes: Entrant | None
    leaves: Entrant | None
    late: tuple[tuple[Entrant, int | None], ...]
    fresh: tuple[Entrant, ...]
    joins: tuple[int, ...]

    @property
    def before(self) -> int:
        """The number of the round before."""
        return self.round.number - 1

    @property
    def is_pair(self) -> bool:
        """Whether two people are chosen who can swap, or of whom one takes the other's seat."""
        return len(self.chosen) > 1


def begun_in(round_: Round, games: Mapping[TableKey, TableGame]) -> set[int]:
    """The tables of a round at which a hand has begun."""
    at = {number: game for (of_round, number), game in games.items() if of_round == round_.number}
    return {number for number, game in at.items() if game.is_begun}


def late_in(event: Event, round_: Round, begun: set[int]) -> tuple[tuple[Entrant, int | None], ...]:
    """Those who play but have no seat, each with the table that suits best."""
    return tuple(
        (one, next(iter(tables_for(event, round_, one.number, begun)), None))
        for one in without_seat(event, round_)[:MOST_LATE]
    )


def seats_view(event: Event, round_: Round, begun: set[int]) -> SeatsView:
    """The seats of a round, in which these tables have ``begun``.

    The address has the numbers of those who were ``chosen`` before, and of the ``seat`` tapped now:
    htmx sends only one value by the name of a button.
    """
    asked = [*request.args.getlist("chosen"), *request.args.getlist("seat")]
    seated = {number for table in round_.tables for number in table.seats}
    chosen = _chosen(event, asked, seated)
    numbers = {one.number for one in chosen}
    pair = chosen if len(chosen) > 1 else ()
    comes = next((one for one in pair if one.number not in seated), None)
    again, mates = meets_again(event, round_.number), clubmates(event, round_.number)
    after = _then(event, round_, pair, comes) if pair else event
    return SeatsView(
        round=round_,
        is_drawn=round_.state is RoundState.DRAWN,
        often=None if round_.stage else sits_again(event, round_.number),
        tables=tuple((table.number, _people(event, table, numbers)) for table in round_.tables),
        free=tuple(
            SeatLine(one.number, one.name, one.number in numbers)
            for one in event.entrants
            if one.number not in seated and one.state is not State.OUT
        ),
        chosen=chosen,
        again=again,
        later=again_in(event.ahead, meetings(event.rounds)),
        then=meets_again(after, round_.number),
        mates=tuple(one for one in clubmates(after, round_.number) if one not in mates),
        comes=comes,
        leaves=next((one for one in pair if one is not comes), None) if comes else None,
        late=late_in(event, round_, begun),
        fresh=new_table(event, round_),
        joins=_joins(event, round_, chosen, begun),
    )


def _joins(
    event: Event, round_: Round, chosen: tuple[Entrant, ...], begun: set[int]
) -> tuple[int, ...]:
    if len(chosen) != 1 or round_.table_of(chosen[0].number) is not None:
        return ()
    return tables_for(event, round_, chosen[0].number, begun)


def _chosen(event: Event, asked: Sequence[str], seated: set[int]) -> tuple[Entrant, ...]:
    """The people chosen, the newest last. A third choice, or a second of somebody without a seat,
    replaces the one before; a second tap on a person reverses the choice."""
    found: list[Entrant] = []
    for text in asked:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
        one = event.by_number.get(number)
        if one in found:
            found.remove(one)
        elif one is not None and (number in seated or one.state is not State.OUT):
            has_seat = number in seated
            found = found if has_seat else [other for other in found if other.number in seated]
            found = [*found[:1], one]
    return tuple(found)


def _people(event: Event, table: Table, chosen: set[int]) -> tuple[SeatLine, ...]:
    return tuple(
        SeatLine(number, event.entrant(number).name, number in chosen, seat == table.dealer)
        for seat, number in enumerate(table.seats)
    )


def _then(event: Event, round_: Round, chosen: tuple[Entrant, ...], comes: Entrant | None) -> Event:
    """The event after the change; unchanged if that is refused."""
    one, other = chosen
    act: Act = Swapped(round_.number, one.number, other.number)
    if comes is not None:
        leaves = other if comes is one else one
        act = Replaced(round_.number, leaves.number, comes.number)
    try:
        return act.after(event)
    except RefusedError:
        return event


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
