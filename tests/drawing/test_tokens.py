"""The colours of the style sheet, as read for drawings outside of it."""

import re

from scorekeeper.drawing.picture import DAY, NIGHT, STYLE, read_colours
from scorekeeper.rules.variants.variants import MOST_PLAYERS
from scorekeeper.shapes import CRESTS


def test_every_colour_of_the_style_sheet_is_read() -> None:
    css = STYLE.read_text(encoding="utf-8")
    written = set(re.findall(r"--(?!seat|deep|mark|on:)([\w-]+): (?:#|light-dark\(#)", css))
    assert written == set(DAY.named) == set(NIGHT.named)


def test_there_are_colours_for_every_seat_that_a_game_has() -> None:
    assert MOST_PLAYERS <= len(DAY.seats) == len(NIGHT.seats) <= len(CRESTS)


def test_a_seat_has_its_own_colours_and_the_night_changes_what_it_says() -> None:
    css = ":root,\n.dark {\n  --gold: light-dark(#fa0, #fb0);\n}\n"
    css += ".s1 {\n  --seat: #11f;\n  --deep: light-dark(#11f, #003);\n  --mark: #22f;\n}\n"
    by_day, by_night = read_colours(css)
    assert (by_day.named, by_night.named) == ({"gold": "#fa0"}, {"gold": "#fb0"})
    assert (by_day.seats[0].surface, by_day.seats[0].mark) == ("#11f", "#22f")
    assert (by_night.seats[0].surface, by_night.seats[0].mark) == ("#003", "#22f")
