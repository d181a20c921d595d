"""The acts about an event's settings and its entrants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorekeeper.rules.attendance import LONGEST_NAME, sizes_problems
from scorekeeper.rules.events.draw import Chance
from scorekeeper.rules.events.event import (
    Act,
    Entrant,
    Event,
    Round,
    RoundState,
    Seats,
    SignUp,
    State,
    Table,
    open_round,
    require,
    require_in,
    require_of,
)
from scorekeeper.rules.events.round_acts import dealers
from scorekeeper.rules.events.settings import FINAL_TABLE, EventCode, EventSettings, event_problems
from scorekeeper.rules.people import folded, start_of
from scorekeeper.rules.problems import Problem, refuse_if

MOST_ENTRANTS = 500
HIGHEST_NUMBER = 9999
LONGEST_CLUB = 30


@dataclass(frozen=True, slots=True)
class Created(Act):
    kind = "created"
    settings: EventSettings

    def after(self, event: Event) -> Event:  # noqa: ARG002
        """The new event; the one before is ignored."""
        refuse_if(event_problems(self.settings))
        return Event(self.settings)


@dataclass(frozen=True, slots=True)
class Changed(Act):
    """New settings, which apply from the next draw or at once."""

    kind = "changed"
    settings: EventSettings

    def after(self, event: Event) -> Event:
        """The event with the new settings. Plans for later rounds are discarded; draws stay. The
        game cannot change once a round is drawn."""
        refuse_if(event_problems(self.settings))
        old, new = event.settings, self.settings
        played = sum(one.stage is None for one in event.rounds)
        require(not event.rounds or old.variant == new.variant, EventCode.GAME_FIXED)
        require(new.rounds >= played, EventCode.ROUNDS_PLAYED, least=played)
        require(not event.finalists or old.final == new.final, EventCode.FINAL_BEGUN)
        return replace(event, settings=new, ahead=())


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A person to enter; without a number, the person gets the next free one."""

    name: str
    club: str = ""
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Entered(Act):
    kind = "entered"
    newcomers: tuple[Newcomer, ...]
    stand_by: bool = False

    def after(self, event: Event) -> Event:
        require(bool(self.newcomers), EventCode.ENTRANT_NONE)
        total = len(event.entrants) + len(self.newcomers)
        require(total <= MOST_ENTRANTS, EventCode.ENTRANTS_MANY, most=MOST_ENTRANTS)
        state = State.STAND_BY if self.stand_by else State.IN
        asked = {one.number for one in self.newcomers if one.number is not None}
        free = iter(_free_numbers(event, asked, len(self.newcomers)))
        added = [
            Entrant(next(free) if one.number is None else one.number, one.name, one.club, state)
            for one in self.newcomers
        ]
        return with_entrants(event, (*event.entrants, *added), len(event.entrants))


def with_entrants(event: Event, entrants: tuple[Entrant, ...], first: int) -> Event:
    """The event with these people, of whom those from ``first`` are new. Raises RefusedError if a
    name or number is not possible."""
    entered = replace(event, entrants=entrants)
    refuse_if(_entrant_problems(entered, first))
    return told_apart(entered)


def _free_numbers(event: Event, asked: set[int], count: int) -> list[int]:
    """The next numbers after the highest one in use, without those that were asked for."""
    first = max(event.by_number, default=0) + 1
    return [n for n in range(first, first + count + len(asked)) if n not in asked][:count]


@dataclass(frozen=True, slots=True)
class Renamed(Act):
    kind = "renamed"
    after_end = True
    number: int
    name: str
    club: str = ""

    def after(self, event: Event) -> Event:
        known = event.entrant(self.number)
        changed = replace(known, name=self.name, club=self.club, entered="")
        return _with_entrant(event, self.number, changed)


@dataclass(frozen=True, slots=True)
class Numbered(Act):
    kind = "numbered"
    number: int
    new: int

    def after(self, event: Event) -> Event:
        """The event with the new number. Not possible after the first draw, because draws and
        penalties refer to people by number."""
        require(not event.rounds and not event.adjustments, EventCode.NUMBERS_FIXED)
        return _with_entrant(
            event, self.number, replace(event.entrant(self.number), number=self.new)
        )


