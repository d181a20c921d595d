"""The times of draws and standings in the largest halls, and the pairs that meet again; sends no
requests."""

from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter
from typing import Any

from scorekeeper.rules.events.event import Event, Outcome, meets_again
from scorekeeper.rules.events.round_acts import Closed, Drawn, Published, draw
from scorekeeper.rules.events.settings import Seating
from scorekeeper.rules.events.standings import standings
from tests.bench.report import Row
from tests.rules.events.hall import after, event_of

PEOPLE, ROUNDS = 400, 5
TIMES = 5
DRAW, PLAN, STANDINGS = 300.0, 3000.0, 10.0
"""The allowed milliseconds."""
HALLS = ((16, 4), (16, 5), (21, 4), (24, 5), (25, 5), *((n, 5) for n in range(28, 401, 31)))
"""Numbers of people and rounds with which nobody has to meet twice."""


def rows() -> Iterator[Row]:
    """A row for each time, and for the pairs that meet again."""
    for seating in (Seating.FREE, Seating.STANDING):
        event, outcomes = _played(PEOPLE, ROUNDS - 1, rounds=ROUNDS, seating=seating)
        yield _timed(f"draw of {PEOPLE}, {seating}", DRAW, _drawing(event, outcomes))
    new = event_of(PEOPLE, rounds=ROUNDS)
    yield _timed(f"{ROUNDS} rounds of {PEOPLE}, planned", PLAN, _drawing(new, {}))
    hard = event_of(25, rounds=ROUNDS)
    yield _timed(f"{ROUNDS} rounds of 25, planned", PLAN, _drawing(hard, {}))
    event, outcomes = _played(PEOPLE, ROUNDS, rounds=ROUNDS)
    yield _timed(f"standings of {PEOPLE}", STANDINGS, lambda _: standings(event, outcomes))
    again = 0
    for people, rounds in HALLS:
        event, _ = _played(people, rounds, rounds=rounds)
        again += sum(len(meets_again(event, number)) for number in range(1, rounds + 1))
    yield Row(f"pairs that meet again, {len(HALLS)} halls", f"{again}", None, "0", again > 0)


def _drawing(event: Event, outcomes: dict[tuple[int, int], Outcome]) -> Callable[[int], Drawn]:
    return lambda seed: draw(event, outcomes, seed)


def _played(
    people: int, played: int, **agreed: Any
) -> tuple[Event, dict[tuple[int, int], Outcome]]:
    """An event after this number of rounds; the points do not follow the order of the numbers."""
    event, outcomes = event_of(people, **agreed), dict[tuple[int, int], Outcome]()
    for number in range(1, played + 1):
        event = after(event, draw(event, outcomes, number), Published(number), Closed(number))
        for table in event.rounds[-1].tables:
            totals = tuple(one * 37 % 101 * 10 for one in table.seats)
            outcomes[number, table.number] = Outcome(totals)
    return event, outcomes


def _timed(what: str, most: float, run: Callable[[int], object]) -> Row:
    """The median time of several runs, each with its own seed, in milliseconds."""
    times = []
    for seed in range(TIMES):
        start = perf_counter()
        run(seed)
        times.append((perf_counter() - start) * 1000)
    ms = median(times)
    return Row(what, f"{ms:.2f}", None, f"≤ {most:.0f} ms", ms > most)
