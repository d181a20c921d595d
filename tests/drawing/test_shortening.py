"""Names in narrow columns: as much of each as fits, and never two alike."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.drawing.names import short_names, width_of, with_initials

WIDE, NARROW, LEAST = 5.4, 3.0, 2.4
"""The room in columns of 4, 8 and 10 players."""


@pytest.mark.parametrize(
    ("names", "room", "shown"),
    [
        (("Tom", "Friederike"), WIDE, ("Tom", "Friederike")),
        (("Maximiliane", "Jean-Baptiste"), WIDE, ("Maximilia.", "Jean-Bapti.")),
        (("Jean-Baptiste", "Bartholomäus"), NARROW, ("Jean.", "Barth.")),
        (("Ann Becker", "Ann Klein"), NARROW, ("Ann B.", "Ann K.")),
        (("Ann", "Ann Becker"), NARROW, ("Ann", "Ann B.")),
        (("Jean-Baptiste", "Jean-Bernard"), WIDE, ("Jean-Bapti.", "Jean-Bern.")),
        (("Maximilian", "Maximiliane"), NARROW, ("Maxi.", "Max.e")),
        (("Annabell", "Annalena", "Annalisa"), NARROW, ("Anna.", "Ann.e", "Anna.i")),
    ],
)
def test_a_name_is_complete_or_cut_after_letters_that_distinguish_it(
    names: tuple[str, ...], room: float, shown: tuple[str, ...]
) -> None:
    assert short_names(names, room) == shown


NAMES = st.text(st.sampled_from("AaBWim -.1é李"), min_size=1, max_size=9) | st.text(
    st.characters(max_codepoint=0x10FF, categories=("L", "N")), min_size=1, max_size=20
)


@given(st.lists(NAMES, min_size=2, max_size=10, unique=True), st.floats(LEAST, 8))
def test_different_names_stay_different_and_none_is_wider_than_the_room(
    names: list[str], room: float
) -> None:
    assume(all(name.strip(" -.") == name for name in names))
    shown = short_names(names, room)
    assert len(set(shown)) == len(names)
    assert all(width_of(text) <= room for text in shown)
    assert all(
        text == name for text, name in zip(shown, names, strict=True) if width_of(name) <= room
    )


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Ann Berger", "Ben Wolf"), ("Ann B.", "Ben W.")),
        (("Ann Berger", "Ann Bolt", "Ben"), ("Ann Be.", "Ann Bo.", "Ben")),
        (("Ann Berg", "Ann Berger", "Ann Berlin"), ("Ann Berg", "Ann Berger", "Ann Berl.")),
        (("Jean-Baptiste de la Salle",), ("Jean-Baptiste de la S.",)),
        (("Bo Li", ""), ("Bo Li", "")),
        (
            ("Tom Weber (Skat 07)", "Tom Weber (Skat 08)", "Tom Weber (12)"),
            ("Tom We. (Skat 07)", "Tom We. (Skat 08)", "Tom W. (12)"),
        ),
    ],
)
def test_short_names_stay_different(names: tuple[str, ...], short: tuple[str, ...]) -> None:
    assert with_initials(names) == short