@dataclass(frozen=True, slots=True)
class Removed(Act):
    """Remove somebody who was entered by mistake and never drawn."""

    kind = "removed"
    number: int

    def after(self, event: Event) -> Event:
        known = event.entrant(self.number)
        require_of(event, self.number, may_remove(event, self.number), EventCode.ENTRANT_PLAYED)
        others = tuple(one for one in event.entrants if one is not known)
        return told_apart(replace(event, entrants=others, ahead=()))


def may_remove(event: Event, number: int) -> bool:
    """Return whether an entrant was never drawn and has no penalty or bonus."""
    tables = (table for one in event.rounds for table in one.tables)
    if any(number in table.seats or number in table.credit for table in tables):
        return False
    return all(one.entrant != number for one in event.adjustments)


@dataclass(frozen=True, slots=True)
class Marked(Act):
    kind = "marked"
    number: int
    state: State

    def after(self, event: Event) -> Event:
        """The event with the new state. A round that is only drawn stays as it is. Whoever is
        marked as playing once more plays on: nobody asks about them again in this round."""
        changed = replace(event.entrant(self.number), state=self.state)
        if self.state is State.IN:
            changed = replace(changed, ticked_in=len(event.rounds))
        return _with_entrant(event, self.number, changed)


def _with_entrant(event: Event, number: int, changed: Entrant) -> Event:
    """The event with a changed entrant. Raises RefusedError if the name or number is not
    possible."""
    known = event.entrant(number)
    at = next(at for at, one in enumerate(event.entrants) if one is known)
    found = replace(event, entrants=(*event.entrants[:at], changed, *event.entrants[at + 1 :]))
    if (changed.number, changed.name, changed.club) != (known.number, known.name, known.club):
        refuse_if(_entrant_problems(found, at, at + 1))
        return told_apart(found)
    return found


def told_apart(event: Event) -> Event:
    """The event in which everybody has a name of their own: of people of one name it contains the
    club, or else the start number."""
    alike: dict[str, list[Entrant]] = {}
    for one in event.entrants:
        alike.setdefault(folded(one.own), []).append(one)
    if len(alike) == len(event.entrants) and not any(one.entered for one in event.entrants):
        return event
    names = {one.number: one.own for those in alike.values() for one in those}
    for those in alike.values():
        clubs = Counter(folded(one.club) for one in those)
        for one in those if len(those) > 1 else ():
            is_club = one.club and clubs[folded(one.club)] == 1
            names[one.number] = _marked(one, one.club if is_club else f"{one.number}")
    # Somebody may be called "Ann (4)" already.
    while doubled := _doubled(event, names):
        names |= {one.number: _marked(one, f"{one.number}") for one in doubled}
    told = tuple(_called(one, names[one.number]) for one in event.entrants)
    return replace(event, entrants=told)


def _doubled(event: Event, names: Mapping[int, str]) -> list[Entrant]:
    """The entrants who share their name with another, without those who have their number in it."""
    often = Counter(folded(name) for name in names.values())
    return [
        one
        for one in event.entrants
        if often[folded(names[one.number])] > 1
        and names[one.number] != _marked(one, f"{one.number}")
    ]


def _marked(one: Entrant, mark: str) -> str:
    """The name with a club or number; the number if both are too long for a name, and then only
    the beginning of the name."""
    if len(one.own) + len(mark) + 3 > LONGEST_NAME:
        mark = f"{one.number}"
    return f"{start_of(one.own, LONGEST_NAME - len(mark) - 3)} ({mark})"


def _called(one: Entrant, name: str) -> Entrant:
    if name == one.name:
        return one
    return replace(one, name=name, entered="" if name == one.own else one.own)


def _entrant_problems(event: Event, first: int, end: int | None = None) -> list[Problem]:
    """The problems of the names and numbers of the entrants from ``first`` to ``end``."""
    numbers = Counter(one.number for one in event.entrants)
    found = []
    for at, one in list(enumerate(event.entrants))[first:end]:
        found += _text_problems(one, at)
        if not 1 <= one.number <= HIGHEST_NUMBER:
            found.append(Problem(EventCode.NUMBER_RANGE, at, {"most": HIGHEST_NUMBER}))
        elif numbers[one.number] > 1:
            found.append(Problem(EventCode.NUMBER_TAKEN, at, {"number": one.number}))
    return found


