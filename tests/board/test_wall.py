"""The wall: names that fit, pages, and the podium."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.board.events.wall import Screen, fitted, wall_of
from scorekeeper.drawing.fitting import STEPS, width_of
from scorekeeper.rules.events.entrant_acts import Entered, Newcomer
from scorekeeper.rules.events.event import Event, Outcome, Outcomes
from scorekeeper.rules.events.next_round import close, draw
from scorekeeper.rules.events.result_acts import ByHand, Ended
from scorekeeper.rules.events.round_acts import Published, Started
from scorekeeper.rules.events.settings import Seating
from tests.rules.events.hall import NOW as STARTED
from tests.rules.events.hall import after, event_of

NOW = datetime(2026, 11, 28, 10, 0, tzinfo=UTC)


def event_with(people: int) -> Event:
    """An event whose first round is published."""
    event = event_of(people, seating=Seating.FREE)
    outcomes: Outcomes = {}
    return after(event, draw(event, outcomes, 1), Published(1))


def test_a_name_is_whole_where_it_fits_and_shortened_names_stay_different() -> None:
    names = ["Ann Bergmann", "Ann Bergmeister", "Bo Li"]
    shown = fitted(names, 3.5)
    assert shown["Bo Li"] == "Bo Li"
    assert len({*shown.values()}) == 3
    assert shown["Ann Bergmann"].startswith("Ann Bergm")
    assert fitted(names, 20) == {name: name for name in names}


@pytest.mark.parametrize(
    ("people", "pages"), [(18, [18]), (33, [33]), (36, [18, 18]), (64, [32, 32]), (100, [25] * 4)]
)
def test_seats_are_shown_in_pages_that_name_their_first_and_last(
    people: int, pages: list[int]
) -> None:
    wall = wall_of(event_with(people), {}, NOW)
    assert wall.shows is Screen.SEATS
    assert [len(page) for page in wall.seats] == pages
    shown = [line.name for page in wall.seats for line in page]
    assert len({*shown}) == people
    for label, page in zip(wall.labels, wall.seats, strict=True):
        assert label == f"{page[0].name[:2]} – {page[-1].name[:2]}"
    assert wall.is_few == (max(pages) <= 18)


def test_the_wall_shortens_a_name_only_where_it_would_be_too_small() -> None:
    event = event_of(17, seating=Seating.FREE)
    newcomers = Newcomer("Bartholomäus Federstein"), Newcomer("Bartholomäus Grün")
    event = after(event, Entered(newcomers[:1]))
    assert newcomers[0].name in seats_on(event)
    event = after(event, Entered((newcomers[1], *(Newcomer(f"Cem {n}") for n in range(20)))))
    assert {"Bartholomäus F.", newcomers[1].name} < seats_on(event)


def seats_on(event: Event) -> set[str]:
    """The names on the wall once the seats are published."""
    event = after(event, draw(event, {}, 1), Published(1))
    return {line.name for page in wall_of(event, {}, NOW).seats for line in page}


def test_in_the_first_minutes_of_a_round_the_seats_are_still_shown_beside_the_clock() -> None:
    event = event_with(40)
    started = after(event, Started(1))
    wall = wall_of(started, {}, STARTED + timedelta(minutes=9))
    assert [len(page) for page in wall.seats] == [20, 20]
    assert wall.labels[0] == ""
    assert len(wall.labels) == 3
    assert wall.alone_from == (STARTED + timedelta(minutes=10)).timestamp() * 1000
    late = wall_of(started, {}, STARTED + timedelta(minutes=10))
    assert (late.labels, late.seats, late.alone_from) == ((), (), None)


@pytest.mark.parametrize(("tables", "shape"), [(6, "large"), (16, ""), (32, "many"), (100, "most")])
def test_the_fewer_tables_play_the_larger_they_are(tables: int, shape: str) -> None:
    wall = wall_of(after(event_with(4 * tables), Started(1)), {}, NOW)
    assert (wall.shows, wall.shape, len(wall.outs)) == (Screen.RUNNING, shape, tables)
    assert [line.number for line in wall.outs] == [*range(1, tables + 1)]


def test_before_the_first_draw_is_published_the_wall_waits() -> None:
    assert wall_of(event_of(8, seating=Seating.FREE), {}, NOW).shows is Screen.WAITS


def test_the_winner_is_in_the_middle_of_the_podium() -> None:
    event = after(event_with(4), Started(1), ByHand(1, 1, Outcome((40, 30, 20, 10), (1, 1, 1, 1))))
    event = after(event, close(event, 1, {}), Ended())
    wall = wall_of(event, {}, NOW)
    assert wall.shows is Screen.PODIUM
    assert [one.line.rank for one in wall.best] == [2, 1, 3]
    assert [line.rank for line in wall.others] == [4]


def test_the_wall_shows_the_standings_once_all_tables_are_in() -> None:
    event = after(event_with(4), Started(1), ByHand(1, 1, Outcome((40, 30, 20, 10), (1, 1, 1, 1))))
    assert wall_of(event, {}, NOW).shows is Screen.STANDINGS


def test_a_name_of_any_width_has_the_class_of_its_width() -> None:
    wall = wall_of(event_with(18), {}, NOW)
    for line in wall.seats[0]:
        assert int(line.width[1:]) / 100 >= min(width_of(line.name), STEPS[-1])
