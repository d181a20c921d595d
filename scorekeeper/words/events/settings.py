"""The settings of an event in sentences."""

from scorekeeper.rules.events.draw import sizes
from scorekeeper.rules.events.event import Event
from scorekeeper.rules.events.settings import (
    FINAL_TABLE,
    TEN_HANDS,
    Carry,
    Counts,
    EventSettings,
    Measure,
    Seating,
    TimeUp,
)
from scorekeeper.words import rules
from scorekeeper.words.language import gettext, lazy_capital, ngettext
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.names import date_line, day_line, game_name, value_line
from scorekeeper.words.rules import minutes_line, number_of_players

TIME_UP = {
    TimeUp.LAST_HAND: lazy_capital(_l("the hand in progress is the last")),
    TimeUp.LATE: _l("Play on; late tables lose points"),
    TimeUp.NOTHING: _l("Play on without a penalty"),
}
SEATING = {
    Seating.PLANNED: _l("Seats are drawn"),
    Seating.STANDING: _l("Seats by rank"),
    Seating.FREE: _l("Seats are drawn at random"),
    Seating.BY_HAND: _l("Seats by hand"),
}
SEATING_HINTS = {
    Seating.PLANNED: _l("as few pairs as possible meet again"),
    Seating.STANDING: _l("from round 2 on, as few pairs as possible meet again"),
    Seating.FREE: _l("people may meet again"),
    Seating.BY_HAND: _l("you choose who sits where"),
}
COUNTS = {
    Counts.POINTS: _l("Game points count"),
    Counts.PLACEMENT: _l("Points for places count"),
    Counts.BEATEN: _l("Players beaten minus players ahead"),
}
MEASURES = {
    Measure.COUNTED: _l("counted points"),
    Measure.POINTS: _l("game points"),
    Measure.WON: _l("tables won"),
    Measure.MADE: _l("share of bids made"),
    Measure.BEST: _l("best single game"),
}
CARRIES = {
    Carry.NONE: _l("Points do not carry over into the final"),
    Carry.ALL: _l("Points carry over into the final"),
    Carry.HALF: _l("Half of the points carry over into the final"),
}
TIME_UP_HINTS = {
    TimeUp.LAST_HAND: _l("the hand in progress is the last"),
    TimeUp.LATE: _l("late tables lose points"),
    TimeUp.NOTHING: _l("late tables play on"),
}


def event_name(kind: str, settings: EventSettings) -> str:
    """The name of an event until it gets another: "Wizard rally, 28 November"."""
    day = date_line(settings.day) if settings.day else ""
    game = game_name(settings.variant)
    names = {
        "rally": gettext("%(game)s rally", game=game),
        "championship": gettext("%(game)s championship", game=game),
    }
    return ", ".join(filter(None, [names.get(kind) or gettext("%(game)s event", game=game), day]))


def hands_line(settings: EventSettings) -> str:
    if settings.hands is None:
        return gettext("the whole game")
    if settings.hands == TEN_HANDS:
        return gettext("ten hands for all")
    return gettext("hands as listed")


def seats_hint(settings: EventSettings) -> str:
    """The way in which people are seated, and whether clubs are kept apart."""
    apart = gettext("clubs apart in round 1") if settings.clubs_apart else ""
    return " · ".join(filter(None, [str(SEATING_HINTS[settings.seating]), apart]))


def example_line(settings: EventSettings) -> str:
    """The tables for a number of players: "17 players: 3 tables of 4, 1 table of 5". "" for sizes
    that the game does not have, which the form shows again; they may be huge."""
    size, remainder = settings.size, settings.remainder
    people = size * 3 + remainder
    possible = settings.variant.is_for(size) and settings.variant.is_for(remainder)
    tables = sizes(people, size, remainder) if possible else None
    if tables is None:
        return ""
    return value_line(number_of_players(people), seated_line(tables))


def change_notes(event: Event) -> dict[str, str]:
    """The effect of a change in the settings after the start, by the line of the page."""
    if not event.rounds:
        return {}
    later = gettext("What is already drawn stays. Changes apply from the next draw.")
    notes = dict.fromkeys(("rounds", "tables", "seats"), later)
    notes["game"] = gettext("A round is drawn, so the game can no longer change.") + " " + later
    notes["counts"] = gettext("Changes apply to all rounds, and the standings change at once.")
    if event.finalists:
        notes["final"] = gettext("The final has already begun.")
    return notes


