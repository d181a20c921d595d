"""An event as one of its players sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.board.events.tables import TableResult, results_of
from scorekeeper.rules.events.event import Entrant, Event, Outcomes, Round, RoundState
from scorekeeper.store.events.tables import TableGame, TableKey


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A seat at the player's table. ``points`` are those of its game so far, None before it."""

    name: str
    is_me: bool
    deals: bool
    points: int | None


@dataclass(frozen=True, slots=True)
class MyTable:
    """The table at which the player sits: its round, number and seats, and the key of its game."""

    round: Round
    number: int
    seats: tuple[Neighbour, ...]
    game: str
    hand: int
    hands: int
    is_over: bool


def my_table(event: Event, me: int, games: Mapping[TableKey, TableGame]) -> MyTable | None:
    """The player's table in the newest round that is published; None without one."""
    shown = [one for one in event.rounds if one.state is not RoundState.DRAWN]
    table = shown[-1].table_of(me) if shown else None
    if table is None:
        return None
    game = games.get((shown[-1].number, table.number))
    totals = game.standing.totals if game and game.is_begun else ()
    seats = tuple(
        Neighbour(
            event.entrant(number).name,
            number == me,
            seat == table.dealer,
            totals[seat] if seat < len(totals) else None,
        )
        for seat, number in enumerate(table.seats)
    )
    return MyTable(
        *(shown[-1], table.number, seats, game.key if game else ""),
        *(game.played + 1 if game else 1, len(table.sizes) or (game.hands if game else 0)),
        game is None or game.is_over,
    )


def my_results(event: Event, me: int, outcomes: Outcomes) -> tuple[tuple[Round, TableResult], ...]:
    """The rounds that the player has played, with the result of their table."""
    seats = (
        (one, table)
        for one in event.rounds
        if one.state is not RoundState.DRAWN and (table := one.table_of(me))
    )
    found = (
        (one, result)
        for one, table in seats
        for result in results_of(event, one, outcomes)
        if result.number == table.number
    )
    return tuple(found)


def found_entrant(event: Event, text: str) -> Entrant | None:
    """The entrant with this number in a cookie or an address; None if there is none."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    return event.by_number.get(number)
