"""The tables of a round and who sits there.

The seats of a round, in which two people can be swapped or somebody can be replaced.

The tables of a round, as the desk and the wall show them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from statistics import median
from typing import NamedTuple

from flask import request

from scorekeeper.board.board import build_board
from scorekeeper.board.events.at_table import ClockView, clock_view
from scorekeeper.board.score_parts import sheet_part
from scorekeeper.drawing.names import parts
from scorekeeper.forms.entrants import ListedSeat
from scorekeeper.http.parts import Part
from scorekeeper.memory import by_identity
from scorekeeper.rules.events.draw import again_in
from scorekeeper.rules.events.entrant_acts import Wish, new_table, tables_for, without_seat
from scorekeeper.rules.events.event import (
    Act,
    Entrant,
    Event,
    Outcome,
    Outcomes,
    Pair,
    Round,
    RoundState,
    SetAside,
    State,
    Table,
    left,
    meetings,
    meets_again,
    sits_again,
)
from scorekeeper.rules.events.round_acts import Drawn, Replaced, Swapped, clubmates, seat_by_hand
from scorekeeper.rules.events.settings import EventCode
from scorekeeper.rules.events.standings import (
    Placed,
    placed,
    result_of,
    seat_keys,
    short_hands,
    who_left,
)
from scorekeeper.rules.people import folded
from scorekeeper.rules.problems import Problem, RefusedError, refuse_if
from scorekeeper.store.events.tables import LateHands, TableGame, TableKey, asker_keeps, late_hands
from scorekeeper.store.mapping.stored import READ_ONLY, StoredGame
from scorekeeper.store.phones import PhoneLine
from scorekeeper.words.events.log import hands_line
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
        return self.round.number - 1

    @property
    def is_pair(self) -> bool:
        """Whether two people are chosen who can swap, or of whom one takes the other's seat."""
        return len(self.chosen) > 1


def begun_in(round_: Round, games: Mapping[TableKey, TableGame]) -> set[int]:
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


SLOW = 2
"""The number of hands behind the median from which a table is marked as behind."""


class TableState(StrEnum):
    FREE = "free"
    OUT = "out"
    IN = "in"
    ASIDE = "aside"


class Tag(StrEnum):
    """A property that makes a table unusual."""

    ASKS = "asks"
    JOINS = "joins"
    RENAMES = "renames"
    LATE = "late"
    BEHIND = "behind"


@dataclass(frozen=True, slots=True)
class Leader:
    """The seats in front at a table, all of them if several are level, their names and points."""

    seats: tuple[int, ...]
    names: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True, eq=False)
