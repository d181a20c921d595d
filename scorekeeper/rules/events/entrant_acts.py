"""The acts about an event's settings and its entrants."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.rules.events.act import Act, require, require_of
from scorekeeper.rules.events.event import Entrant, Event, State
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.events.settings import EventSettings, event_problems
from scorekeeper.rules.people import folded, start_of
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
        """The new event; the one before is ignored."""
        refuse_if(event_problems(self.settings))
        return Event(self.settings)


@dataclass(frozen=True, slots=True)
class Changed(Act):
    """New settings, which apply from the next draw or at once."""

    kind = "changed"
    settings: EventSettings

    def after(self, event: Event) -> Event:
        """The event with the new settings. Plans for later rounds are discarded; draws stay. The
        game cannot change once a round is drawn."""
        refuse_if(event_problems(self.settings))
        old, new = event.settings, self.settings
        played = sum(one.stage is None for one in event.rounds)
        require(not event.rounds or old.variant == new.variant, EventCode.GAME_FIXED)
        require(new.rounds >= played, EventCode.ROUNDS_PLAYED, least=played)
        require(not event.finalists or old.final == new.final, EventCode.FINAL_BEGUN)
        return replace(event, settings=new, ahead=())


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A person to enter; without a number, the person gets the next free one."""

    name: str
    club: str = ""
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Entered(Act):
    """Enter people, as players or on stand-by."""

    kind = "entered"
    newcomers: tuple[Newcomer, ...]
    stand_by: bool = False

    def after(self, event: Event) -> Event:
        """The event with these people, each with a start number."""
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
        return with_entrants(event, (*event.entrants, *added), len(event.entrants))


def with_entrants(event: Event, entrants: tuple[Entrant, ...], first: int) -> Event:
    """The event with these people, of whom those from ``first`` are new. Raises RefusedError if a
    name or number is not possible."""
    entered = replace(event, entrants=entrants)
    refuse_if(_entrant_problems(entered, first))
    return told_apart(entered)


def _free_numbers(event: Event, asked: set[int], count: int) -> list[int]:
    """The next numbers after the highest one in use, without those that were asked for."""
    first = max(event.by_number, default=0) + 1
    return [n for n in range(first, first + count + len(asked)) if n not in asked][:count]


@dataclass(frozen=True, slots=True)
class Renamed(Act):
    """Correct a name or a club."""

    kind = "renamed"
    after_end = True
    number: int
    name: str
    club: str = ""

    def after(self, event: Event) -> Event:
        """The event with the new name."""
        known = event.entrant(self.number)
        changed = replace(known, name=self.name, club=self.club, entered="")
        return _with_entrant(event, self.number, changed)


@dataclass(frozen=True, slots=True)
class Numbered(Act):
    """Change a start number, before the first draw."""

    kind = "numbered"
    number: int
    new: int

    def after(self, event: Event) -> Event:
        """The event with the new number. Not possible after the first draw, because draws and
        penalties refer to people by number."""
        require(not event.rounds and not event.adjustments, EventCode.NUMBERS_FIXED)
        return _with_entrant(
            event, self.number, replace(event.entrant(self.number), number=self.new)
        )


@dataclass(frozen=True, slots=True)
class Removed(Act):
    """Remove somebody who was entered by mistake and never drawn."""

    kind = "removed"
    number: int

    def after(self, event: Event) -> Event:
        """The event without this entrant."""
        known = event.entrant(self.number)
        require_of(event, self.number, may_remove(event, self.number), EventCode.ENTRANT_PLAYED)
        others = tuple(one for one in event.entrants if one is not known)
        return told_apart(replace(event, entrants=others, ahead=()))


def may_remove(event: Event, number: int) -> bool:
    """Return whether an entrant was never drawn and has no penalty or bonus."""
    tables = (table for one in event.rounds for table in one.tables)
    if any(number in table.seats or number in table.credit for table in tables):
        return False
    return all(one.entrant != number for one in event.adjustments)


