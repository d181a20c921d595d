"""Names of the same person, however they were typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.people import folded


@pytest.mark.parametrize(
    "names",
    [
        ("Jose", "José", "JOSE\u0301", " jose "),
        ("Ann Marie", "ann  marie", "ANN\tMARIE", "Ánn\u00a0Marie"),
        ("Strauß", "STRAUSS", "strauss"),
        ("Ørsted", "ørsted"),
        ("ΣΊΣΥΦΟΣ", "Σίσυφος", "σισυφοσ"),
        ("\uff34\uff4f\uff4d", "Tom"),
        ("İpek", "ipek"),
        ("\u0391\u0345", "\u1fb3"),
    ],
)
def test_case_accents_and_doubled_spaces_make_no_other_person(names: tuple[str, ...]) -> None:
    assert len({folded(name) for name in names}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Anna"),
        ("Ann Marie", "Annmarie"),
        ("たかし", "たがし"),
        ("कमल", "कुमल"),
        ("กา", "กุา"),
        ("\u00b4", "`"),
        ("Ann 1", "Ann 2"),
    ],
)
def test_other_letters_are_another_person(one: str, other: str) -> None:
    assert folded(one) != folded(other)


@given(st.text(max_size=24))
def test_what_is_folded_is_folded_already_and_fits_into_its_column(name: str) -> None:
    assert folded(folded(name)) in (folded(name), folded(folded(folded(name))))
    assert len(folded(name)) <= 450
    assert bool(folded(name)) is bool(name)
