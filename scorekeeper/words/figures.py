"""Figures of people as pages write them: rounded, with their meaning beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from flask_babel import format_decimal, format_percent

from scorekeeper.rules.figures import (
    LEAST_HANDS,
    LEAST_ZEROS,
    Career,
    Duel,
    PersonPeak,
    Points,
    Stretch,
    Turn,
    share,
)
from scorekeeper.rules.people import ChangeKind
from scorekeeper.rules.records import STRETCH, Award
from scorekeeper.words.language import gettext, lazy_ngettext, ngettext
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.names import DASH, MINUS, VARIANT_NAMES, plain, signed

TURN_NAMES = {
    Turn.FIRST: _l("Bids first"),
    Turn.BETWEEN: _l("Bids in between"),
    Turn.LAST: _l("Deals, bids last"),
}


class Card(NamedTuple):
    """A figure on a card: its name, its value, the text below, and its game."""

    title: str
    value: str
    about: str
    game: int | None = None


def percent(part: Fraction | None) -> str:
    """A share in whole percent, halves rounded up; a dash for too little data."""
    if part is None:
        return DASH
    return str(format_percent(_rounded(part, 2)))


def share_text(part: int, whole: int, least: int) -> str:
    """A share in percent; of fewer than ``least`` the numbers."""
    enough = share(part, whole, least)
    return _counts(part, whole) if enough is None else percent(enough)


def decimal(number: Fraction | None, digits: int = 1) -> str:
    """A mean with this many digits, halves rounded away from 0; a dash for too little data."""
    if number is None:
        return DASH
    text = format_decimal(_rounded(number, digits), f"0.{'0' * digits}")
    return str(text).replace("-", MINUS)


def signed_decimal(number: Fraction | None, digits: int = 2) -> str:
    text = decimal(number, digits)
    return f"+{text}" if number is not None and _rounded(number, digits) > 0 else text


def cards(career: Career) -> list[Card]:
    """The figures of a person that combine all kinds of games."""
    sums = career.sums
    table = gettext("at tables of %(players)s", players=decimal(career.table))
    found = [
        _share_card(gettext("Bids made"), sums.made, sums.hands, LEAST_HANDS),
        _share_card(gettext("Zero bids made"), sums.zeros_made, sums.zeros, LEAST_ZEROS),
        Card(gettext("Rivals beaten"), percent(sums.rivals), gettext("of those at the table")),
        Card(gettext("Average place"), decimal(career.place), table),
        Card(
            # L10N: a figure: how many of the cards in the hand a person bids, on average.
            gettext("Boldness"),
            percent(career.boldness),
            # L10N: below a percentage: “38 % of the possible tricks bid”.
            gettext("of the possible tricks bid"),
        ),
        # L10N: a figure: by how many tricks a person’s bids are too high or too low.
        Card(gettext("Over or under"), signed_decimal(career.lean), _lean(career.lean)),
    ]
    return [*found, *_feats(career)]


def kind_cards(points: Points) -> list[Card]:
    about = ngettext("in %(num)s hand", "in %(num)s hands", points.hands)
    return [
        Card(gettext("Points per hand"), decimal(points.mean), about),
        Card(gettext("Best game"), plain(points.best.points), "", points.best.game),
        Card(gettext("Worst game"), plain(points.worst.points), "", points.worst.game),
        _hand(gettext("Best hand"), points.best_hand),
        _hand(gettext("Worst hand"), points.worst_hand),
    ]


def duel_cards(found: Duel) -> list[Card]:
    """The comparison of two people, from the view of the first."""
    together = ngettext("of %(num)s game together", "of %(num)s games together", found.games)
    counts = (
        # L10N: above a number of games: in how many a person was ahead of another.
        (gettext("Ahead"), found.ahead),
        # L10N: above a number of games: in how many neither of two was ahead.
        (gettext("Level"), found.level),
        # L10N: above a number of games: in how many a person was behind another.
        (gettext("Behind"), found.behind),
    )
    return [Card(title, str(count), together) for title, count in counts] + [
        Card(
            str(VARIANT_NAMES[kind]), signed_decimal(gap, 1), gettext("points per game on average")
        )
        for kind, gap in found.differences
    ]


def played_line(games: int) -> str:
    """``12 games``."""
    return ngettext("%(num)s game", "%(num)s games", games)


def wins_line(wins: int) -> str:
    """``5 wins``."""
    return ngettext("%(num)s win", "%(num)s wins", wins)


def season_line(least: int, best: int | None) -> str:
    """The people in the table of a season, and the games that count."""
    each = ngettext("At least %(num)s game each.", "At least %(num)s games each.", least)
    counted = gettext("All games count.")
    if best is not None:
        counted = ngettext(
            "Only each player’s best game counts.",
            "Only each player’s best %(num)s games count.",
            best,
        )
    return counted if least == 1 else f"{each} {counted}"


def gained_line(places: int) -> str:
    """The meaning of a number of places."""
    return ngettext("place gained at the end", "places gained at the end", places)


def step_name(step: Stretch) -> str:
    """The games of a step, by number: ``7``, or ``11–20``."""
    return str(step.last) if step.first == step.last else f"{step.first}{DASH}{step.last}"


def step_line(games: int) -> str:
    """The meaning of the dots and the line of a chart over time."""
    return ngettext(
        "Each dot stands for a game, the line for all games so far.",
        "Each dot stands for %(num)s games, the line for all games so far.",
        games,
    )


def _counts(part: int, whole: int) -> str:
    return gettext("%(there)s of %(all)s", there=part, all=whole)


def _share_card(title: str, made: int, bids: int, least: int) -> Card:
    about = _counts(made, bids)
    if bids < least:
        # L10N: below “2 of 3”, the bids made of few: there is a percentage from 10 bids on.
        about = gettext("a percentage from %(least)s bids on", least=least)
    return Card(title, share_text(made, bids, least), about)


def _hand(title: str, found: PersonPeak) -> Card:
    about = gettext("Hand %(number)s", number=found.hand)
    return Card(title, signed(found.points), about, found.game)


def _feats(career: Career) -> Iterator[Card]:
    run, climbed, wins = career.run, career.climbed, career.wins_in_a_row
    if run.points > 1:
        about = ngettext(
            "bid made in a row in one game", "bids made in a row in one game", run.points
        )
        yield Card(gettext("Longest run"), str(run.points), about, run.game)
    if climbed.points > 0:
        about = gained_line(climbed.points)
        yield Card(gettext("Comeback"), str(climbed.points), about, climbed.game)
    if wins > 1:
        about = ngettext("game won in a row", "games won in a row", wins)
        yield Card(gettext("Winning streak"), str(wins), about)


def _lean(lean: Fraction | None) -> str:
    if not lean:
        return gettext("tricks, on average")
    if lean > 0:
        return gettext("tricks too high, on average")
    return gettext("tricks too low, on average")


def _rounded(number: Fraction, digits: int) -> Decimal:
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    return exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


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
    return str(TITLES[award.kind])


def award_reason(award: Award) -> str:
    """The reason for an award: ``7 bids made in a row``."""
    return REASONS[award.kind](award.number)


CHANGES: dict[ChangeKind, Any] = {
    ChangeKind.RENAME: _l("%(before)s is now called %(after)s"),
    # L10N: two names in a list of people turned out to be one person.
    ChangeKind.MERGE: _l("%(before)s is the same person as %(after)s"),
    # L10N: a game in which %(before)s was another person of the same name.
    ChangeKind.SPLIT: _l("One game of %(before)s now belongs to %(after)s"),
    ChangeKind.HIDE: _l("%(before)s is left out of the stats"),
    ChangeKind.UNHIDE: _l("%(before)s is in the stats again"),
    # L10N: the colour of a player and the shape that comes with it, as “Blue shield”.
    ChangeKind.COLOUR: _l("%(before)s has a colour of their own: %(after)s"),
    ChangeKind.BY_SEAT: _l("%(before)s has the colour of their seat"),
}
SHADES = (
    _l("Blue shield"),
    _l("Orange sun"),
    _l("Green leaf"),
    _l("Red mountain"),
    _l("Purple tower"),
    _l("Light blue disc"),
    _l("Brown banner"),
    _l("Grey hexagon"),
    _l("Olive moon"),
    _l("Pink cross"),
)
"""Colours with their crests."""


def change_line(kind: ChangeKind, before: str, after: str) -> str:
    """A change, in words: ``Annie is the same person as Ann``."""
    after = str(SHADES[int(after)]) if kind is ChangeKind.COLOUR else after
    return str(CHANGES[kind]) % {"before": before, "after": after}
