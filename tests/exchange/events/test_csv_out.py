"""Results and standings as CSV."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO

from scorekeeper.exchange.events.csv_out import results_csv, standings_csv
from scorekeeper.rules.events.act import Act
from scorekeeper.rules.events.acts import fold
from scorekeeper.rules.events.entrant_acts import Created, Entered, Newcomer
from scorekeeper.rules.events.event import Event, Outcome
from scorekeeper.rules.events.result_acts import Adjusted, PutAside
from scorekeeper.rules.events.round_acts import Drawn, Published, Started
from scorekeeper.rules.events.settings import Counts, EventSettings, Seating, TimeUp
from scorekeeper.rules.variants.variants import WIZARD
from scorekeeper.store.events.tables import TableGame, TableKey, outcomes_of

BEGIN = datetime(2026, 11, 25, 18, tzinfo=UTC)
PEOPLE = ("Ann", "=1+1", "Cem", "Dan", "Eva", "Fay", "Gil")


def event_of(settings: EventSettings, *more: Act) -> Event:
    """An event whose first round has a table of 4 and one of 3."""
    drawn = Drawn(((1, 2, 3, 4), (5, 6, 7)), (0, 0), 1, Seating.FREE)
    names = Entered(tuple(Newcomer(name, "Club") for name in PEOPLE))
    return fold(
        (act, BEGIN) for act in (Created(settings), names, drawn, Published(1), Started(1), *more)
    )


def table(uid: str, outcome: Outcome) -> TableGame:
    """The finished game of a table."""
    return TableGame(
        id=1,
        key="key",
        uid=uid,
        code=None,
        revision=9,
        changed_at=BEGIN,
        is_begun=True,
        is_over=True,
        hands=10,
        played=10,
        standing=outcome,
        has_keeper=True,
        asks=None,
    )


TABLES: Mapping[TableKey, TableGame] = {
    (1, 1): table("first", Outcome((50, 80, -10, 50), (2, 4, 0, 2), (10, 10, 10, 10), hands=8)),
    (1, 2): table("second", Outcome((1, 2, 3), ended=BEGIN + timedelta(hours=9))),
}
POINTS = EventSettings("Rally", WIZARD, time_up=TimeUp.LATE)
PLACES = replace(POINTS, counts=Counts.PLACEMENT)


def lines(pieces: Iterator[str]) -> list[list[str]]:
    """The cells, without the BOM."""
    return list(csv.reader(StringIO("".join(pieces).removeprefix("\ufeff"))))


def results(event: Event) -> dict[str, list[str]]:
    """By number, from the place on."""
    _, *rows = lines(results_csv(event, TABLES))
    return {row[3]: row[6:] for row in rows}


def test_the_results_have_a_line_for_each_seat_of_a_table_that_is_in() -> None:
    event = event_of(POINTS, Adjusted(4, -7, "talking", 1), Adjusted(4, -5, "late entry"))
    head, *rows = lines(results_csv(event, TABLES))
    assert ",".join(head) == (
        "round,table,seat,number,name,club,place,placement_points,game_points,bids_made,bids,"
        "penalty,game_uid,hands_played,hands_planned"
    )
    assert rows[0] == [
        "1",
        "1",
        "1",
        "1",
        "Ann",
        "Club",
        "2",
        "",
        "50",
        "2",
        "10",
        "0",
        "first",
        "8",
        "15",
    ]
    assert rows[1][4] == "'=1+1"
    assert results(event)["4"] == ["2", "", "50", "2", "10", "-7", "first", "8", "15"]
    assert results(event)["7"] == ["1", "", "3", "", "", "-10", "second", "", "20"]


def test_places_count_by_their_points() -> None:
    found = results(event_of(PLACES))
    assert [found[number][:3] for number in "1234"] == [
        ["2", "30", "50"],
        ["1", "45", "80"],
        ["4", "10", "-10"],
        ["2", "30", "50"],
    ]


def test_a_table_that_was_set_aside_has_agreed_points_and_no_place() -> None:
    aside = PutAside(1, 2, (0, 5, 0), "a card was missing")
    assert results(event_of(POINTS, aside))["6"] == [
        "set aside",
        "",
        "5",
        "",
        "",
        "0",
        "second",
        "",
        "20",
    ]
    assert results(event_of(PLACES, aside))["6"] == [
        "set aside",
        "5",
        "",
        "",
        "",
        "0",
        "second",
        "",
        "20",
    ]


def test_a_table_that_is_still_out_has_no_line() -> None:
    out = {(1, 1): TABLES[1, 1], (1, 2): replace(TABLES[1, 2], is_over=False)}
    assert len(lines(results_csv(event_of(POINTS), out))) == 5


def test_the_standings_have_a_column_for_each_round() -> None:
    event = event_of(POINTS, Adjusted(4, -7, "talking", 1))
    head, *rows = lines(standings_csv(event, outcomes_of(TABLES)))
    assert ",".join(head) == (
        "rank,number,name,club,counted,game_points,tables_won,bids_made,bids,best_game,penalty,"
        "final_stage,round_1"
    )
    best, second, third, *_ = rows
    assert best == ["1", "2", "'=1+1", "Club", "80", "80", "1", "4", "10", "80", "0", "", "80"]
    assert second[:6] == ["2", "1", "Ann", "Club", "50", "50"]
    assert (third[:6], third[10]) == (["3", "4", "Dan", "Club", "43", "50"], "-7")
