"""Form fields that accept one value of the right shape, and nothing else."""

import re
import unicodedata
from datetime import date
from enum import StrEnum
from typing import Any

from wtforms import Field, ValidationError

from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.variants import MOST_PLAYERS

YEARS = range(1970, 3000)
WHOLE = re.compile(r"(?!-0+\Z)-?[0-9]{1,9}\Z")
"""As many digits as a revision after a restore; more would not fit into an integer of PostgreSQL.
No page sends ``-0``."""
TAP = re.compile(r"[A-Za-z0-9_-]{16,43}\Z")
MOST_TAPS = 40
UNSHOWN = ""
"""The label of a field whose name no page shows."""
SIZES = re.compile(r"\s*[0-9]{1,3}(?:[\s,;]+[0-9]{1,3})*[\s,;]*\Z")
NUMBER, PILE = re.compile("[0-9]+"), re.compile("([0-9]{1,2})-([0-9]{1,3})")
PILES = re.compile(r"[0-9]{1,2}-[0-9]{1,3}(?: [0-9]{1,2}-[0-9]{1,3})*\Z")
NUL = "\0"
"""No page sends it, and PostgreSQL fails on it."""
KEPT_FORMAT_CHARACTERS = "\u200c\u200d"
BLANKS = str.maketrans(
    dict.fromkeys("\u115f\u1160\u3164\uffa0\u2800\U0001d159\U00013441\U00013442", " ")
)
"""Invisible characters in the categories of letters and symbols: the fillers of Hangul, the only
ones among Default_Ignorable_Code_Point (Unicode's DerivedCoreProperties.txt), and those named as
blanks (of Braille, a note without a head, of hieroglyphs)."""
SEEN = "LNPS"
"""Categories of visible characters: letters, numbers, punctuation, symbols. Marks, including all
other variation selectors and ignorable code points, show only on one of these."""
MOST_NAMES = MOST_PLAYERS + 1
"""One more than there are seats, enough for the rules to find that there are too many."""


def up_to(most: int) -> str:
    """The pattern of an input for the whole numbers from 0 to ``most``, at least 1.

    Inputs of type ``number`` count up and down by an arrow key or a wheel that nobody meant.
    """
    digits = str(most)
    lower = (
        f"{digits[:at]}[0-{int(digit) - 1}]" + "[0-9]" * (len(digits) - at - 1)
        for at, digit in enumerate(digits)
        if digit != "0"
    )
    shorter = [f"[0-9]{{1,{len(digits) - 1}}}"] if len(digits) > 1 else []
    return "|".join((*shorter, *lower, digits))


def whole_number(text: str) -> int:
    """An integer in ASCII digits, with the minus sign of a keyboard or of our pages; raises
    ValidationError."""
    text = text.replace("\N{MINUS SIGN}", "-")
    if not WHOLE.match(text):
        raise ValidationError(Code.SHAPE_NUMBER)
    return int(text)


class OneValueField(Field):
    """A field sent once or not at all; ``data`` is None if it was not sent or is empty.

    A wrong shape raises a ValidationError with the code of a sentence in ``words/problems.py``.
    """

    typed = ""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the value; the same value twice counts as one."""
        self.typed = valuelist[0] if valuelist else ""
        self.data = None
        if len(set(valuelist)) > 1:
            raise ValidationError(Code.SHAPE_DOUBLED)
        if self.typed.strip():
            self.data = self.parsed(self.typed.strip())

    def shown(self) -> str:
        """The text in the input: as typed, otherwise the value."""
        if self.raw_data:
            return self.typed
        return "" if self.data is None else str(self.data)

    def parsed(self, text: str) -> Any:
        """The value of the text; raises ValidationError."""
        if NUL in text:
            raise ValidationError(Code.SHAPE_CHOICE)
        return text


class WholeNumberField(OneValueField):
    def parsed(self, text: str) -> int:
        return whole_number(text)


class EnumField(OneValueField):
    def __init__(self, label: Any = None, *, values: type[StrEnum], **kwargs: Any) -> None:
        super().__init__(label, **kwargs)
        self.values = values

    def parsed(self, text: str) -> StrEnum:
        try:
            return self.values(text)
        except ValueError:
            raise ValidationError(Code.SHAPE_CHOICE) from None


def day_of(text: str) -> date:
    """A date as a browser sends it: 2026-11-28; raises ValidationError."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise ValidationError(Code.SHAPE_DAY) from None
    if day.year not in YEARS:
        raise ValidationError(Code.SHAPE_DAY)
    return day