def _text_problems(one: Entrant, at: int) -> list[Problem]:
    if not one.own.strip():
        return [Problem(EventCode.ENTRANT_EMPTY, values={"number": one.number})]
    name_long = Problem(EventCode.ENTRANT_LONG, at, {"most": LONGEST_NAME})
    club_long = Problem(EventCode.CLUB_LONG, at, {"most": LONGEST_CLUB})
    long = (len(one.own) > LONGEST_NAME, name_long), (len(one.club) > LONGEST_CLUB, club_long)
    return [problem for is_long, problem in long if is_long]


MOST_WAITING = 50
"""The most people who wait for a place, so that nobody fills a list with names."""


@dataclass(frozen=True, slots=True)
class SignUpOpened(Act):
    """Let people sign up for so many places, until the first draw."""

    kind = "sign-up-opened"
    places: int

    def after(self, event: Event) -> Event:
        require(not event.rounds, EventCode.SIGN_UP_CLOSED)
        require(1 <= self.places <= MOST_ENTRANTS, EventCode.PLACES_RANGE, most=MOST_ENTRANTS)
        return replace(event, sign_up=SignUp(self.places))


@dataclass(frozen=True, slots=True)
class SignUpClosed(Act):
    kind = "sign-up-closed"

    def after(self, event: Event) -> Event:
        require(event.sign_up is not None, EventCode.SIGN_UP_CLOSED)
        places = event.sign_up.places if event.sign_up else 0
        return replace(event, sign_up=SignUp(places, is_open=False))


@dataclass(frozen=True, slots=True)
class SignedUp(Act):
    """Somebody signed up, under this start number. They play once the desk has ticked them."""

    kind = "signed-up"
    of_guest = True
    number: int
    name: str
    club: str = ""

    def after(self, event: Event) -> Event:
        require(is_open(event), EventCode.SIGN_UP_CLOSED)
        signed = len(signed_up(event))
        room = places_left(event) + MOST_WAITING
        require(signed < room, EventCode.SIGN_UP_FULL)
        require(len(event.entrants) < MOST_ENTRANTS, EventCode.SIGN_UP_FULL)
        same = [one for one in event.entrants if folded(one.own) == folded(self.name)]
        clubs = {folded(one.club) for one in same}
        is_other = bool(self.club) and folded(self.club) not in clubs
        require(is_other or not same, EventCode.SIGN_UP_LISTED)
        new = Entrant(self.number, self.name, self.club, State.SIGNED_UP)
        return with_entrants(event, (*event.entrants, new), len(event.entrants))


@dataclass(frozen=True, slots=True)
class SignedOff(Act):
    """Somebody took their name off the list, before the desk ticked them."""

    kind = "signed-off"
    of_guest = True
    number: int

    def after(self, event: Event) -> Event:
        known = event.entrant(self.number)
        require(known.state is State.SIGNED_UP, EventCode.SIGN_UP_TICKED)
        others = tuple(one for one in event.entrants if one is not known)
        return told_apart(replace(event, entrants=others))


def is_open(event: Event) -> bool:
    known = event.sign_up
    return known is not None and known.is_open and not event.rounds and not event.ended


def next_number(event: Event) -> int:
    """The start number of the next person who signs up."""
    return max(event.by_number, default=0) + 1


def signed_up(event: Event) -> tuple[int, ...]:
    """The start numbers of those who signed up and are not ticked yet, the first who did first."""
    return tuple(one.number for one in event.entrants if one.state is State.SIGNED_UP)


def places_left(event: Event) -> int:
    """The places for those who signed up: all but those of the people who play."""
    places = event.sign_up.places if event.sign_up else len(event.entrants)
    return max(places - len(event.playing), 0)


def waiting(event: Event) -> tuple[int, ...]:
    """Those of them who wait for a place, in this order: if somebody does not come, they move
    up."""
    return signed_up(event)[places_left(event) :]


MOST_FREE = 60
"""The most people without a seat among whom a table chooses."""


