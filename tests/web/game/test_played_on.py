"""The day of a game that was written on paper first."""

import csv
import json
import re
from io import StringIO
from typing import Any

import pytest

from scorekeeper.exchange.json_files import json_chunks
from scorekeeper.exchange.letters import games_in
from tests.table import Table
from tests.web.page import main, plain_text, problems

ZONE = "Pacific/Auckland"
"""Where the day differs from that of UTC for half of the time."""


def set_day(table: Table, day: str, **fields: str) -> int:
    sent: dict[str, Any] = {
        "revision": str(table.revision),
        "title": "",
        "place": "",
        "note": "",
        "played": day,
    }
    return table.post(f"{table.path}/about", **sent | fields).status_code


def day_shown(table: Table) -> str:
    found = re.search(
        r'name="played" value="([^"]*)"', table.client.get(f"{table.path}/about").text
    )
    assert found
    return found[1]


@pytest.fixture
def over(table: Table) -> Table:
    """A finished game, at a table in New Zealand."""
    table.client.set_cookie("zone", ZONE)
    table.start("Ann", "Ben", "Cem", length="list", sizes="1")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    return table


def seen(table: Table) -> list[bool]:
    """Whether lists, season, records, files, BG Stats, paper and the form say 1 January 2014."""
    pages = (
        "/history?year=2014",
        "/people/season?year=2014",
        "/people",
        f"{table.path}/paper",
    )
    history, season, records, sheet = (table.client.get(page).text for page in pages)
    (data,) = json.loads(table.client.get(f"{table.path}.json").text)["games"]
    return [
        ">1 Jan 2014</time>" in history,
        "selected>2014</option>" in season and "1 Cem 1" in plain_text(main(season)),
        "1 Jan 2014" in records,
        next(csv.DictReader(StringIO(table.client.get(f"{table.path}.csv").text)))["started_at"]
        < "2014-01-02",
        data["started"] < "2014-01-02" and "recorded" in data,
        "1 Jan 2014" in sheet,
        "%222014-01-01%20" in table.client.get(f"{table.path}/bgstats").location,
        day_shown(table) == "2014-01-01",
    ]


def test_lists_season_records_and_files_follow_the_day_and_undo_takes_it_back(over: Table) -> None:
    assert not any(seen(over))
    today = day_shown(over)
    assert set_day(over, "2014-01-01") == 303
    assert seen(over) == [True] * 8
    log = plain_text(main(over.client.get(f"{over.path}/log").text))
    assert "Played on: 1 Jan 2014, changed from" in log
    assert set_day(over, "2014-01-01", title="Hut cup") == 303
    assert set_day(over, today, title="Hut cup") == 303
    assert not any(seen(over))
    for is_moved in (True, True, False):
        over.undo()
        assert seen(over) == [is_moved] * 8


@pytest.mark.parametrize("zone", ["UTC", "America/Lima", ZONE])
def test_a_day_that_was_set_later_shows_no_time_of_day(over: Table, zone: str) -> None:
    over.client.set_cookie("zone", zone)
    assert "data-clock" in over.client.get("/history").text
    set_day(over, "2014-01-01")
    history = over.client.get("/history").text
    assert ">1 Jan 2014</time>" in history
    assert "data-clock" not in history


def test_a_day_read_from_a_sheet_shows_no_time_of_day(table: Table) -> None:
    sheet = "Club evening;2015-02-03\nNr;Ann;Ben;Cem\n1;1/1;0/0;0/0"
    assert table.post("/book/bring", text=sheet, shown="y").status_code == 303
    history = table.client.get("/history").text
    assert ">3 Feb 2015</time>" in history
    assert "data-clock" not in history


def test_a_file_keeps_the_day_and_when_the_game_was_recorded(over: Table) -> None:
    set_day(over, "2014-01-01")
    before = over.client.get(f"{over.path}.json").text
    with over.client.application.app_context():
        (found,) = games_in(before)
    assert found.game.about.played
    assert found.game.about.played.at == found.started_at < found.game.about.played.recorded
    assert "".join(json_chunks([found])) == before


@pytest.mark.parametrize(
    ("day", "sentence"),
    [
        ("2999-01-01", "Choose today or a day in the past."),
        ("1.1.2014", "Played on: choose a day, or type it like this: 2026-11-28."),
    ],
)
def test_a_day_that_cannot_be_is_refused_and_stays(over: Table, day: str, sentence: str) -> None:
    sent: dict[str, Any] = {"revision": str(over.revision), "title": "Cup", "played": day}
    response = over.post(f"{over.path}/about", **sent)
    assert (response.status_code, problems(response.text)) == (422, [sentence])
    assert f'name="played" value="{day}"' in response.text


def test_a_page_without_the_field_keeps_the_day_and_an_empty_one_removes_it(over: Table) -> None:
    today = day_shown(over)
    set_day(over, "2014-01-01")
    over.post(f"{over.path}/about", revision=str(over.revision), title="Cup", place="", note="")
    assert day_shown(over) == "2014-01-01"
    set_day(over, "")
    assert day_shown(over) == today


def test_the_clock_of_a_game_runs_from_when_it_was_recorded(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", timed="y", clock="60")
    set_day(table, "2014-01-01")
    assert "Time is up" not in table.page()
