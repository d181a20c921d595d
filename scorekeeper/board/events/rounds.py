"""The desk's page of a round: before its draw, while it runs, and at its end; the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.board.events.at_table import ClockView, clock_view
from scorekeeper.board.events.entrants import Plan, plan_of
from scorekeeper.board.events.ranks import RankLine, as_of, rank_lines
from scorekeeper.board.events.tables import (
    TableLine,
    TableResult,
    begun_in,
    late_in,
    results_of,
    table_lines,
)
from scorekeeper.http.parts import ROWS, Part, part
from scorekeeper.memory import by_identity
from scorekeeper.rules.events.draw import least_again, least_again_next, sizes, unmet
from scorekeeper.rules.events.entrant_acts import Wish, called, new_table
from scorekeeper.rules.events.event import Entrant, Event, Outcomes, Round, RoundState
from scorekeeper.rules.events.round_acts import may_draw
from scorekeeper.rules.events.settings import FINAL_TABLE, Seating
from scorekeeper.rules.events.standings import left_in, who_left
from scorekeeper.store.events.acts import EventLine, LogPart
from scorekeeper.store.events.events import NumberedAct, StoredEvent
from scorekeeper.store.events.tables import (
    TableGame,
    TableKey,
    asker_keeps,
    outcomes_of,
    standings_of,
)
from scorekeeper.words.events.log import act_line, final_title, note_line, round_line
from scorekeeper.words.events.rounds import after_line, least_line, round_title
from scorekeeper.words.events.settings import seated_line
from scorekeeper.words.language import gettext

MANY = 8
"""More tables than this are drawn as lower lines, beside a hall of small cards."""
CROWD = 40
"""More tables than this get smaller cards."""
RANKS = 40
"""The most lines of the standings beside the tables."""
MOST_ASKING = 4
"""The most tables that are answered on the page of the round."""
AROUND = 3
"""The most rounds in the row of rounds."""


class Step(StrEnum):
    """The next act of the desk between two rounds."""

    DRAW = "draw"
    SEAT = "seat"
    FINAL = "final"
    END = "end"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class SizeChoice:
    """Possible sizes of the tables; the remaining players sit at tables of ``remainder``."""

    remainder: int
    title: str
    hint: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class BeforeView:
    """The page between two rounds. ``cards`` are the titles in the row of rounds, each with
    "closed", "draw" or "to-come". ``others`` are other possible steps; ``reopens`` is the number
    of the round that can be reopened; ``again`` says how many pairs must meet again.
    ``left`` are those who left in mid-game, and would be drawn; ``finalists`` the names of those
    whom the next draw of the final seats."""

    title: str
    cards: tuple[tuple[str, str], ...]
    step: Step
    others: tuple[Step, ...]
    plan: Plan
    again: str
    choices: tuple[SizeChoice, ...]
    reopens: int | None
    results: tuple[TableResult, ...]
    left: tuple[Entrant, ...]
    finalists: tuple[str, ...]


def before_view(event: Event, games: Mapping[TableKey, TableGame]) -> BeforeView:
    """The page between two rounds."""
    last, outcomes = event.last, outcomes_of(games)
    plan = _final_plan(event, outcomes) if event.finalists else plan_of(event)
    steps = _steps(event)
    return BeforeView(
        title=_title(event, plan),
        cards=_cards(event, plan, draws=steps[0] in (Step.DRAW, Step.SEAT)),
        step=steps[0],
        others=steps[1:],
        plan=plan,
        again=least_line(_least(event, plan.playing, plan.sizes)),
        choices=() if event.finalists else _choices(event, plan),
        reopens=last.number if last else None,
        results=results_of(event, last, outcomes) if last else (),
        left=who_left(event, last, standings_of(games)) if last and may_draw(event) else (),
        finalists=_finalists(event, outcomes) if may_draw(event) else (),
    )


def _finalists(event: Event, outcomes: Outcomes) -> tuple[str, ...]:
    left = left_in(event, outcomes) if event.finalists else ()
    return tuple(event.entrant(number).name for number in left)


def _steps(event: Event) -> tuple[Step, ...]:
    """The possible steps, the planned one first."""
    if event.ended:
        return (Step.OVER,)
    found = []
    if may_draw(event):
        by_hand = event.settings.seating is Seating.BY_HAND and not event.finalists
        found.append(Step.SEAT if by_hand else Step.DRAW)
    if event.rounds and event.settings.final and not event.finalists:
        found.append(Step.FINAL)
    if event.rounds:
        found.append(Step.END)
    return tuple(found)


def _final_plan(event: Event, outcomes: Outcomes) -> Plan:
    left = len(left_in(event, outcomes))
    shape = (FINAL_TABLE,) * (left // FINAL_TABLE)
    return Plan(left, shape, seated_line(shape), "")


def _title(event: Event, plan: Plan) -> str:
    if event.finalists:
        return final_title(plan.playing)
    return round_title(event, min(len(event.rounds) + may_draw(event), event.settings.rounds))


def _cards(event: Event, plan: Plan, *, draws: bool) -> tuple[tuple[str, str], ...]:
    """The rounds played, the next one, and those to come, as far as there is room."""
    cards = [(round_line(event, one.number), "closed") for one in event.rounds]
    if draws:
        title = final_title(plan.playing) if event.finalists else round_line(event, len(cards) + 1)
        cards.append((title, "draw"))
    if not event.finalists:
        numbers = range(len(cards) + 1, event.settings.rounds + 1)
        cards += [(round_line(event, number), "to-come") for number in numbers]
        cards += [(gettext("Final"), "to-come")] * (event.settings.final is not None)
    first = max(0, min(len(event.rounds) - 1, len(cards) - AROUND))
    return tuple(cards[first : first + AROUND])


def _choices(event: Event, plan: Plan) -> tuple[SizeChoice, ...]:
    """The possible sizes of tables for this number of people, if there are several or the chosen
    ones are impossible."""
    size, chosen = event.settings.size, event.settings.remainder
    found: dict[tuple[int, ...], SizeChoice] = {}
    for other in (chosen, size - 1, size + 1):
        shape = sizes(plan.playing, size, other) if event.settings.variant.is_for(other) else None
        if shape and shape not in found and other != size:
            hint = least_line(_least(event, plan.playing, shape))
            found[shape] = SizeChoice(other, seated_line(shape), hint, shape == plan.sizes)
    return tuple(found.values()) if len(found) > 1 or not plan.sizes else ()


_unmet = by_identity(20)(unmet)


def _least(event: Event, people: int, shape: tuple[int, ...]) -> int:
    """The number of pairs that must meet again: before round 1 in all rounds, then in the next. 0
    if the sizes do not determine it, or if the seating does not avoid it."""
    if not shape or event.settings.seating not in (Seating.PLANNED, Seating.STANDING):
        return 0
    if event.rounds:
        return least_again_next(shape, *_unmet(event))
    return least_again(people, shape, event.settings.rounds)


@dataclass(frozen=True, slots=True)
class RunningView:
    """The page of a published round. ``asking`` are the numbers and games of tables whose phones
    ask for the pencil, and for no other one. ``shown`` are the tables that match the filter, and
    ``counts`` the number of tables for each filter. Until all tables are in, ``parts`` are those
    that the tables change; then ``took`` is the duration in minutes, and ``early`` the minutes
    left; None if unknown. ``late`` are people without a seat, each with the table that suits best,
    as long as one can take them or they fill one more (``fresh``). ``wishes`` are the
    numbers of tables that ask for something, and what."""

    round: Round
    title: str
    clock: ClockView
    is_up: bool
    shown: tuple[TableLine, ...]
    counts: dict[str, int]
    results: tuple[TableResult, ...]
    took: int | None
    early: int | None
    parts: dict[str, Part]
    asking: tuple[tuple[int, TableGame], ...]
    late: tuple[tuple[Entrant, int | None], ...]
    fresh: tuple[Entrant, ...]
    wishes: tuple[tuple[int, Wish], ...]


def running_view(
    stored: StoredEvent,
    round_: Round,
    games: Mapping[TableKey, TableGame],
    now: datetime,
    asked: str,
    pages: tuple[str, str] = ("desk_round.page", "desk_table.page"),
) -> RunningView:
    """The page of a round at this time; ``asked`` is the filter of its tables, and ``pages`` are
    the endpoints of the round and of a table."""
    event, outcomes = stored.event, outcomes_of(games)
    lines = table_lines(event, round_, games, now)
    out = tuple(line for line in lines if line.is_out)
    groups = {"out": out, "in": tuple(line for line in lines if not line.is_out), "all": lines}
    usual = "out" if len(lines) > MANY else "all"
    which = asked if asked in groups else usual
    wishes = [(one.number, one.wish) for one in lines if one.wish is not None][:MOST_ASKING]
    called_for = [called(event, one.name) for _, one in wishes if one.renames is None]
    late, fresh = late_in(event, round_, begun_in(round_, games)), new_table(event, round_)
    clock, (took, early) = clock_view(event.settings, round_, now), _ending(round_, lines)
    ranks = _ranks(event, outcomes)
    parts = _round_parts(stored, round_, groups, which, ranks, pages) if out else ()
    return RunningView(
        round=round_,
        title=round_title(event, round_.number),
        clock=clock,
        is_up=clock.left <= 0,
        shown=groups[which],
        counts={name: len(group) for name, group in groups.items()},
        results=() if out else results_of(event, round_, outcomes),
        took=took,
        early=early,
        parts={one.id: one for one in parts},
        asking=_asking(round_, games),
        late=tuple(
            (one, table) for one, table in late if (table or fresh) and one not in called_for
        ),
        fresh=fresh,
        wishes=tuple(wishes),
    )


def _asking(
    round_: Round, games: Mapping[TableKey, TableGame]
) -> tuple[tuple[int, TableGame], ...]:
    """The tables whose phones ask for the pencil, without phones that ask at several or
    keep score at another."""
    keys = [(round_.number, table.number) for table in round_.tables]
    asking = [key for key in keys if key in games and games[key].asks is not None]
    found = [(key[1], games[key]) for key in asking if asker_keeps(games, key) is None]
    often = Counter(game.asks_id for _, game in found)
    return tuple((number, game) for number, game in found if often[game.asks_id] == 1)


def _round_parts(
    stored: StoredEvent,
    round_: Round,
    groups: Mapping[str, tuple[TableLine, ...]],
    which: str,
    ranks: tuple[RankLine, ...],
    pages: tuple[str, str],
) -> Iterator[Part]:
    """The parts of the page that the tables change; a poll returns those that a page lacks. If
    there are many tables, the hall has all of them by number."""
    at, lines, out = (stored.key, round_.number), groups["all"], len(groups["out"])
    in_hall = len(lines) > MANY
    yield part(
        *("sums", "event/round/sums"),
        key=stored.key,
        page=pages[0],
        in_hall=in_hall,
        which=which,
        out=out,
        done=len(groups["in"]),
        all=len(lines),
    )
    cards = tuple(_card(*at, pages[1], line, in_hall) for line in groups[which])
    yield part("tables", "event/round/tables", slots={ROWS: cards}, in_hall=in_hall)
    if in_hall:
        by_number = sorted(lines, key=lambda line: line.number)
        hall = {"squares": tuple(_square(*at, line) for line in by_number)}
        yield part("hall", "event/round/hall", slots=hall, is_crowd=len(lines) > CROWD)
    if round_.state is RoundState.RUNNING:
        yield part("waits", "event/round/waits", out=out)
    if ranks:
        yield part("ranks", "event/round/ranks", title=after_line(stored.event), lines=ranks)


@lru_cache(2000)
def _card(key: str, number: int, page: str, line: TableLine, in_hall: bool) -> Part:
    id, template = f"table-{line.number}", "event/round/card"
    return part(id, template, key=key, round=number, page=page, line=line, in_hall=in_hall)


@lru_cache(2000)
def _square(key: str, number: int, line: TableLine) -> Part:
    return part(f"square-{line.number}", "event/round/square", key=key, round=number, line=line)


def _ending(round_: Round, lines: tuple[TableLine, ...]) -> tuple[int | None, int | None]:
    ends, started = round_.clock.ends(), round_.clock.started
    last = max((line.ended for line in lines if line.ended), default=None)
    if last is None or ends is None or started is None:
        return None, None
    took = max(last - started - round_.clock.stopped, timedelta())
    return _minutes(took), _minutes(ends - last)


def _minutes(time: timedelta) -> int:
    return round(time.total_seconds() / 60)


def _ranks(event: Event, outcomes: Outcomes) -> tuple[RankLine, ...]:
    """The first lines of the standings, once there are any."""
    closed = len(event.closed)
    return rank_lines(as_of(event, closed), outcomes)[:RANKS] if closed else ()


ICONS = {
    **dict.fromkeys(("created", "changed"), "rules"),
    **dict.fromkeys(("entered", "renamed", "numbered", "removed", "marked"), "people"),
    **dict.fromkeys(
        ("replaced", "joined", "table-added", "waits", "joining-refused", "name-refused"), "people"
    ),
    **dict.fromkeys(("sign-up-opened", "sign-up-closed", "signed-up", "signed-off"), "people"),
    **dict.fromkeys(("drawn", "swapped"), "dice"),
    **dict.fromkeys(("published", "closed", "reopened", "finalised"), "round"),
    **dict.fromkeys(("started", "paused", "resumed", "more-time"), "clock"),
    **dict.fromkeys(("by-hand", "counted", "corrected"), "pencil"),
    **dict.fromkeys(("adjusted", "withdrawn", "result-disputed", "result-counted"), "pencil"),
    **dict.fromkeys(("put-aside", "put-back"), "aside"),
    **dict.fromkeys(
        ("desk-given", "desk-claimed", "desk-taken", "desk-left", "helper-given", "helper-taken"),
        "phone",
    ),
    **dict.fromkeys(("pencil-passed", "pencil-refused", "pencil-taken"), "phone"),
    "ended": "podium",
}
"""The icon beside each kind of line."""
HEADLINES = ("published", "closed", "ended")
MOST = 100
"""The lines of a page."""


class LogLine(NamedTuple):
    """A line of an event's log: the time, the phone, the icon, the text, and the time and phone of
    its Undo. A ``headline`` begins or ends a round, so that a long log can be read by its
    rounds."""

    at: datetime
    phone: str
    icon: str
    text: str
    undone: tuple[datetime, str] | None
    headline: bool


class LogPage(NamedTuple):
    """A page of a log, newest line first; ``older`` is the number of its last line if older ones
    exist."""

    lines: list[LogLine]
    older: int | None


def log_page(part: LogPart, event: Event, asking: int | None, most: int = MOST) -> LogPage:
    """The page of these lines, of which there is one more if older ones exist; ``asking`` is the
    phone that reads them. An Undo is not a line; the line that it reversed is struck out."""
    shown, undos = part.lines[:most], part.undos
    found = [_log_line(line, undos.get(line.undone or 0), event, asking) for line in shown]
    return LogPage(found, shown[-1].number if len(part.lines) > most else None)


def _log_line(line: EventLine, undo: EventLine | None, event: Event, asking: int | None) -> LogLine:
    return LogLine(
        line.at,
        _who(line, asking),
        ICONS[line.kind],
        _text(line, event),
        (undo.at, _who(undo, asking)) if undo else None,
        line.kind in HEADLINES,
    )


def _who(line: EventLine, asking: int | None) -> str:
    return gettext("this phone") if line.phone_id == asking else line.phone


def newest_line(last: NumberedAct | None, event: Event) -> str:
    """The last act, for the link to the log; "" if there is none."""
    return act_line(last.act, event) if last else ""


def _text(line: EventLine, event: Event) -> str:
    if line.act is not None:
        return act_line(line.act, event)
    return note_line(line.kind, line.data.get("phone", ""), line.data.get("table", 0))
