"""The prints of an event in sentences."""

from scorekeeper.language import gettext, ngettext
from scorekeeper.rules.events.settings import Counts, EventSettings, TimeUp
from scorekeeper.words.events.settings import COUNTS
from scorekeeper.words.names import value_line
from scorekeeper.words.rules import hands_line, minutes_line


def leaf_line(number: int, leaves: int) -> str:
    """A page among several: "Page 2 of 4"; "" if there is only one."""
    if leaves == 1:
        return ""
    return gettext("Page %(number)s of %(all)s", number=number, all=leaves)


def plan_line(hands: tuple[int, ...], minutes: int) -> str:
    """The length of a game: "10 hands, 1 h 45 min"."""
    time = minutes_line(minutes)
    if not hands:
        return time
    return f"{hands_line(len(hands))}, {time}"


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
