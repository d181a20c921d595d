"""The program as run by ``scorekeeper serve``, on a prepared database."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from scorekeeper.store.files.backups import STAMP
from tests import databases
from tests.conftest import opened
from tests.torture.bare import Bare
from tests.torture.served import Served


def new_database(folder: Path) -> None:
    """An empty database with the present schema."""
    with opened(folder):
        pass


class Ours(Served):
    """The server, prevented from making a backup at its first save."""

    def start(self) -> None:
        """Start the server, with a backup that looks new."""
        backups = self.folder / "backups"
        backups.mkdir(exist_ok=True)
        (backups / f"scorekeeper-{datetime.now(UTC).strftime(STAMP)}Z.sqlite3").touch()
        super().start()


def bare_beside(folder: Path) -> Bare:
    """The bare routes, with the journal mode of the database in the same folder."""
    with closing(sqlite3.connect(folder / databases.FILE)) as connection:
        (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
    return Bare(folder, journal)
