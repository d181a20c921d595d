"""The wall, and the ring of a table."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.board.events.hall import Screen, fitted, two_lines, wall_of
from scorekeeper.board.events.tables import table_lines
from scorekeeper.drawing.names import STEPS, name_width, width_of
from scorekeeper.rules.events.entrant_acts import Entered, Newcomer
from scorekeeper.rules.events.event import Event, Outcome, Outcomes
from scorekeeper.rules.events.result_acts import ByHand, Ended
from scorekeeper.rules.events.round_acts import Published, Started, close, draw
from scorekeeper.rules.events.settings import Seating
from scorekeeper.words.events.rounds import leaders_line, size_line
from tests.rules.events.hall import NOW as STARTED
from tests.rules.events.hall import after, event_of
from tests.staged_wall import START, at, staged

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


def test_a_long_name_on_the_podium_is_as_large_as_its_longest_part() -> None:
    event = event_of(3, seating=Seating.FREE)
    name = "Elisabeth Kreuzpointner-Dorfleitner"
    event = after(event, Entered((Newcomer(name),)))
    event = after(event, draw(event, {}, 1), Published(1), Started(1))
    event = after(event, ByHand(1, 1, Outcome((40,) * 4, (1,) * 4)))
    wall = wall_of(after(event, close(event, 1, {}), Ended()), {}, NOW)
    widths = [one.width for one in wall.best if one.name == name]
    assert widths == [name_width(["Kreuzpointner-"])]


@pytest.mark.parametrize(
    ("totals", "made", "leaders"),
    [((30, 10, 0, -10), (1, 0, 0, 0), 1), ((30, 30, 0, -10), (1, 0, 0, 0), 2)],
)
def test_all_who_are_level_in_front_lead_and_the_wall_names_them_where_they_fit(
    totals: tuple[int, ...], made: tuple[int, ...], leaders: int
) -> None:
    event = after(event_with(4), Started(1))
    game = at(event, hand=2).games[1, 1]
    game = replace(game, played=1, standing=Outcome(totals, made, (1, 1, 1, 1)))
    [line] = wall_of(event, {(1, 1): game}, NOW).outs
    names = [event.entrant(seat).name for seat in event.round(1).table(1).seats[:leaders]]
    assert line.leader is not None
    assert line.leader.seats == (0, 1)[:leaders]
    assert leaders_line(line.leader.names, leaders) == " and ".join(names)
    assert line.others == line.names[leaders:]


def test_the_wall_counts_leaders_whose_names_do_not_fit() -> None:
    long = tuple(Newcomer(f"Maximiliane Oberhauser {n}") for n in range(4))
    event = after(event_of(0, seating=Seating.FREE), Entered(long))
    event = after(event, draw(event, {}, 1), Published(1), Started(1))
    game = replace(at(event, hand=2).games[1, 1], standing=Outcome((30, 30, 30, 0)), played=1)
    [line] = wall_of(event, {(1, 1): game}, NOW).outs
    assert line.leader is not None
    assert leaders_line(line.leader.names, len(line.leader.seats)) == "3 lead"


def test_a_leader_of_a_finished_table_is_ahead_by_bids_made() -> None:
    event = after(event_with(8), Started(1), ByHand(1, 1, Outcome((30, 30, 0, 0), (1, 2, 0, 0))))
    lines = table_lines(event, event.round(1), {}, NOW)
    assert [line.leader.seats for line in lines if line.leader] == [(1,)]


def test_no_line_of_the_wall_begins_with_a_dot() -> None:
    line = size_line(event_with(8))
    assert "\N{NO-BREAK SPACE}· " in line
    assert " ·" not in line


def test_the_wall_shows_the_standings_once_all_tables_are_in() -> None:
    event = after(event_with(4), Started(1), ByHand(1, 1, Outcome((40, 30, 20, 10), (1, 1, 1, 1))))
    assert wall_of(event, {}, NOW).shows is Screen.STANDINGS


def test_a_name_of_any_width_has_the_class_of_its_width() -> None:
    wall = wall_of(event_with(18), {}, NOW)
    for line in wall.seats[0]:
        assert int(line.width[1:]) / 100 >= min(width_of(line.name), STEPS[-1])


def test_the_wall_names_the_tables_with_more_time_and_until_when_they_play() -> None:
    (one,) = staged(23)["more time for one"].wall.extras
    assert (one.tables, one.minutes, one.lines) == ((2,), 5, 1)
    assert one.ends == START + timedelta(minutes=110)
    many = staged(229)["more time for many"].wall
    assert [extra.minutes for extra in many.extras] == [5, 6, 7]
    assert all(len(extra.tables) == 6 and extra.is_cut for extra in many.extras)
    assert many.ranks == ((),)


def test_a_paused_clock_ends_at_no_known_time() -> None:
    assert {extra.ends for extra in staged(23)["paused"].wall.extras} == {None}


def test_a_table_whose_own_time_is_up_is_not_named() -> None:
    state = staged(23)["nearly up"]
    assert state._replace(now=START + timedelta(minutes=111)).wall.extras == ()


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
