"""Names as they are stored, whatever was typed."""

import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict
from wtforms import Form

from scorekeeper.fields import (
    MOST_NAMES,
    NamesField,
    WholeNumberField,
    room_for,
    tidy_name,
    up_to,
)
from scorekeeper.rules.attendance import LONGEST_NAME
from tests.test_structure import TEMPLATES

MARKS = "\u0315\u0300\u0323\u0308"
PIECES = st.sampled_from([*"aÄ\u1f82\uac01 \t\u202e\u200d", *MARKS, "e\u0301", "\U0001f9d9"])
TYPED = st.lists(st.tuples(PIECES, st.integers(1, 60)), max_size=8)


@given(TYPED)
def test_a_name_that_was_cut_is_too_long_and_no_other_one_is_changed(
    typed: list[tuple[str, int]],
) -> None:
    text = "".join(piece * count for piece, count in typed)
    seen = " ".join("".join(mark for mark in text if mark != "\u202e").split())
    whole = unicodedata.normalize("NFC", seen)
    name = tidy_name(text)
    assert name in (whole, "") or (len(name) > LONGEST_NAME and len(whole) > LONGEST_NAME)


@given(TYPED)
def test_a_tidied_name_stays_as_it_is(typed: list[tuple[str, int]]) -> None:
    name = tidy_name("".join(piece * count for piece, count in typed))
    assert unicodedata.is_normalized("NFC", name)
    assert tidy_name(name) == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("An\u202en", "Ann"),
        ("A\x00n\x07n", "Ann"),
        ("\u2066Ann\u2069\u200f", "Ann"),
        ("  Ann \t  Lee\n", "Ann Lee"),
        ("Zoe\u0308", "Zo\u00eb"),
    ],
)
def test_characters_that_nobody_sees_are_dropped(typed: str, kept: str) -> None:
    assert tidy_name(typed) == kept


class Seats(Form):
    """A form with only names."""

    name = NamesField()


def names_of(*sent: str) -> list[str]:
    """The names that the field reads."""
    names: list[str] = Seats(MultiDict(("name", name) for name in sent)).name.data
    return names


def test_of_thousands_of_names_one_more_is_looked_at_than_there_are_seats() -> None:
    assert names_of(*["Ann"] * 13_000) == ["Ann"] * MOST_NAMES


def test_a_name_far_behind_the_seats_is_not_dropped_as_if_it_were_not_there() -> None:
    assert len(names_of("Ann", *[""] * 20, "Ben")) == MOST_NAMES
    assert names_of("Ann", *[""] * 5) == ["Ann"]


IGNORABLE = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5)),
    *((0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164)),
    *((0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8)),
    *((0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
"""Default_Ignorable_Code_Point: DerivedCoreProperties.txt of Unicode 16."""
BLANK = re.compile(r"\b(BLANK|HANGUL.* FILLER|NULL NOTEHEAD)$")
"""Names of code points; a BLANK SYMBOL and a Devanagari GAP FILLER are visible."""


@pytest.mark.thorough
def test_no_code_point_that_is_ignored_and_no_mark_alone_and_no_blank_is_a_name() -> None:
    letters = [chr(code) for code in range(sys.maxunicode)]
    ignored = [letter for first, last in IGNORABLE for letter in letters[first : last + 1]]
    marks = [letter for letter in letters if unicodedata.category(letter)[0] == "M"]
    blanks = [letter for letter in letters if BLANK.search(unicodedata.name(letter, ""))]
    assert len(ignored) > 4000
    assert len(marks) > 2000
    assert len(blanks) >= 4
    for unseen in (*ignored, *marks, *blanks):
        assert tidy_name(unseen) == "", hex(ord(unseen))
        assert tidy_name(f" {unseen}\u200d{unseen}\ufe0f\u0301") == "", hex(ord(unseen))


@pytest.mark.parametrize(
    "name",
    [
        *("Ann", "Zo\u00eb", "7", "?", "\u20ac", "\u4e2d", "O\u2019Neill"),
        # Emoji with joiners and selectors: a family, a heart, a key, a skin tone.
        *(
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
            "\u2764\ufe0f",
            "1\ufe0f\u20e3",
            "\U0001f44b\U0001f3fd",
        ),
        # Persian with a non-joiner, Devanagari and Sinhala with joiners, Thai, Tamil.
        *(
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
            "\u0915\u094d\u200d\u0937",
            "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
        ),
        *("\u0e01\u0e34\u0e4a", "\u0ba8\u0bbf"),
        # A kanji in the form of a family name, Mongolian with a selector.
        *("\u9089\U000e0100", "\u1820\u180b"),
    ],
)
def test_a_name_of_any_script_stays_as_it_is_written(name: str) -> None:
    assert tidy_name(name) == name


class Count(Form):
    """A form with one number."""

    number = WholeNumberField()


@pytest.mark.parametrize(
    ("typed", "number"), [("-12", -12), ("\u22123", -3), ("007", 7), ("-0", None), ("-00", None)]
)
def test_a_number_has_a_minus_only_below_zero(typed: str, number: int | None) -> None:
    form = Count(MultiDict([("number", typed)]))
    assert form.validate() == (number is not None)
    assert form.number.data == number


@pytest.mark.parametrize("most", [1, 8, 10, 21, 60, 100, 999, 1440, 10000])
def test_an_input_takes_the_whole_numbers_up_to_its_most_and_nothing_else(most: int) -> None:
    fits = re.compile(up_to(most)).fullmatch
    assert all(bool(fits(str(number))) == (number <= most) for number in range(2 * most))
    assert not any(map(fits, ("", "-1", "1.5", "1e1", " 1", "x")))


def test_no_input_counts_by_an_arrow_key_or_a_wheel() -> None:
    assert not [path for path in TEMPLATES if 'type="number"' in path.read_text("utf-8")]


@pytest.mark.parametrize("most", [24, LONGEST_NAME])
@pytest.mark.parametrize("start", ["", "b", "bb"])
def test_what_a_browser_cuts_is_refused_as_too_long(most: int, start: str) -> None:
    """Browsers count UTF-16, and leave out a pair that would be cut."""
    toned, family = "\U0001f44d\U0001f3fd", "\U0001f469\u200d\U0001f469\u200d\U0001f467"
    for letter in ("a", "e\u0302\u0323", "\u03b1\u0313\u0300\u0345", toned, family):
        typed = (start + letter * 5 * most).encode("utf-16-le")
        cut = typed[: 2 * room_for(most)].decode("utf-16-le", "ignore")
        assert len(tidy_name(cut, most)) > most, letter
