"""Playing on after the end: the phones that may, the choice, and the hands that follow."""

from flask.testing import FlaskClient

from tests.table import Table
from tests.web.page import plain_text, problems


def over(table: Table) -> Table:
    """A game of two hands that was played to its end."""
    table.start("Ann", "Ben", "Cem", length="list", sizes="1, 2")
    table.play("hearts", (1, 0, 0), (1, 0, 0))
    table.play("hearts", (1, 0, 0), (1, 0, 1))
    return table


def test_the_end_leads_those_who_keep_score_to_more_hands(
    table: Table, stranger: FlaskClient
) -> None:
    over(table)
    link = f'href="{table.path}/more">Play another round'
    assert link in table.page()
    assert link not in stranger.get(table.path).text
    page = plain_text(table.client.get(f"{table.path}/more").text)
    assert "1 more hand 2 cards 2 more hands 1 to 2 cards" in page


def test_the_game_continues_with_its_totals_and_undo_ends_it_again(table: Table) -> None:
    answer = over(table).post(f"{table.path}/more", hands=1, revision=table.revision)
    assert (answer.status_code, answer.location) == (303, table.path)
    page = table.page()
    assert "The game goes on" in page
    assert "Hand 3 of 3" in plain_text(page)
    assert table.stored().sheet.totals == (60, 40, 10)
    table.undo()
    assert "Ann wins with 60" in table.page()


def test_a_running_game_has_nothing_to_choose_and_an_odd_number_is_refused(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="1, 2")
    assert table.client.get(f"{table.path}/more").status_code == 404
    for hands in ("1", "", "x"):
        answer = table.post(f"{table.path}/more", hands=hands, revision=table.revision)
        assert answer.status_code == 422
        assert len(problems(answer.text)) == 1
    assert "Hand 1" in plain_text(table.page())


def test_a_game_that_has_a_rematch_offers_only_that(table: Table) -> None:
    over(table).post(f"{table.path}/rematch", revision=table.revision)
    assert "Play another round" not in table.page()
