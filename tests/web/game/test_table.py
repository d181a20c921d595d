"""The table view: the contents of a screen in the middle of the table, and what it must not
contain."""

import re

import pytest
from flask.testing import FlaskClient

from tests.table import Table
from tests.web.page import main, plain_text

NAMES = ("Ann", "Ben", "Cem")


@pytest.fixture
def table(table: Table) -> Table:
    """One hand of two is played, Ann leads with 30; Cem deals the second."""
    table.start(*NAMES, dealer=1, hook="y", not1="y", length="list", sizes="1, 3")
    table.play("hearts", (1, 1, 0), (1, 0, 0))
    return table


def view(table: Table, client: FlaskClient | None = None) -> str:
    """The page without its frame, as for any phone."""
    response = (client or table.client).get(f"{table.path}/table")
    assert response.status_code == 200
    return main(response.text)


def data(page: str) -> dict[str, str]:
    """The data attributes of the element that is swapped."""
    found = re.search(r'<div id="table" ([^>]*)>', page)
    assert found
    return {name: value or "" for name, value in re.findall(r'data-(\w+)(?:="([^"]*)")?', found[1])}


def test_after_the_end_it_leads_to_the_table_view_of_the_next_game(table: Table) -> None:
    table.post(f"{table.path}/end", hands=1, revision=table.revision)
    assert "Waiting for the next game" in plain_text(view(table))
    rematch = table.post(f"{table.path}/rematch").location
    assert f'href="{rematch}/table">Go to the next game' in view(table)


def test_it_says_what_the_script_that_follows_needs(table: Table) -> None:
    stored = data(view(table))
    assert stored["revision"] == str(table.revision)
    assert stored["poll"] == f"{table.path}/table"
    assert stored["news"] == "Hand 1 scored. Ann leads with 30."
    assert (stored["role"], stored["turn"], stored["panel"]) == ("looks", "", "")


def test_it_is_the_same_for_everybody_and_leads_back_to_the_game(
    table: Table, stranger: FlaskClient
) -> None:
    assert view(table, stranger) == view(table)
    assert f'href="{table.path}" aria-label="Back to the game"' in view(table)
