"""The tables of a round, as the desk and the wall show them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

from scorekeeper.rules.events.event import Event, Outcome, Outcomes, Round, Table
from scorekeeper.rules.events.outcomes import Placed, placed
from scorekeeper.store.events.tables import TableGame, TableKey

SLOW = 2
"""A table this many hands behind the median is behind."""


class TableState(StrEnum):
    """How far a table is."""

    FREE = "free"
    OUT = "out"
    IN = "in"
    ASIDE = "aside"


@dataclass(frozen=True, slots=True)
class Leader:
    """The seat in front at a table, its name and points."""

    seat: int
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in a list. ``hand`` is the one in play, of so many ``hands``; ``others`` are the
    names of those behind the leader, the best first. ``asks`` is the phone that asks for the
    pencil, None if none does."""

    number: int
    state: TableState
    hand: int
    hands: int
    is_behind: bool
    leader: Leader | None
    names: tuple[str, ...]
    others: tuple[str, ...]
    asks: str | None = None


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A place at a table that is in: bids ``made`` of so many ``bids``, 0 if not known."""

    place: int
    number: int
    name: str
    points: int
    value: int
    level: bool
    made: int
    bids: int
    late: bool


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of a table, the best first."""

    number: int
    lines: tuple[ResultLine, ...]
    is_aside: bool

    @property
    def is_level(self) -> bool:
        """Whether two share a place."""
        return any(line.level for line in self.lines)


def table_lines(
    event: Event, round_: Round, games: Mapping[TableKey, TableGame]
) -> tuple[TableLine, ...]:
    """The tables of a round: first those not begun, then the fewest hands first, then those in."""
    played = [
        game.played
        for table in round_.tables
        if (game := games.get((round_.number, table.number))) and game.is_begun
    ]
    usual = median(played) if played else 0
    lines = [_line(event, round_, table, games, usual) for table in round_.tables]
    order = [*TableState]
    return tuple(sorted(lines, key=lambda one: (order.index(one.state), one.hand, one.number)))


def _line(
    event: Event,
    round_: Round,
    table: Table,
    games: Mapping[TableKey, TableGame],
    usual: float,
) -> TableLine:
    game = games.get((round_.number, table.number))
    state = state_of(table, game)
    outcome = table.by_hand or (game.standing if game else None)
    names = tuple(event.entrant(number).name for number in table.seats)
    ranked = _ranked(outcome, len(names)) if outcome and state is not TableState.FREE else ()
    played = game.played if game else 0
    return TableLine(
        table.number,
        state,
        played + 1,
        len(table.sizes) or (game.hands if game else 0),
        state is TableState.OUT and usual - played >= SLOW,
        _leader(names, outcome, ranked),
        names,
        tuple(names[seat] for seat in ranked[1:]),
        game.asks if game else None,
    )


def _leader(
    names: tuple[str, ...], outcome: Outcome | None, ranked: tuple[int, ...]
) -> Leader | None:
    if outcome is None or not ranked:
        return None
    return Leader(ranked[0], names[ranked[0]], outcome.totals[ranked[0]])


def state_of(table: Table, game: TableGame | None) -> TableState:
    """How far the table with this game is."""
    if table.set_aside is not None:
        return TableState.ASIDE
    if table.by_hand is not None or (game is not None and game.is_over):
        return TableState.IN
    return TableState.OUT if game is not None and game.is_begun else TableState.FREE


def _ranked(outcome: Outcome, seats: int) -> tuple[int, ...]:
    present = range(min(seats, len(outcome.totals)))
    return tuple(sorted(present, key=lambda seat: -outcome.totals[seat]))


def results_of(event: Event, round_: Round, outcomes: Outcomes) -> tuple[TableResult, ...]:
    """The results of the tables of a round that are in or set aside."""
    found = ((table, placed(event.settings, round_, table, outcomes)) for table in round_.tables)
    return tuple(
        TableResult(table.number, _places(event, lines), table.set_aside is not None)
        for table, lines in found
        if lines
    )


def _places(event: Event, lines: Iterable[Placed]) -> tuple[ResultLine, ...]:
    best_first = sorted(lines, key=lambda line: (line.place, -line.points))
    return tuple(
        ResultLine(
            *(line.place, line.number, event.entrant(line.number).name, line.points, line.value),
            *(line.level, line.made, line.bids, line.late),
        )
        for line in best_first
    )
