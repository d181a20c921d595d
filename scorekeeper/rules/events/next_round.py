"""The acts that need results: the draw of the next round, and the end of a round."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.rules.events.act import require, without_draw
from scorekeeper.rules.events.by_standing import draw_by_standing
from scorekeeper.rules.events.chance import Chance
from scorekeeper.rules.events.draw import Tables, draw_tables, seated, weights_of
from scorekeeper.rules.events.event import (
    Event,
    Outcomes,
    Pair,
    RoundState,
    Seats,
    meetings,
    odd_seats,
    pairs,
)
from scorekeeper.rules.events.final import left_in, seeded
from scorekeeper.rules.events.outcomes import result_of
from scorekeeper.rules.events.plan import planned_sizes
from scorekeeper.rules.events.planned import Past, plan_rounds
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.events.round_acts import Closed, Drawn, require_next_round
from scorekeeper.rules.events.settings import Seating
from scorekeeper.rules.events.standings import standings
from scorekeeper.rules.problems import RefusedError, refuse_if

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
    """The tables of one round."""
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
