"""The names of awards, and their reasons."""

from collections.abc import Callable

from scorekeeper.language import gettext, lazy_ngettext, ngettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.statistics.records import STRETCH, Award
from scorekeeper.words.names import plain, signed

TITLES = {
    # L10N: an award at the end of a game: most bids made.
    "sight": _l("Clear sight"),
    # L10N: an award at the end of a game: most points in one hand.
    "hand": _l("Best hand"),
    # L10N: an award of a game, also a person’s figure: most bids made one after the other.
    "run": _l("Longest run"),
    # L10N: an award at the end of a game: the highest bid that was made.
    "bold": _l("Boldest bid"),
    # L10N: an award at the end of a game: most bids of 0 made.
    "zeros": _l("Empty hands"),
    # L10N: an award at the end of a game: most points in the last hands.
    "finish": _l("Strong finish"),
    # L10N: an award at the end of a game: most points in the first hands.
    "start": _l("Fast start"),
    # L10N: an award at the end of a game: never lost many points.
    "steady": _l("Steady hand"),
    # L10N: an award at the end of a game: most bids missed, and still above 0.
    "loser": _l("Good loser"),
}


REASONS: dict[str, Callable[[int], str]] = {
    "sight": lazy_ngettext("%(num)s bid made", "%(num)s bids made"),
    "hand": lambda num: gettext("%(points)s in one hand", points=signed(num)),
    "run": lazy_ngettext("%(num)s bid made in a row", "%(num)s bids made in a row"),
    "bold": lambda num: gettext("bid %(bid)s and made it", bid=num),
    "zeros": lazy_ngettext("made a bid of 0", "made %(num)s bids of 0"),
    # L10N: %(num)s is a number of hands; %(points)s are points with their sign.
    "finish": lambda num: ngettext(
        "%(points)s in the last hand",
        "%(points)s in the last %(num)s hands",
        STRETCH,
        points=signed(num),
    ),
    "start": lambda num: ngettext(
        "%(total)s after one hand", "%(total)s after %(num)s hands", STRETCH, total=plain(num)
    ),
    "steady": lambda num: gettext("never lost more than %(points)s", points=-num),
    "loser": lazy_ngettext(
        "%(num)s bid missed, still above 0", "%(num)s bids missed, still above 0"
    ),
}


def award_title(award: Award) -> str:
    """The award's name."""
    return str(TITLES[award.kind])


def award_reason(award: Award) -> str:
    """The reason for an award: ``7 bids made in a row``."""
    return REASONS[award.kind](award.number)
