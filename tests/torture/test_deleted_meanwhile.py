"""Another keeper deletes the game at any moment of a save: it is saved or gone, and never fails."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from scorekeeper.http.guard import limiter
from scorekeeper.store.models import db
from tests import databases
from tests.addresses import POSTS
from tests.figures import Figures
from tests.torture.stage import encoded, staged

pytestmark = pytest.mark.torture

ADDRESSES = [address for address in POSTS if address.startswith("/g/")]
AT_ONCE = "SET lock_timeout = '5ms'" if databases.ON_POSTGRESQL else "PRAGMA busy_timeout = 0"
CHECKED = "SELECT 1" if databases.ON_POSTGRESQL else "PRAGMA foreign_keys = ON"
SHOWN = {"seen": ["2.3"], "open": ["bids"]}
"""A page that was drawn two saves ago; its changes are read from the log."""


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_game_that_is_deleted_at_any_moment_of_a_save_is_saved_or_gone(
    app: Flask, tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch, figures: Figures
) -> None:
    monkeypatch.setattr(limiter, "enabled", False)
    stage = staged(app, POSTS[address])
    engine = create_engine(databases.url_of(tmp_path), poolclass=NullPool)
    moments, gone = 0, []
    while True:
        stage.restore()
        with deleting(app, engine, stage.path.split("/")[2], moments) as struck:
            response = stage.send(encoded({**stage.good, **SHOWN}), **{"HX-Request": "true"})
        if struck == []:
            break
        assert response.status_code in (200, 204, 303, 404), (moments, response.status_code)
        gone += [response.status_code] if struck == [True] else []
        moments += 1
    figures(f"{moments} moments, at {len(gone)} the game could be deleted")
    assert moments > 1
    assert gone


@contextmanager
def deleting(app: Flask, engine: Engine, key: str, moment: int) -> Iterator[list[bool]]:
    """Delete the game before the statement with this number; returns whether that was possible."""
    struck: list[bool] = []
    asked: list[str] = []

    def strike(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        asked.append(statement)
        if len(asked) == moment + 1:
            struck.append(_deleted(engine, key))

    with app.app_context():
        ours = db.engine
    event.listen(ours, "before_cursor_execute", strike)
    try:
        yield struck
    finally:
        event.remove(ours, "before_cursor_execute", strike)


def _deleted(engine: Engine, key: str) -> bool:
    """Delete the game if nobody has locked it."""
    with engine.connect() as connection:
        connection.exec_driver_sql(AT_ONCE)
        connection.exec_driver_sql(CHECKED)
        try:
            connection.execute(text("DELETE FROM game WHERE key = :key"), {"key": key})
            connection.commit()
        except OperationalError:
            return False
    return True
