"""The acts about an event's settings and about those who play in it."""

from collections import Counter
from dataclasses import dataclass, replace

from scorekeeper.rules.events.act import Act, require, require_of
from scorekeeper.rules.events.event import Entrant, Event, RoundState, State
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.events.settings import EventSettings, event_problems
from scorekeeper.rules.people import folded
from scorekeeper.rules.problems import Problem, refuse_if
from scorekeeper.rules.setup import LONGEST_NAME

MOST_ENTRANTS = 500
HIGHEST_NUMBER = 9999
LONGEST_CLUB = 30


@dataclass(frozen=True, slots=True)
class Created(Act):
    """The first act of every event."""

    kind = "created"
    settings: EventSettings

    def after(self, event: Event) -> Event:  # noqa: ARG002
        """A new event; there is none before it."""
        refuse_if(event_problems(self.settings))
        return Event(self.settings)


@dataclass(frozen=True, slots=True)
class Changed(Act):
    """Other settings, for what is still to come."""

    kind = "changed"
    settings: EventSettings

    def after(self, event: Event) -> Event:
        """Plans for the next rounds are dropped, draws stay. The game stays once one is drawn."""
        refuse_if(event_problems(self.settings))
        old, new = event.settings, self.settings
        played = sum(one.stage is None for one in event.rounds)
        require(not event.rounds or old.variant == new.variant, EventCode.GAME_FIXED)
        require(new.rounds >= played, EventCode.ROUNDS_PLAYED, least=played)
        require(not event.finalists or old.final == new.final, EventCode.FINAL_BEGUN)
        return replace(event, settings=new, ahead=())


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A name to enter; without a number, it gets the next one."""

    name: str
    club: str = ""
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Entered(Act):
    """People enter, perhaps on stand-by."""

    kind = "entered"
    newcomers: tuple[Newcomer, ...]
    stand_by: bool = False

    def after(self, event: Event) -> Event:
        """The event with them, each with a number of their own."""
        require(bool(self.newcomers), EventCode.ENTRANT_NONE)
        total = len(event.entrants) + len(self.newcomers)
        require(total <= MOST_ENTRANTS, EventCode.ENTRANTS_MANY, most=MOST_ENTRANTS)
        state = State.STAND_BY if self.stand_by else State.IN
        asked = {one.number for one in self.newcomers if one.number is not None}
        free = iter(_free_numbers(event, asked, len(self.newcomers)))
        added = [
            Entrant(next(free) if one.number is None else one.number, one.name, one.club, state)
            for one in self.newcomers
        ]
        entered = replace(event, entrants=(*event.entrants, *added))
        refuse_if(_entrant_problems(entered, len(event.entrants)))
        return entered


def _free_numbers(event: Event, asked: set[int], count: int) -> list[int]:
    """The next numbers after the highest one in use; those asked for are left out."""
    first = max(event.by_number, default=0) + 1
    return [n for n in range(first, first + count + len(asked)) if n not in asked][:count]


@dataclass(frozen=True, slots=True)
class Renamed(Act):
    """A name or club is corrected."""

    kind = "renamed"
    after_end = True
    number: int
    name: str
    club: str = ""

    def after(self, event: Event) -> Event:
        """The event with the new name."""
        changed = replace(event.entrant(self.number), name=self.name, club=self.club)
        return _with_entrant(event, self.number, changed)


@dataclass(frozen=True, slots=True)
class Numbered(Act):
    """Another start number, before the first draw."""

    kind = "numbered"
    number: int
    new: int

    def after(self, event: Event) -> Event:
        """The event with the new number. Draws and penalties name people by it."""
        require(not event.rounds and not event.adjustments, EventCode.NUMBERS_FIXED)
        return _with_entrant(
            event, self.number, replace(event.entrant(self.number), number=self.new)
        )


@dataclass(frozen=True, slots=True)
class Removed(Act):
    """A wrong entry is taken away: somebody who was never drawn."""

    kind = "removed"
    number: int

    def after(self, event: Event) -> Event:
        """The event without them."""
        known = event.entrant(self.number)
        require_of(event, self.number, may_remove(event, self.number), EventCode.ENTRANT_PLAYED)
        others = tuple(one for one in event.entrants if one != known)
        return replace(event, entrants=others, ahead=())


def may_remove(event: Event, number: int) -> bool:
    """Whether an entrant was never drawn and has no penalty or bonus."""
    tables = [table for one in event.rounds for table in one.tables]
    drawn = {seat for table in tables for seat in (*table.seats, *table.counts_for)}
    return number not in drawn | {one.entrant for one in event.adjustments}


@dataclass(frozen=True, slots=True)
class Marked(Act):
    """Somebody leaves, comes back, or stands by."""

    kind = "marked"
    number: int
    state: State

    def after(self, event: Event) -> Event:
        """The event with the new state; a draw that is not played yet stays."""
        played = sum(one.state is not RoundState.DRAWN for one in event.rounds)
        after = played if self.state is State.OUT else None
        changed = replace(event.entrant(self.number), state=self.state, out_after=after)
        return _with_entrant(event, self.number, changed)


def _with_entrant(event: Event, number: int, changed: Entrant) -> Event:
    """The event with a changed entrant, if name and number are possible."""
    entrants = [changed if old.number == number else old for old in event.entrants]
    at = [old.number for old in event.entrants].index(number)
    found = replace(event, entrants=tuple(entrants))
    refuse_if(_entrant_problems(found, at, at + 1))
    return found


def _entrant_problems(event: Event, first: int, end: int | None = None) -> list[Problem]:
    """Names and numbers that are not possible, among the entrants from ``first`` to ``end``."""
    names = Counter(folded(one.name) for one in event.entrants)
    numbers = Counter(one.number for one in event.entrants)
    found = []
    for at, one in list(enumerate(event.entrants))[first:end]:
        found += _text_problems(one, at)
        if not 1 <= one.number <= HIGHEST_NUMBER:
            found.append(Problem(EventCode.NUMBER_RANGE, at, {"most": HIGHEST_NUMBER}))
        elif numbers[one.number] > 1:
            found.append(Problem(EventCode.NUMBER_TAKEN, at, {"number": one.number}))
        if names[folded(one.name)] > 1:
            found.append(Problem(EventCode.ENTRANT_DOUBLE, at))
    return found


def _text_problems(one: Entrant, at: int) -> list[Problem]:
    if not one.name.strip():
        return [Problem(EventCode.ENTRANT_EMPTY, values={"number": one.number})]
    name_long = Problem(EventCode.ENTRANT_LONG, at, {"most": LONGEST_NAME})
    club_long = Problem(EventCode.CLUB_LONG, at, {"most": LONGEST_CLUB})
    long = (len(one.name) > LONGEST_NAME, name_long), (len(one.club) > LONGEST_CLUB, club_long)
    return [problem for is_long, problem in long if is_long]
