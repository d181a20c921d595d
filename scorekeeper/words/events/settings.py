"""The settings of an event as the lines of their page say them."""

from typing import TYPE_CHECKING

from scorekeeper.language import gettext, ngettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.events.event import Event
from scorekeeper.rules.events.plan import sizes
from scorekeeper.rules.events.settings import TEN_HANDS, EventSettings, TimeUp
from scorekeeper.words.events.plan import SEATING_HINTS, seated_line
from scorekeeper.words.names import date_line, game_name

if TYPE_CHECKING:
    from flask_babel import LazyString

TIME_UP_HINTS: dict[TimeUp, "LazyString"] = {
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
    """The hands that each table plays."""
    if settings.hands is None:
        return gettext("the whole game")
    if settings.hands == TEN_HANDS:
        return gettext("ten hands for everybody")
    return gettext("hands as listed")


def seats_hint(settings: EventSettings) -> str:
    """The way in which seats are given out, and clubs kept apart if they are."""
    apart = gettext("clubs apart in round 1") if settings.clubs_apart else ""
    return " · ".join(filter(None, [str(SEATING_HINTS[settings.seating]), apart]))


def example_line(settings: EventSettings) -> str:
    """The tables that a number of players makes: "17 players: 3 tables of 4, 1 table of 5"."""
    people = settings.size * 3 + settings.remainder
    tables = sizes(people, settings.size, settings.remainder)
    if tables is None:
        return ""
    # L10N: %(tables)s is such as “3 tables of 4, 1 table of 5”.
    return ngettext(
        "%(num)s player: %(tables)s",
        "%(num)s players: %(tables)s",
        people,
        tables=seated_line(tables),
    )


def change_notes(event: Event) -> dict[str, str]:
    """The effect of a change in the settings after the start, by the line of the page."""
    if not event.rounds:
        return {}
    later = gettext("What is drawn already stays: a change holds from the next draw on.")
    notes = dict.fromkeys(("rounds", "tables", "seats"), later)
    notes["game"] = gettext("A round is drawn, so the game can no longer change.") + " " + later
    notes["counts"] = gettext("A change holds for all rounds: the standings follow at once.")
    if event.finalists:
        notes["final"] = gettext("The final has already begun.")
    return notes
