"""The standings of an event in sentences."""

from scorekeeper.language import gettext, ngettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.events.event import Event, RoundState
from scorekeeper.rules.events.settings import FINAL_TABLE
from scorekeeper.words.events.log import final_title, stage_of
from scorekeeper.words.events.settings import MEASURES, deciding
from scorekeeper.words.names import value_line
from scorekeeper.words.rules import number_of_players

HIDDEN = _l("Hidden until the prizes")
"""The title in place of standings that only the desk sees."""


def hidden_line(event: Event) -> str:
    """The round from which only the desk sees results; "" if everybody does now."""
    if not event.is_hidden:
        return ""
    first = event.settings.hidden_from
    return gettext("From round %(number)s on, the wall and phones show no places.", number=first)


def after_line(event: Event) -> str:
    """The rounds that the standings count so far."""
    closed = len(event.closed)
    return after_round_line(event, closed) if closed else gettext("So far")


def after_round_line(event: Event, number: int) -> str:
    """ "After round 2"; a round of the final by its players."""
    stage = stage_of(event, number)
    if stage and stage <= FINAL_TABLE:
        return gettext("After the final")
    if stage:
        return value_line(gettext("After the final"), number_of_players(stage))
    return gettext("After round %(number)s", number=number)


def standings_line(event: Event, after: int | None) -> str:
    """The rounds that standings count: "After round 2", "So far", "At the end"."""
    if event.ended:
        return gettext("At the end")
    if after is not None:
        return after_round_line(event, after)
    last = event.last
    return gettext("So far") if last and last.state is RoundState.RUNNING else after_line(event)


def stage_line(stage: int) -> str:
    """The stage of the final, above the lines of the players who reached it."""
    if not stage:
        return gettext("Before the final")
    return final_title(stage)


def without_bids_line(results: int) -> str:
    """The number of results that do not count in the share of bids made; "" if all do."""
    if not results:
        return ""
    return ngettext(
        "%(num)s result without bids: not in the share of bids made.",
        "%(num)s results without bids: not in the share of bids made.",
        results,
    )


def level_line(event: Event) -> str:
    """The values that decide between players who are level in the first value."""
    values = deciding(event.settings, has_adjusted=bool(event.adjustments))
    then = ", ".join(str(MEASURES[one]) for one in values)
    if not then:
        return gettext("Players who are level share a rank.")
    if event.settings.best:
        return gettext(
            "Players who are level in their best rounds are ranked by these values of all rounds: "
            "%(values)s. If these are equal too, they share a rank.",
            values=then,
        )
    return gettext(
        "Players who are level are ranked by: %(values)s. If these are equal too, they share a "
        "rank.",
        values=then,
    )
