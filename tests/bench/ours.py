"""The program as run by ``scorekeeper serve``, on a prepared database."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from scorekeeper.store.backups import STAMP
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


def memory(pid: int, name: str = "VmRSS") -> float:
    """The current memory of a process in MB, or its peak (VmHWM)."""
    lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(name))


def bare_beside(folder: Path) -> Bare:
    """The bare routes, with the journal mode of the database in the same folder."""
    with closing(sqlite3.connect(folder / databases.FILE)) as connection:
        (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
    return Bare(folder, journal)


@contextmanager
def beside_bare(folder: Path) -> Iterator[tuple[Ours, Bare]]:
    """The program and the bare routes, both running on the database in this folder."""
    with ExitStack() as ends:
        ours = Ours(folder)
        ends.callback(ours.kill)
        ours.start()
        bare = bare_beside(folder)
        ends.callback(bare.kill)
        yield ours, bare