class TableLine:
    """A table in a list; a new value only when the table has changed.

    ``hand`` is the one in play, out of ``hands``. ``others`` are the names of those behind the
    leaders, the best first. ``asks`` is the phone that asks for the pencil, None if none does;
    ``wish`` is what the table asks of the desk.
    ``ended`` is the time at which its game ended, None if unknown; ``aside`` says why it was set
    aside. ``short`` is the number of hands of a game that ended early. ``beside`` is the hand that
    the table's phone plays although the result was entered by hand, 0 if it has a result of its
    own. ``awaits``: its game has ended, but the table has not agreed on the result; ``dispute`` is
    who disputes it, and what they said.
    """

    number: int
    state: TableState
    hand: int
    hands: int
    is_behind: bool
    leader: Leader | None
    names: tuple[str, ...]
    others: tuple[str, ...]
    asks: str | None
    wish: Wish | None
    is_late: bool
    ended: datetime | None
    extra_minutes: int
    aside: SetAside | None
    short: int | None
    beside: int | None
    awaits: bool
    dispute: tuple[str, str] | None

    @property
    def played(self) -> int:
        return self.hands if self.awaits and self.hands else self.hand - 1

    @property
    def is_out(self) -> bool:
        """Whether its result is missing."""
        return self.state in (TableState.FREE, TableState.OUT)

    @property
    def tag(self) -> Tag | None:
        joins = self.wish is not None and self.wish.renames is None
        tags = (
            *((Tag.ASKS, self.asks is not None), (Tag.JOINS, joins)),
            (Tag.RENAMES, self.wish is not None and not joins),
            *((Tag.LATE, self.is_late), (Tag.BEHIND, self.is_behind)),
        )
        return next((tag for tag, holds in tags if holds), None)


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of a table with the names of its players, the best first. ``short`` says how many
    hands were played, if not all."""

    number: int
    lines: tuple[tuple[str, Placed], ...]
    aside: SetAside | None
    short: str

    @property
    def is_level(self) -> bool:
        """Whether two share a place."""
        return any(line.level for _, line in self.lines)

    @property
    def has_bids(self) -> bool:
        return any(line.bids for _, line in self.lines)

    @property
    def away(self) -> list[str]:
        """The names of those who left in mid-game."""
        return [name for name, line in self.lines if line.away]


def table_lines(
    event: Event, round_: Round, games: Mapping[TableKey, TableGame], now: datetime
) -> tuple[TableLine, ...]:
    """The tables of a round: first those whose result is disputed or not agreed on, then those that
    have not started, then those with the fewest hands,
    then the finished ones. Tables that still play at this time, although their time is up, are
    late."""
    played = [
        game.played
        for table in round_.tables
        if (game := games.get((round_.number, table.number))) and game.is_begun
    ]
    usual = median(played) if played else 0
    seen, lines = _cached_lines(event).setdefault(round_.number, {}), []
    extras = {table.extra_minutes for table in round_.tables}
    ups = {extra: left(round_.clock, now, extra) <= 0 for extra in extras}
    for table in round_.tables:
        game = games.get((round_.number, table.number))
        is_behind = usual - (game.played if game else 0) >= SLOW
        is_up = ups[table.extra_minutes]
        known = seen.get(table.number)
        if known is None or known[0] is not game or known[1:3] != (is_behind, is_up):
            line = _line(event, table, game, is_behind=is_behind, is_up=is_up)
            known = seen[table.number] = (game, is_behind, is_up, line)
        lines.append(known[3])
    order = [*TableState]
    # What holds the round up comes first: disputes, then results that wait.
    return tuple(
        sorted(
            lines,
            key=lambda one: (
                *(one.dispute is None, not one.awaits),
                *(order.index(one.state), one.hand, one.number),
            ),
        )
    )


CachedLines = dict[int, tuple[TableGame | None, bool, bool, TableLine]]
"""The most recent lines of tables by number, with the values from which they were made."""


@by_identity(20)
def _cached_lines(_event: Event) -> dict[int, CachedLines]:
    """The cached lines of each round for this value of an event."""
    return {}


def _line(
    event: Event, table: Table, game: TableGame | None, *, is_behind: bool, is_up: bool
) -> TableLine:
    state = state_of(table, game)
    outcome = table.by_hand or (game.standing if game else None)
    names = tuple(event.entrant(number).name for number in table.seats)
    played = game.played if game else 0
    has_points = outcome is not None and (state is TableState.IN or played > 0)
    ranked = _ranked(outcome, len(names)) if outcome and has_points else ()
    leader = _leader(names, outcome, ranked, is_in=state is TableState.IN)
    return TableLine(
        table.number,
        state,
        played + 1,
        len(table.sizes),
        state is TableState.OUT and is_behind and not (game is not None and game.awaits),
        leader,
        names,
        tuple(names[seat] for seat in ranked if leader and seat not in leader.seats),
        game.asks if game else None,
        game.wish if game else None,
        is_late=is_up
        and state in (TableState.FREE, TableState.OUT)
        and not (game is not None and game.awaits),
        ended=outcome.ended if outcome and state is TableState.IN else None,
        extra_minutes=table.extra_minutes,
        aside=table.set_aside,
        short=short_hands(table, outcome) if state is TableState.IN else None,
        beside=_beside(table, game),
        awaits=(awaits := state is TableState.OUT and game is not None and game.awaits),
        dispute=game.dispute if game and awaits else None,
    )


def _beside(table: Table, game: TableGame | None) -> int | None:
    """The hand that the phone of a table plays beside a result by hand; 0 if it ended with other
    totals."""
    if table.by_hand is None or table.by_hand_at is None or game is None or not game.is_begun:
        return None
    if game.is_over:
        return None if game.standing.totals == table.by_hand.totals else 0
    return game.played + 1 if game.changed_at > table.by_hand_at else None


def _leader(
    names: tuple[str, ...], outcome: Outcome | None, ranked: tuple[int, ...], *, is_in: bool
) -> Leader | None:
    """Those with the most points; at the end, the bids made decide between them."""
    if outcome is None or not ranked:
        return None
    keys = [key if is_in else key[:2] for key in seat_keys(outcome)]
    level = tuple(seat for seat in ranked if keys[seat] == keys[ranked[0]])
    return Leader(level, tuple(names[seat] for seat in level), outcome.totals[ranked[0]])


def state_of(table: Table, game: TableGame | None) -> TableState:
    if table.set_aside is not None:
        return TableState.ASIDE
    if table.by_hand is not None or (game is not None and game.is_over):
        return TableState.IN
    return TableState.OUT if game is not None and game.is_begun else TableState.FREE


def _ranked(outcome: Outcome, seats: int) -> tuple[int, ...]:
    keys = seat_keys(outcome)
    return tuple(sorted(range(min(seats, len(keys))), key=keys.__getitem__, reverse=True))


def results_of(event: Event, round_: Round, outcomes: Outcomes) -> tuple[TableResult, ...]:
    found = ((table, placed(event.settings, round_, table, outcomes)) for table in round_.tables)
    return tuple(
        TableResult(
            table.number,
            _places(event, lines),
            table.set_aside,
            _short_line(table, result_of(round_, table, outcomes)),
        )
        for table, lines in found
        if lines
    )


def _short_line(table: Table, outcome: Outcome | None) -> str:
    short = short_hands(table, outcome)
    return "" if short is None or table.set_aside else hands_line(short, len(table.sizes))


def _places(event: Event, lines: Iterable[Placed]) -> tuple[tuple[str, Placed], ...]:
    best_first = sorted(lines, key=lambda line: (line.place, -line.points))
    return tuple((event.entrant(line.number).name, line) for line in best_first)


@dataclass(frozen=True, slots=True)
class TableSeatLine:
    """A person at the table; ``made`` and ``bids`` are 0 if unknown. ``leads``: in front, or the
    winner; nobody at a table that was set aside. ``credit`` is the name of another person for whom
    the seat counts; "" if there is none. ``is_gone``: they left in mid-game."""

    shade: int
    name: str
    total: int | None
    leads: bool
    deals: bool
    made: int
    bids: int
    credit: str
    is_gone: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """The page of a table. ``keepers`` are the phones that keep score, and ``asker_keeps`` is the
    table where the phone that asks does already; ``sheet`` is None before the
    first entry. ``is_broken``: the game cannot be shown. ``left`` are those who left in
    mid-game, and are still ticked for the next draw. ``late`` are the hands that came after the
    time was up."""

    round: Round
    table: Table
    line: TableLine
    clock: ClockView
    is_closed: bool
    seats: tuple[TableSeatLine, ...]
    keepers: Sequence[PhoneLine]
    game: TableGame
    asker_keeps: int | None
    sheet: Part | None
    is_broken: bool
    left: tuple[Entrant, ...]
    late: LateHands

    @property
    def names(self) -> list[str]:
        return [one.name for one in self.seats]

    @property
    def changed_at(self) -> datetime | None:
        """The time of the last tap at the table; None if there was none."""
        return self.game.changed_at if self.game.is_begun else None

    @property
    def is_paper(self) -> bool:
        return self.table.by_hand is not None


def table_view(
    event: Event,
    key: TableKey,
    games: Mapping[TableKey, TableGame],
    stored: StoredGame | None,
    keepers: Sequence[PhoneLine],
    now: datetime,
) -> TableView:
    """The page of the table with these numbers; ``stored`` is its game, None if
    it is broken. Raises KeyError if there is no such table."""
    round_ = event.round(key[0])
    table, game, is_closed = round_.table(key[1]), games[key], round_.state is RoundState.CLOSED
    lines = table_lines(event, round_, games, now)
    return TableView(
        round=round_,
        table=table,
        line=next(line for line in lines if line.number == table.number),
        clock=clock_view(event.settings, round_, now, table.extra_minutes),
        is_closed=is_closed,
        seats=_seats(event, table, stored, game),
        keepers=keepers,
        game=game,
        asker_keeps=asker_keeps(games, key),
        is_broken=stored is None,
        sheet=sheet_part(build_board(stored, READ_ONLY)) if stored and game.is_begun else None,
        left=() if is_closed else who_left(event, round_, {key: game.standing}),
        late=late_hands(game.id, round_, table),
    )


def _seats(
    event: Event, table: Table, stored: StoredGame | None, game: TableGame
) -> tuple[TableSeatLine, ...]:
    outcome = table.by_hand or (game.standing if game.is_begun else None)
    hand = None if table.by_hand or stored is None else stored.sheet.hand
    decides = outcome is not None and table.set_aside is None
    best = max(outcome.totals, default=0) if outcome and decides else 0
    lines = []
    for seat, number in enumerate(table.seats):
        total, made, bids = _tally(outcome, seat)
        other = table.counts_for[seat]
        lines.append(
            TableSeatLine(
                shade=stored.shades[seat] if stored else seat,
                name=event.entrant(number).name,
                total=total,
                leads=total is not None and total == best and best > 0,
                deals=hand is not None and seat == hand.dealer,
                made=made,
                bids=bids,
                credit="" if other == number else event.entrant(other).name,
                is_gone=outcome is not None and seat in outcome.away,
            )
        )
    return tuple(lines)


def _tally(outcome: Outcome | None, seat: int) -> tuple[int | None, int, int]:
    if outcome is None or seat >= len(outcome.totals):
        return None, 0, 0
    known = seat < min(len(outcome.made), len(outcome.bids))
    made, bids = (outcome.made[seat], outcome.bids[seat]) if known else (0, 0)
    return outcome.totals[seat], made, bids
