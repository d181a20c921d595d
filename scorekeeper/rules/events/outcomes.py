"""The results of a table: places, and the values that count.

Of two players with equal points, the one with more bids made is ahead. If these are equal too, both
get the higher place and its points (1, 1, 3). Players who left come after all who stayed.
"""

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.rules.events.clock import is_late
from scorekeeper.rules.events.event import Entrant, Event, Outcome, Outcomes, Round, State, Table
from scorekeeper.rules.events.settings import Counts, EventSettings, TimeUp


class Placed(NamedTuple):
    """The result of an entrant in a round. ``place`` is 0 if the table was set aside; ``value`` is
    the value of the round in the standings; ``points`` are the points of the game. ``bids`` is 0 if
    they are unknown. ``away``: left in mid-game, and so placed last."""

    number: int
    round: int
    table: int
    place: int
    level: bool
    points: int
    value: int
    made: int = 0
    bids: int = 0
    late: bool = False
    away: bool = False


def result_of(round_: Round, table: Table, outcomes: Outcomes) -> Outcome | None:
    """The outcome of a table, entered by hand or taken from its game; None while it is missing."""
    return table.by_hand or outcomes.get((round_.number, table.number))


def who_left(event: Event, round_: Round, standings: Outcomes) -> tuple[Entrant, ...]:
    """Those who left a table of this round in mid-game but are still ticked for the next draw,
    until the desk says that they play on; ``standings`` are the games so far. In a final, nobody is
    drawn any more."""
    if round_.stage or event.ended:
        return ()
    return tuple(
        one
        for table in round_.tables
        if (standing := standings.get((round_.number, table.number)))
        for seat in standing.away
        if (one := event.entrant(table.seats[seat])).state is State.IN
        and one.ticked_in < round_.number
    )


def short_hands(table: Table, outcome: Outcome | None) -> int | None:
    """The hands of a table's game that ended before all hands planned; None if it did not."""
    if outcome is None or outcome.hands is None or outcome.hands >= len(table.sizes):
        return None
    return outcome.hands


def placed(
    settings: EventSettings, round_: Round, table: Table, outcomes: Outcomes
) -> list[Placed]:
    """The results of a table, by seat; empty while its outcome is missing."""
    if table.set_aside is not None:
        return list(_aside(settings, round_, table))
    outcome = result_of(round_, table, outcomes)
    if outcome is None:
        return []
    late = _was_late(settings, round_, table, outcome)
    seats = min(len(table.seats), len(outcome.totals))
    keys = seat_keys(outcome)[:seats]
    best_first = sorted(keys, reverse=True)
    values = _values(settings, seats)
    found = []
    for number, key, tally in zip(table.counts_for, keys, _tallies(outcome), strict=False):
        place, level = 1 + best_first.index(key), keys.count(key) > 1
        points = key[1] - late * settings.late_points
        value = values[place - 1] if values else points
        result = number, round_.number, table.number, place, level, points, value
        found.append(Placed(*result, *tally, late, away=not key[0]))
    return found


def seat_keys(outcome: Outcome) -> list[tuple[bool, int, int]]:
    """A sort key for each seat; the highest is the first place."""
    made = outcome.made or (0,) * len(outcome.totals)
    both = enumerate(zip(outcome.totals, made, strict=False))
    return [(seat not in outcome.away, total, bids) for seat, (total, bids) in both]


def _tallies(outcome: Outcome) -> list[tuple[int, int]]:
    """Bids made and all bids, by seat; 0 of 0 if unknown."""
    if not outcome.bids:
        return [(0, 0)] * len(outcome.totals)
    return list(zip(outcome.made, outcome.bids, strict=True))


def _aside(settings: EventSettings, round_: Round, table: Table) -> Iterator[Placed]:
    """The agreed points of a table that was set aside; nothing while they are hidden."""
    agreed = table.set_aside.points if table.set_aside else ()
    for number, value in zip(table.counts_for if agreed else (), agreed, strict=True):
        points = value if settings.counts is Counts.POINTS else 0
        yield Placed(number, round_.number, table.number, 0, False, points, value)


def _was_late(settings: EventSettings, round_: Round, table: Table, outcome: Outcome) -> bool:
    if settings.time_up is not TimeUp.LATE or outcome.ended is None:
        return False
    return is_late(round_.clock, outcome.ended, table.extra_minutes)


def _values(settings: EventSettings, players: int) -> tuple[int, ...]:
    """The value of each place at a table of this size; () if the points of the game count."""
    match settings.counts:
        case Counts.POINTS:
            return ()
        case Counts.PLACEMENT:
            return settings.placement_for(players)
        case Counts.BEATEN:
            return tuple(players + 1 - 2 * place for place in range(1, players + 1))


def results(event: Event, outcomes: Outcomes, rounds: list[Round]) -> dict[int, list[Placed]]:
    """The results of everybody in these rounds."""
    found: dict[int, list[Placed]] = {}
    for round_ in rounds:
        for table in round_.tables:
            for result in placed(event.settings, round_, table, outcomes):
                found.setdefault(result.number, []).append(result)
    return found
