"""The names of a table of an event, in two lines."""

import pytest

from scorekeeper.board.events.ring import two_lines


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Ann", ("Ann", "")),
        ("Zoë Müller-Lüdenscheidt", ("Zoë Müller-", "Lüdenscheidt")),
        ("Jo van den Berg", ("Jo van", "den Berg")),
        ("-", ("-", "")),
    ],
)
def test_a_name_has_the_two_lines_that_need_the_least_room(
    name: str, lines: tuple[str, str]
) -> None:
    assert two_lines(name) == lines
