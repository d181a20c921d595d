"""The history page: evenings, filters, and permanent addresses."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from scorekeeper.forms.history import cursor_from, cursor_text, filter_from, query_of
from scorekeeper.store.lists.filters import ALL, GameFilter
from scorekeeper.store.models import db
from tests import databases
from tests.cast import Cast, Role
from tests.table import Table
from tests.web.page import main, plain_text


def play(table: Table, *names: str, variant: str = "wizard", at: str = "") -> str:
    """A game of one hand that the last of three wins, begun at a moment; its key."""
    path = table.start(*names, variant=variant, length="list", sizes="1")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    if at:
        began(table, path, at)
    return path.rpartition("/")[2]


def began(table: Table, path: str, at: str) -> None:
    with table.client.application.app_context():
        values = {"at": at, "key": path.rpartition("/")[2]}
        statement = "UPDATE game SET started_at = :at WHERE key = :key"
        db.session.execute(text(statement), values)
        db.session.commit()


def headings(page: str) -> list[str]:
    return [plain_text(found).strip() for found in re.findall("<h2>(.*?)</h2>", main(page))]


def link(page: str, title: str) -> str:
    found = re.search(rf'<a href="([^"]*)"[^>]*>{title}</a>', page)
    return unescape(found[1]) if found else ""


def test_games_of_an_evening_stand_under_its_day_and_names(table: Table) -> None:
    play(table, "Ann", "Ben", "Cem", at="2025-03-01 19:00:00.000000")
    play(table, "ANN", "Cem", "Ben", at="2025-03-08 19:00:00.000000")
    play(table, "Dora", "Emil", "Fay", at="2025-03-08 20:00:00.000000")
    play(table, "Ben", "ann", "Cem", at="2025-03-09 00:30:00.000000")
    page = table.client.get("/history").text
    assert headings(page) == [
        "8 Mar 2025 Ben, ann, Cem",
        "8 Mar 2025 Dora, Emil, Fay",
        "1 Mar 2025 Ann, Ben, Cem",
    ]
    first = page.partition("Dora, Emil")[0]
    assert first.count('class="evening"') == 2
    assert "Wins:" not in first


def test_an_evening_of_three_games_has_a_tally(table: Table) -> None:
    for hour in (19, 20, 21):
        play(table, "Ann", "Ben", "Cem", at=f"2025-03-01 {hour}:00:00.000000")
    page = main(table.client.get("/history").text)
    assert re.findall(r'<span>(\w+)\s*<svg [^>]*aria-label="([^"]+)"', page) == [("Cem", "3 wins")]


def test_a_game_that_runs_is_there_with_its_standing_and_leads_on(table: Table) -> None:
    path = table.start("Ann", "Ben", "Cem", length="list", sizes="1, 2")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    page = main(table.client.get("/history").text)
    assert f'href="{path}"' in page
    assert re.search(r"Hand 2 .* Wizard · Cem leads with 30 Continue", plain_text(page))


def test_filters_stay_chosen_and_the_file_has_the_same_games(table: Table) -> None:
    play(table, "Ann", "Ben", "Cem")
    play(table, "Ann", "Dora", "Emil", variant="tournament")
    page = table.client.get("/history?text=dora&game=tournament").text
    assert headings(page)[0].endswith("Ann, Dora, Emil")
    assert 'name="text" value="dora"' in page
    assert '<option value="tournament" selected>' in page
    chosen = table.client.get(link(page, "These games as JSON")).json
    assert chosen
    assert [game["game"] for game in chosen["games"]] == ["tournament"]
    csv = link(page, "These games as CSV")
    assert csv == "/history.csv?game=tournament&text=dora"
    lines = table.client.get(csv).text.splitlines()
    assert len(lines) == 4
    assert '"Dora"' in lines[2]
    assert "All games as CSV" in table.client.get("/history").text
    assert link(page, "Show all games") == "/history"


def test_an_empty_result_says_that_nothing_matches(table: Table) -> None:
    play(table, "Ann", "Ben", "Cem")
    assert "No game matches." in table.client.get("/history?text=nobody").text
    assert "No game matches." not in table.client.get("/history").text


def test_an_empty_page_explains_itself_to_a_new_phone(client: FlaskClient) -> None:
    page = main(client.get("/history").text)
    assert "All games appear here" in page
    assert "<form" not in page


def test_older_and_newer_games_are_a_link_away_and_keep_what_is_chosen(table: Table) -> None:
    token = table.token()
    for number in range(51):
        table.start(f"Ann {number}", "Ben", "Cem", csrf_token=token)
    first = table.client.get("/history?text=ben").text
    assert main(first).count('class="evening"') == 50
    assert link(first, "Newer games") == ""
    second = table.client.get(link(first, "Older games")).text
    assert main(second).count('class="evening"') == 1
    assert "Ann 0," in second
    assert link(second, "Older games") == ""
    assert link(second, "Newer games") == "/history?text=ben"


def test_a_persons_page_leads_to_their_games(table: Table) -> None:
    play(table, "Ann", "Ben", "Cem")
    play(table, "Dora", "Ben", "Cem")
    ann = re.search(r'href="(/people/\d+)">[^"]*"initial"[^"]*"true">A<', page_of(table))
    assert ann
    address = link(table.client.get(ann[1]).text, "All games of this person")
    page = table.client.get(address).text
    (heading,) = headings(page)
    assert heading.endswith("Ann, Ben, Cem")
    assert re.search(r"<option value=\"\d+\" selected>Ann</option>", page)


def page_of(table: Table) -> str:
    return table.client.get("/people").text


def test_followers_and_strangers_see_nothing_of_the_book(cast: Cast) -> None:
    for role in (Role.FOLLOWER, Role.ENDED, Role.STRANGER, Role.NOBODY):
        page = plain_text(main(cast.get(role, "/history").text))
        assert not {"Ann", "Ben", "Cem"} & set(page.split()), role
    for role in (Role.KEEPER, Role.MATE):
        assert "Ann, Ben, Cem" in cast.get(role, "/history").text


@pytest.mark.parametrize(
    "query",
    [
        *("before=x", "before=20251340T000000000000-1", "before=20250301T190000000000-0"),
        *("person=x", "person=0", "person=99999999999", "year=abc", "year=9999", "year=%D9%A1"),
        *("text=%00", "text=%E2%80%AE", "game=%00", "person=&game=&year=&text=&before="),
    ],
)
def test_unreadable_parts_of_an_address_are_ignored(table: Table, query: str) -> None:
    play(table, "Ann", "Ben", "Cem")
    page = table.client.get(f"/history?{query}")
    assert page.status_code == 200
    assert headings(page.text)


def test_an_address_says_what_was_chosen_and_where_it_begins() -> None:
    chosen = GameFilter(person=3, kind="wizard", year=2025, text="José")
    assert filter_from(query_of(chosen)) == chosen
    assert (filter_from({}), query_of(ALL)) == (ALL, {})
    mark = cursor_from("20250301T190000000007-57")
    assert mark
    assert (mark.at.microsecond, mark.number) == (7, 57)
    assert cursor_from(cursor_text(mark)) == mark


def test_a_page_of_the_history_is_a_handful_of_statements(table: Table) -> None:
    for _ in range(4):
        play(table, "Ann", "Ben", "Cem")
    with databases.asked(table.client.application) as sent:
        table.client.get("/history")
    assert len([one for one, _ in sent if one.startswith("SELECT")]) <= 7
