"""The desk's page of one table: its people, its progress, its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.board.board import build_board
from scorekeeper.board.events.clock import ClockView, clock_view
from scorekeeper.board.events.tables import TableLine, table_lines
from scorekeeper.board.score_parts import sheet_part
from scorekeeper.http.parts import Part
from scorekeeper.rules.events.event import Entrant, Event, Outcome, Round, RoundState, Table
from scorekeeper.rules.events.standings import who_left
from scorekeeper.store.events.tables import LateHands, TableGame, TableKey, asker_keeps, late_hands
from scorekeeper.store.mapping.stored import READ_ONLY, StoredGame
from scorekeeper.store.phones import PhoneLine


@dataclass(frozen=True, slots=True)
class SeatLine:
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
    seats: tuple[SeatLine, ...]
    keepers: Sequence[PhoneLine]
    game: TableGame
    asker_keeps: int | None
    sheet: Part | None
    is_broken: bool
    left: tuple[Entrant, ...]
    late: LateHands

    @property
    def names(self) -> list[str]:
        """The names of those at the table."""
        return [one.name for one in self.seats]

    @property
    def changed_at(self) -> datetime | None:
        """The time of the last tap at the table; None if there was none."""
        return self.game.changed_at if self.game.is_begun else None

    @property
    def is_paper(self) -> bool:
        """Whether its result was entered by hand."""
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
) -> tuple[SeatLine, ...]:
    outcome = table.by_hand or (game.standing if game.is_begun else None)
    hand = None if table.by_hand or stored is None else stored.sheet.hand
    decides = outcome is not None and table.set_aside is None
    best = max(outcome.totals, default=0) if outcome and decides else 0
    lines = []
    for seat, number in enumerate(table.seats):
        total, made, bids = _tally(outcome, seat)
        other = table.counts_for[seat]
        lines.append(
            SeatLine(
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
    """The total of a seat, its bids made, and its bids."""
    if outcome is None or seat >= len(outcome.totals):
        return None, 0, 0
    known = seat < min(len(outcome.made), len(outcome.bids))
    made, bids = (outcome.made[seat], outcome.bids[seat]) if known else (0, 0)
    return outcome.totals[seat], made, bids
