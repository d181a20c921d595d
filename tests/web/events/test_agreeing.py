"""A table of an event that agrees on its result before it counts."""

import re
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.store.games import reading
from scorekeeper.store.models import db
from tests.desk import Desk, seven
from tests.table import Table
from tests.web.page import plain_text

HAND = ("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
HERE = "round/1/table/1"


@pytest.fixture
def ended(app: Flask) -> tuple[Desk, Table]:
    """The game of table 1 has ended at an event whose tables confirm their results."""
    desk = seven(app, "publish", "start", agrees="y")
    table = desk.at(app.test_client())
    table.play(*HAND)
    return desk, table


def answer(table: Table, phone: Table | None = None, **fields: str) -> int:
    given: dict[str, Any] = {
        "answer": "yes",
        "seat": "1",
        "said": "",
        "revision": str(table.revision),
        **fields,
    }
    return (phone or table).post(f"{table.path}/agrees", **given).status_code


def undo(desk: Desk) -> None:
    """Undo the desk's last act."""
    number = re.search(r'class="quiet undo" name="number"\s+value="(\d+)"', desk.page("round"))
    assert number
    desk.did("undo", number=number[1])


def stamps(desk: Desk) -> tuple[str, str]:
    """The stamps of the event and of the game of table 1."""
    with desk.client.application.app_context():
        return desk.stored.stamp, reading.read(desk.games()[1, 1].key).stamp


def sheet(desk: Desk) -> str:
    """The revision of the sheet of table 1."""
    return str(desk.games()[1, 1].revision)


def counts(desk: Desk) -> bool:
    return desk.games()[1, 1].is_over


def test_a_result_that_an_earlier_version_let_count_is_read_in_the_log(
    ended: tuple[Desk, Table],
) -> None:
    desk, table = ended
    assert answer(table, answer="no", seat="3") == 303
    with desk.client.application.app_context():
        db.session.execute(
            text("UPDATE event_act SET kind = 'result-counted' WHERE kind = 'result-disputed'")
        )
        db.session.commit()
    assert "Table 1: the desk lets the result count" in plain_text(desk.page("log"))


def test_undo_of_the_desk_makes_a_result_wait_again_with_its_dispute(
    ended: tuple[Desk, Table],
) -> None:
    desk, table = ended
    assert answer(table, answer="no", seat="3") == 303
    desk.did(f"{HERE}/count", sheet=sheet(desk))
    before = stamps(desk)
    undo(desk)
    assert not counts(desk)
    assert all(new != old for new, old in zip(stamps(desk), before, strict=True))
    assert "Disputed by Dan" in plain_text(desk.page("round"))
    assert desk.send("close").status_code == 422
    table.undo()
    table.play(*HAND)
    assert answer(table) == 303
    assert counts(desk)


@pytest.mark.parametrize(("said", "shown"), [("yes", "In"), ("no", "Disputed by Ben")])
def test_a_name_that_the_desk_corrects_changes_nothing_about_a_result(
    ended: tuple[Desk, Table], said: str, shown: str
) -> None:
    desk, table = ended
    assert answer(table, answer=said) == 303
    desk.did("players/1", name="Anne", club="")
    assert table.stored().game.players[0] == "Anne"
    assert counts(desk) == (said == "yes")
    assert shown in plain_text(desk.page("round"))


def test_the_desk_lets_only_the_result_count_that_it_saw(ended: tuple[Desk, Table]) -> None:
    desk, table = ended
    seen = sheet(desk)
    table.undo()
    refused = desk.send(f"{HERE}/count", sheet=seen)
    assert "The result has changed since" in plain_text(refused.text)
    table.play(*HAND)
    assert desk.send(f"{HERE}/count", sheet=seen).status_code == 422
    assert not counts(desk)


def test_a_changed_sheet_is_confirmed_anew_and_an_old_page_confirms_nothing(
    ended: tuple[Desk, Table],
) -> None:
    desk, table = ended
    before = str(table.revision)
    assert answer(table, answer="no", seat="2") == 303
    table.undo()
    table.undo()
    table.play(*HAND)
    assert "Disputed" not in plain_text(desk.page("round"))
    assert answer(table, revision=before) == 422
    assert answer(table) == 303
    assert counts(desk)


def test_a_phone_confirms_at_one_table_of_a_round(ended: tuple[Desk, Table], app: Flask) -> None:
    desk, table = ended
    second = desk.at(app.test_client(), 2)
    second.play("hearts", (0, 1, 0), (1, 0, 0))
    other = Table(app.test_client())
    assert answer(table, other) == 303
    assert answer(second, other) == 422
    assert answer(second, table) == 422
    assert not desk.games()[1, 2].is_over
    assert answer(second, seat="9") == 404


def test_the_enter_key_names_nobody_and_keeps_what_was_typed(ended: tuple[Desk, Table]) -> None:
    desk, table = ended
    for page in ("agrees", "name"):
        text = table.client.get(f"{table.path}/{page}").text
        typing = text[: text.index('type="text"')]
        assert re.findall(r"<button[^>]*>", text[typing.rindex("<form") :])[0].count("name=") == 0
    refused = table.post(
        f"{table.path}/agrees", answer="no", said="Hand 9", seat="", revision=str(table.revision)
    )
    assert refused.status_code == 422
    assert "Whose name is it?" in plain_text(refused.text)
    assert 'value="Hand 9"' in refused.text
    assert desk.games()[1, 1].dispute is None


def test_without_the_setting_and_by_hand_nobody_is_asked(app: Flask) -> None:
    desk = seven(app, "publish", "start")
    table = desk.at(app.test_client())
    table.play(*HAND)
    assert counts(desk)
    assert answer(table) == 404
    other = seven(app, "publish", "start", agrees="y", event="Other")
    other.did(f"{HERE}/by-hand", totals=["30", "20", "20", "-10"], made=[""] * 4)
    assert other.round.table(1).by_hand is not None
    assert "Waits for" not in plain_text(other.page("round"))
    assert "Two signatures" in plain_text(other.client.get(f"{other.path}/print/slips").text)
