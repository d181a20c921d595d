"""People of one name in an event, who are told apart everywhere."""

import pytest

from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.rules.events.entrant_acts import Entered, Newcomer, Numbered, Removed, Renamed
from scorekeeper.rules.events.event import Act, Event
from scorekeeper.rules.people import folded
from tests.rules.events.hall import after, event_of

LONG = "x" * LONGEST_NAME


def event(*people: tuple[str, str], more: tuple[Act, ...] = ()) -> Event:
    entered = Entered(tuple(Newcomer(name, club) for name, club in people))
    return after(event_of(0), entered, *more)


@pytest.mark.parametrize(
    ("people", "names"),
    [
        ([("Ann", "Cup"), ("Ben", "")], ["Ann", "Ben"]),
        ([("Ann", "Cup"), ("ANN", "Hut")], ["Ann (Cup)", "ANN (Hut)"]),
        ([("Ann", "Cup"), ("Änn", "")], ["Ann (Cup)", "Änn (2)"]),
        ([("Ann", "Cup"), ("Ann", "cup"), ("Ann", "Hut")], ["Ann (1)", "Ann (2)", "Ann (Hut)"]),
        ([("Ann", ""), ("Ann", ""), ("Ann (2)", "")], ["Ann (1)", "Ann (2)", "Ann (2) (3)"]),
        ([("Ann", "2"), ("Ann", "1")], ["Ann (2)", "Ann (1)"]),
        ([("Łucja", ""), ("Lucja", "")], ["Łucja (1)", "Lucja (2)"]),
        ([(LONG, ""), (LONG, "Cup")], ["x" * 36 + " (1)", "x" * 36 + " (2)"]),
    ],
)
def test_two_people_of_one_name_are_told_apart_by_club_else_by_number(
    people: list[tuple[str, str]], names: list[str]
) -> None:
    found = event(*people)
    assert list(found.names) == names
    assert [one.own for one in found.entrants] == [name for name, _ in people]
    assert len({folded(name) for name in found.names}) == len(people)
    assert all(len(name) <= LONGEST_NAME for name in found.names)


@pytest.mark.parametrize(
    ("act", "names"),
    [
        (Renamed(2, "Ben"), ["Ann", "Ben"]),
        (Renamed(1, "Ann", "Cup"), ["Ann (Cup)", "Ann (2)"]),
        (Numbered(2, 7), ["Ann (1)", "Ann (7)"]),
        (Removed(1), ["Ann"]),
    ],
)
def test_names_follow_what_tells_people_apart(act: Act, names: list[str]) -> None:
    assert list(event(("Ann", ""), ("Ann", ""), more=(act,)).names) == names