@dataclass(frozen=True, slots=True)
class Marked(Act):
    """Mark somebody as playing, on stand-by or out."""

    kind = "marked"
    number: int
    state: State

    def after(self, event: Event) -> Event:
        """The event with the new state. A round that is only drawn stays as it is. Whoever is
        marked as playing once more plays on: nobody asks about them again in this round."""
        changed = replace(event.entrant(self.number), state=self.state)
        if self.state is State.IN:
            changed = replace(changed, ticked_in=len(event.rounds))
        return _with_entrant(event, self.number, changed)


def _with_entrant(event: Event, number: int, changed: Entrant) -> Event:
    """The event with a changed entrant. Raises RefusedError if the name or number is not
    possible."""
    known = event.entrant(number)
    at = next(at for at, one in enumerate(event.entrants) if one is known)
    found = replace(event, entrants=(*event.entrants[:at], changed, *event.entrants[at + 1 :]))
    if (changed.number, changed.name, changed.club) != (known.number, known.name, known.club):
        refuse_if(_entrant_problems(found, at, at + 1))
        return told_apart(found)
    return found


def told_apart(event: Event) -> Event:
    """The event in which everybody has a name of their own: of people of one name it contains the
    club, or else the start number."""
    alike: dict[str, list[Entrant]] = {}
    for one in event.entrants:
        alike.setdefault(folded(one.own), []).append(one)
    if len(alike) == len(event.entrants) and not any(one.entered for one in event.entrants):
        return event
    names = {one.number: one.own for those in alike.values() for one in those}
    for those in alike.values():
        clubs = Counter(folded(one.club) for one in those)
        for one in those if len(those) > 1 else ():
            is_club = one.club and clubs[folded(one.club)] == 1
            names[one.number] = _marked(one, one.club if is_club else f"{one.number}")
    # Somebody may be called "Ann (4)" already.
    while doubled := _doubled(event, names):
        names |= {one.number: _marked(one, f"{one.number}") for one in doubled}
    told = tuple(_called(one, names[one.number]) for one in event.entrants)
    return replace(event, entrants=told)


def _doubled(event: Event, names: Mapping[int, str]) -> list[Entrant]:
    """The entrants who share their name with another, without those who have their number in it."""
    often = Counter(folded(name) for name in names.values())
    return [
        one
        for one in event.entrants
        if often[folded(names[one.number])] > 1
        and names[one.number] != _marked(one, f"{one.number}")
    ]


def _marked(one: Entrant, mark: str) -> str:
    """The name with a club or number; the number if both are too long for a name, and then only
    the beginning of the name."""
    if len(one.own) + len(mark) + 3 > LONGEST_NAME:
        mark = f"{one.number}"
    return f"{start_of(one.own, LONGEST_NAME - len(mark) - 3)} ({mark})"


def _called(one: Entrant, name: str) -> Entrant:
    if name == one.name:
        return one
    return replace(one, name=name, entered="" if name == one.own else one.own)


def _entrant_problems(event: Event, first: int, end: int | None = None) -> list[Problem]:
    """The problems of the names and numbers of the entrants from ``first`` to ``end``."""
    numbers = Counter(one.number for one in event.entrants)
    found = []
    for at, one in list(enumerate(event.entrants))[first:end]:
        found += _text_problems(one, at)
        if not 1 <= one.number <= HIGHEST_NUMBER:
            found.append(Problem(EventCode.NUMBER_RANGE, at, {"most": HIGHEST_NUMBER}))
        elif numbers[one.number] > 1:
            found.append(Problem(EventCode.NUMBER_TAKEN, at, {"number": one.number}))
    return found


def _text_problems(one: Entrant, at: int) -> list[Problem]:
    if not one.own.strip():
        return [Problem(EventCode.ENTRANT_EMPTY, values={"number": one.number})]
    name_long = Problem(EventCode.ENTRANT_LONG, at, {"most": LONGEST_NAME})
    club_long = Problem(EventCode.CLUB_LONG, at, {"most": LONGEST_CLUB})
    long = (len(one.own) > LONGEST_NAME, name_long), (len(one.club) > LONGEST_CLUB, club_long)
    return [problem for is_long, problem in long if is_long]