def rounds_line(settings: EventSettings) -> str:
    """The rounds and their length: "3 rounds of 105 minutes"."""
    return ngettext(
        "%(num)s round of %(minutes)s minutes",
        "%(num)s rounds of %(minutes)s minutes",
        settings.rounds,
        minutes=settings.minutes,
    )


def rest_line(settings: EventSettings) -> str:
    if settings.size == settings.remainder:
        return gettext("only full tables")
    return gettext("the rest at tables of %(size)s", size=settings.remainder)


def deciding(settings: EventSettings, *, has_adjusted: bool = False) -> list[Measure]:
    """The values that decide between people who are level: without penalties, game points decide
    nothing between those whose game points count."""
    is_same = settings.counts is Counts.POINTS and not settings.best and not has_adjusted
    return [one for one in settings.order[1:] if not (is_same and one is Measure.POINTS)]


def hidden_hint(settings: EventSettings) -> str:
    """The round from which results are hidden; "" if they never are."""
    if settings.hidden_from is None:
        return ""
    return gettext("hidden from round %(number)s", number=settings.hidden_from)


def order_line(settings: EventSettings) -> str:
    """The rounds that count, and the values that decide between people who are level."""
    hidden = hidden_hint(settings)
    best = settings.best
    then = ", ".join(str(MEASURES[one]) for one in deciding(settings))
    if not best:
        lines = [gettext("then: %(values)s", values=then) if then else "", hidden]
        return " · ".join(filter(None, lines))
    lines = [
        ngettext("the best %(num)s round", "the best %(num)s rounds", best),
        # L10N: %(values)s decide between players who are equal in the best rounds.
        gettext("then, over all rounds: %(values)s", values=then) if then else "",
        hidden,
    ]
    return " · ".join(filter(None, lines))


def final_line(settings: EventSettings) -> str:
    if settings.final is None:
        return gettext("No final")
    cut = settings.final.cut
    return ngettext("Final of the best %(num)s", "Final of the best %(num)s", cut)


def final_hint(settings: EventSettings) -> str:
    """The players who advance, or the way to decide without a final."""
    if settings.final is None:
        return gettext("the standings after the last round decide")
    if settings.final.cut <= FINAL_TABLE:
        # L10N: below “Final of the best 4”.
        return gettext("at one table")
    return ngettext(
        "the best at each table advances",
        "the best %(num)s at each table advance",
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


def where_line(settings: EventSettings) -> str:
    """The day and the place of an event: "22 Nov 2026 · Town hall"."""
    day = day_line(settings.day) if settings.day else ""
    return " · ".join(filter(None, (day, settings.place)))


def plan_line(hands: tuple[int, ...], minutes: int) -> str:
    """The length of a game: "10 hands, 1 h 45 min"."""
    time = minutes_line(minutes)
    if not hands:
        return time
    return f"{rules.hands_line(len(hands))}, {time}"


def time_up_line(settings: EventSettings) -> str:
    """The rule for the end of the time; "" if nothing happens."""
    match settings.time_up:
        case TimeUp.LAST_HAND:
            return gettext("When the time is up, finish the hand in progress.")
        case TimeUp.LATE:
            return ngettext(
                "When the time is up, play on: each of you loses %(num)s point.",
                "When the time is up, play on: each of you loses %(num)s points.",
                settings.late_points,
            )
    return ""


def counts_line(settings: EventSettings) -> str:
    """The values that count: "Points for places count: 45, 30, 20, 10"."""
    counts = str(COUNTS[settings.counts])
    if settings.counts is not Counts.PLACEMENT:
        return counts
    return value_line(counts, ", ".join(map(str, settings.placement_for(settings.size))))


def best_line(settings: EventSettings) -> str:
    """The number of rounds that count; "" if all do."""
    if settings.best is None:
        return ""
    return ngettext(
        "Only the best %(num)s round counts; the others are in brackets.",
        "Only the best %(num)s rounds count; the others are in brackets.",
        settings.best,
    )
