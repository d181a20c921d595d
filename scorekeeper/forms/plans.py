"""The kinds of event, and the settings with which each begins."""

from enum import StrEnum

from scorekeeper.rules.events.settings import TEN_HANDS, Counts, EventSettings, Final, Seating
from scorekeeper.rules.variants.variants import WIZARD


class Kind(StrEnum):
    """The kind of a new event."""

    RALLY = "rally"
    CHAMPIONSHIP = "championship"
    OWN = "own"


PLANS = {
    Kind.RALLY: EventSettings("", WIZARD, hands=TEN_HANDS),
    Kind.CHAMPIONSHIP: EventSettings(
        *("", WIZARD),
        hands=TEN_HANDS,
        rounds=5,
        seating=Seating.STANDING,
        counts=Counts.PLACEMENT,
        final=Final(16),
    ),
    Kind.OWN: EventSettings("", WIZARD),
}
"""The settings of each kind."""
SIZES = (3, 4, 5, 6)
"""The sizes of tables that can be chosen."""
