"""What a player of an event sees, and the people at a table in their seats around its number."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.board.events.ranks import RankLine
from scorekeeper.board.events.tables import TableResult, TableState, results_of, state_of
from scorekeeper.board.panel_parts import seat_classes
from scorekeeper.drawing.names import name_width, width_of
from scorekeeper.rules.events.event import Entrant, Event, Outcomes, Round, RoundState, State, Table
from scorekeeper.rules.events.standings import Placed
from scorekeeper.store.events.tables import TableGame, TableKey
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.words.events.player import is_played
from scorekeeper.words.figures import percent

LINE_END = re.compile(r"[\s-]|$")
"""The places in a name at which a line may end."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat. ``figure`` is the points so far or, before the round, the rank; None without either.
    ``deals``: this hand, or the first one."""

    name: str
    shade: int
    spot: str
    is_me: bool
    deals: bool
    leads: bool
    figure: int | None


@dataclass(frozen=True, slots=True)
class Ring:
    """A table: its seats, and the class for the widest line of their names, which have two."""

    number: int
    seats: tuple[Seat, ...]
    width: str
    has_ranks: bool
    is_begun: bool


def ring_of(
    event: Event,
    table: Table,
    stored: StoredGame,
    me: int | None = None,
    ranks: Mapping[int, int] | None = None,
    *,
    is_hidden: bool = False,
) -> Ring:
    """The seats of a table with this game; with ``ranks``, the rank of each number in place of the
    points; without either if they are hidden."""
    sheet, is_begun = stored.sheet, bool(stored.game.hands)
    names = tuple(event.entrant(number).name for number in table.seats)
    totals = sheet.totals if is_begun and not is_hidden else (None,) * len(names)
    dealer = table.dealer if not is_begun else sheet.hand.dealer if sheet.hand else None
    seats = tuple(
        Seat(
            name=names[seat],
            shade=stored.shades[seat],
            spot=seat_classes(range(len(names)), seat),
            is_me=number == me,
            deals=seat == dealer,
            leads=seat in sheet.leaders and table.set_aside is None and not is_hidden,
            figure=totals[seat] if ranks is None else ranks.get(number),
        )
        for seat, number in enumerate(table.seats)
    )
    width = name_width(line for name in names for line in two_lines(name))
    return Ring(table.number, seats, width, ranks is not None, is_begun)


def two_lines(name: str) -> tuple[str, str]:
    """The name in two lines, divided where it needs the least room; one may be empty."""
    ends = [found.end() for found in LINE_END.finditer(name)]
    splits = [(name[:end].strip(), name[end:].strip()) for end in ends]
    return min(splits, key=lambda lines: max(map(width_of, lines)))


NUMBERS = 5
"""The most digits of a start number in an address."""


class Phase(StrEnum):
    """The situation of a player now."""

    BEFORE = "before"
    SITS = "sits"
    PLAYS = "plays"
    IN = "in"
    BETWEEN = "between"
    WAITS = "waits"
    STAND_BY = "stand-by"
    OUT = "out"
    CUT = "cut"
    SIGNED_UP = "signed-up"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class MyTable:
    """The table at which the player sits. ``hand`` is the one in play, out of ``hands``.
    ``is_free``: no phone keeps score yet and no result is in, so this one may. ``has_sheet``: a
    phone enters hands, or has, and the sheet is not hidden. ``is_hidden``: only the desk and the
    table see its points. ``awaits``: the result counts once the table agrees on it."""

    round: Round
    table: Table
    seat: int
    ring: Ring
    state: TableState
    game: str
    hand: int
    hands: int
    is_free: bool
    has_sheet: bool
    is_hidden: bool
    awaits: bool

    @property
    def key(self) -> TableKey:
        return self.round.number, self.table.number


@dataclass(frozen=True, slots=True)
class MyResult:
    """A round that the player has played: the result of the table, and the player's ``own``."""

    table: TableResult
    own: Placed
    game: str
    seat: int


class Made(NamedTuple):
    share: str
    made: int
    bids: int


