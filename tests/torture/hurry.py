"""An app that writes often and does not wait for the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from sqlalchemy import event

from scorekeeper.store.models import db
from tests import databases
from tests.conftest import opened


@contextmanager
def in_a_hurry(folder: Path) -> Iterator[Flask]:
    """The app on the folder's database, whose rows need not survive a power cut."""
    with opened(folder) as app:
        if not databases.ON_POSTGRESQL:
            with app.app_context():
                event.listen(db.engine, "connect", _hurry)
                db.engine.dispose()
        yield app


def _hurry(connection: sqlite3.Connection, _: object) -> None:
    connection.execute("PRAGMA synchronous=OFF")
