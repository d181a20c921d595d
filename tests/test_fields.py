"""Names as they are kept, whatever was typed."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict
from wtforms import Form

from scorekeeper.fields import MOST_NAMES, NamesField, tidy_name
from scorekeeper.rules.setup import LONGEST_NAME

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


class Seats(Form):
    """A form with names alone."""

    name = NamesField()


def names_of(*sent: str) -> list[str]:
    """The names that are read of these."""
    names: list[str] = Seats(MultiDict(("name", name) for name in sent)).name.data
    return names


def test_of_thousands_of_names_one_more_is_looked_at_than_there_are_seats() -> None:
    assert names_of(*["Ann"] * 13_000) == ["Ann"] * MOST_NAMES


def test_a_name_far_behind_the_seats_is_not_dropped_as_if_it_were_not_there() -> None:
    assert len(names_of("Ann", *[""] * 20, "Ben")) == MOST_NAMES
    assert names_of("Ann", *[""] * 5) == ["Ann"]