@dataclass(frozen=True, slots=True)
class Joined(Act):
    """Seat somebody who has no seat as one more at a table that has not begun."""

    kind = "joined"
    round: int
    table: int
    number: int

    def after(self, event: Event) -> Event:
        """The event in which this person plays too, in the last seat. The store refuses it once the
        table has hands."""
        found, comes = open_round(event, self.round), event.entrant(self.number)
        table, free = found.table(self.table), found.table_of(self.number) is None
        require_of(event, self.number, free, EventCode.ENTRANT_SEATED)
        refuse_if(_room_problems(event, found, table))
        seats, credit = (*table.seats, self.number), (*table.counts_for, self.number)
        credit = credit if table.credit else ()
        sizes = event.settings.hands_for(len(seats))
        longer = replace(table, seats=seats, credit=credit, sizes=sizes)
        one = replace(comes, state=State.IN)
        entrants = tuple(one if old == comes else old for old in event.entrants)
        event = replace(event, entrants=entrants, ahead=())
        return event.with_round(found.with_table(longer))


@dataclass(frozen=True, slots=True)
class TableAdded(Act):
    """Seat people who have no seat at one more table, which may be smaller than the others;
    ``dealer`` is the seat of the first dealer."""

    kind = "table-added"
    round: int
    seats: Seats
    dealer: int = 0

    def after(self, event: Event) -> Event:
        """The event in which these people play too, at the last table of the round."""
        found = open_round(event, self.round)
        require(found.stage is None, EventCode.ROUND_NONE_LEFT, most=event.settings.rounds)
        for number in self.seats:
            require_in(event, number)
            is_free = found.table_of(number) is None and self.seats.count(number) == 1
            require_of(event, number, is_free, EventCode.ENTRANT_SEATED)
        refuse_if(_size_problems(event, len(self.seats)))
        number, sizes = len(found.tables) + 1, event.settings.hands_for(len(self.seats))
        dealer = self.dealer if 0 <= self.dealer < len(self.seats) else 0
        added = replace(found, tables=(*found.tables, Table(number, self.seats, dealer, sizes)))
        return replace(event, ahead=()).with_round(added)


@dataclass(frozen=True, slots=True)
class Waits(Act):
    """Let somebody without a seat wait for the next draw, so that nobody asks about them any
    more."""

    kind = "waits"
    round: int
    number: int

    def after(self, event: Event) -> Event:
        found, waits = open_round(event, self.round), event.entrant(self.number)
        require_in(event, self.number)
        is_free = found.table_of(self.number) is None
        require_of(event, self.number, is_free, EventCode.ENTRANT_SEATED)
        one = replace(waits, waits_in=self.round)
        entrants = tuple(one if old == waits else old for old in event.entrants)
        return replace(event, entrants=entrants)


def _size_problems(event: Event, size: int) -> list[Problem]:
    """The reasons why a table cannot have so many seats."""
    game = event.settings.variant
    if not game.is_for(size):
        values = {"least": game.min_players, "most": game.max_players}
        return [Problem(EventCode.SIZE_RANGE, values=values)]
    return sizes_problems(game, size, event.settings.hands_for(size))


def table_added(event: Event, round_: int, numbers: Collection[int], seed: int) -> TableAdded:
    """The act that seats these people at one more table, in seats drawn by lot."""
    seats = tuple(Chance(seed).shuffled(numbers))
    return TableAdded(round_, seats, dealers(event, (seats,))[0] if seats else 0)


def new_table(event: Event, round_: Round) -> tuple[Entrant, ...]:
    """The people without a seat who could fill one more table; () if they are too few. It is no
    larger than those planned."""
    waiting = without_seat(event, round_)
    largest = max(event.settings.size, event.settings.remainder)
    sizes = range(min(len(waiting), largest), 0, -1)
    size = next((size for size in sizes if not _size_problems(event, size)), 0)
    return waiting[:size]