def phase_of(event: Event, me: Entrant, games: Mapping[TableKey, TableGame]) -> Phase:
    """The situation of a player now. ``SITS``: at a table whose round has not started; ``PLAYS``:
    until its result is ``IN``; ``WAITS``: for a seat; ``CUT``: not in the final, as long as that
    is played."""
    if event.ended:
        return Phase.OVER
    if me.state is State.OUT:
        return Phase.OUT
    seated = _seated(event, me)
    if seated is None:
        return _unseated(event, me)
    current, table = seated
    if current.state is RoundState.CLOSED:
        return Phase.BETWEEN
    if state_of(table, games.get((current.number, table.number))) in (
        TableState.IN,
        TableState.ASIDE,
    ):
        return Phase.IN
    return Phase.PLAYS if current.state is RoundState.RUNNING else Phase.SITS


def _unseated(event: Event, me: Entrant) -> Phase:
    if me.state is State.SIGNED_UP:
        return Phase.SIGNED_UP
    if me.state is State.STAND_BY:
        return Phase.STAND_BY
    if not event.published:
        return Phase.BEFORE
    current = event.published[-1]
    is_going = current.state is not RoundState.CLOSED
    if current.stage or (event.finalists and me.number not in event.finalists):
        return Phase.CUT if is_going or not is_played(event) else Phase.BETWEEN
    return Phase.WAITS if is_going else Phase.BETWEEN


def key_of_table(event: Event, me: Entrant) -> TableKey | None:
    """The player's table in the newest published round, as the numbers of the round and the table;
    None without one."""
    seated = _seated(event, me)
    return (seated[0].number, seated[1].number) if seated else None


def my_table(
    event: Event,
    me: Entrant,
    playing: tuple[TableGame, StoredGame] | None,
    ranks: Mapping[int, int],
) -> MyTable | None:
    """The player's table in the newest published round; None without one. ``playing`` is its game;
    ``ranks`` are the ranks so far, shown until the round starts."""
    seated = _seated(event, me)
    if seated is None or playing is None:
        return None
    (current, table), (game, stored) = seated, playing
    is_sitting, state = current.state is RoundState.PUBLISHED, state_of(table, game)
    is_hidden = event.hides(current.number)
    is_in = state in (TableState.IN, TableState.ASIDE) or current.state is RoundState.CLOSED
    return MyTable(
        round=current,
        table=table,
        seat=table.seats.index(me.number),
        ring=ring_of(
            *(event, table, stored, me.number, ranks if is_sitting else None), is_hidden=is_hidden
        ),
        state=state,
        game=game.key,
        hand=min(game.played + 1, game.hands),
        hands=game.hands,
        is_free=not game.has_keeper and not is_in,
        has_sheet=not is_hidden
        and state is not TableState.ASIDE
        and (game.has_keeper or game.is_begun),
        is_hidden=is_hidden,
        awaits=game.awaits and not is_in,
    )


def my_results(
    event: Event, me: Entrant, outcomes: Outcomes, games: Mapping[TableKey, TableGame]
) -> tuple[MyResult, ...]:
    found = []
    for one in event.published:
        table = one.table_of(me.number)
        if table is None:
            continue
        game, seat = games.get((one.number, table.number)), table.seats.index(me.number)
        for result in results_of(event, replace(one, tables=(table,)), outcomes):
            mine = (line for _, line in result.lines if line.number == me.number)
            found += [MyResult(result, own, game.key if game else "", seat) for own in mine]
    return tuple(found)


def made_of(played: Sequence[MyResult]) -> Made | None:
    """The bids made in all rounds; None if none is known."""
    made, bids = sum(one.own.made for one in played), sum(one.own.bids for one in played)
    return Made(percent(Fraction(made, bids)), made, bids) if bids else None


def behind(lines: tuple[RankLine, ...], mine: RankLine) -> tuple[int, str] | None:
    """The points that the player is behind the one ahead, and that one's name; None for the
    first."""
    ahead = [line for line in lines if line.rank < mine.rank and line.stage == mine.stage]
    return (ahead[-1].counted - mine.counted, ahead[-1].name) if ahead else None


def found_entrant(event: Event, text: str) -> Entrant | None:
    """The entrant with this number in a cookie or an address; None if there is none."""
    is_number = text.isascii() and text.isdigit() and len(text) <= NUMBERS
    return event.by_number.get(int(text)) if is_number else None


def _seated(event: Event, me: Entrant) -> tuple[Round, Table] | None:
    """The newest published round, and the player's table in it."""
    current = event.published[-1] if event.published else None
    table = current.table_of(me.number) if current else None
    return (current, table) if current and table else None
