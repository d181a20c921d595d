"""The tables that a number of people fills."""

from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.events.settings import EventSettings
from scorekeeper.rules.problems import Problem, RefusedError


def sizes(people: int, size: int, remainder: int) -> tuple[int, ...] | None:
    """The size of each table: as few tables of ``remainder`` as possible, at the end; None if this
    number of people cannot be seated."""
    if people < 1:
        return None
    for others in range(people // remainder + 1):
        tables, over = divmod(people - others * remainder, size)
        if not over:
            return (size,) * tables + (remainder,) * others
    return None


def nearest(people: int, size: int, remainder: int) -> tuple[int, ...]:
    """The next lower and the next higher number of people that can be seated; without the lower one
    if there is none."""
    fits = [n for n in range(1, people + size + 1) if sizes(n, size, remainder)]
    lower = [n for n in fits if n < people][-1:]
    return (*lower, *[n for n in fits if n > people][:1])


def planned_sizes(settings: EventSettings, people: int) -> tuple[int, ...]:
    """The sizes of the tables of an event. If this number of people cannot be seated, raises
    RefusedError with the nearest numbers that can."""
    found = sizes(people, settings.size, settings.remainder)
    if found:
        return found
    lower, *higher = nearest(people, settings.size, settings.remainder)
    if not higher:
        raise RefusedError(Problem(EventCode.SEATS_FEW, values={"least": lower, "number": people}))
    values = {"number": people, "lower": lower, "higher": higher[0]}
    values |= {"size": settings.size, "remainder": settings.remainder}
    raise RefusedError(Problem(EventCode.SEATS_IMPOSSIBLE, values=values))
