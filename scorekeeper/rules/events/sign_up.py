"""People who sign up themselves before the first draw, and those of them who wait for a place."""

from dataclasses import dataclass, replace

from scorekeeper.rules.events.act import Act, require
from scorekeeper.rules.events.entrant_acts import MOST_ENTRANTS, told_apart, with_entrants
from scorekeeper.rules.events.event import Entrant, Event, SignUp, State
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.people import folded

MOST_WAITING = 50
"""The most people who wait for a place, so that nobody fills a list with names."""


@dataclass(frozen=True, slots=True)
class SignUpOpened(Act):
    """Let people sign up for so many places, until the first draw."""

    kind = "sign-up-opened"
    places: int

    def after(self, event: Event) -> Event:
        """The event whose sign-up is open."""
        require(not event.rounds, EventCode.SIGN_UP_CLOSED)
        require(1 <= self.places <= MOST_ENTRANTS, EventCode.PLACES_RANGE, most=MOST_ENTRANTS)
        return replace(event, sign_up=SignUp(self.places))


@dataclass(frozen=True, slots=True)
class SignUpClosed(Act):
    """Let nobody else sign up."""

    kind = "sign-up-closed"

    def after(self, event: Event) -> Event:
        """The event whose sign-up is closed."""
        require(event.sign_up is not None, EventCode.SIGN_UP_CLOSED)
        places = event.sign_up.places if event.sign_up else 0
        return replace(event, sign_up=SignUp(places, is_open=False))


@dataclass(frozen=True, slots=True)
class SignedUp(Act):
    """Somebody signed up, under this start number. They play once the desk has ticked them."""

    kind = "signed-up"
    of_guest = True
    number: int
    name: str
    club: str = ""

    def after(self, event: Event) -> Event:
        """The event with this person."""
        require(is_open(event), EventCode.SIGN_UP_CLOSED)
        signed = len(signed_up(event))
        room = places_left(event) + MOST_WAITING
        require(signed < room, EventCode.SIGN_UP_FULL)
        require(len(event.entrants) < MOST_ENTRANTS, EventCode.SIGN_UP_FULL)
        same = [one for one in event.entrants if folded(one.own) == folded(self.name)]
        clubs = {folded(one.club) for one in same}
        is_other = bool(self.club) and folded(self.club) not in clubs
        require(is_other or not same, EventCode.SIGN_UP_LISTED)
        new = Entrant(self.number, self.name, self.club, State.SIGNED_UP)
        return with_entrants(event, (*event.entrants, new), len(event.entrants))


@dataclass(frozen=True, slots=True)
class SignedOff(Act):
    """Somebody took their name off the list, before the desk ticked them."""

    kind = "signed-off"
    of_guest = True
    number: int

    def after(self, event: Event) -> Event:
        """The event without this person."""
        known = event.entrant(self.number)
        require(known.state is State.SIGNED_UP, EventCode.SIGN_UP_TICKED)
        others = tuple(one for one in event.entrants if one is not known)
        return told_apart(replace(event, entrants=others))


def is_open(event: Event) -> bool:
    """Whether people can sign up now."""
    known = event.sign_up
    return known is not None and known.is_open and not event.rounds and not event.ended


def next_number(event: Event) -> int:
    """The start number of the next person who signs up."""
    return max(event.by_number, default=0) + 1


def signed_up(event: Event) -> tuple[int, ...]:
    """The start numbers of those who signed up and are not ticked yet, the first who did first."""
    return tuple(one.number for one in event.entrants if one.state is State.SIGNED_UP)


def places_left(event: Event) -> int:
    """The places for those who signed up: all but those of the people who play."""
    places = event.sign_up.places if event.sign_up else len(event.entrants)
    return max(places - len(event.playing), 0)


def waiting(event: Event) -> tuple[int, ...]:
    """Those of them who wait for a place, in this order: if somebody does not come, they move
    up."""
    return signed_up(event)[places_left(event) :]
