"""Names of games, cards and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict
from datetime import date, datetime

from babel.dates import format_date, format_skeleton
from flask_babel import get_locale

from scorekeeper.rules.game import BIDS, TRICKS, BySeat
from scorekeeper.rules.variants.model import (
    COLOURS,
    FRENCH,
    Criterion,
    Deck,
    Score,
    Terms,
    Trump,
    Variant,
)
from scorekeeper.rules.variants.variants import EXAMPLE_CARDS, EXAMPLES, examples
from scorekeeper.words.language import gettext, lazy_pgettext, local
from scorekeeper.words.language import lazy_gettext as _l

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"
DOT = "\N{NO-BREAK SPACE}· "
"""The separator of short texts, with a no-break space so that no line begins with the dot."""
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
    return and_list([name_at(players, seat) for seat in seats])


def value_line(what: str, value: str) -> str:
    """A label and its value: ``Dealer: Ann``."""
    # L10N: a label and its value, as in “Dealer: Ann” or “22 Nov 2026: Ann, Ben”.
    return gettext("%(what)s: %(value)s", what=what, value=value)


def between_parts() -> str:
    """What stands between parts that have commas or colons of their own: ``Ann: 2, 1; Cem: 3``."""
    # L10N: between the parts of a list whose parts have commas or colons of their own.
    return gettext("; ")


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


DECK_NAMES = {
    # L10N: a deck with four colours in place of suits, on a button.
    COLOURS.key: _l("Colours"),
    # L10N: a deck of spades, hearts, diamonds and clubs, on a button.
    FRENCH.key: _l("Suits"),
}
DECK_HINTS = {
    COLOURS.key: _l("Humans, Elves, Dwarves, Giants"),
    FRENCH.key: _l("American edition, or a French deck"),
}
PEOPLES = {
    # L10N: the people on the blue cards of Wizard, as printed on them.
    Trump.BLUE: _l("Humans"),
    Trump.GREEN: _l("Elves"),
    Trump.RED: _l("Dwarves"),
    Trump.YELLOW: _l("Giants"),
}
"""The peoples of Wizard, in small print below each colour."""
_EIGHTS = {
    # L10N: a card, as in “Who won the 8 of spades?” and “The trick with the 8 of spades …”.
    Trump.SPADES: _l("8 of spades"),
    # L10N: a card, as in “Who won the blue 8?” and “The trick with the blue 8 …”.
    Trump.BLUE: _l("blue 8"),
}
_TAKEN_BY = {Trump.SPADES: _l("8 of spades taken by"), Trump.BLUE: _l("Blue 8 taken by")}
_NAMES = {
    COLOURS.key: _l("%(name)s names a colour"),
    # L10N: the dealer names trump after a Wizard was turned up.
    FRENCH.key: _l("%(name)s names a suit"),
}
_NAMED = {
    COLOURS.key: _l("Colour that the dealer named"),
    FRENCH.key: _l("Suit that the dealer named"),
}


def eight_name(suit: str) -> str:
    """The card of this suit that negates its trick in Two-Player Wizard."""
    return str(_EIGHTS[Trump(suit)])


def who_won_line(suit: str) -> str:
    """The question who has the negated trick: "Who won the 8 of spades?"."""
    return gettext("Who won the %(card)s?", card=eight_name(suit))


def taken_by_line(suit: str) -> str:
    """The label of the players of whom one took that card."""
    return str(_TAKEN_BY[Trump(suit)])


def trump_choices() -> list[tuple[str, str]]:
    """The trumps of a rule, which is the same with every deck: ``Spades / Blue``."""
    suits = zip(*(deck.suits for deck in (FRENCH, COLOURS)), strict=True)
    names = [" / ".join(str(CARD_NAMES[suit]) for suit in each) for each in suits]
    return [*zip(FRENCH.trumps, [*names, str(CARD_NAMES[Trump.NONE])], strict=True)]


def names_line(deck: Deck, name: str) -> str:
    """The player who names trump."""
    return str(_NAMES[deck.key]) % {"name": name}


def named_label(deck: Deck) -> str:
    """The label of the suits of which the dealer named one."""
    return str(_NAMED[deck.key])


def suits_line(deck: Deck) -> str:
    """The suits of a deck whose names do not say that they are suits; "" for the French deck."""
    if deck is FRENCH:
        return ""
    suits = ", ".join(f"{CARD_NAMES[suit]} ({PEOPLES[suit]})" for suit in deck.suits)
    # L10N: %(colours)s is such as “Blue (Humans), Green (Elves)”.
    return gettext("The four suits are colours: %(colours)s.", colours=suits)


OUTCOMES = {
    "made": _l("Made bid"),
    "zero_made": _l("Made bid of 0"),
    "missed": _l("Missed bid"),
    "near": _l("Missed by one"),
    "zero_missed": _l("Missed bid of 0"),
}
TERMS = {
    "fixed": "%(points)s",
    # L10N: as in “Made bid: 20 + 10 for each trick taken.”
    "per_trick": _l("%(points)s for each trick taken"),
    # L10N: the square of the tricks, times a number.
    "per_square": _l("%(points)s × the tricks taken × the tricks taken"),
    "per_bid": _l("%(points)s for each trick bid"),
    "per_card": _l("%(points)s for each card dealt"),
    "per_miss": _l("%(points)s for each trick over or under"),
    "per_under": _l("%(points)s for each trick under"),
    "per_over": _l("%(points)s for each trick over"),
}
"""The numbers of a score in their order."""


def points_lines(score: Score, other: Score | None = None) -> list[str]:
    """A line for each outcome, or for those that score differently than in the ``other``:
    ``Made bid: 20 + 10 for each trick taken.``"""
    lines = []
    for outcome, name in OUTCOMES.items():
        terms = getattr(score, outcome)
        if terms is None or (other and terms == getattr(other, outcome)):
            continue
        numbers = _numbers(outcome, terms)
        present = [(term, number) for term in TERMS if (number := numbers.get(term))]
        lines.append(f"{value_line(str(name), _sum(present))}.")
    return lines


def _sum(numbers: list[tuple[str, int]]) -> str:
    if not numbers:
        # L10N: as in “Missed bid: nothing.”
        return gettext("nothing")
    (term, first), *others = numbers
    parts = [str(TERMS[term]) % {"points": plain(first)}]
    for term, number in others:
        sign = "+" if number > 0 else MINUS
        parts += [sign, str(TERMS[term]) % {"points": abs(number)}]
    return " ".join(parts)


def _numbers(outcome: str, terms: Terms) -> dict[str, int]:
    """The numbers of an outcome by term, so that each means something and none means the same as
    another: a made bid has as many tricks as it was bid, and one of 0 has none; of a missed bid of
    0, all tricks are over; a bid that is missed by one has a single trick over or under."""
    numbers: dict[str, int] = {name: n for name, n in asdict(terms).items() if n is not None}
    over = numbers.pop("per_over", None)
    if outcome == "zero_made":
        return {name: numbers[name] for name in ("fixed", "per_card")}
    if outcome == "made":
        numbers["per_trick"] += numbers.pop("per_bid")
        return numbers | {"per_miss": 0}
    if outcome == "zero_missed":
        miss = numbers.pop("per_miss")
        numbers["per_trick"] += miss if over is None else over
        return numbers | {"per_bid": 0}
    if over is not None:
        return numbers | {"per_over": over, "per_under": numbers.pop("per_miss"), "per_miss": 0}
    if outcome == "near":
        numbers["fixed"] += numbers.pop("per_miss")
    return numbers


def assumed_line(score: Score) -> str:
    """The number of cards in the examples; "" if it makes no difference."""
    if examples(score) == tuple(score.points(*one, EXAMPLE_CARDS + 1) for one in EXAMPLES):
        return ""
    return gettext("In a hand of %(cards)s cards:", cards=EXAMPLE_CARDS)


def example_rows(score: Score) -> list[tuple[int, int, str]]:
    pairs = zip(EXAMPLES, examples(score), strict=True)
    return [(bid, tricks, plain(points)) for (bid, tricks), points in pairs]