class DayField(OneValueField):
    """A date, as :func:`day_of`."""

    def parsed(self, text: str) -> date:
        """The date; raises ValidationError."""
        return day_of(text)


class SizesField(OneValueField):
    """Hand sizes: integers separated by commas or spaces."""

    def parsed(self, text: str) -> tuple[int, ...]:
        if not SIZES.match(text):
            raise ValidationError(Code.SHAPE_SIZES)
        return tuple(int(size) for size in NUMBER.findall(text))

    def shown(self) -> str:
        """The text as typed, otherwise the sizes separated by commas."""
        return self.typed if self.raw_data else ", ".join(str(size) for size in self.data or ())


class PilesField(OneValueField):
    """Tricks by seat: ``0-2 1-0``."""

    def parsed(self, text: str) -> dict[int, int]:
        if not PILES.match(text):
            raise ValidationError(Code.SHAPE_NUMBER)
        return {int(seat): int(number) for seat, number in PILE.findall(text)}


class PairField(OneValueField):
    """Two numbers: ``7-2``."""

    def parsed(self, text: str) -> tuple[int, int]:
        if not (pair := PILE.fullmatch(text)):
            raise ValidationError(Code.SHAPE_NUMBER)
        return int(pair[1]), int(pair[2])


class TapField(OneValueField):
    """The number that a phone gave a tap: 16 to 43 characters of ``[A-Za-z0-9_-]``."""

    def parsed(self, text: str) -> str:
        if not TAP.match(text):
            raise ValidationError(Code.SHAPE_TAP)
        return text


class TapsField(OneValueField):
    """Numbers of taps, separated by spaces."""

    def parsed(self, text: str) -> frozenset[str]:
        taps = text.split()
        if len(taps) > MOST_TAPS or not all(TAP.match(tap) for tap in taps):
            raise ValidationError(Code.SHAPE_TAP)
        return frozenset(taps)


def room_for(most: int) -> int:
    """The characters that an input takes for a text of at most ``most``: what a browser cuts, maybe
    inside a letter, is still too long and refused, because NFC joins at most four characters, and
    browsers count none for more than two."""
    return 4 * (most + 1)


class OneNameField(OneValueField):
    """A name for a thing, tidied; None if it is invisible."""

    def __init__(self, label: Any = None, *, most: int = LONGEST_NAME, **kwargs: Any) -> None:
        super().__init__(label, **kwargs)
        self.most, self.room = most, room_for(most)

    def parsed(self, text: str) -> str | None:
        """The tidied name; raises ValidationError if it is too long."""
        name = tidy_name(text, self.most)
        if len(name) > self.most:
            raise ValidationError(Code.ONE_NAME_LONG)
        return name or None


class OneTextField(OneValueField):
    """A short text, tidied; None if it is invisible."""

    def __init__(self, label: Any = None, *, most: int, **kwargs: Any) -> None:
        super().__init__(label, **kwargs)
        self.most, self.room = most, room_for(most)

    def parsed(self, text: str) -> str | None:
        """The tidied text; raises ValidationError if it is too long."""
        shown = tidy_name(text, self.most)
        if len(shown) > self.most:
            raise ValidationError(Code.TEXT_LONG)
        return shown or None


class ListField(Field):
    typed = ""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Keep the text; the modules of ``forms`` about lists read it."""
        self.typed = self.data = valuelist[0] if valuelist else ""


class NamesField(Field):
    """The names in seating order; empty ones at the end are free seats."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Tidy each name and drop the free seats at the end; only the first names are read."""
        names = [tidy_name(value) for value in valuelist[:MOST_NAMES]]
        while names and not names[-1] and len(valuelist) <= MOST_NAMES:
            names.pop()
        self.data = names


def tidy_name(text: str, longest: int = LONGEST_NAME) -> str:
    """A name without control and invisible direction characters, spaces folded, NFC.

    "" if it is invisible. A text that is far too long is cut, to a length that is still too long:
    ordering a long run of marks takes quadratic time.
    """
    shown = "".join(
        character
        for character in text.translate(BLANKS)
        if character in KEPT_FORMAT_CHARACTERS
        or character.isspace()
        or unicodedata.category(character)[0] != "C"
    )
    name = unicodedata.normalize("NFC", " ".join(shown.split())[: room_for(longest)].rstrip())
    return name if any(unicodedata.category(character)[0] in SEEN for character in name) else ""
