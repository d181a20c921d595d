"""The score history as files."""

import csv
from io import StringIO

import pytest
from flask.testing import FlaskClient

from tests.table import Table

BOM = "\ufeff"


def test_the_csv_of_a_game_has_a_line_for_each_player_and_hand(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", hook="y")
    table.play("wizard", (0, 0, 0), (0, 0, 1))
    table.turn("wizard", named="clubs")
    assert table.score(0, 0, 1).status_code == 303
    response = table.client.get(f"{table.path}.csv")
    assert response.mimetype == "text/csv"
    assert response.headers["Content-Disposition"].startswith('attachment; filename="scorekeeper-')
    text = response.data.decode()
    assert text.startswith(f'{BOM}"game","started_at","variant","hand","cards",')
    assert text.endswith("\r\n")
    rest = ["0", "", "", "", "0", ""]
    assert len({tuple(row[-2:]) for row in table.csv()}) == 1
    assert [row[2:-2] for row in table.csv()] == [
        ["wizard+hook", "1", "1", "Ann", "wizard", "clubs", *cells]
        for cells in (
            ["1", "Ann", "0", "0", "0", "20", "20", "0", *rest],
            ["2", "Ben", "0", "0", "0", "20", "20", "0", *rest],
            ["3", "Cem", "0", "1", "0", "-10", "-10", "0", *rest],
        )
    ]


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


def test_the_history_of_a_new_phone_is_a_header(client: FlaskClient) -> None:
    text = client.get("/history.csv").text
    assert text.count("\r\n") == 1
    assert text.startswith(f'{BOM}"game",')


def test_the_history_tells_games_oldest_first(table: Table) -> None:
    for first in ("Ann", "Zoe"):
        table.start(first, "Ben", "Cem")
        table.play("hearts", (0, 1, 1), (0, 0, 1))
    text = table.client.get("/history.csv").text
    assert text.count("\r\n") == 7
    assert text.index("Ann") < text.index("Zoe")


@pytest.mark.parametrize(("query", "delimiter"), [("", ","), ("?sep=semicolon", ";")])
def test_names_with_separators_and_quotes_are_read_back(
    table: Table, query: str, delimiter: str
) -> None:
    table.start("Ann, Lee", "Ben;", 'A "B", C')
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    text = table.client.get(f"{table.path}.csv{query}").text
    rows = list(csv.reader(StringIO(text), delimiter=delimiter))
    assert [row[9] for row in rows[1:]] == ["Ann, Lee", "Ben;", 'A "B", C']


@pytest.mark.parametrize("separator", ["", "tab", "\x00", ";;"])
def test_an_unknown_separator_is_a_comma(table: Table, separator: str) -> None:
    table.start("Ann", "Ben", "Cem")
    response = table.client.get(f"{table.path}.csv", query_string={"sep": separator})
    assert response.text.startswith(f'{BOM}"game","started_at"')


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\uff1d1"])
def test_a_name_is_never_a_formula(table: Table, name: str) -> None:
    table.start(name, "Ben", "Cem")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    assert [row[5] for row in table.csv()] == [f"'{name}"] * 3
    assert table.csv()[0][9] == f"'{name}"


def test_only_a_finished_game_is_sent_to_bg_stats(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    assert table.client.get(f"{table.path}/bgstats").status_code == 404
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    assert "/bgstats" not in table.page()
    table.post(f"{table.path}/end", hands=1, revision=table.revision)
    assert f'href="{table.path}/bgstats"' in table.page()
    answer = table.client.get(f"{table.path}/bgstats")
    assert answer.location.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
