"""The first page, the list of all games, and their files."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from scorekeeper.forms.book import cursor_from, cursor_text, filter_from, query_of, year_of
from scorekeeper.store.lists import ALL, GameFilter
from scorekeeper.store.models import db
from tests import databases
from tests.cast import Cast, Role
from tests.desk import Desk
from tests.table import Table
from tests.web.book.test_import import said, send
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
    won = r'<span translate="no">(\w+)\s*<svg [^>]*aria-label="([^"]+)"'
    assert re.findall(won, page) == [("Cem", "3 wins")]


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


@pytest.mark.thorough
def test_older_and_newer_games_are_a_link_away_and_keep_what_is_chosen(table: Table) -> None:
    token = table.token()
    for number in range(51):
        table.start(f"Ann {number}", "Ben", "Cem", csrf_token=token)
    first = table.client.get("/history?text=ben").text
    assert main(first).count('class="evening"') == 50
    assert link(first, "Newer") == ""
    second = table.client.get(link(first, "Older")).text
    assert main(second).count('class="evening"') == 1
    assert "Ann 0," in second
    assert link(second, "Older") == ""
    assert link(second, "Newer") == "/history?text=ben"


def test_followers_and_strangers_see_nothing_of_the_book(cast: Cast) -> None:
    for role in (Role.FOLLOWER, Role.ENDED, Role.STRANGER, Role.NOBODY):
        page = plain_text(main(cast.get(role, "/history").text))
        assert not {"Ann", "Ben", "Cem"} & set(page.split()), role
    for role in (Role.KEEPER, Role.MATE):
        assert "Ann, Ben, Cem" in cast.get(role, "/history").text


PART = "Only games whose score this phone keeps are listed here."


def test_a_phone_that_follows_or_was_given_the_pencil_reads_where_the_other_games_are(
    cast: Cast,
) -> None:
    cast.get(Role.FOLLOWER)
    for role in Role:
        page = plain_text(main(cast.get(role, "/history").text))
        assert (PART in page) is (role in (Role.GUEST, Role.FOLLOWER)), role


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
    chosen = GameFilter(person=3, kind="wizard", year=year_of(2025), text="José")
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
    assert len([one for one, _ in sent if one.startswith("SELECT")]) <= 8


def test_no_list_of_names_breaks_a_line_at_the_hyphen_of_one(table: Table) -> None:
    for _ in range(2):
        table.start("Jean-Baptiste", "Ann", "Anne-Marie", length="list", sizes="1, 2")
        table.play("hearts", (1, 0, 0), (1, 0, 0))
    whole = "Jean-\N{WORD JOINER}Baptiste, Ann, Anne-\N{WORD JOINER}Marie"
    for path in ("/", *(f"{table.path}/{page}" for page in ("share", "phones", "delete"))):
        assert whole in table.client.get(path).text, path
    table.post(f"{table.path}/end", hands=1, revision=table.revision)
    for path in ("/history", f"{table.path}/picture", f"{table.path}/more"):
        assert whole in table.client.get(path).text, path


def test_of_the_games_that_run_the_one_changed_last_comes_first(table: Table) -> None:
    first = table.start("Ann", "Ben", "Cem")
    table.start("Dora", "Emil", "Fritz")
    table.key = first.rsplit("/", 1)[1]
    table.turn("hearts")
    page = table.client.get("/").text
    assert page.index("Continue: Ann, Ben, Cem") < page.index("Dora, Emil, Fritz")


def test_an_old_imported_game_is_below_the_newest_with_its_year(table: Table) -> None:
    for names in (("Ann", "Ben", "Cem"), ("Dora", "Emil", "Fay")):
        table.start(*names, length="list", sizes="1")
        table.play("hearts", (0, 1, 1), (0, 0, 1))
    text = table.client.get(f"{table.path}.json").text
    table.post(f"{table.path}/delete")
    old = re.sub(
        r'"started":"\d{4}', '"started":"2019', re.sub(r'"changed":"\d{4}', '"changed":"2019', text)
    )
    said(table.client, send(table.client, old, deleted="y"))
    page = plain_text(table.client.get("/").text)
    assert page.index("Ann, Ben, Cem") < page.index("Dora, Emil, Fay") < page.index("2019")
    assert page.count("2019") == 1


def test_twenty_games_stand_on_the_first_page_and_all_in_the_history(table: Table) -> None:
    token = table.token()
    for number in range(21):
        table.start(f"Ann {number}", "Ben", "Cem", csrf_token=token)
    page = main(table.client.get("/").text)
    assert page.count('href="/g/') == 20
    assert "Ann 0," not in page
    assert 'href="/history"' in page
    assert "Ann 0," in table.client.get("/history").text


@pytest.mark.parametrize("number", ["", "0", "1", "-1", "abc", "\u0661", "\u00b9", "1.5", "\x00"])
def test_an_invalid_page_number_shows_the_first_page(table: Table, number: str) -> None:
    table.start("Ann", "Ben", "Cem")
    response = table.client.get("/", query_string={"page": number})
    assert response.status_code == 200
    assert "Ann, Ben, Cem" in response.text


@pytest.mark.parametrize("number", ["2", "02", "9999", "9" * 5000])
def test_the_former_address_of_older_games_leads_to_the_history(
    client: FlaskClient, number: str
) -> None:
    response = client.get("/", query_string={"page": number})
    assert (response.status_code, response.location) == (303, "/history")


def test_everybody_with_the_address_may_take_the_file_of_the_scored_hands(
    table: Table, stranger: FlaskClient
) -> None:
    table.start("Ann", "Ben", "Cem")
    table.turn("hearts")
    assert table.csv() == []
    table.bid(0, 1, 1)
    table.score(0, 0, 1)
    assert len(table.csv()) == 3
    assert stranger.get(f"{table.path}.csv").data == table.client.get(f"{table.path}.csv").data


@pytest.mark.parametrize(("language", "first"), [("en", ","), ("de", ";"), ("pt-BR", ";")])
def test_a_link_gives_what_spreadsheets_of_the_language_read_and_another_the_other(
    played: Table, language: str, first: str
) -> None:
    played.client.set_cookie("scorekeeper_language", language)
    desk = Desk(played.client)
    desk.create("Ann", "Ben", "Cem")
    both = [first, {",": ";", ";": ","}[first]]
    for page, files in (
        ("/history", 1),
        ("/book/bring", 1),
        (f"{desk.path}/desk/more", 2),
    ):
        text = played.client.get(page).text
        links = re.findall(r'href="(/[^"]*\.csv[^"]*)"', text)
        tops = [
            re.findall("[,;]", played.client.get(link.replace("&amp;", "&")).text)[0]
            for link in links
        ]
        assert tops == both * files, page


def test_only_a_finished_game_is_sent_to_bg_stats(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    assert table.client.get(f"{table.path}/bgstats").status_code == 404
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    assert "/bgstats" not in table.page()
    table.post(f"{table.path}/end", hands=1, revision=table.revision)
    assert f'href="{table.path}/bgstats"' in table.page()
    answer = table.client.get(f"{table.path}/bgstats")
    assert answer.location.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")


@pytest.mark.parametrize(
    ("zone", "later"),
    [("Europe/Berlin", 1), ("America/New_York", 0), ("", 0), ("No/Where", 0), ("../../\xff", 0)],
)
def test_a_game_is_found_under_the_year_of_the_phone(table: Table, zone: str, later: int) -> None:
    for at in ("2025-12-31 23:30:00.000000", "2025-12-31 12:00:00.000000"):
        play(table, "Ann", "Ben", "Cem", at=at)
    table.client.set_cookie("zone", zone)
    for path in ("/history", "/people/season"):
        pages = [main(table.client.get(f"{path}?year={year}").text) for year in (2025, 2026)]
        assert all(("2026</option>" in page) == bool(later) for page in pages)
    games = [table.client.get(f"/history?year={year}").text for year in (2025, 2026)]
    assert [page.count('class="evening"') for page in games] == [2 - later, later]
    assert ">1 Jan 2026</time>" in games[1] or not later
    season = plain_text(main(table.client.get("/people/season?year=2025").text))
    assert f"1 Cem {2 - later}" in season


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/Los_Angeles", "Pacific/Auckland", ""])
@pytest.mark.parametrize("began", ["2015-12-31 23:30", "2015-12-31 00:30", "31.12.2015"])
def test_the_day_on_a_sheet_is_that_of_the_table(table: Table, zone: str, began: str) -> None:
    table.client.set_cookie("zone", zone)
    assert (
        send(table.client, f"Date;{began}\nAnn;Ben;Cem\n1/1;0/0;0/0", shown="y").status_code == 303
    )
    assert ">31 Dec 2015" in table.client.get("/history?year=2015").text
    assert 'class="evening"' not in table.client.get("/history?year=2016").text
