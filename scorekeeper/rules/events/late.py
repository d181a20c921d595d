"""People who come after the draw of a round: the act that seats them, and the tables that can take
them."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorekeeper.rules.events.act import Act, open_round, require, require_in, require_of
from scorekeeper.rules.events.chance import Chance
from scorekeeper.rules.events.entrant_acts import Entered, Newcomer, Renamed
from scorekeeper.rules.events.event import Entrant, Event, Round, RoundState, Seats, State, Table
from scorekeeper.rules.events.next_round import dealers
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.events.settings import FINAL_TABLE
from scorekeeper.rules.people import folded
from scorekeeper.rules.problems import Problem, refuse_if
from scorekeeper.rules.setup import sizes_problems

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
        """The event in which this person sits the round out."""
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
    first. Raises RefusedError for an unknown start number."""
    if wish.renames is not None:
        return (Renamed(wish.renames, wish.name, event.entrant(wish.renames).club),)
    name = wish.name
    if known := called(event, name):
        return (Joined(round_, table, known.number),)
    entered = Entered((Newcomer(name),))
    return entered, Joined(round_, table, entered.after(event).entrants[-1].number)
