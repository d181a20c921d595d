"""The settings of an event in sentences."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorekeeper.language import gettext, ngettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.events.event import Event, RoundState, State
from scorekeeper.rules.events.settings import Carry, Counts, EventSettings, Measure, Seating, TimeUp
from scorekeeper.words.events.log import name_of

if TYPE_CHECKING:
    from flask_babel import LazyString

MOST_NAMED = 4
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


STATES = {
    # L10N: a button, about somebody in an event.
    State.IN: _l("Plays"),
    # L10N: a button, about somebody in an event who plays when somebody else leaves.
    State.STAND_BY: _l("Stands by"),
    # L10N: a button, about somebody in an event who has left or has not come.
    State.OUT: _l("Is out"),
}


def before_line(event: Event) -> str:
    """How far an event is, as the desk's list of players says it."""
    last = event.last
    if event.ended:
        return gettext("The event has ended")
    if last is None or last.state is RoundState.CLOSED:
        next_one = len(event.rounds) + 1
        if next_one > event.settings.rounds:
            return after_line(event)
        return gettext(
            "Before round %(number)s of %(all)s", number=next_one, all=event.settings.rounds
        )
    return round_title(event, last.number)


def number_line(number: int) -> str:
    """A start number: "Number 3"."""
    return gettext("Number %(number)s", number=number)


def numbers_line(numbers: Sequence[int]) -> str:
    """The start numbers of new players: "numbers 6 to 18"."""
    if len(numbers) == 1:
        return gettext("number %(number)s", number=numbers[0])
    return gettext("numbers %(first)s to %(last)s", first=min(numbers), last=max(numbers))


def some_names(names: Sequence[str]) -> str:
    """The first names of a list, with dots if there are more."""
    return ", ".join(names[:MOST_NAMED]) + (" …" if len(names) > MOST_NAMED else "")


def with_line(playing: int) -> str:
    """A count with those who are in already: "with the 5 who are in"; "" if nobody is."""
    if not playing:
        return ""
    return ngettext("with the %(num)s who is in", "with the %(num)s who are in", playing)


def desks_line(count: int) -> str:
    """The phones that run an event: "3; let another one in"."""
    return ngettext(
        "%(num)s phone; let another one in", "%(num)s phones; let another one in", count
    )


def changes_line(event: Event) -> str:
    """When changes to those who play count; "" before the first draw."""
    last = event.last
    if last is None or event.ended:
        return ""
    if last.state is RoundState.DRAWN:
        return gettext("The seats are drawn already: draw again, and changes made here count.")
    return gettext("Changes made here count from the next draw.")


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
    if settings.size == settings.remainder:
        return gettext("only full tables")
    return gettext("the rest at tables of %(size)s", size=settings.remainder)


def order_line(settings: EventSettings) -> str:
    """The rounds that count, and the values that decide between people who are level."""
    best = settings.best
    then = ", ".join(str(MEASURES[one]) for one in settings.order[1:])
    lines = [
        ngettext("the best %(num)s round", "the best %(num)s rounds", best) if best else "",
        gettext("then: %(values)s", values=then) if then else "",
    ]
    return " · ".join(filter(None, lines))


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


def fuller_line(more: int, sizes: tuple[int, ...]) -> str:
    """The people with whom all tables would be full: "2 more would make 5 tables of 4"."""
    return ngettext(
        "%(num)s more would make %(tables)s",
        "%(num)s more would make %(tables)s",
        more,
        tables=seated_line(sizes),
    )


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


def state_line(state: str, hand: int, hands: int) -> str:
    """How far a table is: "Hand 4 of 10"; a game to a target has no number of ``hands``."""
    match state:
        case "free":
            return gettext("Not begun")
        case "in":
            # L10N: the result of a table has come in.
            return gettext("In")
        case "aside":
            return gettext("Set aside")
    if not hands:
        return gettext("Hand %(number)s", number=hand)
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


def standings_line(event: Event, after: int | None) -> str:
    """The rounds that standings count: "After round 2", "So far", "At the end"."""
    if event.ended:
        return gettext("At the end")
    if after is not None:
        return gettext("After round %(number)s", number=after)
    last = event.last
    return gettext("So far") if last and last.state is RoundState.RUNNING else after_line(event)


def stage_line(stage: int) -> str:
    """The stage that some reached in the final, above their lines."""
    if not stage:
        return gettext("Before the final")
    return ngettext("Final: %(num)s player", "Final: %(num)s players", stage)


def level_line(event: Event) -> str:
    """The values that decide between those who are level in the first."""
    then = ", ".join(str(MEASURES[one]) for one in event.settings.order[1:])
    if not then:
        return gettext("Those who are level have the same rank.")
    return gettext(
        "Those who are level are ranked by: %(values)s. Level in all of them is the same rank.",
        values=then,
    )
