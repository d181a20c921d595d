"""The program as ``scorekeeper serve`` runs it, on a database that was filled beforehand."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from scorekeeper.backups import STAMP
from tests.conftest import opened
from tests.torture.served import Served


def new_database(folder: Path) -> None:
    """An empty database with the present schema."""
    with opened(folder):
        pass


class Ours(Served):
    """The server; it makes no backup while it is measured, as it would at its first save."""

    def start(self) -> None:
        """Start it, with a backup that looks new."""
        backups = self.folder / "backups"
        backups.mkdir(exist_ok=True)
        (backups / f"scorekeeper-{datetime.now(UTC).strftime(STAMP)}Z.sqlite3").touch()
        super().start()
