"""The lines of the wall about tables with more time."""

from datetime import timedelta

from tests.staged_wall import START, staged


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
