"""The acts of a round: its draw, its clock, its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from scorekeeper.rules.events.draw import (
    Chance,
    Past,
    Tables,
    draw_by_standing,
    draw_tables,
    plan_rounds,
    planned_sizes,
    seated,
    weights_of,
)
from scorekeeper.rules.events.event import (
    Act,
    Clock,
    Event,
    Outcomes,
    Pair,
    Round,
    RoundState,
    Seats,
    State,
    Table,
    meetings,
    odd_seats,
    open_round,
    pairs,
    published_round,
    require,
    require_in,
    require_of,
    running_round,
    without_draw,
)
from scorekeeper.rules.events.settings import FINAL_TABLE, EventCode, Seating
from scorekeeper.rules.events.standings import left_in, result_of, seeded, standings
from scorekeeper.rules.problems import RefusedError, refuse_if

MOST_EXTRA = 600
"""The most minutes that can be added at once."""


@dataclass(frozen=True, slots=True)
class Drawn(Act):
    """Seat the next round, or seat again a round that is only drawn.

    ``tables`` has the seats of each table, ``dealers`` the seat of each first dealer. The draw
    itself is stored, not repeated; ``seed`` proves it. ``ahead`` has the tables planned for later
    rounds.
    """

    kind = "drawn"
    tables: tuple[Seats, ...]
    dealers: tuple[int, ...]
    seed: int
    seating: Seating
    ahead: tuple[tuple[Seats, ...], ...] = ()

    def after(self, event: Event) -> Event:
        event = without_draw(event)
        require_next_round(event)
        self._check(event)
        settings = event.settings
        tables = tuple(
            Table(number, seats, dealer, settings.hands_for(len(seats)))
            for number, (seats, dealer) in enumerate(zip(self.tables, self.dealers, strict=True), 1)
        )
        stage = sum(map(len, self.tables)) if event.finalists else None
        new = Round(
            len(event.rounds) + 1,
            tables,
            Clock(settings.minutes),
            self.seed,
            self.seating,
            stage=stage,
        )
        return replace(event, rounds=(*event.rounds, new), ahead=self.ahead)

    def _check(self, event: Event) -> None:
        """Raise RefusedError unless the tables seat everybody who plays, once."""
        game, sizes = event.settings.variant, [len(seats) for seats in self.tables]
        require(bool(sizes) and len(self.dealers) == len(sizes), EventCode.SEATS_FEW, least=1)
        possible = (
            {FINAL_TABLE} if event.finalists else range(game.min_players, game.max_players + 1)
        )
        values = {"least": min(possible), "most": max(possible)}
        require(all(size in possible for size in sizes), EventCode.SIZE_RANGE, **values)
        seats_of = Counter(number for seats in self.tables for number in seats)
        for number, seats in seats_of.items():
            require_in(event, number)
            require_of(event, number, seats == 1, EventCode.SEAT_DOUBLE)
            is_left = not event.finalists or number in event.finalists
            require_of(event, number, is_left, EventCode.ENTRANT_CUT)


def require_next_round(event: Event) -> None:
    last = event.last
    if last is not None:
        require(last.state is RoundState.CLOSED, EventCode.ROUND_UNCLOSED, number=last.number)
    left = len(event.rounds) < event.settings.rounds
    if event.finalists:
        left = last is None or last.stage is None or last.stage > FINAL_TABLE
    require(left, EventCode.ROUND_NONE_LEFT, most=event.settings.rounds)


@dataclass(frozen=True, slots=True)
class Swapped(Act):
    """Swap the seats of two people; the hands at their tables stay."""

    kind = "swapped"
    round: int
    one: int
    other: int

    def after(self, event: Event) -> Event:
        """The event with each person in the other's seat, and without plans for later rounds, which
        no longer fit."""
        found = open_round(event, self.round)
        require(self.one != self.other, EventCode.SEATS_ALIKE)
        for number in (self.one, self.other):
            is_seated = found.table_of(number) is not None
            require_of(event, number, is_seated, EventCode.ENTRANT_UNSEATED)
        swap = {self.one: self.other, self.other: self.one}
        return replace(event.with_round(_reseated(found, swap, swap)), ahead=())


@dataclass(frozen=True, slots=True)
class Replaced(Act):
    """Give somebody the seat of another person; the hands stay. ``counts``: the result counts for
    the person who comes, otherwise for the one who leaves."""

    kind = "replaced"
    round: int
    leaves: int
    comes: int
    counts: bool = True

    def after(self, event: Event) -> Event:
        found = open_round(event, self.round)
        table, comes = found.table_of(self.leaves), event.entrant(self.comes)
        require_of(event, self.leaves, table is not None, EventCode.ENTRANT_UNSEATED)
        free = found.table_of(self.comes) is None
        require_of(event, self.comes, free, EventCode.ENTRANT_SEATED)
        require_of(event, self.comes, comes.state is not State.OUT, EventCode.ENTRANT_OUT)
        swap = {self.leaves: self.comes}
        changed = _reseated(found, swap, swap if self.counts else {})
        gone = replace(event.entrant(self.leaves), state=State.OUT)
        states = {self.leaves: gone, self.comes: replace(comes, state=State.IN)}
        entrants = tuple(states.get(one.number, one) for one in event.entrants)
        finalists = tuple(swap.get(number, number) for number in event.finalists)
        event = replace(event, entrants=entrants, finalists=finalists, ahead=())
        return event.with_round(changed)


def _reseated(found: Round, seats: dict[int, int], credit: dict[int, int]) -> Round:
    """The round with other people in the seats, and other people for whom the seats count."""
    tables, moved = [], seats.keys() | credit.keys()
    for table in found.tables:
        if moved.isdisjoint(table.seats) and moved.isdisjoint(table.counts_for):
            tables.append(table)
            continue
        now = tuple(seats.get(number, number) for number in table.seats)
        counts = tuple(credit.get(number, number) for number in table.counts_for)
        tables.append(replace(table, seats=now, credit=() if counts == now else counts))
    return replace(found, tables=tuple(tables))


@dataclass(frozen=True, slots=True)
class Published(Act):
    """Publish a round: everybody sees their seat, and the tables can begin."""

    kind = "published"
    rests_on_hands = True
    round: int

    def after(self, event: Event) -> Event:
        """The event with the round published. Raises RefusedError if somebody who was drawn no
        longer plays."""
        found = open_round(event, self.round)
        is_drawn = found.state is RoundState.DRAWN
        require(is_drawn, EventCode.ROUND_PUBLISHED, number=self.round)
        for number in (number for table in found.tables for number in table.seats):
            require_in(event, number)
        return event.with_round(replace(found, state=RoundState.PUBLISHED))


@dataclass(frozen=True, slots=True)
class Started(Act):
    kind = "started"
    rests_on_hands = True
    round: int

    def after_at(self, event: Event, at: datetime) -> Event:
        found = published_round(event, self.round)
        is_waiting = found.state is RoundState.PUBLISHED
        require(is_waiting, EventCode.ROUND_STARTED, number=self.round)
        clock = replace(found.clock, started=at)
        return event.with_round(replace(found, state=RoundState.RUNNING, clock=clock))


@dataclass(frozen=True, slots=True)
class Paused(Act):
    kind = "paused"
    round: int

    def after_at(self, event: Event, at: datetime) -> Event:
        found = running_round(event, self.round)
        require(found.clock.paused_at is None, EventCode.CLOCK_PAUSED)
        return event.with_round(replace(found, clock=replace(found.clock, paused_at=at)))


@dataclass(frozen=True, slots=True)
class Resumed(Act):
    kind = "resumed"
    round: int

    def after_at(self, event: Event, at: datetime) -> Event:
        found = running_round(event, self.round)
        require(found.clock.paused_at is not None, EventCode.CLOCK_RUNNING)
        return event.with_round(replace(found, clock=found.clock.resume(at)))


@dataclass(frozen=True, slots=True)
class MoreTime(Act):
    kind = "more-time"
    round: int
    minutes: int
    table: int | None = None

    def after(self, event: Event) -> Event:
        found = open_round(event, self.round)
        require(1 <= self.minutes <= MOST_EXTRA, EventCode.CLOCK_RANGE, most=MOST_EXTRA)
        if self.table is None:
            longer = replace(found.clock, minutes=found.clock.minutes + self.minutes)
            return event.with_round(replace(found, clock=longer))
        table = found.table(self.table)
        extra = table.extra_minutes + self.minutes
        return event.with_round(found.with_table(replace(table, extra_minutes=extra)))


@dataclass(frozen=True, slots=True)
class Closed(Act):
    """Close a round; :func:`~scorekeeper.rules.events.round_acts.close` checks its tables."""

    kind = "closed"
    ends = True
    round: int

    def after(self, event: Event) -> Event:
        found = published_round(event, self.round)
        return event.with_round(replace(found, state=RoundState.CLOSED))


@dataclass(frozen=True, slots=True)
class Reopened(Act):
    """Reopen a closed round, as long as the next one is not published."""

    kind = "reopened"
    after_end = True
    round: int

    def after(self, event: Event) -> Event:
        found = event.round(self.round)
        is_closed = found.state is RoundState.CLOSED
        require(is_closed, EventCode.ROUND_OPEN, number=self.round)
        before = without_draw(event)
        rests = before.last is not None and before.last.number > self.round
        require(not rests, EventCode.ROUND_RESTS, number=self.round)
        finalists = event.finalists if found.stage else ()
        state = RoundState.RUNNING if found.clock.started else RoundState.PUBLISHED
        before = replace(before, finalists=finalists, ahead=(), ended=False)
        return before.with_round(replace(found, state=state))


MOST_NAMED = 3
"""The most people without a table that a refusal names."""


def draw(event: Event, outcomes: Outcomes, seed: int) -> Drawn:
    """Draw the next round, or draw again a round that is only drawn. Raises RefusedError if this is
    not possible now, or if this number of people cannot be seated."""
    again = event.last is not None and event.last.state is RoundState.DRAWN
    event = replace(without_draw(event), ahead=() if again else event.ahead)
    require_next_round(event)
    chance, seating = Chance(seed), event.settings.seating
    ahead: tuple[tuple[Seats, ...], ...] = ()
    if event.finalists:
        tables, seating = seeded(left_in(event, outcomes)), Seating.STANDING
    elif seating is Seating.PLANNED:
        tables, *later = _planned(event, chance)
        ahead = tuple(tuple(map(tuple, round_)) for round_ in later)
    else:
        tables = _drawn(event, outcomes, seating, chance)
    seats = tuple(tuple(chance.shuffled(table)) for table in tables)
    return Drawn(seats, dealers(event, seats), seed, seating, ahead)


def seat_by_hand(event: Event, tables: Mapping[int, int], seed: int) -> Drawn:
    """The draw in which the desk chose the table of each start number; at a table, people sit in
    the order of ``tables``. Raises RefusedError if somebody has no table, or if the table numbers
    have a gap."""
    event = without_draw(event)
    require_next_round(event)
    missing = [number for number in event.playing if tables.get(number, 0) < 1][:MOST_NAMED]
    refuse_if([event.problem(EventCode.SEAT_NONE, number) for number in missing])
    seated: dict[int, list[int]] = {}
    at = {number: place for place, number in enumerate(tables)}
    for number in sorted(event.playing, key=lambda number: at[number]):
        seated.setdefault(tables[number], []).append(number)
    for number in range(1, max(seated, default=0) + 1):
        require(number in seated, EventCode.SEATS_GAP, number=number)
    seats = tuple(tuple(seated[number]) for number in sorted(seated))
    return Drawn(seats, dealers(event, seats), seed, Seating.BY_HAND)


def may_draw(event: Event) -> bool:
    """Return whether a round can be drawn now: the first, the next, or the same one again."""
    try:
        require_next_round(without_draw(event))
    except RefusedError:
        return False
    return True


def _drawn(event: Event, outcomes: Outcomes, seating: Seating, chance: Chance) -> Tables:
    sizes = planned_sizes(event.settings, len(event.playing))
    if seating is Seating.BY_HAND:
        return seated(event.playing, sizes)
    lots = chance.shuffled(event.playing)
    if seating is Seating.FREE:
        return seated(lots, sizes)
    if not event.rounds:
        return draw_tables(lots, sizes, weights_of({}, _apart(event)), chance)
    ranks = {one.number: one.rank for one in standings(event, outcomes)}
    order = sorted(lots, key=lambda number: ranks[number])
    return draw_by_standing(order, sizes, _past(event), chance)


def _planned(event: Event, chance: Chance) -> list[Tables]:
    """The tables of the next round and of all later ones: as planned before, if the same people
    play, with the numbers of the tables drawn again."""
    plan = [[[*seats] for seats in tables] for tables in event.ahead]
    if not plan or {*event.playing} != {number for table in plan[0] for number in table}:
        sizes = planned_sizes(event.settings, len(event.playing))
        rounds = event.settings.rounds - len(event.rounds)
        plan = plan_rounds(event.playing, sizes, rounds, _past(event), _apart(event), chance)
    shape = [len(table) for table in plan[0]]
    first = sorted(chance.shuffled(plan[0]), key=lambda table: shape.index(len(table)))
    return [first, *plan[1:]]


def _past(event: Event) -> Past:
    return Past(meetings(event.rounds), odd_seats(event.rounds, event.settings.size))


def _apart(event: Event) -> list[Pair]:
    """The pairs of people of one club, if clubs are kept apart and the next round is the first."""
    if event.rounds or not event.settings.clubs_apart:
        return []
    clubs: dict[str, list[int]] = {}
    for number in event.playing:
        clubs.setdefault(event.entrant(number).club.casefold(), []).append(number)
    return [pair for club, members in clubs.items() if club for pair in pairs(members)]


def clubmates(event: Event, number: int) -> tuple[Pair, ...]:
    """The pairs of one club at the tables of a round that keeps clubs apart."""
    if number > 1 or not event.settings.clubs_apart:
        return ()
    clubs = {one.number: one.club.casefold() for one in event.entrants}
    met = [pair for table in event.round(number).tables for pair in pairs(table.seats)]
    return tuple((one, other) for one, other in met if clubs[one] and clubs[one] == clubs[other])


def dealers(event: Event, tables: Sequence[Seats]) -> tuple[int, ...]:
    """The seat of the first dealer at each table: the person who has dealt first least often; of
    several, the one drawn first."""
    dealt: dict[int, int] = {}
    for table in (table for one in event.rounds for table in one.tables):
        number = table.seats[table.dealer]
        dealt[number] = dealt.get(number, 0) + 1
    return tuple(min(range(len(seats)), key=lambda at: dealt.get(seats[at], 0)) for seats in tables)


def close(event: Event, number: int, outcomes: Outcomes) -> Closed:
    """The act that closes a round. Raises RefusedError while a result is missing."""
    found = event.round(number)
    playing = [table for table in found.tables if table.set_aside is None]
    out = sum(result_of(found, table, outcomes) is None for table in playing)
    require(not out, EventCode.ROUND_TABLES_OUT, number=out)
    return Closed(number)
