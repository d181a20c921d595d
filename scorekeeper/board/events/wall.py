"""The wall of an event: its current screen, with names that fit a projector."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
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
from scorekeeper.board.events.tables import TableLine, TableState, table_lines
from scorekeeper.drawing.names import name_width, parts, width_of, with_initials
from scorekeeper.rules.events.event import Event, Round, RoundState, left
from scorekeeper.rules.people import letters_of
from scorekeeper.store.events.tables import TableGame, TableKey, outcomes_of
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
        ranks=(_fitting(_lines(wall.table)[:ranks], ROOMS["so_far"]),),
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
