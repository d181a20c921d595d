"""The desk's page of a round: before its draw, while it runs, and at its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from scorekeeper.board.events.clock import ClockView, clock_view
from scorekeeper.board.events.plan import Plan, plan_of
from scorekeeper.board.events.ranks import RankLine, as_of, rank_lines
from scorekeeper.board.events.tables import TableLine, TableResult, results_of, table_lines
from scorekeeper.rules.events.event import Event, Outcomes, Round
from scorekeeper.rules.events.final import left_in
from scorekeeper.rules.events.next_round import may_draw
from scorekeeper.rules.events.plan import sizes
from scorekeeper.rules.events.planned import least_again
from scorekeeper.rules.events.settings import FINAL_TABLE, Seating
from scorekeeper.store.events.tables import TableGame, TableKey, outcomes_of
from scorekeeper.words.events.log import round_line
from scorekeeper.words.events.rounds import final_title, least_line, round_title
from scorekeeper.words.events.settings import seated_line
from scorekeeper.words.events.standings import after_line

MANY = 8
"""More tables than this are drawn as lower lines, beside a hall of small cards."""
CROWD = 40
"""More tables than this get smaller cards."""
RANKS = 40
"""The most lines of the standings beside the tables."""
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
class RoundCard:
    """A round in the row of rounds; ``step`` is "closed", "draw" or "to-come"."""

    title: str
    step: str


@dataclass(frozen=True, slots=True)
class SizeChoice:
    """Possible sizes of the tables; the remaining players sit at tables of ``remainder``."""

    remainder: int
    title: str
    hint: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class BeforeView:
    """The page between two rounds. ``others`` are other possible steps; ``reopens`` is the number
    of the round that can be reopened; ``again`` says how many pairs must meet again."""

    title: str
    cards: tuple[RoundCard, ...]
    step: Step
    others: tuple[Step, ...]
    plan: Plan
    again: str
    choices: tuple[SizeChoice, ...]
    reopens: int | None
    results: tuple[TableResult, ...]


def before_view(event: Event, outcomes: Outcomes) -> BeforeView:
    """The page between two rounds."""
    last = event.last
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
    )


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
    if event.finalists and may_draw(event):
        return final_title(plan.playing)
    return round_title(event, min(len(event.rounds) + may_draw(event), event.settings.rounds))


def _cards(event: Event, plan: Plan, *, draws: bool) -> tuple[RoundCard, ...]:
    """The cards of the rounds played, the next one, and those to come, as far as there is room."""
    cards = [
        RoundCard(final_title(one.stage) if one.stage else round_line(one.number), "closed")
        for one in event.rounds
    ]
    if draws:
        number = len(cards) + 1
        cards.append(
            RoundCard(final_title(plan.playing) if event.finalists else round_line(number), "draw")
        )
    if not event.finalists:
        numbers = range(len(cards) + 1, event.settings.rounds + 1)
        cards += [RoundCard(round_line(number), "to-come") for number in numbers]
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


def _least(event: Event, people: int, shape: tuple[int, ...]) -> int:
    """The number of pairs that must meet again in all rounds; 0 if the sizes do not determine
    it."""
    if not shape or event.rounds or event.settings.seating is not Seating.PLANNED:
        return 0
    return least_again(people, shape, event.settings.rounds)


@dataclass(frozen=True, slots=True)
class RunningView:
    """The page of a published round. ``shown`` are the tables that match the filter, and ``counts``
    the number of tables for each filter; if there are many, ``hall`` has all of them by number. At
    the end, ``took`` is the duration in minutes, and ``early`` the minutes left; None if
    unknown."""

    round: Round
    title: str
    clock: ClockView
    is_up: bool
    shown: tuple[TableLine, ...]
    which: str
    counts: dict[str, int]
    hall: tuple[TableLine, ...]
    is_crowd: bool
    results: tuple[TableResult, ...]
    took: int | None
    early: int | None
    ranks: tuple[RankLine, ...]
    ranks_title: str


def running_view(
    event: Event, round_: Round, games: Mapping[TableKey, TableGame], now: datetime, asked: str
) -> RunningView:
    """The page of a round at this time; ``asked`` is the filter of its tables."""
    lines = table_lines(event, round_, games, now)
    out = tuple(line for line in lines if line.is_out)
    groups = {"out": out, "in": tuple(line for line in lines if not line.is_out), "all": lines}
    usual = "out" if len(lines) > MANY else "all"
    which = asked if asked in groups else usual
    outcomes, clock = outcomes_of(games), clock_view(event.settings, round_, now)
    took, early = _ending(round_, lines)
    return RunningView(
        round=round_,
        title=round_title(event, round_.number),
        clock=clock,
        is_up=clock.left <= 0,
        shown=groups[which],
        which=which,
        counts={name: len(group) for name, group in groups.items()},
        hall=tuple(sorted(lines, key=lambda line: line.number)) if len(lines) > MANY else (),
        is_crowd=len(lines) > CROWD,
        results=() if out else results_of(event, round_, outcomes),
        took=took,
        early=early,
        ranks=_ranks(event, outcomes),
        ranks_title=after_line(event),
    )


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
