"""What the hall of an event sees: the wall, a player's phone, and the people at a table in their
seats around its number."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.board.events.at_table import ClockView, clock_view
from scorekeeper.board.events.ranks import (
    PODIUM,
    RankLine,
    RankTable,
    leaves,
    rank_table,
    seats_by_name,
)
from scorekeeper.board.events.tables import (
    TableLine,
    TableResult,
    TableState,
    results_of,
    state_of,
    table_lines,
)
from scorekeeper.board.panel_parts import seat_classes
from scorekeeper.drawing.names import name_width, parts, width_of, with_initials
from scorekeeper.rules.events.event import (
    Entrant,
    Event,
    Outcomes,
    Round,
    RoundState,
    State,
    Table,
    left,
)
from scorekeeper.rules.events.standings import Placed
from scorekeeper.rules.people import letters_of
from scorekeeper.store.events.tables import TableGame, TableKey, outcomes_of
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.words.events.rounds import is_played
from scorekeeper.words.figures import percent
from scorekeeper.words.names import and_list

SEATS, FEW_SEATS, SEATS_BESIDE, RANKS, SO_FAR, NEXT_BEST = 33, 18, 20, 16, 6, 5
"""The most names on a page (three columns of eleven, two of nine in large print, or two of ten
beside the clock), ranks on a page, ranks beside the tables, and ranks below the podium."""
MOST_EXTRAS, MOST_TABLES = 3, 6
"""The most lines about tables with more time, in place of ranks, and the most tables in each."""
TABLES_IN_LINE = 2
"""The most tables that surely fit in one line with their time."""
LATECOMERS = 10
"""The minutes of a round in which the seats are still shown, alternating with its tables."""
ROOMS = {"seats": 9.7, "few": 15, "ranks": 12, "so_far": 9.5}
"""The room for a name in units of the smallest size that can be read from the hall;
``static/style/wall.css`` has the largest."""
LEADERS = {"large": 11, "": 6.6, "many": 5.5}
"""The room for the name of a leader, by the shape of the tables."""
SHAPES = ((6, "large"), (16, ""), (36, "many"))
"""The most tables in each size; more are shown only as numbers with their hand."""
MOST = "most"


class Screen(StrEnum):
    WAITS = "waits"
    SEATS = "seats"
    RUNNING = "running"
    STANDINGS = "standings"
    PODIUM = "podium"
    HIDDEN = "hidden"


class SeatLine(NamedTuple):
    """A name and its table; ``width`` is the class of the name."""

    name: str
    width: str
    table: int


class WallRank(NamedTuple):
    """A line of the standings with a name that fits; ``width`` is its class. ``shade`` is the
    colour on the podium."""

    name: str
    width: str
    line: RankLine
    shade: int = 0


class Extra(NamedTuple):
    """The tables that have so many minutes more than the others, and the time at which theirs is
    up. If there are too many, ``is_cut`` and only the first are named."""

    tables: tuple[int, ...]
    is_cut: bool
    minutes: int
    ends: datetime | None

    @property
    def lines(self) -> int:
        """The number of lines on the wall, and of ranks in whose place they are."""
        return 1 if len(self.tables) <= TABLES_IN_LINE else 2


@dataclass(frozen=True, slots=True)
class Wall:
    """The values of the wall. ``labels`` name its pages; ``seats`` or ``ranks`` has the lines of
    the current one. "" is the page of the tables, the only one from ``alone_from`` on, in
    milliseconds since 1970. ``extras`` are the tables with more time. ``best`` are on the podium
    from left to right, ``others`` below it."""

    shows: Screen
    round: Round | None
    table: RankTable
    clock: ClockView | None = None
    labels: tuple[str, ...] = ()
    alone_from: int | None = None
    seats: tuple[tuple[SeatLine, ...], ...] = ()
    ranks: tuple[tuple[WallRank, ...], ...] = ()
    outs: tuple[TableLine, ...] = ()
    shape: str = ""
    extras: tuple[Extra, ...] = ()
    done: int = 0
    best: tuple[WallRank, ...] = ()
    others: tuple[RankLine, ...] = ()

    @property
    def is_few(self) -> bool:
        """Whether the names of each page fit in two columns in large print."""
        return all(len(page) <= FEW_SEATS for page in self.seats)

    @property
    def has_begun(self) -> bool:
        """Whether all unfinished tables have begun."""
        return all(line.state is not TableState.FREE for line in self.outs)


def wall_of(event: Event, games: Mapping[TableKey, TableGame], now: datetime) -> Wall:
    """The wall of an event: the seats before a round, then its clock and tables, then the
    standings; at the end the podium."""
    last = event.published[-1] if event.published else None
    wall = Wall(_screen(event, last), last, rank_table(event, outcomes_of(games)))
    match wall.shows:
        case Screen.SEATS if last:
            return _with_seats(event, last, wall)
        case Screen.RUNNING if last:
            lines = table_lines(event, last, games, now)
            if not any(line.is_out for line in lines):
                return _with_standings(event, wall)
            return _with_tables(event, last, wall, lines, now)
        case Screen.STANDINGS:
            return _with_standings(event, wall)
        case Screen.PODIUM:
            return _with_podium(wall)
    return wall


def _with_standings(event: Event, wall: Wall) -> Wall:
    if event.is_hidden:
        return replace(wall, shows=Screen.HIDDEN)
    return _with_ranks(replace(wall, shows=Screen.STANDINGS))


def fitted(names: Sequence[str], room: float) -> dict[str, str]:
    """Names that fit into the room: whole, or shortened so that they stay different."""
    short = _short(tuple(names))
    pairs = zip(names, short, strict=True)
    return {name: name if width_of(name) <= room else one for name, one in pairs}


@lru_cache(8)
def _short(names: tuple[str, ...]) -> tuple[str, ...]:
    return with_initials(names)


def _screen(event: Event, last: Round | None) -> Screen:
    if event.ended:
        return Screen.PODIUM
    if last is None:
        return Screen.WAITS
    if last.state is RoundState.CLOSED:
        return Screen.STANDINGS
    return Screen.SEATS if last.state is RoundState.PUBLISHED else Screen.RUNNING


def _with_seats(event: Event, last: Round, wall: Wall, most: int = SEATS) -> Wall:
    named = seats_by_name(event, last)
    count = -(-len(named) // most)
    size = -(-len(named) // count)
    room = ROOMS["few" if size <= FEW_SEATS and most == SEATS else "seats"]
    shown = fitted([name for name, _ in named], room)
    lines = [SeatLine(shown[name], name_width([shown[name]]), table) for name, table in named]
    pages = leaves(lines, size)
    labels = tuple(f"{_begins(page[0].name)} – {_begins(page[-1].name)}" for page in pages)
    return replace(wall, seats=pages, labels=labels)


def _begins(name: str) -> str:
    return "".join(letters_of(name)[:2])


def _with_tables(
    event: Event, last: Round, wall: Wall, lines: Sequence[TableLine], now: datetime
) -> Wall:
    outs = sorted([line for line in lines if line.is_out], key=lambda line: line.number)
    shape = next((name for most, name in SHAPES if len(outs) <= most), MOST)
    if shape in LEADERS:
        shown = fitted([name for line in lines for name in line.names], LEADERS[shape])
        outs = [_with_leader(line, shown, LEADERS[shape]) for line in outs]
    clock = clock_view(event.settings, last, now)
    if clock.gone < LATECOMERS and not clock.is_soon:
        wall = _with_seats(event, last, wall, SEATS_BESIDE)
        ends, rest = clock.shown.ends, (clock.whole - LATECOMERS) * 60_000
        wall = replace(wall, labels=("", *wall.labels), alone_from=ends and ends - rest)
    extras = _extras(last, outs, now)
    ranks = 0 if event.is_hidden else max(SO_FAR - sum(one.lines for one in extras), 0)
    return replace(
        wall,
        clock=clock,
        outs=tuple(outs),
        shape=shape,
        extras=extras,
        done=sum(line.state is TableState.IN for line in lines),
        ranks=(
            _fitting(
                [one for one in _lines(wall.table) if one.has_result][:ranks], ROOMS["so_far"]
            ),
        ),
    )


def _extras(round_: Round, outs: Sequence[TableLine], now: datetime) -> tuple[Extra, ...]:
    """The tables that still have time, beyond that of all; the first to end come first."""
    found: dict[int, list[int]] = {}
    for line in outs:
        if line.extra_minutes and left(round_.clock, now, line.extra_minutes) > 0:
            found.setdefault(line.extra_minutes, []).append(line.number)
    return tuple(
        Extra(
            tuple(tables[:MOST_TABLES]),
            len(tables) > MOST_TABLES,
            minutes,
            round_.clock.ends(minutes) if round_.clock.paused_at is None else None,
        )
        for minutes, tables in sorted(found.items())[:MOST_EXTRAS]
    )


def _with_leader(line: TableLine, shown: Mapping[str, str], room: float) -> TableLine:
    """The line with the names of its leaders; without names if they are too many for the room."""
    if line.leader is None:
        return line
    names = tuple(shown[name] for name in line.leader.names)
    fits = len(names) == 1 or width_of(and_list([*names])) <= room
    return replace(line, leader=replace(line.leader, names=names if fits else ()))


def _with_ranks(wall: Wall) -> Wall:
    pages = leaves(_fitting(_lines(wall.table), ROOMS["ranks"]), RANKS)
    ends = [sum(map(len, pages[: at + 1])) for at in range(len(pages))]
    labels = [f"{end - len(page) + 1} – {end}" for page, end in zip(pages, ends, strict=True)]
    return replace(wall, ranks=pages, labels=tuple(labels))


def _with_podium(wall: Wall) -> Wall:
    podium = enumerate(wall.table.podium)
    best = [WallRank(one.name, name_width(parts(one.name)), one, at) for at, one in podium]
    # The first stand in the middle, the others by turns on the left and on the right of them.
    arranged = (*best[1::2][::-1], *best[::2])
    below = [line for line in _lines(wall.table) if line.rank > PODIUM]
    return replace(wall, best=arranged, others=tuple(below[:NEXT_BEST]))


def _lines(table: RankTable) -> list[RankLine]:
    return [line for group in table.groups for line in group.lines]


def _fitting(lines: Sequence[RankLine], room: float) -> tuple[WallRank, ...]:
    shown = fitted([line.name for line in lines], room)
    return tuple(WallRank(shown[line.name], name_width([shown[line.name]]), line) for line in lines)


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