def _room_problems(event: Event, round_: Round, table: Table) -> list[Problem]:
    """The reasons why a table cannot have one more seat, apart from its hands."""
    game, size, values = event.settings.variant, len(table.seats) + 1, {"number": table.number}
    most = FINAL_TABLE if round_.stage else game.max_players
    if table.set_aside is not None:
        return [Problem(EventCode.TABLE_ASIDE, values=values)]
    if table.by_hand is not None:
        return [Problem(EventCode.TABLE_BEGUN, values=values)]
    if size > most:
        return [Problem(EventCode.TABLE_FULL, values={**values, "most": most})]
    return sizes_problems(game, size, event.settings.hands_for(size))


def _served(round_: Round) -> set[int]:
    """Those who sit at a table of a round, or have left their seat to somebody while its result
    still counts for them: a second seat would count twice."""
    return {one for table in round_.tables for one in (*table.seats, *table.counts_for)}


def without_seat(event: Event, round_: Round) -> tuple[Entrant, ...]:
    """Those who play but have no seat in a round, because they came after its draw, and who do not
    wait for the next; in a final, nobody."""
    if round_.stage:
        return ()
    seated = _served(round_)
    return tuple(
        one
        for one in event.entrants
        if one.state is State.IN and one.number not in seated and one.waits_in != round_.number
    )


def tables_for(
    event: Event, round_: Round, number: int, begun: Collection[int] = ()
) -> tuple[int, ...]:
    """The tables at which this person can still join; ``begun`` are those that have hands. First
    those that become no larger than planned, of these first those where the fewest meet again, then
    the smallest."""
    if number in _served(round_):
        return ()
    before = (one.table_of(number) for one in event.rounds[: round_.number - 1])
    met = {other for table in before if table for other in table.seats}
    planned = {event.settings.size, event.settings.remainder}
    # Tables differ in few ways.
    room: dict[tuple[int, bool, bool], bool] = {}
    found = []
    for table in round_.tables:
        size = len(table.seats)
        kind = size, table.set_aside is None, table.by_hand is None
        if kind not in room:
            room[kind] = not _room_problems(event, round_, table)
        if room[kind] and table.number not in begun:
            again = len(met.intersection(table.seats))
            found.append((size + 1 not in planned, again, size, table.number))
    return tuple(table for *_, table in sorted(found))


def room_problems(event: Event, round_: Round, table: Table, *, is_begun: bool) -> list[Problem]:
    """The reasons why nobody can join this table."""
    if round_.state is RoundState.CLOSED:
        return [Problem(EventCode.ROUND_CLOSED, values={"number": round_.number})]
    if is_begun:
        return [Problem(EventCode.TABLE_BEGUN, values={"number": table.number})]
    return _room_problems(event, round_, table)


def free_people(event: Event, round_: Round) -> tuple[Entrant, ...]:
    """Everybody without a seat in a round: first those who play, last those who are out."""
    seated = _served(round_)
    free = [one for one in event.entrants if one.number not in seated]
    order = [*State]
    return tuple(sorted(free, key=lambda one: order.index(one.state))[:MOST_FREE])


def called(event: Event, name: str) -> Entrant | None:
    """The entrant of this name, however it is spelled; None if there is none. Of two people of one
    name, only that with the club or number names one."""
    return next((one for one in event.entrants if folded(one.name) == folded(name)), None)


class Wish(NamedTuple):
    """What a table asks of the desk: a seat there for the person with this name, or this name for
    the person with the start number ``renames``."""

    name: str
    renames: int | None = None


def granted(event: Event, round_: int, table: int, wish: Wish) -> tuple[Act, ...]:
    """The acts that grant the wish of a table; somebody of whom the desk has not heard is entered
    first. Raises RefusedError for an unknown start number, and for the name of somebody else."""
    if wish.renames is not None:
        other = called(event, wish.name)
        if other and other.number != wish.renames:
            require_of(event, other.number, False, EventCode.NAME_HELD)
        return (Renamed(wish.renames, wish.name, event.entrant(wish.renames).club),)
    name = wish.name
    if known := called(event, name):
        free = known.number not in _served(event.round(round_))
        require_of(event, known.number, free, EventCode.ENTRANT_SEATED)
        return (Joined(round_, table, known.number),)
    entered = Entered((Newcomer(name),))
    return entered, Joined(round_, table, entered.after(event).entrants[-1].number)
