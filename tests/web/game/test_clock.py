"""The clock of a timed game: its texts and buttons before and after its end."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.store.engine import now
from scorekeeper.store.models import GameRow, db
from tests.table import Table
from tests.web.page import plain_text

OFFERS = ("Play on", "End now", "End after hand 2")


@pytest.fixture
def late(app: Flask, table: Table) -> Table:
    """A game whose time was up after its first hand."""
    table.start("Ann", "Ben", "Cem", timed="y", clock="60")
    table.play("hearts", (0, 0, 0), (1, 0, 0))
    with app.app_context():
        db.session.execute(update(GameRow).values(started_at=now() - timedelta(hours=2)))
        db.session.commit()
    return table


def clock(table: Table) -> str:
    """The texts and buttons of the clock."""
    return plain_text(table.page().split('id="clock"')[1].split('id="play"')[0])


def offered(table: Table) -> list[str]:
    return [offer for offer in OFFERS if offer in clock(table)]


def test_a_time_that_is_up_before_a_hand_begins_offers_to_end_now(late: Table) -> None:
    assert offered(late) == ["End now", "End after hand 2"]
    late.post(f"{late.path}/end", hands=1, revision=late.revision)
    assert "Game over" in late.page()


def test_a_time_that_is_up_during_a_hand_lets_it_be_the_last(late: Table) -> None:
    late.turn("hearts")
    assert offered(late) == ["End after hand 2"]
    assert "is the last" not in clock(late)


def test_a_hand_that_is_called_the_last_is_the_last_unless_the_table_plays_on(late: Table) -> None:
    late.post(f"{late.path}/end", hands=2, revision=late.revision)
    assert "Time is up: hand 2 is the last" in clock(late)
    assert offered(late) == ["Play on"]
    late.post(f"{late.path}/end", hands="", revision=late.revision)
    assert "is the last" not in clock(late)
    late.post(f"{late.path}/end", hands=2, revision=late.revision)
    late.play("hearts", (0, 0, 0), (2, 0, 0))
    assert "Game over" in late.page()
