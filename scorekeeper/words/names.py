"""Names of games, cards and numbers."""

import re
from collections.abc import Iterable
from datetime import date, datetime

from babel.dates import format_date, format_skeleton
from flask_babel import get_locale

from scorekeeper.language import gettext, lazy_pgettext, local
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.game import BIDS, TRICKS, BySeat
from scorekeeper.rules.variants.model import Criterion, Variant

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"
HYPHEN = re.compile(r"(?<=\w)-(?=\w)")

VARIANT_NAMES = {
    "wizard": lazy_pgettext("game", "Wizard"),
    "tournament": _l("Tournament Wizard"),
    "two-player": _l("Two-Player Wizard"),
    "oh-hell": _l("Oh Hell"),
    "nomination": _l("Nomination Whist"),
    "stiche-raten": _l("Stiche-Raten"),
    "blob": _l("Blob"),
    "rage": _l("Rage"),
    "skull-king": _l("Skull King"),
    # L10N: another way to score Skull King, by “Rascal”.
    "rascal": _l("Skull King, Rascal’s points"),
    "own": _l("A game of your own"),
}
CARD_NAMES = {
    "spades": _l("Spades"),
    "hearts": _l("Hearts"),
    "diamonds": _l("Diamonds"),
    "clubs": _l("Clubs"),
    # L10N: a colour of Wizard's cards.
    "blue": lazy_pgettext("card", "Blue"),
    "green": lazy_pgettext("card", "Green"),
    "red": lazy_pgettext("card", "Red"),
    "yellow": lazy_pgettext("card", "Yellow"),
    "jester": _l("Jester"),
    "wizard": lazy_pgettext("card", "Wizard"),
    "werewolf": _l("Werewolf"),
    "none": _l("No trump"),
}


CRITERION_NAMES = {
    Criterion.EXACT: _l("more bids made"),
    Criterion.BIDS: _l("the higher sum of bids"),
    Criterion.TRICKS: _l("more tricks"),
    Criterion.LAST: _l("more points in the last hand"),
}
_OF_PLAYER = {BIDS: _l("Bid of %(name)s"), TRICKS: _l("Tricks of %(name)s")}


_PLACES = (
    _l("1st place"),
    _l("2nd place"),
    _l("3rd place"),
)


def game_name(variant: Variant) -> str:
    """The name of a game: the one that the table gave it, or the usual one."""
    return variant.name or str(VARIANT_NAMES[variant.key])


def dummy_name(variant: Variant) -> str:
    """The name of the hand that nobody plays."""
    # L10N: the third hand of Skull King for two.
    return gettext("Ghost") if variant.ghost else gettext("Dummy")


def place_name(position: int) -> str:
    """The name of a place at the end of a game; from 1."""
    if position <= len(_PLACES):
        return str(_PLACES[position - 1])
    # L10N: from 4 to 10.
    return gettext("%(number)sth place", number=position)


def signed(number: int) -> str:
    """``+30`` or ``-10`` with a true minus sign; 0 has no sign."""
    return f"{number:+d}".replace("-", MINUS) if number else "0"


def unbroken(text: str) -> str:
    """The text with its hyphenated words, such as Jean-Baptiste, kept on one line."""
    return HYPHEN.sub("-\N{WORD JOINER}", text)


def plain(number: int) -> str:
    """A total: a true minus sign below zero, no plus."""
    return str(number).replace("-", MINUS)


def and_list(names: list[str]) -> str:
    """``Ann``, ``Ann and Ben``, ``Ann, Ben and Cem``."""
    if len(names) < 2:
        return "".join(names)
    # L10N: the end of a list of names; %(names)s is one name, or more with commas between. In
    # L10N: Spanish, write “y(e)”: the program chooses by the sound of the next name.
    return gettext("%(names)s and %(last)s", names=", ".join(names[:-1]), last=names[-1])


def name_at(players: tuple[str, ...], seat: int) -> str:
    """The player at a seat, or its number if the table no longer has it."""
    if seat < len(players):
        return players[seat]
    # L10N: a chair at the table by its number, where it has no name.
    return gettext("Seat %(seat)s", seat=seat + 1)


def names_at(seats: Iterable[int], players: tuple[str, ...]) -> str:
    """The players at these seats, in words."""
    return and_list([name_at(players, seat) for seat in seats])


def value_line(what: str, value: str) -> str:
    """A label and its value: ``Dealer: Ann``."""
    # L10N: a label and its value, as in “Dealer: Ann” or “22 Nov 2026: Ann, Ben”.
    return gettext("%(what)s: %(value)s", what=what, value=value)


def number_name(kind: BySeat, name: str) -> str:
    """The name of a player's number, for buttons, the log and errors."""
    return str(_OF_PLAYER[kind]) % {"name": name}


def quoted(text: str) -> str:
    """What somebody said, in the quotation marks of the language."""
    return gettext("“%(what)s”", what=text)


def day_line(moment: date) -> str:
    """The day as every page writes it, also in English: ``22 Nov 2026``."""
    return str(format_date(_day(moment), "medium", _days_of()))


def date_line(day: date, skeleton: str = "MMMMd") -> str:
    """The day of a year that is clear: ``28 November``."""
    return str(format_skeleton(skeleton, _day(day), locale=_days_of()))


def _day(moment: date) -> date:
    """The day of a time where the phone is; a day itself."""
    return local(moment).date() if isinstance(moment, datetime) else moment


def _days_of() -> str:
    """The locale of days; in English that of Europe."""
    language = str(get_locale() or "en")
    return "en_GB" if language == "en" else language
