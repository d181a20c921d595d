"""The first page."""

import re

import pytest
from flask.testing import FlaskClient

from tests.table import Table
from tests.web.book.test_import import said, send
from tests.web.page import main, plain_text


def test_a_new_phone_sees_an_introduction_and_can_start_a_game(client: FlaskClient) -> None:
    page = client.get("/").text
    assert "The score sheet for Wizard" in page
    assert "Hand 3 dealer Clara total bid took Anna 80 +30 1 1" in plain_text(page)
    assert 'href="/new"' in page
    assert "history.csv" not in page


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ("1, 2", ("Hand 2 Wizard", "Cem 30 Ann 20 Ben −10 Continue")),
        ("1", ("Ann, Ben, Cem ", "Cem 14:05 UTC · Wizard · wins by 10 30")),
    ],
    ids=["it runs", "it is over"],
)
def test_a_game_is_shown_with_its_standing_or_its_result(
    table: Table, sizes: str, said: tuple[str, ...]
) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes=sizes)
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    text = re.sub(r"\d\d:\d\d", "14:05", plain_text(table.client.get("/").text))
    assert all(part in text for part in said)


def test_the_running_game_that_comes_second_is_a_line_of_the_list(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="1, 2")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    table.start("Dora", "Emil", "Fritz")
    text = plain_text(table.client.get("/").text)
    assert "Ann, Ben, Cem" in text
    assert "Hand 2 · Cem leads with 30 Continue" in text


def test_games_of_the_same_people_stand_together_wherever_they_sat(table: Table) -> None:
    for names in (("Ann", "Ben", "Cem"), ("Dora", "Emil", "Fritz"), ("Cem", "Ann", "Ben")):
        table.start(*names, length="list", sizes="1")
        table.play("hearts", (1, 0, 0), (1, 0, 0))
    page = main(table.client.get("/").text)
    assert re.findall("<h2>(.*?)</h2>", page) == ["Cem, Ann, Ben", "Dora, Emil, Fritz"]
    wins = re.findall(r'<span>(\w+)\s*<svg [^>]*aria-label="([^"]+)"', page)
    assert wins == [("Cem", "1 win"), ("Ann", "1 win")]


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
