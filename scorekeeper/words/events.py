"""The settings of an event in sentences."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from scorekeeper.language import gettext, ngettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.events.event import Event, RoundState, State
from scorekeeper.rules.events.settings import Carry, Counts, EventSettings, Measure, Seating, TimeUp
from scorekeeper.words.event_log import name_of

if TYPE_CHECKING:
    from flask_babel import LazyString

TIME_UP: dict[TimeUp, "LazyString"] = {
    TimeUp.LAST_HAND: _l("The hand in progress is the last"),
    TimeUp.LATE: _l("Play on; late tables lose points"),
    TimeUp.NOTHING: _l("Play on, nothing happens"),
}
SEATING = {
    Seating.PLANNED: _l("Seats are drawn"),
    Seating.STANDING: _l("Seats by standing"),
    Seating.FREE: _l("Seats are drawn freely"),
    Seating.BY_HAND: _l("Seats by hand"),
}
SEATING_HINTS = {
    Seating.PLANNED: _l("nobody meets twice"),
    Seating.STANDING: _l("from round 2 on, nobody meets twice"),
    Seating.FREE: _l("people may meet again"),
    Seating.BY_HAND: _l("you choose who sits where"),
}
COUNTS = {
    Counts.POINTS: _l("Points of the game count"),
    Counts.PLACEMENT: _l("Points for places count"),
    Counts.BEATEN: _l("Players beaten minus players ahead"),
}
MEASURES = {
    Measure.COUNTED: _l("what counts"),
    Measure.POINTS: _l("points of the games"),
    Measure.WON: _l("tables won"),
    Measure.MADE: _l("share of bids made"),
    Measure.BEST: _l("best single game"),
}
CARRIES = {
    Carry.NONE: _l("Points before the final do not count in it"),
    Carry.ALL: _l("Points before the final count in it"),
    Carry.HALF: _l("Half of the points before the final count in it"),
}


def rounds_line(settings: EventSettings) -> str:
    """How long it takes: "3 rounds of 105 minutes"."""
    return ngettext(
        "%(num)s round of %(minutes)s minutes",
        "%(num)s rounds of %(minutes)s minutes",
        settings.rounds,
        minutes=settings.minutes,
    )


def tables_line(settings: EventSettings) -> str:
    """The usual table: "Tables of 4"."""
    return gettext("Tables of %(size)s", size=settings.size)


def rest_line(settings: EventSettings) -> str:
    """The tables of those left over."""
    return gettext("the rest at tables of %(size)s", size=settings.remainder)


def order_line(settings: EventSettings) -> str:
    """The values that decide between people who are level."""
    then = ", ".join(str(MEASURES[one]) for one in settings.order[1:])
    return gettext("then: %(values)s", values=then) if then else ""


def final_line(settings: EventSettings) -> str:
    """The final, if there is one."""
    if settings.final is None:
        return gettext("No final")
    cut = settings.final.cut
    return ngettext("Final of the best %(num)s", "Final of the best %(num)s", cut)


def final_hint(settings: EventSettings) -> str:
    """The players who go on, or the way to decide without a final."""
    if settings.final is None:
        return gettext("the standings after the last round decide")
    return ngettext(
        "the best of each table goes on",
        "the best %(num)s of each table go on",
        settings.final.winners,
    )


def seated_line(sizes: tuple[int, ...]) -> str:
    """The tables of a draw by their size: "3 tables of 4, 2 of 3"."""
    counts = [(size, sizes.count(size)) for size in dict.fromkeys(sizes)]
    first, *others = [
        ngettext("%(num)s table of %(size)s", "%(num)s tables of %(size)s", count, size=size)
        for size, count in counts
    ]
    return ", ".join([first, *others])


def states_line(event: Event) -> str:
    """Those who do not play: "1 on stand-by, 1 out"; "" if all do."""
    states = [one.state for one in event.entrants]
    waits, out = states.count(State.STAND_BY), states.count(State.OUT)
    lines = [
        ngettext("%(num)s on stand-by", "%(num)s on stand-by", waits) if waits else "",
        ngettext("%(num)s out", "%(num)s out", out) if out else "",
    ]
    return ", ".join(filter(None, lines))


def again_line(event: Event, again: Sequence[tuple[int, int]]) -> str:
    """The pairs of a draw that sat together before."""
    if not again:
        return gettext("Nobody meets again")
    if len(again) == 1:
        names = {"name": name_of(event, again[0][0]), "other": name_of(event, again[0][1])}
        return gettext("%(name)s and %(other)s meet again", **names)
    return ngettext("%(num)s pair meets again", "%(num)s pairs meet again", len(again))


def round_title(event: Event, number: int) -> str:
    """A round among all: "Round 2 of 3"; a round of the final by its players."""
    known = event.rounds[number - 1] if number <= len(event.rounds) else None
    if known is not None and known.stage:
        return ngettext("Final: %(num)s player", "Final: %(num)s players", known.stage)
    return gettext("Round %(number)s of %(all)s", number=number, all=event.settings.rounds)


def clock_line(ends: datetime | None, *, is_up: bool, is_paused: bool) -> str:
    """The line beside the clock: until when it runs, or that it stands."""
    if is_paused:
        return gettext("left, the clock stands")
    if is_up:
        return gettext("The time is up")
    if ends is None:
        return gettext("The clock has not started")
    return gettext("left, until %(time)s UTC", time=f"{ends:%H:%M}")


def state_line(state: str, hand: int, hands: int) -> str:
    """How far a table is: "Hand 4 of 10"."""
    match state:
        case "free":
            return gettext("Not begun")
        case "in":
            # L10N: the result of a table has come in.
            return gettext("In")
        case "aside":
            return gettext("Set aside")
    return gettext("Hand %(number)s of %(all)s", number=min(hand, hands), all=hands)


def out_line(out: int) -> str:
    """The tables whose result is missing."""
    return ngettext("%(num)s table still out", "%(num)s tables still out", out)


def draw_line(event: Event) -> str:
    """The button that draws the next round."""
    return gettext("Draw round %(number)s", number=len(event.rounds) + 1)


def after_line(event: Event) -> str:
    """The rounds that the standings count so far."""
    closed = sum(one.state is RoundState.CLOSED for one in event.rounds)
    return gettext("After round %(number)s", number=closed) if closed else gettext("So far")
