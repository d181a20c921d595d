"""Each place that shortens a name keeps letters whole: a family, a flag, one with a mark."""

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.board.events.hall import _begins
from scorekeeper.drawing.names import short_names, with_initials
from scorekeeper.exchange.tables.building import seated
from scorekeeper.fields import tidy_name
from scorekeeper.forms.book import filter_from
from scorekeeper.rules.people import letters_of, start_of
from tests.rules.test_people import FAMILY, WHOLE

PLACES: dict[str, Callable[[str], str]] = {
    "a column": lambda name: short_names((name, "Ann"), 3)[0],
    "a column beside one that is alike": lambda name: short_names((name, f"{name}s"), 3)[1],
    "a line of the wall": lambda name: with_initials((f"Ann {name}", f"Ann {name}s"))[0][4:],
    "a page of seats": _begins,
    "a player of a file": lambda name: seated((name,))[0],
    "a second player of a file": lambda name: seated((name, name))[1].rpartition(" ")[0],
    "a search": lambda name: filter_from({"text": name}).text,
    "a title": lambda name: start_of(name, 40),
}


@pytest.mark.thorough
@pytest.mark.parametrize("letter", WHOLE, ids=ascii)
@pytest.mark.parametrize("place", PLACES)
def test_a_place_that_shortens_keeps_letters_whole(place: str, letter: str) -> None:
    for before in (0, 1, 2, 3, 4, 37, 38, 39, 40):
        name = "i" * before + letter + "n" * (40 - before)
        shown = letters_of(PLACES[place](name).rstrip("."))
        assert {*shown} <= {"i", letter, tidy_name(letter), "n", "s", "."}


def test_the_initial_of_a_person_is_a_whole_letter(app: Flask) -> None:
    initial = app.jinja_env.filters["initial"]
    assert [initial(f"{letter}nn") for letter in ("a", FAMILY)] == ["A", FAMILY]
